// The home screen: games to choose and games in progress.

import { h, replace } from '../dom.js';
import { isStatic } from '../local/scope.js';
import { GameList } from '../home/game-list.js';
import { ownInvitations } from '../home/invitations.js';
import { errorText, t } from '../i18n.js';
import { availableGames } from '../games.js';
import { FIRST, doneOf, isHidden, hide } from '../learn/lessons.js';
import { focusOnClick } from '../shell.js';

/** @param {import('../types.js').Context} context @returns {import('../types.js').Screen} */
export function screen({ memory }) {
  const control = new AbortController();
  const { signal } = control;
  const goingOn = new GameList(t('home.going-on'), 'going', signal, memory);
  const ended = new GameList(t('home.ended'), 'ended', signal, memory);
  const archived = new GameList(t('home.archived'), 'archived', signal, memory);
  const games = h('h2', { id: 'all-games', tabindex: -1 }, t('home.all-games'));
  const skip = h('a', { class: 'skip', href: '#all-games' }, t('home.skip'));
  focusOnClick(skip, () => games);
  const body = h('div', { class: 'home-body' }, h('p', { class: 'soft' }, t('home.loading')));
  const element = h(
    'section',
    { class: 'home' },
    skip,
    h('h1', {}, t('home.title')),
    h('p', { class: 'lead' }, t('home.intro')),
    isStatic ? h('p', { class: 'soft' }, t('home.no-server')) : h('p', {}, h('a', { class: 'button', href: '/lobby' }, t('home.lobby'))),
    newHere(),
    body,
  );

  async function fill() {
    try {
      // All at once, so that nothing that is there already moves. What draws boards comes meanwhile,
      // so that the first words need not wait for it.
      const drawing = import('../home/cards.js');
      const lists = [goingOn, ended, archived].map((list) => list.begin());
      const [all, { cards }, invitations] = await Promise.all([availableGames(signal), drawing, isStatic ? null : ownInvitations(signal), ...lists]);
      replace(
        body,
        goingOn.element,
        invitations,
        h('section', { 'aria-labelledby': 'all-games' }, games, cards(all)),
        h('p', {}, h('a', { class: 'button', href: '/open' }, t('home.open-record'))),
        ended.element,
        archived.element,
      );
    } catch (error) {
      replace(body, h('p', { class: 'error', role: 'alert' }, errorText(error)));
    }
  }

  return { element, title: t('shell.name'), ready: fill(), leave: () => control.abort() };
}

/** The way to the first lesson, until it is taken or put aside. */
function newHere() {
  if (doneOf(FIRST) > 0 || isHidden()) return null;
  const put = () => {
    hide();
    card.remove();
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  };
  const card = h(
    'aside',
    { class: 'panel new-here', 'aria-labelledby': 'new-here' },
    h('h2', { id: 'new-here' }, t('learn.new-here')),
    h('p', {}, t('learn.new-here-text')),
    h('div', { class: 'row' }, h('a', { class: 'button primary', href: `/learn/${FIRST}` }, t('learn.first')), h('button', { type: 'button', class: 'quiet', onclick: put }, t('learn.hide'))),
  );
  return card;
}
