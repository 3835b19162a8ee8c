// The board builder: the real quarterboards, or squares of one's own, and what the chosen game says.

import { ApiError, get } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { unsuitableText } from '../new/unsuitable.js';
import { retry } from '../offline.js';
import { Paint } from './paint.js';
import { Quarters } from './quarters.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../types.js').Quarter} Quarter */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').SuitedBoard} SuitedBoard */
/** @typedef {{ element: HTMLElement, show: (board: Board) => void }} Tool what a board is made with */

/** The delay after typing or painting before the code is sent, in milliseconds. */
const DEBOUNCE = 250;

/** @type {Promise<Quarter[]> | null} */
let faces = null;

/**
 * Makes a builder.
 * @param {object} options
 * @param {Kind} options.kind the game that is meant to be played
 * @param {Board} options.board to begin with
 * @param {(board: Board, unsuitable: Refusal | null) => void} options.onChange another board lies there
 * @param {AbortSignal} options.signal nobody builds any more
 * @param {import('../types.js').Context['memory']} options.memory of the screen
 */
export async function createBuilder({ kind, board, onChange, signal, memory }) {
  const known = await (faces ?? retry(() => get('/api/quarters'), signal));
  faces = Promise.resolve(known);
  return new Builder(kind, board, known, onChange, signal, memory);
}

export class Builder {
  /** @param {Kind} kind @param {Board} board @param {Quarter[]} known @param {(board: Board, unsuitable: Refusal | null) => void} onChange @param {AbortSignal} signal @param {import('../types.js').Context['memory']} memory */
  constructor(kind, board, known, onChange, signal, memory) {
    this.kind = kind;
    this.known = known;
    this.onChange = onChange;
    this.signal = signal;
    this.memory = memory;
    this.board = board;
    const before = /** @type {string[] | undefined} */ (memory['quarters']) ?? kind.board.split('-');
    /** The last board made of quarterboards, to come back to. */
    this.quarters = board.quarters.length > 0 ? board.quarters : before;
    this.isPainting = board.quarters.length === 0 || memory['isPainting'] === true;
    this.turn = 0;
    this.pause = 0;
    /** The request that the delay holds back. @type {(() => unknown) | null} */
    this.waiting = null;
    /** The request in progress. @type {Promise<void>} */
    this.asked = Promise.resolve();
    this.workshop = h('div', { class: 'workshop' });
    this.verdict = h('div', { class: 'verdict', role: 'status' });
    this.fault = h('p', { class: 'error', id: 'code-fault' });
    this.field = this.#makeField();
    this.modes = [this.#mode(false, t('builder.mode-quarters')), this.#mode(true, t('builder.mode-squares'))];
    /** @type {Tool} */
    this.tool = this.#takeTool();
    this.element = this.#makeElement();
    this.check(board.code);
  }

  #makeField() {
    return h('input', {
      id: 'board-code',
      type: 'text',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      value: this.board.code,
      'aria-describedby': 'code-fault code-help',
      oninput: () => this.#later(() => this.#typed()),
      onchange: () => this.#typed(),
    });
  }

