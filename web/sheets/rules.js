// The rules of a game with their figures, on two pages at most.

import { h, replace } from '../dom.js';
import { captionOf, fetchRules, picture, rulesText } from '../rules/text.js';
import { page } from './paper.js';

/** @typedef {import('../types.js').Figure} Figure */
/** @typedef {import('./settings.js').Settings} Settings */

/** The sizes of text that are tried, in points, largest first. Tests see to it that one fits. */
const SIZES = [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7];

/** Columns of a page. */
const COLUMNS = 2;

/** @param {Settings} settings @param {AbortSignal} signal @returns {Promise<import('./boards.js').Sheet>} */
export async function rulesSheet({ game, paper }, signal) {
  const rules = await fetchRules(game, signal);
  const items = itemsOf(rulesText(rules, 3, showFigure));
  const summary = items[0]?.matches('p') ? items.shift() : undefined;
  const { title } = rules;
  const head = h('div', { class: 'paper-head' }, h('h2', {}, title), summary && h('p', { class: 'paper-summary' }, ...summary.childNodes));
  const pages = layOut(head, items, title, paper);
  for (const [i, one] of pages.entries()) one.querySelector('.paper-foot')?.append(h('span', {}, `${i + 1} / ${pages.length}`));
  return { title, pages };
}

/** @param {Figure} figure @param {number} index */
const showFigure = (figure, index) => h('figure', { class: 'paper-figure' }, picture(figure, index), h('figcaption', {}, captionOf(figure)));

/** The parts between which a page may end: each item of a list by itself, figures that follow each other together. @param {HTMLElement} text */
function itemsOf(text) {
  const children = /** @type {HTMLElement[]} */ ([...text.children]);
  /** @type {HTMLElement[]} */
  const items = [];
  for (const one of children) {
    const before = items.at(-1);
    if (one.matches('ul')) items.push(.../** @type {HTMLElement[]} */ ([...one.children]));
    else if (one.matches('figure') && before?.matches('figure')) items.splice(-1, 1, h('div', { class: 'paper-figures' }, before, one));
    else items.push(one);
  }
  return items;
}

/** Items of lists back in lists. @param {HTMLElement[]} items */
function assembled(items) {
  /** @type {HTMLElement[]} */
  const all = [];
  for (const item of items) {
    const before = all.at(-1);
    if (!item.matches('li')) all.push(item);
    else if (before?.matches('ul')) before.append(item);
    else all.push(h('ul', {}, item));
  }
  return all;
}

/**
 * The pages in the largest size of text that fits.
 * @param {HTMLElement} head of the first page
 * @param {HTMLElement[]} items
 * @param {string} title at the foot of each
 * @param {Settings['paper']} paper
 */
function layOut(head, items, title, paper) {
  const first = h('div', { class: 'paper-columns' });
  const second = h('div', { class: 'paper-columns paper-balanced' });
  const foot = () => h('p', { class: 'paper-foot' }, h('span', {}, title));
  const pages = [page(paper, 'rules', head, first, foot()), page(paper, 'rules', second, foot())];
  // Where nobody sees it, a little less high than what will be printed.
  const bench = h('div', { class: 'papers-bench', 'aria-hidden': 'true' }, pages);
  document.body.append(bench);
  // While sizes are tried, figures are as large as they will be, and empty.
  const figures = items.flatMap((item) => [...item.querySelectorAll('.board-drawing')]).map((drawing) => ({ drawing, content: [...drawing.childNodes] }));
  for (const { drawing } of figures) replace(drawing);
  try {
    for (const size of SIZES) {
      for (const one of pages) one.style.fontSize = `${size}pt`;
      replace(first, assembled(items));
      const end = endOf(first, items);
      const rest = items.slice(end);
      if (rest.length === 0) return pages.slice(0, 1);
      replace(first, assembled(items.slice(0, end)));
      replace(second, assembled(rest));
      if (second.scrollWidth <= second.clientWidth + 1) break;
    }
    return pages;
  } finally {
    bench.remove();
    for (const { drawing, content } of figures) replace(drawing, content);
    for (const one of pages) one.remove();
  }
}

/** How many items a page has room for: what has none is in further columns, beyond its edge. @param {HTMLElement} place @param {HTMLElement[]} items */
function endOf(place, items) {
  const { left, width } = place.getBoundingClientRect();
  const gap = parseFloat(getComputedStyle(place).columnGap);
  const step = (width + gap) / COLUMNS;
  // The column in which an item ends; what is in lists begins further inside.
  const columnOf = (/** @type {HTMLElement} */ item) => Math.floor((([...item.getClientRects()].at(-1)?.left ?? left) - left + 1) / step);
  const beyond = items.findIndex((item) => columnOf(item) >= COLUMNS);
  let end = beyond < 0 ? items.length : beyond;
  // A heading stays with what it is about.
  if (beyond >= 0) while (end > 0 && items[end - 1]?.matches('h3')) end -= 1;
  return end;
}
