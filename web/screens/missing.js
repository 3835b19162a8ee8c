// An address of nothing.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';

/**
 * Shows in the place of a screen that its address names nothing.
 * @param {HTMLElement} element of the screen
 * @param {import('../types.js').Context} context
 * @param {string} title
 */
export function showMissing(element, { setTitle }, title) {
  setTitle(title);
  const hadFocus = element.contains(document.activeElement);
  replace(element, notice(title));
  const heading = element.querySelector('h1');
  if (!heading || !hadFocus) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** @param {string} title */
const notice = (title) =>
  h(
    'section',
    { class: 'notice-screen' },
    h('h1', {}, title),
    h('p', {}, t('shell.missing-why')),
    h('a', { class: 'button primary', href: '/' }, t('shell.to-games')),
  );

/** @returns {import('../types.js').Screen} */
export function screen() {
  return { element: notice(t('shell.missing')), title: t('shell.missing') };
}
