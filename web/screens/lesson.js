// A lesson: one step after the other, each done on the board.

import { here } from '../address.js';
import { ApiError } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { FIRST, doneOf, lessonOf, remember, say } from '../learn/lessons.js';
import { gamesWithPuzzles } from '../puzzles/files.js';
import { Table, goTo, pause } from '../trial/table.js';
import { Trial, pathOf } from '../trial/trial.js';
import { showMissing } from './missing.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../learn/lessons.js').Lesson} Lesson */
/** @typedef {import('../learn/lessons.js').Step} Step */
/** @typedef {{ index: number, played: string[], isDone: boolean }} Kept where a lesson was left */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const view = new LessonScreen(context);
  return { element: view.element, title: view.title, ready: view.open(), onQuery: (query) => view.goTo(stepOf(query)), leave: () => view.leave() };
}

/** The step that an address names, counted from 0. @param {URLSearchParams} query @returns {number | null} */
function stepOf(query) {
  const step = Number(query.get('step'));
  return Number.isInteger(step) && step >= 1 ? step - 1 : null;
}

class LessonScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.name = context.params['lesson'] ?? '';
    this.title = this.name === FIRST ? t('learn.first') : t('learn.lesson', { kind: this.name });
    /** @type {Lesson | null} */
    this.lesson = null;
    /** Whether there are puzzles of this game. */
    this.hasPuzzles = false;
    this.index = 0;
    /** The moves of the step so far, as steps joined by commas. @type {string[]} */
    this.played = [];
    this.isDone = false;
    /** Whether what was left before is back. */
    this.isOpen = false;
    /** The number of what is shown: what was begun for something else is dropped. */
    this.turn = 0;
    /** @type {Trial | null} */
    this.trial = null;
    const place = h('div', { class: 'trial-board' });
    this.table = new Table(place, t('learn.board'), (path) => this.#try(path));
    this.heading = h('h1', {}, this.title);
    this.steps = h('ol', { class: 'lesson-steps', 'aria-label': t('learn.steps') });
    this.say = h('p', { class: 'trial-say', tabindex: -1 });
    this.answer = h('p', { class: 'trial-answer', role: 'status' });
    this.next = h('button', { type: 'button', class: 'primary', hidden: true, onclick: () => this.#goOn() });
    this.again = h('button', { type: 'button', onclick: () => this.#begin() }, t('learn.again'));
    this.back = h('button', { type: 'button', onclick: () => this.#show(this.index - 1) }, t('learn.back'));
    this.ending = h('div', { class: 'lesson-end row', hidden: true });
    const buttons = h('div', { class: 'row' }, this.next, this.back, this.again);
    const head = h('div', { class: 'trial-head' }, this.steps, this.say);
    const foot = h('div', { class: 'trial-foot' }, this.answer, buttons, this.ending);
    this.body = h('div', { class: 'trial' }, head, place, foot);
    this.element = h('section', { class: 'lesson' }, this.heading, this.body);
  }

  async open() {
    try {
      // Nobody waits for it: it is needed at the end.
      gamesWithPuzzles().then((counts) => (this.hasPuzzles = this.name in counts), () => {});
      this.lesson = await lessonOf(this.name);
      const kept = /** @type {Kept | undefined} */ (this.context.memory['lesson']);
      const first = stepOf(this.context.query) ?? (doneOf(this.name) < this.#count ? doneOf(this.name) : 0);
      await this.#show(kept?.index ?? first, false, kept);
      this.isOpen = true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) showMissing(this.element, this.context, t('learn.unknown'));
      else replace(this.body, h('p', { class: 'error', role: 'alert' }, errorText(error)), h('a', { class: 'button', href: '/learn' }, t('learn.all')));
    }
  }

  /** Another language, or the way back, goes on where one was. */
  leave() {
    this.turn += 1;
    const { index, played, isDone } = this;
    // Until it is open the memory is that of the screen before.
    if (this.isOpen) this.context.memory['lesson'] = { index, played, isDone };
  }

  /** @param {number | null} index */
  goTo(index) {
    if (index !== null && index !== this.index) void this.#show(index, false);
  }

  get #count() {
    return this.lesson?.steps.length ?? 0;
  }

  get #step() {
    return /** @type {Step} */ (this.lesson?.steps[this.index]);
  }

  /** @param {number} index @param {boolean} [isAsked] whether the visitor went there: then the words are read @param {Kept} [kept] */
  async #show(index, isAsked = true, kept) {
    this.index = Math.max(0, Math.min(index, this.#count - 1));
    this.back.hidden = this.index === 0;
    if (isAsked) this.context.navigate(`${here().pathname}?step=${this.index + 1}`, { replace: true });
    await this.#begin(kept);
    if (isAsked) this.say.focus();
  }

  /** Begins the step, once more too, or goes on with it. @param {Kept} [kept] */
  async #begin(kept) {
    this.turn += 1;
    const { turn } = this;
    const before = kept?.played ?? [];
    // A move whose answer had not come is asked for again.
    const moves = kept?.isDone ? before : before.slice(0, before.length - (before.length % 2));
    this.played = [];
    this.isDone = false;
    this.next.hidden = true;
    this.ending.hidden = true;
    replace(this.answer);
    this.#showSteps();
    try {
      const trial = await Trial.begin(this.#step.position);
      for (const move of moves) await trial.play(move.split(','));
      if (turn !== this.turn) return;
      this.trial = trial;
      this.played = moves;
      this.table.lay(trial);
      this.#draw();
      replace(this.say, say(this.#step.say));
      if (kept?.isDone) this.#finish(false);
      else if (moves.length > 0) this.#goAhead();
    } catch (error) {
      if (turn === this.turn) this.#tell(errorText(error), 'error');
    }
  }

  /** @param {{ pending?: string[] }} [shown] */
  #draw({ pending } = {}) {
    if (!this.trial) return;
    const isOpen = !this.isDone && !pending && this.played.length % 2 === 0;
    const marks = this.played.length === 0 ? (this.#step.marks ?? []) : [];
    this.table.show(this.trial, { isOpen, pending: pending ?? null, squares: marks, idle: this.isDone ? t('learn.is-done') : '' });
  }

  /** The lines that begin with what was played. */
  get #lines() {
    const lines = (this.#step.lines ?? []).map((line) => line.map((text) => pathOf(text).join()));
    return lines.filter((line) => this.played.every((move, i) => line[i] === move));
  }

  /** @param {string[]} path */
  async #try(path) {
    const { turn } = this;
    const isFree = (this.#step.lines ?? []).length === 0;
    const isRight = isFree || this.#lines.some((line) => line[this.played.length] === path.join());
    try {
      if (isRight) await this.#take(path, isFree);
      else await this.#refuse(path);
    } catch (error) {
      if (turn === this.turn) this.#tell(errorText(error), 'error');
    }
  }

  /** A legal move that isn't asked for is seen, and taken back. @param {string[]} path */
  async #refuse(path) {
    const { turn } = this;
    this.#draw({ pending: path });
    this.#tell(say(this.#step.wrong), 'wrong');
    await pause();
    if (turn === this.turn) this.#draw();
  }

  /** @param {string[]} path @param {boolean} isFree whether any move is right */
  async #take(path, isFree) {
    const { turn, trial } = this;
    await trial?.play(path);
    if (turn !== this.turn) return;
    this.played.push(path.join());
    const [line] = this.#lines;
    if (isFree || line?.length === this.played.length) return this.#finish();
    replace(this.answer);
    this.#draw();
    await pause();
    const answer = line?.[this.played.length] ?? '';
    if (turn !== this.turn) return;
    await trial?.play(answer.split(','));
    if (turn !== this.turn) return;
    this.played.push(answer);
    this.#goAhead();
  }

  /** The next move of the step is the visitor's. */
  #goAhead() {
    this.#draw();
    this.#tell(t('learn.and-now'), 'right');
  }

  /** @param {boolean} [isAsked] whether the visitor has just done it */
  #finish(isAsked = true) {
    this.isDone = true;
    remember(this.name, this.index + 1);
    this.#draw();
    this.#tell(say(this.#step.then), 'right');
    this.#showSteps();
    const isLast = this.index === this.#count - 1;
    this.next.textContent = t('learn.next');
    this.next.hidden = isLast;
    if (isLast) this.#showEnd(isAsked);
    else if (isAsked) goTo(this.next);
  }

  /** @param {boolean} isAsked */
  #showEnd(isAsked) {
    const isFirst = this.name === FIRST;
    const links = isFirst
      ? [h('a', { class: 'button primary', href: '/learn' }, t('learn.all')), h('a', { class: 'button', href: '/' }, t('shell.to-games'))]
      : [
          h('a', { class: 'button primary', href: `/new/${this.name}` }, t('rules.play', { kind: this.name })),
          this.hasPuzzles && h('a', { class: 'button', href: `/puzzles?kind=${this.name}` }, t('learn.to-puzzles')),
          h('a', { class: 'button', href: '/learn' }, t('learn.all')),
        ];
    replace(this.ending, links);
    this.ending.hidden = false;
    if (isAsked && links[0]) goTo(links[0]);
  }

  #goOn() {
    void this.#show(this.index + 1);
  }

  /** @param {string} words @param {'right' | 'wrong' | 'error'} how */
  #tell(words, how) {
    this.answer.className = `trial-answer trial-${how}`;
    replace(this.answer, words);
  }

  #showSteps() {
    const done = doneOf(this.name);
    const item = (/** @type {number} */ i) => {
      const isHere = i === this.index;
      const state = i < done ? t('learn.step-done', { step: i + 1 }) : t('learn.step', { step: i + 1, count: this.#count });
      const button = h('button', { type: 'button', class: i < done ? 'lesson-done' : '', 'aria-current': isHere ? 'step' : null, 'aria-label': state, onclick: () => this.#show(i) }, i < done ? '✓' : String(i + 1));
      return h('li', {}, button);
    };
    replace(this.steps, Array.from({ length: this.#count }, (_, i) => item(i)));
  }
}
