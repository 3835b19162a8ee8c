// The board chooser of a new game.

import { get } from '../api.js';
import { createBoard } from '../board/board.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { unsuitableText } from './unsuitable.js';
import { retry, reloadButton } from '../offline.js';
import { linkButtons } from '../share/copy.js';
import { boardLink } from '../share/links.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').SuitedBoard} SuitedBoard */
/** @typedef {'usual' | 'random' | 'built'} Source where the board comes from */
/** @typedef {{ source: Source, board: Board, isBuilding: boolean }} Chosen */

/** A position without pawns, until the server says how a game starts. @type {Position} */
export const BARE = {
  ply: 0,
  turn: 'white',
  task: null,
  pawns: { white: [], black: [] },
  last: null,
  marks: [],
  counters: [],
  targets: { white: null, black: null },
  repeated: 1,
  paths: [],
};

export class BoardChooser {
  /**
   * @param {Kind} kind
   * @param {string | null} layout whose start is shown on the board
   * @param {(chosen: Chosen) => void} onChange
   * @param {AbortSignal} signal the screen is left
   * @param {import('../types.js').Context['memory']} memory of the screen
   */
  constructor(kind, layout, onChange, signal, memory) {
    this.memory = memory;
    this.kind = kind;
    this.layout = layout;
    this.onChange = onChange;
    this.signal = signal;
    this.usual = usualBoard(kind);
    this.board = this.usual;
    /** @type {Source} */
    this.source = 'usual';
    this.isBuilding = false;
    /** Why the game can't be played on it. @type {Refusal | null} */
    this.unsuitable = null;
    /** The board that is on its way, and whether it was taken. @type {Promise<boolean> | null} */
    this.coming = null;
    /** @type {import('../builder/builder.js').Builder | null} */
    this.builder = null;
    this.buttons = {
      usual: h('button', { type: 'button', onclick: () => this.#take('usual') }, t('new.board-usual')),
      random: h('button', { type: 'button', onclick: () => this.#take('random') }, t('new.board-random')),
      built: h('button', { type: 'button', onclick: () => this.#toggleBuilder() }),
    };
    this.problem = h('p', { class: 'error', role: 'alert' });
    this.caption = h('p', { class: 'board-chooser-code soft' });
    this.view = createBoard({ state: { board: this.board, position: BARE }, label: t('new.board'), picture: true });
    this.picture = h('div', { class: 'board-chooser-picture' }, this.view.element, this.caption);
    this.workshop = h('div', { hidden: true });
    /** How the copy of a link went. */
    this.note = h('div', { class: 'link-note', role: 'status' });
    this.element = this.#makeElement();
    this.#show();
  }

  /**
   * Shows the first board.
   * @param {Source} source
   * @param {string} code of the board, where it is not the usual one
   * @param {boolean} isBuilding
   */
  async begin(source, code, isBuilding) {
    if (source !== 'usual' && code !== this.usual.code) await this.#fetch(source, '/api/board', { code });
    else if (source === 'random') await this.#take('random');
    if (isBuilding) await this.#toggleBuilder();
  }

  /** Shows how a game in another layout starts. @param {string} layout */
  setLayout(layout) {
    this.layout = layout;
    void this.#showStart();
  }

  /** The chosen board, or null while the typed code names none, or where the board that was on its way is not to be had. */
  async settled() {
    while (this.coming) if (!(await this.coming)) return null;
    if (this.isBuilding && this.builder && !(await this.builder.settle())) return null;
    return this.board;
  }

  #makeElement() {
    const { kind } = this;
    const link = async () => ((await this.settled()) ? boardLink(kind.name, this.board.code, this.layout) : null);
    return h(
      'section',
      { class: 'board-chooser', 'aria-label': t('new.board') },
      h('h2', {}, t('new.board')),
      h('div', { class: 'board-chooser-sources row' }, Object.values(this.buttons)),
      this.problem,
      this.picture,
      this.workshop,
      linkButtons({ label: t('new.copy-link'), share: t('new.share'), title: t('new.title', { kind: kind.name }), link, note: this.note }),
      this.note,
    );
  }

  /** @param {Source} source @param {Board} board @param {Refusal | null} unsuitable */
  #set(source, board, unsuitable) {
    this.coming = null;
    this.unsuitable = unsuitable;
    this.source = source;
    this.board = board;
    this.#show();
    this.onChange({ source, board, isBuilding: this.isBuilding });
  }

  #show() {
    const { board, buttons, isBuilding } = this;
    for (const [name, button] of Object.entries(buttons)) button.setAttribute('aria-pressed', String(name === this.source));
    buttons.built.textContent = isBuilding ? t('new.board-done') : t('new.board-build');
    buttons.built.setAttribute('aria-expanded', String(isBuilding));
    replace(this.note);
    this.caption.textContent = board.quarters.length > 0 ? t('new.board-of', { code: board.code }) : t('new.board-own');
    // The builder shows the problem itself.
    this.problem.textContent = this.unsuitable && !isBuilding ? unsuitableText(this.unsuitable, board) : '';
    this.picture.hidden = isBuilding;
    this.workshop.hidden = !isBuilding;
    this.view.update({ board, position: BARE });
    void this.#showStart();
  }

  /** Shows the pawns where a game starts. Without an answer the board alone is shown. */
  async #showStart() {
    const { kind, layout, board, signal } = this;
    if (this.isBuilding || this.unsuitable) return;
    const query = new URLSearchParams({ code: board.code, kind: kind.name, ...(layout === null ? {} : { layout }) });
    try {
      /** @type {SuitedBoard} */
      const { start } = await get(`/api/board?${query}`, signal);
      const isCurrent = board === this.board && layout === this.layout;
      if (start && isCurrent) this.view.update({ board, position: start });
    } catch {
      // The picture is no more than a help.
    }
  }

  /** @param {'usual' | 'random'} source */
  async #take(source) {
    this.#closeBuilder();
    if (source === 'usual') this.#set('usual', this.usual, null);
    else await this.#fetch('random', '/api/board/random', {});
  }

  /** @param {Source} source @param {string} path @param {Record<string, string>} query */
  #fetch(source, path, query) {
    const { kind, signal } = this;
    this.problem.textContent = '';
    const address = `${path}?${new URLSearchParams({ ...query, kind: kind.name })}`;
    // A board chosen meanwhile counts, not the answer that comes late.
    const isLate = () => this.coming !== coming;
    const take = async () => {
      try {
        /** @type {SuitedBoard} */
        const { board, unsuitable } = await retry(() => get(address, signal), signal);
        if (isLate()) return true;
        if (board.size === kind.size) {
          this.#set(source, board, unsuitable);
          return true;
        }
        this.#refuse(unsuitable ? unsuitableText(unsuitable, board) : '');
      } catch (error) {
        if (isLate()) return true;
        this.#refuse(errorText(error));
      }
      return false;
    };
    const coming = take();
    this.coming = coming;
    return coming;
  }

