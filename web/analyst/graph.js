// White's chance through the whole game, as a curve on which one can go to any move.

import { h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { percent } from './words.js';

/** @typedef {{ ply: number, share: number }} Point */

const WIDTH = 320;
const HEIGHT = 96;
/** A change of White's chance that is worth being called a turning point. */
const TURN = 0.12;

/**
 * The ply after which the chances changed most, if they did.
 * @param {Point[]} points in the order of plies
 * @returns {number | null}
 */
export function turningPoint(points) {
  let found = null;
  let greatest = TURN;
  points.forEach(({ ply, share }, i) => {
    const change = Math.abs(share - (points[i - 1]?.share ?? share));
    if (change <= greatest) return;
    greatest = change;
    found = ply;
  });
  return found;
}

/**
 * Makes the graph.
 * @param {(ply: number) => void} onPly
 */
export function createGraph(onPly) {
  const drawing = svg('svg', { class: 'graph-drawing', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const slider = h('div', { class: 'graph', role: 'slider', tabindex: '0', 'aria-label': t('analyst.graph') }, drawing);
  const turn = h('button', { type: 'button', class: 'graph-turn' });
  const element = h('div', { class: 'graph-panel' }, slider, turn);
  /** @type {Point[]} */
  let points = [];
  let last = 0;
  let shown = 0;
  /** @type {number | null} */
  let turning = null;
  /** @param {number} ply */
  const x = (ply) => (last === 0 ? 0 : (ply / last) * WIDTH);
  /** @param {number} share */
  const y = (share) => HEIGHT - share * HEIGHT;

  slider.addEventListener('click', (event) => {
    const box = slider.getBoundingClientRect();
    onPly(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  slider.addEventListener('keydown', (event) => {
    const target = { ArrowLeft: shown - 1, ArrowDown: shown - 1, ArrowRight: shown + 1, ArrowUp: shown + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onPly(target);
  });
  turn.addEventListener('click', () => turning !== null && onPly(turning));

  function draw() {
    const line = points.map(({ ply, share }) => `${x(ply).toFixed(1)} ${y(share).toFixed(1)}`).join('L');
    const end = points.at(-1)?.ply ?? 0;
    const here = points.find(({ ply }) => ply === shown);
    replace(
      drawing,
      svg('rect', { class: 'graph-black', width: WIDTH, height: HEIGHT }),
      ...(points.length > 1 ? [svg('path', { class: 'graph-white', d: `M0 ${HEIGHT}L${line}L${x(end).toFixed(1)} ${HEIGHT}z` })] : []),
      svg('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ...(points.length > 1 ? [svg('path', { class: 'graph-line', d: `M${line}` })] : []),
      ...(turning === null ? [] : [svg('path', { class: 'graph-turning', d: `M${x(turning)} 0V${HEIGHT}` })]),
      svg('path', { class: 'graph-here', d: `M${x(shown)} 0V${HEIGHT}` }),
    );
    slider.setAttribute('aria-valuemin', '0');
    slider.setAttribute('aria-valuemax', String(last));
    slider.setAttribute('aria-valuenow', String(shown));
    const words = here ? t('analyst.white-share', { percent: percent(here.share) }) : '';
    slider.setAttribute('aria-valuetext', `${t('game.ply-of', { ply: shown, last })} ${words}`);
  }

  return {
    element,
    /** @type {(known: Point[], lastPly: number, moves: string[], done: boolean) => void} */
    setPoints(known, lastPly, moves, done) {
      points = [...known].sort((a, b) => a.ply - b.ply);
      last = lastPly;
      turning = turningPoint(points);
      turn.hidden = !done;
      turn.toggleAttribute('disabled', turning === null);
      turn.textContent =
        turning === null ? t('analyst.no-turning') : t('analyst.turning', { ply: turning, move: moves[turning - 1] ?? '' });
      draw();
    },
    /** @param {number} ply */
    setShown(ply) {
      shown = ply;
      draw();
    },
  };
}
