// The pages of a list, and which of them is shown.

import { h } from '../dom.js';
import { t } from '../i18n.js';

/**
 * @param {number} page from 1
 * @param {number} pages
 * @param {(page: number) => void} turn
 */
export const pager = (page, pages, turn) => [
  h('button', { type: 'button', disabled: page <= 1, onclick: () => turn(page - 1) }, t('home.newer')),
  h('span', {}, t('home.page', { page, pages })),
  h('button', { type: 'button', disabled: page >= pages, onclick: () => turn(page + 1) }, t('home.older')),
];
