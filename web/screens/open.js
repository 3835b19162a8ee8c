// Opens a record or a position from its text.

import { ApiError, post } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { insist } from '../offline.js';
import { showFaults, showFound } from '../open/found.js';
import { createSeats } from '../open/seats.js';
import { Source } from '../open/source.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').ReadText} ReadText */

/** So long whoever types is left alone, in milliseconds. */
const PAUSE = 350;

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const control = new AbortController();
  const view = new OpenScreen(context, control.signal);
  return { element: view.element, title: t('open.title'), leave: () => control.abort() };
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
    this.result = h('div', { class: 'open-result', role: 'status' });
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
        h('section', { class: 'panel', 'aria-labelledby': 'found' }, h('h2', { id: 'found' }, t('open.found')), this.result, this.beginning),
      ),
    );
    this.#changed(this.source.text, true);
  }

  /** @param {string} text @param {boolean} isWhole nothing more is coming */
  #changed(text, isWhole) {
    this.context.memory['text'] = text;
    this.turn += 1;
    clearTimeout(this.pause);
    if (text.trim()) this.pause = window.setTimeout(() => this.#read(text), isWhole ? 0 : PAUSE);
    else this.#show([h('p', { class: 'soft' }, t('open.nothing'))], false);
  }

  /** @param {string} text */
  async #read(text) {
    const { turn } = this;
    try {
      /** @type {ReadText} */
      const found = await insist(() => post('/api/read', { text }), this.signal);
      if (turn === this.turn) this.#show(showFound(found), true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (turn === this.turn) this.#show(showFaults(error, (line) => this.source.goTo(line)), false);
    }
  }

  /** @param {HTMLElement[]} content @param {boolean} canBegin */
  #show(content, canBegin) {
    replace(this.result, content);
    this.beginning.hidden = !canBegin;
    this.problem.textContent = '';
  }

  async #begin() {
    if (this.button.disabled) return;
    this.button.disabled = true;
    try {
      const game = await post('/api/games', { text: this.source.text, ...this.seats.value });
      if (!this.signal.aborted) this.context.navigate(`/game/${game.id}`);
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
    this.button.disabled = false;
  }
}
