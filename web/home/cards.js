// The games that can be played, as cards in groups.

import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { byGroup } from '../groups.js';
import { t } from '../i18n.js';

/** @typedef {import('../types.js').Kind} Kind */

/** @param {Kind[]} kinds */
export function cards(kinds) {
  const groups = byGroup(kinds);
  const jump = (/** @type {Kind['group']} */ group) => h('a', { class: 'button', href: `#games-${group}` }, t(`group.${group}`));
  // On a narrow screen the cards are a long column.
  const jumps = h('nav', { class: 'card-jumps row', 'aria-label': t('home.groups') }, groups.map(([group]) => jump(group)));
  return [jumps, ...groups.map(([group, own]) => cardsOf(group, own))];
}

/** @param {Kind['group']} group @param {Kind[]} kinds */
function cardsOf(group, kinds) {
  const id = `games-${group}`;
  return h(
    'section',
    { class: 'card-group', 'aria-labelledby': id },
    h('h3', { id, tabindex: -1 }, t(`group.${group}`)),
    h('ul', { class: 'cards' }, kinds.map(card)),
  );
}

/** @param {Kind} kind */
function card(kind) {
  const { name } = kind;
  return h(
    'li',
    { class: 'card' },
    h('a', { class: 'card-picture', href: `/new/${name}`, tabindex: -1, 'aria-hidden': 'true' }, picture(kind)),
    h(
      'div',
      { class: 'card-text' },
      h('h4', {}, t(`kind.${name}.title`)),
      h('p', {}, t(`kind.${name}.summary`)),
      h(
        'div',
        { class: 'card-actions' },
        h('a', { class: 'button primary', href: `/new/${name}`, 'aria-label': t('home.play-kind', { kind: name }) }, t('home.play')),
        h('a', { class: 'button quiet', href: `/rules/${name}`, 'aria-label': t('home.rules-kind', { kind: name }) }, t('home.rules')),
      ),
    ),
  );
}

/** @param {Kind} kind */
export function picture({ name, board, size, colours, sample }) {
  const quarters = board.includes('/') ? [] : board.split('-');
  const view = createBoard({
    state: { board: { code: board, size, colours, quarters }, position: sample },
    label: t('home.picture', { kind: name }),
    picture: true,
  });
  return view.element;
}
