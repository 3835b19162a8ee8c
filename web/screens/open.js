// Opens a record or a position from its text.

import { ApiError, get, post } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { retry } from '../offline.js';
import { availableGames, limitsOfServer } from '../games.js';
import { isUnrecognised, isSeveral, showBoard, showFaults, showFound, showOffer } from '../open/found.js';
import { createSeats } from '../open/seats.js';
import { showSeveral } from '../open/several.js';
import { Source } from '../open/source.js';
import { builderAddress, fragment, readLink } from '../share/links.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Part} Part */
/** @typedef {import('../types.js').ReadText} ReadText */

/** The delay after typing before the text is sent, in milliseconds. */
const DEBOUNCE = 350;

/** No code of a board is longer, in characters. */
const LONGEST_CODE = 100;

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const control = new AbortController();
  const view = new OpenScreen(context, control.signal);
  return { element: view.element, title: t('open.title'), ready: view.limited, leave: () => control.abort() };
}

class OpenScreen {
  /** @param {Context} context @param {AbortSignal} signal */
  constructor(context, signal) {
    this.context = context;
    this.signal = signal;
    this.turn = 0;
    this.pause = 0;
    this.seats = createSeats();
    this.source = new Source(String(context.memory['text'] ?? ''), (text, isWhole) => this.#changed(text, isWhole));
    /** What would be opened as a game. */
    this.text = '';
    this.result = h('div', { class: 'open-result', role: 'status' });
    /** The one that was chosen of several records. */
    this.chosen = h('div', { class: 'open-result', role: 'status' });
    this.problem = h('p', { class: 'error', role: 'alert' });
    this.button = h('button', { type: 'button', class: 'primary', onclick: () => this.#begin() }, t('open.begin'));
    this.beginning = h('div', { class: 'open-begin', hidden: true }, this.seats.element, this.button, this.problem);
    this.element = h(
      'section',
      { class: 'open' },
      h('h1', {}, t('open.title')),
      h('p', { class: 'lead' }, t('open.intro')),
      h(
        'div',
        { class: 'open-layout' },
        this.source.element,
        h('section', { class: 'panel', 'aria-labelledby': 'found' }, h('h2', { id: 'found' }, t('open.found')), this.result, this.chosen, this.beginning),
      ),
    );
    /** Done once the limits of the server are known. */
    this.limited = this.#learnLimits();
    this.#changed(this.source.text, true);
    this.#takeLink();
    // Another link was opened in the same window.
    addEventListener('hashchange', () => this.#takeLink(), { signal });
  }

  /** Takes the text that the link holds, but once: what the visitor makes of it stays. */
  #takeLink() {
    const { memory } = this.context;
    const hash = fragment();
    const isNew = memory['link'] !== hash;
    memory['link'] = hash;
    const found = readLink(hash);
    if (!found) return;
    this.element.classList.add('open-linked');
    if ('text' in found) {
      if (!isNew) return;
      this.#show([h('p', { class: 'soft' }, t('open.reading'))]);
      this.source.put(found.text);
    } else if (isNew || !this.source.text) this.#refuse(t(found.fault));
  }

  /** A link that can't be read: what is wrong with it, and another way to a position. @param {string} why */
  async #refuse(why) {
    this.source.refuse(why);
    const { turn } = this;
    const all = await availableGames(this.signal).catch(() => null);
    if (all && turn === this.turn) this.#show([showOffer(builderAddress('', all))]);
  }

  async #learnLimits() {
    try {
      const { body, levels } = await limitsOfServer(this.signal);
      this.source.limit(body);
      this.seats.offer(levels);
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
  }

  /** @param {string} text @param {boolean} isWhole nothing more is coming */
  #changed(text, isWhole) {
    const { memory } = this.context;
    if (memory['text'] !== text) delete memory['chosen'];
    memory['text'] = text;
    this.turn += 1;
    clearTimeout(this.pause);
    if (text.trim()) this.pause = window.setTimeout(() => this.#read(text), isWhole ? 0 : DEBOUNCE);
    else this.#show([h('p', { class: 'soft' }, t('open.nothing'))]);
  }

  /** @param {string} text */
  async #read(text) {
    const { turn } = this;
    // A link comes before the limits are known; what is beyond them is not sent.
    await this.limited;
    if (turn !== this.turn) return;
    /** @type {() => void} */
    let show;
    try {
      const found = await this.#look(text);
      show = () => this.#show(showFound(found), text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show = await this.#other(text, error);
    }
    if (turn === this.turn) show();
  }

  /** @param {string} text @returns {Promise<ReadText>} */
  #look(text) {
    return retry(() => post('/api/read', { text }), this.signal);
  }