  #makeElement() {
    const isSmall = this.kind.size === 4;
    return h(
      'section',
      { class: 'builder', 'aria-label': t('builder.title') },
      h('div', { class: 'builder-modes', role: 'group', 'aria-label': t('builder.mode') }, this.modes),
      this.workshop,
      h('button', { type: 'button', class: 'builder-random', onclick: () => this.random() }, t('builder.random')),
      this.verdict,
      h('label', { for: 'board-code' }, t('builder.code')),
      this.field,
      this.fault,
      h('p', { class: 'soft', id: 'code-help' }, isSmall ? t('builder.code-help-one') : t('builder.code-help')),
    );
  }

  /** @param {boolean} isPainting @param {string} text */
  #mode(isPainting, text) {
    const onclick = () => {
      if (this.isPainting === isPainting) return;
      this.isPainting = isPainting;
      if (!isPainting) this.check(this.quarters.join('-'));
      this.tool = this.#takeTool();
    };
    return h('button', { type: 'button', onclick }, text);
  }

  #takeTool() {
    for (const [i, mode] of this.modes.entries()) mode.setAttribute('aria-pressed', String((i === 1) === this.isPainting));
    this.memory['isPainting'] = this.isPainting;
    this.memory['quarters'] = this.quarters;
    const tool = this.isPainting ? this.#makePaint() : this.#makeQuarters();
    replace(this.workshop, tool.element);
    return tool;
  }

  #makePaint() {
    return new Paint(this.board, (code) => this.#later(() => this.check(code)));
  }

  #makeQuarters() {
    const isSmall = this.kind.size === 4;
    const quarters = new Quarters(this.quarters, this.known, (codes) => {
      this.quarters = codes;
      this.check(codes.join('-'));
    });
    const help = h('p', { class: 'soft' }, isSmall ? t('builder.help-one') : t('builder.help'));
    const element = h('div', {}, quarters.element, help);
    return { element, show: (/** @type {Board} */ board) => quarters.show(board) };
  }

  /** @param {() => unknown} action */
  #later(action) {
    this.#dismiss();
    // An answer that comes now is about what was there before: it must not replace what is typed.
    this.turn += 1;
    this.waiting = action;
    this.pause = window.setTimeout(() => this.#now(), DEBOUNCE);
  }

  /** Sends the delayed request now. */
  #now() {
    const { waiting } = this;
    this.#dismiss();
    waiting?.();
  }

  #dismiss() {
    clearTimeout(this.pause);
    this.waiting = null;
  }

  /** Whether the board is the one that was last built or typed; the field has the focus otherwise. */
  async settle() {
    this.#now();
    await this.asked;
    if (!this.fault.textContent) return true;
    this.field.focus();
    // Not below the bar that sticks to the end of the window.
    this.field.scrollIntoView({ block: 'center' });
    return false;
  }

  #typed() {
    this.#dismiss();
    const code = this.field.value.trim();
    if (code) this.check(code, { typed: true });
  }

  /**
   * Asks what a code is and whether the game can be played there.
   * @param {string} code
   * @param {{ typed?: boolean }} [options]
   */
  check(code, { typed = false } = {}) {
    const query = new URLSearchParams({ code, kind: this.kind.name });
    return this.#ask(`/api/board?${query}`, typed);
  }

  /** A random board on which the game can be played. */
  random() {
    return this.#ask(`/api/board/random?${new URLSearchParams({ kind: this.kind.name })}`, false, true);
  }

  /** @param {string} path @param {boolean} typed @param {boolean} [anew] */
  #ask(path, typed, anew = typed) {
    this.#dismiss();
    this.asked = this.#request(path, typed, anew);
    return this.asked;
  }

  /** @param {string} path @param {boolean} typed @param {boolean} anew */
  async #request(path, typed, anew) {
    this.turn += 1;
    const { turn } = this;
    try {
      /** @type {SuitedBoard} */
      const suited = await retry(() => get(path, this.signal), this.signal);
      // A newer request has replaced this one.
      if (turn === this.turn) this.#accept(suited, typed, anew);
    } catch (error) {
      if (turn !== this.turn) return;
      if (error instanceof ApiError) this.#showFault(errorText(error));
      else throw error;
    }
  }

  /** @param {SuitedBoard} suited @param {boolean} typed @param {boolean} anew */
  #accept({ board, unsuitable }, typed, anew) {
    if (board.size !== this.kind.size) {
      this.#showFault(unsuitable ? errorText(unsuitable) : '');
      return;
    }
    const hasChanged = board.code !== this.board.code;
    this.board = board;
    this.#showFault('');
    this.#showVerdict(unsuitable);
    if (!typed || document.activeElement !== this.field) this.field.value = board.code;
    if (anew) this.#rebuild();
    if (hasChanged) this.onChange(board, unsuitable);
  }

  /** Shows a board that does not come from the workshop itself. */
  #rebuild() {
    const { quarters } = this.board;
    const isPainting = quarters.length === 0;
    if (!isPainting) this.quarters = quarters;
    if (isPainting === this.isPainting) this.tool.show(this.board);
    else {
      this.isPainting = isPainting;
      this.tool = this.#takeTool();
    }
  }

  /** @param {import('../types.js').Refusal | null} unsuitable */
  #showVerdict(unsuitable) {
    if (!unsuitable) {
      replace(this.verdict, h('p', { class: 'good' }, `✓ ${t('builder.suits', { kind: this.kind.name })}`));
      return;
    }
    const text = unsuitableText(unsuitable, this.board);
    // An equal message keeps its elements, so that a button being pressed stays.
    if (this.verdict.querySelector('.error')?.textContent === text) return;
    replace(
      this.verdict,
      h('p', { class: 'error' }, text),
      h('button', { type: 'button', onclick: () => this.random() }, t('builder.make-suit')),
    );
  }

  /** @param {string} text */
  #showFault(text) {
    this.fault.textContent = text;
    // What lies there is not what the code says.
    if (text) replace(this.verdict);
    this.field.setAttribute('aria-invalid', String(text !== ''));
    announce(text);
  }
}
