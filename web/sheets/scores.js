// Score sheets of matches.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { fetchRules } from '../rules/text.js';
import { page } from './paper.js';
import { PAPERS } from './settings.js';

/** @typedef {import('./settings.js').Settings} Settings */

/** The height of what stands above the table, and of a row with room for handwriting, in millimetres. */
const HEAD = 74;
const ROW = 8.5;

/** How the item of the rules begins that says what a game counts, in all languages. */
const SCORE = 'Score';

/**
 * @param {Settings} settings
 * @param {number | null} target the points to which a match is played
 * @param {AbortSignal} signal
 * @returns {Promise<import('./boards.js').Sheet>}
 */
export async function scoreSheet({ game, paper }, target, signal) {
  const title = game ? t('sheets.scores-of', { kind: game }) : t('sheets.scores');
  const content = [
    h('h2', {}, title),
    h(
      'dl',
      { class: 'paper-fields' },
      field(t('sheets.player-a')),
      field(t('sheets.player-b')),
      field(t('sheets.date')),
      field(t('sheets.target'), target === null ? '' : String(target)),
    ),
    game && h('p', {}, await scoreOf(game, signal)),
    h('p', {}, t('sheets.how-to-count')),
    table(Math.floor((PAPERS[paper].height - HEAD) / ROW)),
  ];
  return { title, pages: [page(paper, 'scores', content)] };
}

/** What the rules say of the score in short. @param {string} game @param {AbortSignal} signal */
async function scoreOf(game, signal) {
  const { html } = await fetchRules(game, signal);
  const template = document.createElement('template');
  template.innerHTML = html;
  // Further down stand house choices about it.
  const items = [...(template.content.querySelector('ul')?.children ?? [])].map(({ textContent }) => textContent ?? '');
  return items.find((text) => text.startsWith(SCORE)) ?? '';
}

/** A line to write on. @param {string} name @param {string} [filled] */
const field = (name, filled = '') => h('div', {}, h('dt', {}, name), h('dd', {}, filled));

/** @param {number} count of its rows */
function table(count) {
  const names = [
    t('sheets.game'),
    t('side.white'),
    t('side.black'),
    t('sheets.points-a'),
    t('sheets.points-b'),
    t('sheets.sum-a'),
    t('sheets.sum-b'),
    t('sheets.remarks'),
  ];
  const row = (/** @type {number} */ number) =>
    h('tr', {}, h('th', { scope: 'row' }, number), names.slice(1).map(() => h('td')));
  const head = h('tr', {}, names.map((name) => h('th', { scope: 'col' }, name)));
  return h('table', {}, h('thead', {}, head), h('tbody', {}, Array.from({ length: count }, (_, i) => row(i + 1))));
}
