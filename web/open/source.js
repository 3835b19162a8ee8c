// Where the text comes from: typed, pasted, dropped, or a file.

import { announce, h } from '../dom.js';
import { t } from '../i18n.js';

/** What the server takes, less what goes around it. */
const MOST = 12_000;

/**
 * @param {string} text to begin with
 * @param {(text: string, isWhole: boolean) => void} onChange whole unless somebody is still typing
 */
export function createSource(text, onChange) {
  const problem = h('p', { class: 'error', role: 'alert' });
  const area = h('textarea', {
    id: 'open-text',
    rows: 14,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    value: text,
    oninput: (/** @type {Event} */ event) => changed(event instanceof InputEvent && event.inputType === 'insertFromPaste'),
  });
  const file = h('input', { type: 'file', id: 'open-file', class: 'for-readers', accept: '.ktg,.txt,text/plain', onchange: () => take(file.files?.[0]) });
  const element = h(
    'section',
    { class: 'open-source' },
    h('div', { class: 'open-label' }, h('label', { for: 'open-text' }, t('open.text')), h('span', { class: 'file-field' }, file, h('label', { class: 'button', for: 'open-file' }, t('open.file')))),
    area,
    h('p', { class: 'drop-words', 'aria-hidden': 'true' }, t('open.drop')),
    problem,
  );
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('dropping');
  });
  element.addEventListener('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) element.classList.remove('dropping');
  });
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('dropping');
    const { files } = event.dataTransfer ?? {};
    if (files?.[0]) take(files[0]);
    else put(event.dataTransfer?.getData('text') ?? '');
  });

  /** @param {boolean} isWhole */
  function changed(isWhole) {
    const isLong = new TextEncoder().encode(area.value).length > MOST;
    problem.textContent = isLong ? t('open.too-long') : '';
    onChange(isLong ? '' : area.value, isWhole);
  }

  /** @param {string} newText */
  function put(newText) {
    area.value = newText;
    changed(true);
  }

  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    // The same file can be chosen again, once it is mended.
    file.value = '';
    if (chosen.size > MOST) {
      problem.textContent = t('open.too-long');
      return;
    }
    try {
      put(await chosen.text());
    } catch {
      problem.textContent = t('open.unreadable');
    }
  }

  return {
    element,
    get text() {
      return area.value;
    },
    /** Selects a line. @param {number} line from 1 */
    goTo(line) {
      const lines = area.value.split('\n');
      const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
      announce(lines[line - 1] ?? '');
    },
  };
}