  /**
   * How what is not one record and not a position is shown.
   * @param {string} text
   * @param {ApiError} error what was wrong with it
   * @returns {Promise<() => void>}
   */
  async #other(text, error) {
    if (isSeveral(error)) {
      /** @type {{ records: Part[] }} */
      const { records } = await retry(() => post('/api/read/all', { text }), this.signal);
      const choose = (/** @type {string} */ one) => this.#choose(one);
      const chosen = records.find((part) => part.text !== null && part.text === this.context.memory['chosen'])?.text;
      return () => {
        this.#show(showSeveral(records, choose, () => this.#beginAll(records), chosen));
        if (chosen) choose(chosen);
      };
    }
    const board = isUnrecognised(error) ? await this.#board(text.trim()) : null;
    if (board) {
      const all = await availableGames(this.signal);
      return () => this.#show(showBoard(board, all));
    }
    const all = await availableGames(this.signal);
    const faults = showFaults(error, (line) => this.source.goTo(line));
    return () => this.#show([...faults, showOffer(builderAddress(text, all))]);
  }

  /** The board of which a text is the code; nothing where it is none. @param {string} code */
  async #board(code) {
    if (/\s/.test(code) || code.length > LONGEST_CODE) return null;
    try {
      /** @type {import('../types.js').SuitedBoard} */
      const { board } = await retry(() => get(`/api/board?${new URLSearchParams({ code })}`), this.signal);
      return board;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  /** Shows what would be opened of several records. @param {string} text */
  async #choose(text) {
    this.context.memory['chosen'] = text;
    this.turn += 1;
    const { turn } = this;
    const found = await this.#look(text);
    if (turn !== this.turn) return;
    replace(this.chosen, showFound(found));
    this.text = text;
    this.beginning.hidden = false;
  }

  /** @param {HTMLElement[]} content @param {string} [text] what can be opened as a game */
  #show(content, text = '') {
    replace(this.result, content);
    replace(this.chosen);
    this.text = text;
    this.beginning.hidden = text === '';
    replace(this.problem);
  }

  async #begin() {
    if (this.button.disabled) return;
    this.button.disabled = true;
    try {
      const game = await post('/api/games', { text: this.text, ...this.seats.value });
      if (!this.signal.aborted) this.context.navigate(`/game/${game.id}`);
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
    this.button.disabled = false;
  }

  /** Opens all records that can be read, in their order. @param {Part[]} parts */
  async #beginAll(parts) {
    const texts = parts.flatMap(({ text }) => (text === null ? [] : [text]));
    if (this.button.disabled) return;
    this.button.disabled = true;
    let count = 0;
    try {
      for (const text of texts) {
        await post('/api/games', { text, ...this.seats.value });
        count += 1;
        if (this.signal.aborted) return;
      }
      this.context.navigate('/');
    } catch (error) {
      this.#show([h('p', { class: 'error', role: 'alert' }, errorText(error)), h('p', {}, t('open.several-opened', { count, all: texts.length }), ' ', h('a', { href: '/' }, t('shell.to-games')))]);
    }
    this.button.disabled = false;
  }
}
