// The rules beside a board.

import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { fetchRules, rulesText } from './text.js';

/**
 * The rules of a game, which come as soon as they can.
 * @param {string} kind
 */
export function rulesPanel(kind) {
  const place = h('div', {}, h('p', { class: 'soft' }, t('rules.loading')));
  const element = h('section', { class: 'rules-panel', 'aria-label': t('rules.title') }, h('h2', {}, t(`kind.${kind}.title`)), place);
  fill();

  async function fill() {
    try {
      replace(place, rulesText(await fetchRules(kind, new AbortController().signal), 3));
    } catch (error) {
      const again = h('button', { type: 'button', onclick: fill }, t('shell.again'));
      replace(place, h('p', { class: 'error', role: 'alert' }, errorText(error)), again);
    }
  }

  return element;
}
