// The review of a finished game: the moves that lost something, what was better, and another try at each.

import { ApiError, get } from '../api.js';
import { analysis, graph } from '../analyst/source.js';
import { createGraph } from '../analyst/graph.js';
import { createBoard } from '../board/board.js';
import { h, replace } from '../dom.js';
import { plyOf } from '../game/moves.js';
import { errorText, t } from '../i18n.js';
import { countOf, lapses } from '../review/judge.js';
import { goesOn, once, playOn, trialAt } from '../trial/play-on.js';
import { reach } from '../trial/reach.js';
import { Table, goTo, pause } from '../trial/table.js';
import { Trial, pathOf } from '../trial/trial.js';
import { shareOf } from '../analyst/words.js';
import { showMissing } from './missing.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').AnalysisLine} Line */
/** @typedef {import('../review/judge.js').Lapse} Lapse */
/** @typedef {import('../review/judge.js').Point} Point */

/**
 * What was found and looked at: a screen that is made anew in another language, or come back to, goes on from it.
 * @typedef {{ revision: number, points: Point[], better: [number, Line][], ply: number, isChosen: boolean }} Kept
 */

/** How long a better move is looked for, in milliseconds. */
const LOOK = 1500;
/** How much less than the best move a try may be worth to be good as well. */
const AS_GOOD = 0.05;

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const view = new ReviewScreen(context);
  return { element: view.element, title: t('review.title'), ready: view.open(), leave: () => view.leave() };
}

class ReviewScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.id = context.params['id'] ?? '';
    this.path = `/api/games/${encodeURIComponent(this.id)}`;
    this.control = new AbortController();
    /** @type {Game | null} */
    this.game = null;
    /** @type {Position[]} */
    this.positions = [];
    /** What is known, by ply. @type {Map<number, Point>} */
    this.points = new Map();
    /** @type {Lapse[]} */
    this.lapses = [];
    /** The best lines that were found, by the ply of their position. @type {Map<number, Line>} */
    this.better = new Map();
    /** The lapse that is looked at. @type {Lapse | null} */
    this.chosen = null;
    this.turn = 0;
    this.ply = 0;
    /** Whether the last position can be played on. */
    this.endGoesOn = false;
    this.stop = () => {};
    this.place = h('div', { class: 'trial-board' });
    /** @type {ReturnType<typeof createBoard> | null} */
    this.board = null;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Trial | null} */
    this.trial = null;
    this.heading = h('h1', {}, t('review.title'));
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': t('review.progress') });
    this.state = h('p', { class: 'soft', role: 'status' }, t('review.working'));
    this.graph = createGraph((ply) => this.#look(ply), () => this.#begin());
    this.counts = h('p', {});
    this.list = h('ol', { class: 'review-list' });
    this.say = h('p', { class: 'trial-say', role: 'status', tabindex: -1 });
    this.answer = h('p', { class: 'trial-answer', role: 'status' });
    this.buttons = {
      retry: h('button', { type: 'button', class: 'primary', onclick: () => this.#retry() }, t('review.retry')),
      next: h('button', { type: 'button', onclick: () => this.#next() }, t('review.next')),
      line: h('button', { type: 'button', onclick: () => this.#showLine() }, t('review.show')),
      play: h('button', { type: 'button', onclick: once(() => this.#playOn()) }, t('puzzles.play-on')),
    };
    this.actions = h('div', { class: 'row' }, Object.values(this.buttons));
    const head = h('div', { class: 'trial-head' }, this.state, this.progress, this.graph.element, this.counts, this.list);
    const foot = h('div', { class: 'trial-foot' }, this.say, this.answer, this.actions, h('p', {}, h('a', { href: `/game/${encodeURIComponent(this.id)}` }, t('review.to-game'))));
    this.body = h('div', { class: 'trial review' }, head, this.place, foot);
    this.element = h('section', { class: 'lesson' }, this.heading, this.body);
  }

  leave() {
    this.turn += 1;
    this.stop();
    this.control.abort();
  }

  async open() {
    try {
      const { signal } = this.control;
      this.game = await get(this.path, signal);
      const history = await get(`${this.path}/history`, signal);
      this.positions = history.positions;
      if (!this.game?.outcome) return this.#refuse(t('review.not-over'));
      this.heading.textContent = t('review.of', { kind: this.game.kind });
      const kept = this.#kept(this.game);
      this.#look(kept?.ply ?? plyOf(this.context.query) ?? this.positions.length - 1);
      this.#begin(kept);
      const lapse = kept?.isChosen && this.lapses.find(({ ply }) => ply - 1 === kept.ply);
      if (lapse) void this.#choose(lapse, false);
      const { turn } = this;
      this.endGoesOn = await goesOn(this.game).catch(() => false);
      this.#showActions();
      // The page of the game has asked for it.
      if (!kept && this.context.query.has('try') && this.#isOpen && turn === this.turn) await this.#retry();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) showMissing(this.element, this.context, t('game.missing'));
      else if (!this.control.signal.aborted) this.#refuse(errorText(error));
    }
  }

  /** @param {string} why */
  #refuse(why) {
    replace(this.body, h('p', { role: 'alert' }, why), h('a', { class: 'button', href: `/game/${encodeURIComponent(this.id)}` }, t('review.to-game')));
  }

  get #last() {
    return this.game?.moves.length ?? 0;
  }

  /** @param {Game} game @returns {Kept | null} */
  #kept({ revision }) {
    const kept = /** @type {Kept | undefined} */ (this.context.memory['review']);
    return kept?.revision === revision ? kept : null;
  }

  #keep() {
    // The screen that was made anew has the memory now.
    if (this.control.signal.aborted) return;
    const { ply, chosen } = this;
    const kept = { revision: this.game?.revision ?? 0, points: [...this.points.values()], better: [...this.better], ply, isChosen: chosen !== null };
    this.context.memory['review'] = kept;
  }

  /** Looks at every position, in the background, unless that is done. @param {Kept | null} [kept] */
  #begin(kept = null) {
    const { game } = this;
    if (!game) return;
    this.stop();
    if (kept) this.better = new Map(kept.better);
    if (kept?.points.length === this.#last + 1) {
      this.points = new Map(kept.points.map((point) => [point.ply, point]));
      return this.#showPoints('done');
    }
    const onData = (/** @type {import('../types.js').GraphEvent} */ event) => {
      if ('ply' in event) this.points.set(event.ply, { ply: event.ply, share: event.share, wins: event.wins ?? null });
      this.#showPoints('ply' in event ? 'working' : 'done');
    };
    this.stop = graph(this.path, { revision: game.revision, plies: this.#last }, { onData, onError: () => this.#showPoints('stopped') });
  }

  /** @param {'working' | 'done' | 'stopped'} how */
  #showPoints(how) {
    if (!this.game) return;
    const known = [...this.points.values()].sort((one, other) => one.ply - other.ply);
    const drawn = known.map(({ ply, share, wins }) => ({ ply, share: wins === null ? share : Number(wins === 'white') }));
    this.graph.setPoints(drawn, this.game.moves, how);
    this.progress.value = known.length / (this.#last + 1);
    if (how === 'working') return;
    this.progress.hidden = true;
    this.lapses = lapses(known, (ply) => this.positions[ply - 1]?.turn ?? 'white');
    this.state.textContent = t(how === 'done' ? 'review.done' : 'review.stopped');
    this.#showList();
    this.#keep();
  }

  #showList() {
    const { lapses: all } = this;
    const words = (/** @type {import('../types.js').Side} */ side) =>
      t('review.counts', { side, faults: countOf(all, side).filter(([, count]) => count > 0).map(([fault, count]) => t(`fault-count.${fault}`, { count })) });
    const faulty = /** @type {const} */ (['white', 'black']).filter((side) => all.some((lapse) => lapse.side === side));
    replace(this.counts, faulty.length > 0 ? faulty.map(words).join(' ') : t('review.none'));
    replace(this.list, all.map((lapse) => h('li', {}, this.#item(lapse))));
  }

  /** In place, so that the keyboard stays where it is. */
  #markChosen() {
    const buttons = [...this.list.querySelectorAll('button')];
    for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(this.chosen !== null && this.lapses[i] === this.chosen));
  }

  /** @param {Lapse} lapse */
  #item(lapse) {
    const move = this.game?.moves[lapse.ply - 1] ?? '';
    const words = t('review.item', { ply: lapse.ply, side: lapse.side, move, fault: lapse.fault });
    return h('button', { type: 'button', 'aria-pressed': String(lapse === this.chosen), class: `review-${lapse.fault}`, onclick: () => this.#choose(lapse) }, words);
  }

  /** Whether something can be played in the position that is shown. */
  get #isOpen() {
    return this.ply < this.#last || this.endGoesOn;
  }

  /** Shows the position after a ply. @param {number} ply */
  #look(ply) {
    this.turn += 1;
    const { chosen } = this;
    this.chosen = null;
    if (chosen) this.#markChosen();
    this.#show(Math.max(0, Math.min(ply, this.#last)), []);
    replace(this.say, t('game.at-ply', { ply: this.ply, last: this.#last, move: this.game?.moves[this.ply - 1] ?? t('game.start') }));
    replace(this.answer);
    this.#showActions();
    this.#keep();
  }

  /** What can be done at the position that is shown: of the moves that lost something, more. */
  #showActions() {
    const { retry, play, next, line } = this.buttons;
    retry.textContent = t(this.chosen ? 'review.retry' : 'review.from-here');
    for (const one of [retry, play]) one.hidden = !this.#isOpen;
    for (const one of [next, line]) one.hidden = !this.chosen;
  }

  /** @param {number} ply @param {string[][]} arrows the best first */
  #show(ply, arrows) {
    const { game } = this;
    const position = this.positions[ply];
    if (!game || !position) return;
    this.ply = ply;
    this.graph.setShown(ply);
    const state = { board: game.board, position, overlays: { arrows: arrows.map((path, rank) => ({ path, rank, side: position.turn })) } };
    if (this.board && this.table === null) this.board.update(state);
    else this.#buildBoard(state);
  }

  /** @param {import('../board/board.js').BoardState} state */
  #buildBoard(state) {
    this.table = null;
    this.board = createBoard({ state, label: t('review.board'), reach });
    replace(this.place, this.board.element);
    this.place.style.setProperty('--board-shape', String(this.board.shape));
  }

  /** A lapse is looked at: what was missed. @param {Lapse} lapse @param {boolean} [isAsked] by the visitor, just now */
  async #choose(lapse, isAsked = true) {
    this.turn += 1;
    const { turn } = this;
    this.chosen = lapse;
    this.#markChosen();
    this.ply = lapse.ply - 1;
    const played = this.game?.moves[lapse.ply - 1] ?? '';
    this.#show(lapse.ply - 1, [pathOf(played)]);
    replace(this.answer);
    replace(this.say, t('review.looking', { move: played }));
    this.#showActions();
    this.#keep();
    try {
      const line = await this.#best(lapse.ply - 1);
      if (turn !== this.turn || !line) return;
      if (line.path.join() === pathOf(played).join()) return this.#acquit(lapse, played, isAsked);
      const words = { move: played, better: line.moves[0] ?? '', side: lapse.side, percent: Math.round(100 * lapse.lost) };
      replace(this.say, t(lapse.threw === 'win' ? 'review.threw-win' : 'review.lost', words));
      this.#show(lapse.ply - 1, [line.path, pathOf(played)]);
      if (isAsked) goTo(this.buttons.retry);
    } catch (error) {
      if (turn === this.turn) replace(this.say, errorText(error));
    }
  }

  /** The pass took a move for a lapse which a longer look finds to be the best. @param {Lapse} lapse @param {string} played @param {boolean} isAsked */
  #acquit(lapse, played, isAsked) {
    this.lapses = this.lapses.filter((one) => one !== lapse);
    this.#showList();
    replace(this.say, t('review.best-after-all', { move: played }));
    if (isAsked) goTo(this.buttons.next);
  }

  /** The best line in a position of the game, found once. @param {number} ply */
  async #best(ply) {
    const line = this.better.get(ply) ?? (await this.#find(ply));
    if (line) this.better.set(ply, line);
    this.#keep();
    return line;
  }

  /** @param {number} ply @returns {Promise<Line | null>} */
  #find(ply) {
    const { game } = this;
    return new Promise((done, fail) => {
      /** @type {Line | null} */
      let best = null;
      // A solver that makes its tables first says nothing until then.
      let isDue = false;
      const end = () => {
        stop();
        done(best);
      };
      const onData = (/** @type {import('../types.js').Analysis} */ found) => {
        best = found.lines[0] ?? best;
        if (found.done || (isDue && best)) end();
      };
      const stop = analysis(this.path, { revision: game?.revision ?? 0, ply, lines: 1 }, { onData, onError: fail });
      this.control.signal.addEventListener('abort', stop);
      setTimeout(() => {
        isDue = true;
        if (best) end();
      }, LOOK);
    });
  }

  /** The visitor looks for a better move on the board, or at any other position for a good one. */
  async #retry() {
    const { ply } = this;
    this.turn += 1;
    const { turn } = this;
    replace(this.answer);
    try {
      const trial = await trialAt(this.id, ply);
      if (turn !== this.turn) return;
      replace(this.say, t(this.chosen ? 'review.your-turn' : 'review.any-turn', { side: trial.turn }));
      this.trial = trial;
      this.table = new Table(this.place, t('review.board'), (path) => this.#try(path));
      this.table.lay(trial);
      this.table.show(trial, { isOpen: true });
      this.buttons.line.hidden = false;
      this.table.focus();
    } catch (error) {
      if (turn === this.turn) replace(this.say, errorText(error));
    }
  }

  /** @param {string[]} path */
  async #try(path) {
    const { turn, trial, table, ply } = this;
    if (!trial || !table) return;
    const side = trial.turn;
    try {
      await trial.play(path);
      if (turn !== this.turn) return;
      table.show(trial, {});
      replace(this.answer, t('review.weighing'));
      const best = await this.#best(ply);
      if (turn !== this.turn) return;
      const isBest = path.join() === best?.path.join();
      const isGood = isBest || (best !== null && (await this.#isGood(trial, side, best)));
      if (turn !== this.turn) return;
      this.answer.className = `trial-answer trial-${isGood ? 'right' : 'wrong'}`;
      replace(this.answer, t(isBest ? 'review.found' : isGood ? 'review.good' : 'review.there-is-better'));
      if (isGood) return goTo(this.chosen ? this.buttons.next : this.buttons.play);
      await pause();
      await trial.undo();
      if (turn === this.turn) table.show(trial, { isOpen: true });
    } catch (error) {
      if (turn === this.turn) replace(this.answer, errorText(error));
    }
  }

  /** Whether a move that was tried is worth about as much as the best. @param {Trial} trial @param {import('../types.js').Side} side that tried @param {Line} best */
  async #isGood(trial, side, best) {
    const own = (/** @type {Line} */ one) => (side === 'white' ? shareOf(one) : 1 - shareOf(one));
    const enough = own(best) - AS_GOOD;
    const { outcome } = trial.game;
    if (outcome) return (outcome.winner === null ? 0.5 : Number(outcome.winner === side)) >= enough;
    const found = await trial.analyse(LOOK, this.control.signal);
    const [line] = found?.lines ?? [];
    return line !== undefined && own(line) >= enough;
  }

  /** Shows the better line on the board, move by move. */
  async #showLine() {
    const { ply } = this;
    this.turn += 1;
    const { turn } = this;
    try {
      const best = await this.#best(ply);
      if (turn !== this.turn || !best) return;
      replace(this.say, t('review.line', { moves: best.moves }));
      const trial = await trialAt(this.id, ply);
      const table = new Table(this.place, t('review.board'), () => {});
      if (turn !== this.turn) return;
      this.table = table;
      this.trial = trial;
      table.lay(trial);
      for (const move of best.moves) {
        table.show(trial, {});
        await pause();
        if (turn !== this.turn) return;
        await trial.play(pathOf(move));
      }
      table.show(trial, {});
    } catch (error) {
      if (turn === this.turn) replace(this.say, errorText(error));
    }
  }

  #next() {
    const { ply } = this.chosen ?? { ply: 0 };
    const next = this.lapses.find((lapse) => lapse.ply > ply) ?? this.lapses[0];
    if (next) void this.#choose(next);
  }

  /** A game against the computer from the position that is shown. */
  async #playOn() {
    const { game, ply } = this;
    if (!game) return;
    try {
      const id = await playOn(game, ply, this.positions[ply]?.turn ?? 'white');
      if (!this.control.signal.aborted) this.context.navigate(`/game/${id}`);
    } catch (error) {
      replace(this.say, errorText(error));
    }
  }
}
