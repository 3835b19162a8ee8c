// White's chance through the whole game, as a curve on which each move can be selected.

import { announce, h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { percent } from './words.js';

/** @typedef {{ ply: number, share: number }} Point */
/** @typedef {'working' | 'done' | 'stopped'} State whether more points are to come, all are there, or no more came */

const WIDTH = 320;
const HEIGHT = 96;
/** The smallest change of White's chance that counts as a turning point. */
const TURNING_POINT = 0.12;

/**
 * The ply after which the chances changed most, if they did.
 * @param {Point[]} points in the order of plies
 * @returns {number | null}
 */
export function turningPoint(points) {
  let found = null;
  let greatest = TURNING_POINT;
  points.forEach(({ ply, share }, i) => {
    const before = points[i - 1];
    // The plies between are not known.
    if (!before || before.ply !== ply - 1) return;
    const change = Math.abs(share - before.share);
    if (change <= greatest) return;
    greatest = change;
    found = ply;
  });
  return found;
}

/**
 * Points that follow one another without a gap.
 * @param {Point[]} points in the order of plies
 */
export function consecutiveRuns(points) {
  /** @type {Point[][]} */
  const runs = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.ply === point.ply - 1) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/**
 * Makes the graph.
 * @param {(ply: number) => void} onPly
 * @param {() => void} onAgain what is missing is to be asked for once more
 */
export function createGraph(onPly, onAgain) {
  const drawing = svg('svg', { class: 'graph-drawing', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const words = h('span', { id: 'graph-words' });
  const again = h('button', { type: 'button', onclick: onAgain }, t('shell.again'));
  const state = h('div', { class: 'graph-state' }, words, again);
  const slider = h('div', { class: 'graph', role: 'slider', tabindex: '0', 'aria-label': t('analyst.graph'), 'aria-describedby': 'graph-words' }, drawing);
  const turn = h('button', { type: 'button', class: 'graph-turn' });
  const element = h('div', { class: 'graph-panel' }, slider, state, turn);
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

  /** What is known without a gap: Black's part, White's, and the line between. @param {Point[]} run */
  function drawRun(run) {
    const [first, end] = [x(run[0]?.ply ?? 0), x(run.at(-1)?.ply ?? 0)];
    const line = run.map(({ ply, share }) => `${x(ply).toFixed(1)} ${y(share).toFixed(1)}`).join('L');
    // A single point has no width: it is drawn as a dot.
    if (run.length === 1) return [svg('path', { class: 'graph-point', d: `M${line}h0.01` })];
    return [
      svg('rect', { class: 'graph-black', x: first, width: end - first, height: HEIGHT }),
      svg('path', { class: 'graph-white', d: `M${first.toFixed(1)} ${HEIGHT}L${line}L${end.toFixed(1)} ${HEIGHT}z` }),
      svg('path', { class: 'graph-line', d: `M${line}` }),
    ];
  }

  function draw() {
    const here = points.find(({ ply }) => ply === shown);
    replace(
      drawing,
      ...consecutiveRuns(points).flatMap(drawRun),
      svg('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ...(turning === null ? [] : [svg('path', { class: 'graph-turning', d: `M${x(turning)} 0V${HEIGHT}` })]),
      svg('path', { class: 'graph-here', d: `M${x(shown)} 0V${HEIGHT}` }),
    );
    slider.setAttribute('aria-valuemin', '0');
    slider.setAttribute('aria-valuemax', String(last));
    slider.setAttribute('aria-valuenow', String(shown));
    const worth = here ? t('analyst.white-share', { percent: percent(here.share) }) : t('analyst.not-known');
    slider.setAttribute('aria-valuetext', `${t('game.ply-of', { ply: shown, last })} ${worth}`);
  }

  /** @type {(moves: string[]) => string} */
  const turnWords = (moves) =>
    turning === null ? t('analyst.no-turning') : t('analyst.turning', { ply: turning, move: moves[turning - 1] ?? '' });

  return {
    element,
    /** @type {(known: Point[], moves: string[], how: State) => void} */
    setPoints(known, moves, how) {
      points = [...known].sort((a, b) => a.ply - b.ply);
      last = moves.length;
      const isWhole = points.length > last;
      turning = isWhole ? turningPoint(points) : null;
      turn.hidden = !isWhole;
      turn.toggleAttribute('disabled', turning === null);
      turn.textContent = turnWords(moves);
      state.hidden = isWhole;
      again.hidden = how === 'working';
      const count = { known: points.length, all: last + 1 };
      words.textContent = how === 'working' ? t('analyst.graph-progress', count) : t('analyst.graph-stopped', count);
      if (how !== 'working') announce(isWhole ? turnWords(moves) : words.textContent);
      draw();
    },
    /** @param {number} ply */
    setShown(ply) {
      shown = ply;
      draw();
    },
  };
}
