// The name under which others see a visitor.

import { get, request } from '../api.js';
import { h } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { retry } from '../offline.js';

/** @typedef {import('../types.js').Me} Me */

export class NameField {
  /** @param {string} hint */
  constructor(hint) {
    /** The name that the server has. */
    this.known = '';
    /** Whether the server knows the visitor. */
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
      oninput: () => this.#limit(),
    });
    /** The longest name that the server takes, in characters. */
    this.most = Infinity;
    this.count = h('p', { class: 'soft name-count', role: 'status' });
    this.fault = h('p', { class: 'error', id: 'name-fault', role: 'alert' });
    this.element = h(
      'div',
      { class: 'name-field' },
      h('label', { for: 'name' }, t('me.name')),
      this.field,
      h('p', { class: 'soft', id: 'name-hint' }, hint),
      this.count,
      this.fault,
    );
  }

  /** Loads the saved name. @param {AbortSignal} signal */
  async load(signal) {
    /** @type {Me} */
    const me = await retry(() => get('/api/me', signal), signal);
    this.#show(me);
  }

  /**
   * Saves the name if it has changed; returns whether that succeeded. The request also creates the
   * visitor, so that a later request whose answer is lost still belongs to them.
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

  /** Takes no more characters than the server does: `maxlength` would count some of them twice. */
  #limit() {
    const { field, most } = this;
    const letters = [...field.value];
    if (letters.length > most) {
      const end = field.selectionEnd;
      field.value = letters.slice(0, most).join('');
      field.setSelectionRange(end, end);
    }
    this.count.textContent = Number.isFinite(most) ? t('me.name-count', { count: Math.min(letters.length, most), most }) : '';
  }

  /** @param {Me} me */
  #show({ known, name, longest_name: most }) {
    this.most = most;
    this.isKnown = known;
    this.known = name ?? '';
    this.field.value = this.known;
    this.#limit();
  }
}
