// The analyst: has the shown position analysed, and shows what is found.

import { ApiError } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { outcomeTitle } from '../game/status.js';
import { errorText, t } from '../i18n.js';
import { createGraph } from './graph.js';
import * as source from './source.js';
import { percent, shareOf, shortWorth, summary } from './words.js';

/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').AnalysisLine} Line */
/** @typedef {import('../types.js').Position} Position */
/**
 * What is to be drawn on the board.
 * @typedef {object} Drawn
 * @property {import('../board/marks.js').Arrow[]} [arrows]
 * @property {import('../board/marks.js').Verdict[]} [verdicts]
 * @property {string[]} [preview] the first move of a line, to be looked at
 */

const LINES = 3;
/** How long a position must be shown before its analysis is requested, in milliseconds. */
const DEBOUNCE = 150;
/** The delay before a broken stream is opened again, in milliseconds. */
const RETRY = 3000;

/**
 * Makes the analyst's panel. It sends no request before `show`.
 * @param {string} id of the game
 * @param {{ onDraw: (drawn: Drawn) => void, onPly: (ply: number) => void }} on
 * @param {import('../types.js').Context['memory']} memory of the screen
 */
export function createAnalyst(id, on, memory) {
  const panel = new Analyst(id, on, memory);
  return {
    element: panel.element,
    /** @type {(game: Game, position: Position) => void} */
    show: (game, position) => panel.show(game, position),
    /** Shows the position itself again. */
    endPreview: () => panel.endPreview(),
    /** Stops thinking. */
    close: () => panel.close(),
  };
}

class Analyst {
  /**
   * @param {string} id
   * @param {{ onDraw: (drawn: Drawn) => void, onPly: (ply: number) => void }} on
   * @param {import('../types.js').Context['memory']} memory
   */
  constructor(id, on, memory) {
    this.memory = memory;
    this.path = `/api/games/${encodeURIComponent(id)}`;
    this.on = on;
    this.key = '';
    this.stop = () => {};
    this.stopGraph = () => {};
    /** The moves of the game that is drawn. @type {string | null} */
    this.graphOf = null;
    /** White's chances by ply, as far as they are known. @type {Map<number, number>} */
    this.shares = new Map();
    /** The position whose summary was read out. */
    this.said = '';
    /** @type {number | null} */
    this.previewed = null;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.white = h('div', { class: 'balance-white' });
    this.share = h('span', { class: 'balance-share' });
    this.balance = h('div', { class: 'balance', role: 'img' }, this.white, this.share);
    this.summary = h('p', { class: 'analyst-summary' });
    this.lines = h('ol', { class: 'analyst-lines' });
    this.graph = createGraph(on.onPly, () => this.#askForGraph());
    this.graphButton = h('button', { type: 'button', class: 'analyst-graph', onclick: () => this.#askForGraph() }, t('analyst.show-graph'));
    this.graph.element.hidden = true;
    this.element = h(
      'section',
      { class: 'analyst', 'aria-label': t('analyst.title') },
      this.balance,
      this.summary,
      this.lines,
      this.graphButton,
      this.graph.element,
    );
  }

  /** @type {(game: Game, position: Position) => void} */
  show(game, position) {
    this.game = game;
    this.position = position;
    this.graph.setShown(position.ply);
    const key = `${game.moves.slice(0, position.ply).join()} ${position.ply}`;
    if (key === this.key) return;
    this.#stopThinking();
    this.key = key;
    this.#resumeGraph();
    this.#forgetOldGraph();
    this.#tell({ ply: position.ply, depth: 0, nodes: 0, done: false, proven: null, lines: [], verdicts: [] }, false);
    this.summary.textContent = position.task ? t('analyst.begins') : t('analyst.over');
    this.lines.hidden = !position.task;
    if (!position.task && game.outcome) this.#tellOutcome(game.outcome);
    // No request while the visitor steps quickly through the moves.
    if (position.task) setTimeout(() => key === this.key && this.#think(position.ply), DEBOUNCE);
  }

  /** @param {number} ply */
  #think(ply) {
    const { key } = this;
    /** @param {Analysis} analysis */
    const onData = (analysis) => {
      if (key === this.key && analysis.ply === ply) this.#tell(analysis, true);
    };
    const onError = (/** @type {unknown} */ error) => {
      if (key !== this.key) return;
      this.summary.textContent = error instanceof ApiError ? errorText(error) : t('analyst.broken');
      setTimeout(() => key === this.key && this.#think(ply), RETRY);
    };
    const onWaiting = () => {
      if (key === this.key) this.summary.textContent = t('analyst.waiting');
    };
    this.stop = source.analysis(this.path, { revision: this.game?.revision ?? 0, ply, lines: LINES }, { onData, onError, onWaiting });
  }

  close() {
    this.#stopThinking();
    this.stopGraph();
    this.stopGraph = () => {};
    this.graphOf = null;
  }

  #stopThinking() {
    this.stop();
    this.stop = () => {};
    this.key = '';
    this.previewed = null;
    this.analysis = null;
  }

  /** @type {(analysis: Analysis, draw: boolean) => void} */
  #tell(analysis, draw) {
    this.analysis = analysis;
    const [best] = analysis.lines;
    const share = best ? shareOf(best) : 0.5;
    this.white.style.width = `${100 * share}%`;
    this.balance.classList.toggle('balance-unknown', !best);
    this.share.textContent = best ? percent(share) : t('analyst.not-known');
    this.balance.setAttribute('aria-label', best ? t('analyst.white-share', { percent: percent(share) }) : t('analyst.begins'));
    this.summary.textContent = summary(analysis);
    // Announced once for each position, since the summary changes all the time.
    if (draw && (analysis.done || analysis.proven) && this.said !== this.key) {
      this.said = this.key;
      announce(summary(analysis));
    }
    const focused = [...this.lines.children].findIndex((line) => line.contains(document.activeElement));
    replace(this.lines, ...[...Array(LINES).keys()].map((i) => this.#line(analysis.lines[i], i)));
    if (focused >= 0) this.lines.children[focused]?.querySelector('button')?.focus({ preventScroll: true });
    if (draw) this.#draw();
  }

  /** @param {import('../types.js').Outcome} outcome */
  #tellOutcome(outcome) {
    const { winner } = outcome;
    const share = winner === null ? 0.5 : Number(winner === 'white');
    this.white.style.width = `${100 * share}%`;
    this.balance.classList.remove('balance-unknown');
    this.share.textContent = outcomeTitle(outcome);
    this.balance.setAttribute('aria-label', outcomeTitle(outcome));
  }

  /** @type {(line: Line | undefined, index: number) => HTMLElement} */
  #line(line, index) {
    // Missing lines keep their space, so that the layout does not shift.
    if (!line) return h('li', { class: 'analyst-empty', 'aria-hidden': 'true' }, '\u00a0');
    const pressed = this.previewed === index;
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', 'aria-pressed': String(pressed), onclick: () => this.#preview(index) },
        h('span', { class: 'line-worth' }, shortWorth(line)),
        h('span', { class: 'line-moves' }, line.moves.join(' ')),
      ),
    );
  }

