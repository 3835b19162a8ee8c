// Where the text comes from: typed, pasted, dropped, or a file.

import { announce, h } from '../dom.js';
import { t } from '../i18n.js';

/** What a request has around its text at most, in bytes. */
const AROUND = 200;

/** Byte order marks and zeros that some programs write. */
const INVISIBLE = /[\uFEFF\0]/g;

/** How long a text is in the body of a request, in bytes. @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(JSON.stringify(text)).length;

export class Source {
  /** The longest text, in bytes, once it is known. */
  #most = Infinity;

  /**
   * @param {string} text to begin with
   * @param {(text: string, isWhole: boolean) => void} onChange whole unless somebody is still typing
   */
  constructor(text, onChange) {
    this.onChange = onChange;
    this.problem = h('p', { class: 'error', role: 'alert' });
    this.area = this.#makeArea(text);
    this.file = h('input', {
      type: 'file',
      id: 'open-file',
      class: 'for-readers',
      accept: '.ktg,.txt,text/plain',
      onchange: () => this.#takeFile(this.file.files?.[0]),
    });
    this.element = this.#makeElement();
    this.#listenToDrops();
  }

  /** Takes no more than fits a request. @param {number} body its largest body, in bytes */
  limit(body) {
    this.#most = body - AROUND;
    if (bytesOf(this.text) > this.#most) this.#changed(true);
  }

  get text() {
    return this.area.value.replace(INVISIBLE, '');
  }

  /** Takes a whole text. @param {string} text */
  put(text) {
    this.area.value = text;
    this.#changed(true);
  }

  /** Says why there is no text to take. @param {string} why */
  refuse(why) {
    this.problem.textContent = why;
  }

  /** Selects a line. @param {number} line from 1 */
  goTo(line) {
    const lines = this.text.split('\n');
    const wanted = lines[line - 1] ?? '';
    const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + wanted.length);
    announce(wanted);
  }

  /** @param {string} value */
  #makeArea(value) {
    const isPasted = (/** @type {Event} */ event) => event instanceof InputEvent && event.inputType === 'insertFromPaste';
    return h('textarea', {
      id: 'open-text',
      rows: 14,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      value,
      oninput: (/** @type {Event} */ event) => this.#changed(isPasted(event)),
    });
  }

  #makeElement() {
    const choose = h('label', { class: 'button', for: 'open-file' }, t('open.file'));
    return h(
      'section',
      { class: 'open-source' },
      h('div', { class: 'open-label' }, h('label', { for: 'open-text' }, t('open.text')), h('span', { class: 'file-field' }, this.file, choose)),
      this.area,
      h('p', { class: 'drop-words', 'aria-hidden': 'true' }, t('open.drop')),
      this.problem,
    );
  }

  #listenToDrops() {
    const { element } = this;
    element.addEventListener('dragover', (event) => {
      event.preventDefault();
      element.classList.add('dropping');
    });
    element.addEventListener('dragleave', ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && element.contains(relatedTarget);
      element.classList.toggle('dropping', isInside);
    });
    element.addEventListener('drop', (event) => {
      event.preventDefault();
      element.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      if (file) this.#takeFile(file);
      else this.put(event.dataTransfer?.getData('text') ?? '');
    });
  }

  /** @param {boolean} isWhole */
  #changed(isWhole) {
    if (this.area.value !== this.text) this.area.value = this.text;
    const bytes = bytesOf(this.text);
    const isLong = bytes > this.#most;
    this.problem.textContent = isLong ? this.#tooLong(bytes) : '';
    this.onChange(isLong ? '' : this.text, isWhole);
  }

  /** @param {number} count of bytes */
  #tooLong(count) {
    return t('open.too-long', { count, most: this.#most });
  }

  /** @param {File | undefined} file */
  async #takeFile(file) {
    if (!file) return;
    if (file.size > this.#most) this.problem.textContent = this.#tooLong(file.size);
    else {
      try {
        this.put(await file.text());
      } catch {
        this.problem.textContent = t('open.unreadable');
      }
    }
    // The same file can be chosen again, once it is mended.
    this.file.value = '';
  }
}
