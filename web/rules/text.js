// The rules of a game as a text with figures that can be looked at more closely.

import { get } from '../api.js';
import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { language, t } from '../i18n.js';
import { retry } from '../offline.js';
import { openViewer } from './viewer.js';

/** @typedef {import('../types.js').Figure} Figure */
/** @typedef {import('../types.js').Rules} Rules */

/**
 * The rules of a game in the visitor's language.
 * @param {string} kind
 * @param {AbortSignal} signal nobody waits any more
 * @returns {Promise<Rules>}
 */
export const fetchRules = (kind, signal) =>
  retry(() => get(`/api/rules/${encodeURIComponent(kind)}?lang=${language()}`, signal), signal);

/**
 * The text, below headings of a level.
 * @param {Rules} rules
 * @param {2 | 3} level of its headings
 * @param {(figure: Figure, index: number, all: Figure[]) => Element} [show] makes what shows a figure
 */
export function rulesText({ html, figures }, level, show = showFigure) {
  const text = fromHtml(html);
  for (const place of text.querySelectorAll('figure')) {
    const index = Number(place.dataset['figure']);
    const figure = figures[index];
    if (figure) place.replaceWith(show(figure, index, figures));
  }
  if (level === 3) for (const heading of text.querySelectorAll('h2')) heading.replaceWith(h('h3', {}, ...heading.childNodes));
  return h('div', { class: 'rules-text' }, text);
}

/** @param {Figure} figure @param {number} index @param {Figure[]} all */
function showFigure(figure, index, all) {
  const label = t('rules.enlarge', { number: index + 1 });
  const button = h('button', { type: 'button', class: 'figure-button', 'aria-label': label, onclick: () => openViewer(all, index) });
  // Over the picture, not about it: the letters and numbers at its edge are no words of the button.
  const board = h('div', { class: 'figure-board' }, picture(figure, index), button);
  return h('figure', { class: 'figure' }, board, h('figcaption', {}, captionOf(figure)));
}

/** The board of a figure. @param {Figure} figure @param {number} index */
export function picture({ board, position, squares }, index) {
  const label = t('rules.figure', { number: index + 1 });
  return createBoard({ state: { board, position, overlays: { squares } }, label, picture: true }).element;
}

/** @param {Figure} figure */
export const captionOf = ({ caption }) => fromHtml(caption);

/** What the server made of the rules, which are its own. @param {string} html */
function fromHtml(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