  /** Shows the first move of a line on the board, or no longer. @param {number} index */
  #preview(index) {
    this.previewed = this.previewed === index ? null : index;
    [...this.lines.querySelectorAll('button')].forEach((button, i) =>
      button.setAttribute('aria-pressed', String(i === this.previewed)),
    );
    this.#draw();
  }

  endPreview() {
    if (this.previewed !== null) this.#preview(this.previewed);
  }

  #draw() {
    const { analysis, position, previewed } = this;
    if (!analysis || !position) return;
    const chosen = previewed === null ? undefined : analysis.lines[previewed];
    const arrows = analysis.lines
      .map((line, rank) => ({ path: line.path, rank, side: position.turn }))
      .filter((_, rank) => !chosen || rank === previewed);
    // Where every square has a verdict, arrows would hide them.
    const verdicts = chosen ? [] : analysis.verdicts;
    const painted = verdicts.some(({ path }) => path.length === 1);
    this.on.onDraw({ arrows: painted ? [] : arrows, verdicts, ...(chosen ? { preview: chosen.path } : {}) });
  }

  /** Draws the graph that the screen had before, if it is that of the game. */
  #resumeGraph() {
    const kept = /** @type {{ of: string, shares: Map<number, number> } | undefined} */ (this.memory['graph']);
    if (!kept || this.graphOf !== null || kept.of !== this.game?.moves.join()) return;
    this.shares = kept.shares;
    this.#drawGraph();
  }

  /** Drops a graph whose moves are no longer those of the game. */
  #forgetOldGraph() {
    if (!this.game || this.graphOf === this.game.moves.join()) return;
    this.stopGraph();
    this.shares = new Map();
    delete this.memory['graph'];
    this.graph.element.hidden = true;
    this.graphButton.hidden = false;
    const isEmpty = this.game.moves.length === 0;
    this.graphButton.toggleAttribute('disabled', isEmpty);
    this.graphButton.textContent = isEmpty ? t('analyst.no-graph') : t('analyst.show-graph');
  }

  #askForGraph() {
    this.#drawGraph();
    this.graph.element.scrollIntoView({ block: 'nearest' });
  }

  /** Draws the points of the graph as they arrive; points received before the stream broke stay. */
  #drawGraph() {
    const { game, shares } = this;
    if (!game) return;
    this.stopGraph();
    this.graphOf = game.moves.join();
    this.memory['graph'] = { of: this.graphOf, shares };
    this.graphButton.hidden = true;
    this.graph.element.hidden = false;
    /** @param {import('./graph.js').State} how */
    const show = (how) => this.graph.setPoints([...shares].sort(([one], [other]) => one - other).map(([ply, share]) => ({ ply, share })), game.moves, how);
    if (shares.size > game.moves.length) {
      show('done');
      return;
    }
    show('working');
    const onData = (/** @type {import('../types.js').GraphEvent} */ event) => {
      if ('ply' in event) shares.set(event.ply, event.wins ? Number(event.wins === 'white') : event.share);
      show('ply' in event ? 'working' : 'done');
    };
    this.stopGraph = source.graph(this.path, { revision: game.revision, plies: game.moves.length }, { onData, onError: () => show('stopped') });
  }
}
