// An address of nothing.

import { h } from '../dom.js';
import { t } from '../i18n.js';

/** @returns {import('../types.js').Screen} */
export function screen() {
  const element = h(
    'section',
    { class: 'notice-screen' },
    h('h1', {}, t('shell.missing')),
    h('p', {}, t('shell.missing-why')),
    h('a', { class: 'button primary', href: '/' }, t('shell.to-games')),
  );
  return { element, title: t('shell.missing') };
}