  /** Keeps to the board that is shown, and says why another one is not taken. @param {string} why */
  #refuse(why) {
    this.#set(this.source === 'built' ? 'usual' : this.source, this.board, this.unsuitable);
    this.problem.textContent = why;
  }

  /** The next time it begins with quarterboards, if the board is made of them. */
  #closeBuilder() {
    this.isBuilding = false;
    delete this.memory['isPainting'];
  }

  async #toggleBuilder() {
    const isWanted = !this.isBuilding;
    if (isWanted) this.isBuilding = await this.#openBuilder();
    else this.#closeBuilder();
    this.#set(this.source, this.board, this.unsuitable);
    if (isWanted && !this.isBuilding) replace(this.problem, t('shell.not-loaded-why'), ' ', reloadButton());
  }

  /** Opens the builder; returns whether its code could be loaded. */
  async #openBuilder() {
    const { kind, board, signal, memory } = this;
    try {
      const { createBuilder } = await import('../builder/builder.js');
      const builder = await createBuilder({ kind, board, onChange: (built, unsuitable) => this.#set('built', built, unsuitable), signal, memory });
      this.builder = builder;
      replace(this.workshop, builder.element);
      return true;
    } catch {
      return false;
    }
  }
}

/** @param {Kind} kind @returns {Board} */
const usualBoard = ({ board: code, size, colours }) => ({
  code,
  size,
  colours,
  quarters: code.includes('/') ? [] : code.split('-'),
});
