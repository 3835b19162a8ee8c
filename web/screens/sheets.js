// Sheets to print: what is on them is chosen here, and the pages are shown as they will be printed.

import { get } from '../api.js';
import { here } from '../address.js';
import { h, replace } from '../dom.js';
import { availableGames } from '../games.js';
import { errorText, t } from '../i18n.js';
import { retry } from '../offline.js';
import { gamesWithPuzzles } from '../puzzles/files.js';
import { boardSheet, quarterboardSheet } from '../sheets/boards.js';
import { placed, scaled } from '../sheets/paper.js';
import { puzzleSheet } from '../sheets/puzzles.js';
import { rulesSheet } from '../sheets/rules.js';
import { scoreSheet } from '../sheets/scores.js';
import { FIELDS, SHEETS, SQUARES, addressOf, gamesFor, isGeneral, readSettings } from '../sheets/settings.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../sheets/boards.js').Sheet & { themes?: string[] }} Sheet */
/** @typedef {import('../sheets/settings.js').Note} Note */
/** @typedef {import('../sheets/settings.js').Settings} Settings */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const view = new SheetScreen(context);
  return { element: view.element, title: t('sheets.title'), ready: view.open(), onQuery: (query) => void view.show(query), leave: () => view.leave() };
}

/** @param {string} value @param {string} words */
const option = (value, words) => h('option', { value }, words);

class SheetScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.control = new AbortController();
    /** That of the sheet that is shown. */
    this.shown = new AbortController();
    /** @type {import('../types.js').Kind[]} */
    this.kinds = [];
    /** @type {import('../sheets/settings.js').Known} */
    this.known = { games: [], withPuzzles: [], board: '' };
    /** @type {Settings | null} */
    this.settings = null;
    this.fields = this.#makeFields();
    this.places = {
      what: this.#place('what', t('sheets.what')),
      game: this.#place('game', t('sheets.of-game')),
      theme: this.#place('theme', t('puzzles.theme')),
      board: this.#place('board', t('sheets.board-code')),
      square: this.#place('square', t('sheets.square', { min: String(SQUARES.min), max: String(SQUARES.max) })),
      paper: this.#place('paper', t('sheets.paper')),
    };
    this.others = h('button', { type: 'button', onclick: () => this.#change({ seed: Math.random().toString(36).slice(2, 8) }) }, t('puzzles.others'));
    this.random = h('button', { type: 'button', onclick: () => this.#takeRandom() }, t('new.board-random'));
    this.print = h('button', { type: 'button', class: 'primary', disabled: true, onclick: () => print() }, t('sheets.print'));
    this.notes = h('div', { class: 'sheets-notes', role: 'alert' });
    this.count = h('p', { class: 'soft', role: 'status' }, t('sheets.making'));
    this.papers = h('div', { class: 'papers' });
    this.element = this.#makeElement();
  }

  leave() {
    this.control.abort();
    this.shown.abort();
  }

  async open() {
    try {
      const [kinds, counts] = await Promise.all([availableGames(this.control.signal), gamesWithPuzzles()]);
      const games = kinds.map(({ name }) => name);
      this.kinds = kinds;
      this.known = { games, withPuzzles: games.filter((name) => name in counts), board: kinds.find(({ size }) => size === 8)?.board ?? '' };
      await this.show(new URLSearchParams(here().search));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows the sheet of an address. @param {URLSearchParams} query */
  async show(query) {
    if (this.kinds.length === 0) return;
    this.shown.abort();
    this.shown = new AbortController();
    const { signal } = this.shown;
    const { settings, notes } = readSettings(query, this.known);
    this.settings = settings;
    this.print.disabled = true;
    this.papers.setAttribute('aria-busy', 'true');
    this.#fill(settings);
    try {
      const sheet = await this.#make(settings, signal);
      if (!signal.aborted) this.#put(sheet, settings, notes);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** @param {Settings} settings @param {AbortSignal} signal @returns {Promise<Sheet>} */
  #make(settings, signal) {
    const kind = this.kinds.find(({ name }) => name === settings.game);
    const levels = this.kinds[0]?.limits.levels ?? { max: 0 };
    const makers = {
      puzzles: () => puzzleSheet(settings, this.known.withPuzzles, levels),
      rules: () => rulesSheet(settings, signal),
      board: () => boardSheet(settings, this.known.board, signal),
      quarterboards: () => quarterboardSheet(settings, signal),
      scores: () => scoreSheet(settings, kind?.target ?? null, signal),
    };
    return makers[settings.what]();
  }

  /** @param {Sheet} sheet @param {Settings} settings @param {Note[]} notesOfAddress */
  #put({ title, pages, notes = [], themes = [] }, settings, notesOfAddress) {
    this.context.setTitle(title);
    replace(this.fields.theme, option('', t('puzzles.any-theme')), themes.map((name) => option(name, t(`theme.${name}`))));
    this.fields.theme.value = themes.includes(settings.theme) ? settings.theme : '';
    replace(this.notes, [...notesOfAddress, ...notes].map(({ key, words }) => h('p', {}, t(key, words))));
    replace(this.papers, placed(pages));
    this.papers.removeAttribute('aria-busy');
    scaled(this.papers, settings.paper, this.shown.signal);
    this.count.textContent = t('sheets.count', { count: pages.length });
    this.print.disabled = false;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.control.signal.aborted) return;
    this.papers.removeAttribute('aria-busy');
    replace(this.papers);
    replace(this.count);
    replace(this.notes, h('p', { class: 'error' }, errorText(error)), h('button', { type: 'button', onclick: () => this.#again() }, t('shell.again')));
  }

  async #again() {
    replace(this.notes);
    this.count.textContent = t('sheets.making');
    await (this.kinds.length === 0 ? this.open() : this.show(new URLSearchParams(here().search)));
  }

  #makeFields() {
    const select = (/** @type {keyof Settings} */ name) => {
      const field = h('select', { id: `sheet-${name}`, onchange: () => this.#change({ [name]: field.value }) });
      return field;
    };
    const input = (/** @type {keyof Settings} */ name, attributes = {}) => {
      const field = h('input', { id: `sheet-${name}`, ...attributes, onchange: () => this.#change({ [name]: field.value }) });
      return field;
    };
    const what = select('what');
    replace(what, SHEETS.map((name) => option(name, t(`sheet.${name}`))));
    const paper = select('paper');
    replace(paper, option('a4', t('sheets.a4')), option('letter', t('sheets.letter')));
    const board = input('board', { spellcheck: 'false', autocomplete: 'off' });
    const square = input('square', { type: 'number', ...SQUARES, step: 1, inputmode: 'numeric' });
    return { what, game: select('game'), theme: select('theme'), board, square, paper };
  }

  /** @param {keyof SheetScreen['fields']} name @param {string} words */
  #place(name, words) {
    const field = this.fields[name];
    return h('div', { class: 'sheets-field' }, h('label', { for: field.id }, words), field);
  }

  #makeElement() {
    const { what, game, theme, board, square, paper } = this.places;
    return h(
      'section',
      { class: 'sheets' },
      h('div', { class: 'sheets-head' }, h('h1', {}, t('sheets.title')), h('p', { class: 'lead' }, t('sheets.intro'))),
      h(
        'form',
        { class: 'sheets-form', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        [what, game, theme, board, this.random, square, paper, this.others, this.print],
      ),
      this.notes,
      this.count,
      this.papers,
    );
  }

  /** Shows in the form what is chosen. @param {Settings} settings */
  #fill(settings) {
    const { what } = settings;
    const { places, fields } = this;
    const asked = FIELDS[what];
    places.game.hidden = !asked.includes('game');
    places.theme.hidden = !asked.includes('theme');
    places.board.hidden = !asked.includes('board');
    places.square.hidden = !asked.includes('square');
    this.others.hidden = !asked.includes('seed');
    this.random.hidden = !asked.includes('board');
    const none = what === 'puzzles' ? t('puzzles.any-kind') : t('sheets.no-kind');
    const games = gamesFor(what, this.known).map((name) => option(name, t(`kind.${name}.title`)));
    replace(fields.game, isGeneral(what) && option('', none), games);
    for (const name of /** @type {const} */ (['what', 'game', 'board', 'square', 'paper'])) fields[name].value = String(settings[name]);
  }

  /** Another sheet is wanted. @param {Partial<Record<keyof Settings, unknown>>} change */
  #change(change) {
    if (!this.settings) return;
    // Another sheet or another game has other sizes and themes.
    const others = 'what' in change ? { square: '', theme: '' } : 'game' in change ? { theme: '' } : {};
    this.context.navigate(addressOf(/** @type {Settings} */ ({ ...this.settings, ...others, ...change })), { replace: true });
  }

  async #takeRandom() {
    try {
      const kind = this.kinds.find(({ board }) => board === this.known.board)?.name ?? '';
      const { board } = await retry(() => get(`/api/board/random?${new URLSearchParams({ kind })}`), this.control.signal);
      this.#change({ board: board.code });
    } catch (error) {
      this.#fail(error);
    }
  }
}
