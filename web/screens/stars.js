// Stars: a pawn moves alone, by the colours of its squares, and lands on all stars in as few moves as it can.

import { here, linkTo } from '../address.js';
import { createBoard } from '../board/board.js';
import { legend } from '../board/legend.js';
import { h, replace } from '../dom.js';
import { openDialog } from '../game/dialogs.js';
import { errorText, t } from '../i18n.js';
import { linkButtons } from '../share/copy.js';
import { MOST_LEVEL, MOST_SEED } from '../stars/draw.js';
import { newSeed, problemOf } from '../stars/problem.js';
import { after, keep, record } from '../stars/record.js';
import { reach, whyNot } from '../trial/reach.js';
import { goTo, pause } from '../trial/table.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../stars/problem.js').Problem} Problem */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const view = new StarsScreen(context);
  return { element: view.element, title: t('stars.title'), ready: view.open(), onQuery: (query) => view.look(query), leave: () => view.leave() };
}

/** @param {number} seed @param {number} level */
const addressOf = (seed, level) => `/learn/stars?${new URLSearchParams({ seed: String(seed), level: String(level) })}`;

/** A whole number that an address names; null for anything else. @type {(text: string, least: number, most: number) => number | null} */
function numberOf(text, least, most) {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : null;
}

class StarsScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @type {Problem | null} */
    this.problem = null;
    /** The squares on which the pawn has landed, in their order. @type {string[]} */
    this.way = [];
    /** Whether the first try of this problem is over: only that one counts. */
    this.isCounted = false;
    this.isSolved = false;
    /** What was begun for another problem or another try is dropped. */
    this.turn = 0;
    /** The address of what is shown. */
    this.address = '';
    this.place = h('div', { class: 'trial-board' });
    /** @type {ReturnType<typeof createBoard> | null} */
    this.board = null;
    this.goal = h('p', { class: 'trial-say', tabindex: -1 }, t('stars.loading'));
    this.count = h('p', { class: 'stars-count' });
    this.answer = h('p', { class: 'trial-answer', role: 'status' });
    this.note = h('p', { class: 'link-note', role: 'status' });
    this.record = h('p', { class: 'soft' });
    this.share = h('div');
    this.buttons = {
      next: h('button', { type: 'button', class: 'primary', onclick: () => this.#next() }, t('stars.next')),
      again: h('button', { type: 'button', onclick: () => this.#again() }, t('stars.again')),
      show: h('button', { type: 'button', onclick: () => this.#showWay() }, t('stars.show')),
    };
    const head = h('div', { class: 'trial-head' }, this.goal, this.count);
    const foot = h('div', { class: 'trial-foot' }, this.answer, h('div', { class: 'row' }, Object.values(this.buttons)), this.share, this.note, this.record);
    this.parts = [head, this.place, foot];
    this.body = h('div', { class: 'trial' }, this.parts);
    const back = h('p', {}, h('a', { href: '/learn' }, t('learn.all')));
    this.element = h('section', { class: 'lesson' }, h('h1', {}, t('stars.title')), this.body, back);
  }

  async open() {
    this.#showRecord(true);
    await this.#follow(this.context.query);
  }

  /** Another language, or the way back, goes on where one was. */
  leave() {
    this.turn += 1;
    const { problem, address, way, isCounted, isSolved } = this;
    // Until there is one the memory is that of the screen before.
    if (problem) this.context.memory['stars'] = { address, way, isCounted, isSolved };
  }

  /** What the address names has changed. @param {URLSearchParams} query */
  look(query) {
    if (`${here().pathname}?${query}` !== this.address) void this.#follow(query, true);
  }

  /** @param {URLSearchParams} query @param {boolean} [isAsked] */
  async #follow(query, isAsked) {
    const seed = numberOf(query.get('seed') ?? String(newSeed()), 0, MOST_SEED - 1);
    const level = numberOf(query.get('level') ?? String(query.has('seed') ? 1 : record().level), 1, Infinity);
    if (seed === null || level === null) return this.#refuse();
    await this.#show(seed, Math.min(level, MOST_LEVEL), isAsked);
  }

  /** A link that names no problem is no dead end. */
  #refuse() {
    this.turn += 1;
    this.address = here().pathname + here().search;
    replace(this.body, h('p', { role: 'alert' }, t('stars.damaged')), h('a', { class: 'button primary', href: '/learn/stars' }, t('stars.others')));
  }

  /** @param {number} seed @param {number} level @param {boolean} [isAsked] whether the visitor went there: then the words are read */
  async #show(seed, level, isAsked = false) {
    this.turn += 1;
    const { turn } = this;
    const address = addressOf(seed, level);
    try {
      const problem = await problemOf(seed, level);
      if (turn !== this.turn) return;
      this.problem = problem;
      this.address = address;
      this.isCounted = false;
      replace(this.body, this.parts);
      replace(this.share, linkButtons({ label: t('puzzles.copy-link'), share: t('new.share'), title: t('stars.title'), link: async () => linkTo(address), note: this.note }));
      replace(this.note);
      this.#begin();
      this.#resume();
      // A reload shows the same.
      if (here().pathname + here().search !== address) this.context.navigate(address, { replace: true });
      if (isAsked) this.goal.focus();
    } catch (error) {
      if (turn === this.turn) this.#tell(errorText(error), 'error');
    }
  }

  /** Puts the pawn at its start, once more too. */
  #begin() {
    const { problem } = this;
    if (!problem) return;
    this.turn += 1;
    this.way = [];
    this.isSolved = false;
    const words = { count: problem.stars.length, square: problem.start, level: problem.level };
    replace(this.goal, t('stars.goal', words), problem.pawns.length > 0 && ` ${t('stars.in-the-way')}`);
    this.#tell('', 'right');
    this.#draw();
  }

  /** Goes on where the screen before this one was left. */
  #resume() {
    const kept = /** @type {Pick<StarsScreen, 'address' | 'way' | 'isCounted' | 'isSolved'> | undefined} */ (this.context.memory['stars']);
    if (kept?.address !== this.address) return;
    delete this.context.memory['stars'];
    Object.assign(this, kept);
    this.#draw();
  }

  #again() {
    // What was begun and not finished was the first try.
    if (this.way.length > 0) this.#count(false);
    this.#begin();
    this.board?.focus();
  }

  /** Where the pawn stands. */
  get #at() {
    return this.way.at(-1) ?? this.problem?.start ?? '';
  }

  get #left() {
    return (this.problem?.stars ?? []).filter((square) => !this.way.includes(square));
  }

  /** @returns {Position} */
  get #position() {
    const at = this.#at;
    const { problem, way } = this;
    const [from = problem?.start ?? ''] = way.slice(-2, -1);
    return {
      ply: way.length,
      turn: 'white',
      task: null,
      pawns: { white: [at, ...(problem?.pawns ?? [])], black: [] },
      last: way.length > 0 ? { path: [from, at], text: `${from}-${at}`, side: 'white' } : null,
      marks: [],
      counters: [],
      targets: { white: null, black: null },
      repeated: 1,
      paths: (problem?.reach.get(at) ?? []).map((to) => [at, to]),
    };
  }

  /** @param {boolean} [isOpen] whether the visitor moves */
  #draw(isOpen = true) {
    const { problem, way } = this;
    if (!problem) return;
    const isOver = this.#left.length === 0;
    const state = { board: problem.board, position: this.#position, interactive: isOpen && !isOver, idle: isOver ? t('stars.is-over') : '', overlays: { stars: this.#left } };
    if (this.board) this.board.update(state);
    else this.#build(state);
    replace(this.count, t('stars.count', { count: way.length, least: problem.way.length }));
  }

  /** @param {import('../board/board.js').BoardState} state */
  #build(state) {
    this.board = createBoard({
      state,
      label: t('stars.board'),
      onMove: (path) => this.#move(path[1] ?? ''),
      explain: (path) => this.#explain(path),
      reach,
      onLegend: () => openDialog(t('legend.title'), () => [legend(state.board, this.#position.paths, this.board?.marks ?? new Set())]),
    });
    replace(this.place, this.board.element);
    this.place.style.setProperty('--board-shape', String(this.board.shape));
  }

  /** Why steps are no move. @param {string[]} path */
  async #explain([from = '', to]) {
    const { problem } = this;
    if (!problem || to === undefined) return t('stars.only', { square: this.#at });
    return whyNot(from, to, { board: problem.board, own: problem.pawns, others: [] });
  }

  /** @param {string} square */
  #move(square) {
    const isStar = this.#left.includes(square);
    this.way.push(square);
    this.#draw();
    const count = this.#left.length;
    if (count === 0) return this.#finish();
    const isStuck = this.#position.paths.length === 0;
    if (isStuck) this.#tell(t('stars.stuck', { square }), 'wrong');
    else this.#tell(t(isStar ? 'stars.collected' : 'stars.left', { square, count }), 'right');
  }

  #finish() {
    const { problem, way } = this;
    if (!problem) return;
    const least = problem.way.length;
    this.isSolved = way.length === least;
    this.#count(this.isSolved);
    if (this.isSolved) this.#tell(t('stars.solved', { count: least }), 'right');
    else this.#tell(t('stars.too-many', { count: way.length, least }), 'wrong');
    goTo(this.isSolved ? this.buttons.next : this.buttons.again);
  }

  /** The first try counts; the level rises at any. @param {boolean} isSolved */
  #count(isSolved) {
    const { problem } = this;
    if (!problem || (this.isCounted && !isSolved)) return;
    const now = after(record(), problem.level, { isSolved, isFirst: !this.isCounted });
    this.isCounted = true;
    this.#showRecord(keep(now));
  }

  /** @param {boolean} isKept */
  #showRecord(isKept) {
    const { streak, best } = record();
    this.record.textContent = isKept ? t('stars.record', { streak, best }) : t('stars.not-kept');
  }

  /** Moves the pawn along a least way, from its start. */
  async #showWay() {
    const { problem } = this;
    if (!problem) return;
    if (!this.isSolved) this.#count(false);
    this.#begin();
    const { turn } = this;
    this.#draw(false);
    for (const square of problem.way) {
      await pause();
      if (turn !== this.turn) return;
      this.way.push(square);
      this.#draw(false);
    }
    this.#tell(t('stars.way', { squares: problem.way }), 'right');
  }

  #next() {
    const { problem } = this;
    if (problem && !this.isSolved && this.way.length > 0) this.#count(false);
    const level = (problem?.level ?? record().level) + Number(this.isSolved);
    void this.#show(newSeed(), Math.min(level, MOST_LEVEL), true);
  }

  /** @param {string} words @param {'right' | 'wrong' | 'error'} how */
  #tell(words, how) {
    this.answer.className = `trial-answer ${words ? `trial-${how}` : ''}`;
    replace(this.answer, words);
  }
}
