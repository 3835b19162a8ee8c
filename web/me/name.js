// The name under which others see a visitor.

import { get, request } from '../api.js';
import { h } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { insist } from '../offline.js';

/** @typedef {import('../types.js').Me} Me */

export class NameField {
  /** @param {string} hint */
  constructor(hint) {
    /** What the server knows. */
    this.known = '';
    /** Whether it knows the visitor at all. */
    this.isKnown = false;
    this.field = h('input', {
      type: 'text',
      id: 'name',
      name: 'name',
      autocomplete: 'nickname',
      autocapitalize: 'words',
      spellcheck: 'false',
      dir: 'auto',
      'aria-describedby': 'name-hint name-fault',
    });
    this.fault = h('p', { class: 'error', id: 'name-fault', role: 'alert' });
    this.element = h(
      'div',
      { class: 'name-field' },
      h('label', { for: 'name' }, t('me.name')),
      this.field,
      h('p', { class: 'soft', id: 'name-hint' }, hint),
      this.fault,
    );
  }

  /** Shows the name that is known. @param {AbortSignal} signal */
  async load(signal) {
    /** @type {Me} */
    const me = await insist(() => get('/api/me', signal), signal);
    this.#show(me);
  }

  /**
   * Takes the name that is written, if it is another. Whether it could be is the answer. Whoever was
   * not known is from then on: what they take next can't be lost with an answer that is lost.
   */
  async save() {
    this.fault.textContent = '';
    this.field.setAttribute('aria-invalid', 'false');
    if (this.isKnown && this.field.value.trim() === this.known) return true;
    try {
      this.#show(await request('PUT', '/api/me', { name: this.field.value }));
      return true;
    } catch (error) {
      this.fault.textContent = errorText(error);
      this.field.setAttribute('aria-invalid', 'true');
      this.field.focus();
      return false;
    }
  }

  /** @param {Me} me */
  #show({ known, name }) {
    this.isKnown = known;
    this.known = name ?? '';
    this.field.value = this.known;
  }
}
