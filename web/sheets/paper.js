// Pages of paper: what is on them, and how they are shown on a screen.

import { h, svg } from '../dom.js';
import { t } from '../i18n.js';
import { PAPERS } from './settings.js';

/** @typedef {import('./settings.js').PaperName} PaperName */

/** Pixels of a style sheet to a millimetre. */
const PIXELS = 96 / 25.4;

/**
 * A page.
 * @param {PaperName} paper
 * @param {string} name of its kind, for the style sheet
 * @param {...import('../dom.js').Child} content
 */
export const page = (paper, name, ...content) => h('div', { class: `paper paper-${paper} paper-${name}` }, content);

/** A page's heading, and what is said below it. @param {string} title @param {string} [words] */
export const head = (title, words) => h('div', { class: 'paper-head' }, h('h2', {}, title), words && h('p', {}, words));

/** Gives an element a width. @template {HTMLElement | SVGElement} E @param {E} element @param {number} millimetres @returns {E} */
export function wide(element, millimetres) {
  element.style.width = `${millimetres}mm`;
  return element;
}

/** A line by which one sees that a page was printed in true size. */
export const ruler = () =>
  h('div', { class: 'paper-ruler' }, h('p', {}, t('sheets.true-size')), wide(h('div', { class: 'ruler' }), 100));

/** The pages as they are shown: each in a place that leaves the printed size out of account. @param {HTMLElement[]} pages */
export const placed = (pages) =>
  pages.map((one, i) => {
    const label = t('sheets.page-of', { number: i + 1, count: pages.length });
    return h('div', { class: 'paper-place', role: 'group', 'aria-label': label }, one);
  });

/**
 * Shows pages as large as their place allows, until the screen is left.
 * @param {HTMLElement} place
 * @param {PaperName} paper
 * @param {AbortSignal} signal
 */
export function scaled(place, paper, signal) {
  const { width } = PAPERS[paper];
  const show = () => {
    const first = place.firstElementChild;
    if (first) place.style.setProperty('--paper-scale', String(first.clientWidth / (width * PIXELS)));
  };
  const observer = new ResizeObserver(show);
  observer.observe(place);
  signal.addEventListener('abort', () => observer.disconnect());
  show();
}

/**
 * Signs one after the other, of which some are filled.
 * @param {number} filled
 * @param {number} count
 */
export const diamonds = (filled, count) =>
  svg(
    'svg',
    { class: 'paper-diamonds', viewBox: `0 0 ${10 * count} 10`, 'aria-hidden': 'true' },
    Array.from({ length: count }, (_, i) => svg('path', { class: i < filled ? 'filled' : '', d: `M${10 * i + 1} 5l4-4 4 4-4 4z` })),
  );
