// The games by groups: what their players do.

import { h } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./types.js').Kind} Kind */

/**
 * The groups in the order in which the server lists their games.
 * @param {Kind[]} kinds
 * @returns {[Kind['group'], Kind[]][]}
 */
export function byGroup(kinds) {
  const groups = new Set(kinds.map(({ group }) => group));
  return [...groups].map((group) => [group, kinds.filter((kind) => kind.group === group)]);
}

/** On a narrow screen all links would fill the first page. */
const WIDE = '(min-width: 52rem)';

/**
 * A link for each game, in groups: on a narrow screen they are folded away at first.
 * @param {string} title what the links are for
 * @param {Kind[]} kinds
 * @param {(name: string) => HTMLElement} link to the game of this name
 */
export function linksByGroup(title, kinds, link) {
  const row = (/** @type {[Kind['group'], Kind[]]} */ [group, own]) => {
    const id = `links-${group}`;
    return h(
      'li',
      { class: 'group-row' },
      h('span', { id, class: 'group-name' }, t(`group.${group}`)),
      h('ul', { class: 'group-links', 'aria-labelledby': id }, own.map(({ name }) => h('li', {}, link(name)))),
    );
  };
  return h(
    'details',
    { class: 'groups', open: matchMedia(WIDE).matches },
    h('summary', {}, title),
    h('ul', { class: 'group-rows', role: 'list' }, byGroup(kinds).map(row)),
  );
}
