// What the lobby lists: an invitation, a game to watch.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { gameLink, gameWords } from '../home/entry.js';
import { thumbnail } from '../home/thumbnail.js';
import { timeControlText } from '../invite/time-control.js';
import { ownSide } from '../invite/terms.js';

/** @typedef {import('../types.js').Invitation} Invitation */
/** @typedef {import('../types.js').Summary} Summary */

/**
 * @param {Invitation} first
 * @returns {import('./list.js').Entry<Invitation>}
 */
export function invitationEntry(first) {
  const { id, kind, yours } = first;
  const words = h('span', { class: 'game-words' });
  const link = h(
    'a',
    {
      class: yours ? 'button lobby-join' : 'button primary lobby-join',
      href: `/invitation/${encodeURIComponent(id)}`,
      'aria-label': yours ? t('lobby.own-kind', { kind }) : t('lobby.join-kind', { kind, name: first.name ?? t('home.somebody') }),
    },
    yours ? t('lobby.look') : t('lobby.join'),
  );
  /** @param {Invitation} invitation */
  const update = (invitation) => {
    element.classList.remove('gone-entry');
    replace(words, invitationWords(invitation, presence(invitation)));
  };
  const markGone = () => {
    element.classList.add('gone-entry');
    replace(words, invitationWords(first, h('span', { class: 'game-state' }, t('lobby.gone'))));
  };
  const element = h('li', { class: 'game-entry lobby-entry' }, thumbnail(first.board.colours, first.position), words, link);
  update(first);
  return { element, update, markGone };
}

/** @param {Invitation} invitation @param {HTMLElement} state */
const invitationWords = (invitation, state) => [
  h('strong', {}, t(`kind.${invitation.kind}.title`)),
  invitation.layout && h('span', {}, t(`layout.${invitation.layout}`)),
  h('span', { class: 'game-players' }, maker(invitation)),
  h('span', {}, t('lobby.you-play', { side: ownSide(invitation) })),
  h('span', {}, timeControlText(invitation.clock)),
  state,
];

/** @param {Invitation} invitation */
function maker({ yours, name }) {
  if (yours) return t('lobby.own');
  return name ?? t('home.somebody');
}

/** @param {Invitation} invitation */
const presence = ({ here, yours }) =>
  here
    ? h('span', { class: 'game-state lobby-here' }, h('span', { class: 'here-sign', 'aria-hidden': 'true' }), t('lobby.here'))
    : h('span', { class: 'game-state soft' }, t(yours ? 'lobby.own-away' : 'lobby.away'));

/**
 * @param {Summary} game
 * @returns {import('./list.js').Entry<Summary>}
 */
export function watchEntry(game) {
  const link = gameLink(game);
  return {
    element: h('li', { class: 'game-entry' }, link),
    update: (now) => replace(link, gameWords(now)),
    // The game's own page shows its result.
    markGone: () => {
      const state = link.querySelector('.game-state');
      if (state) replace(state, t('lobby.not-listed'));
    },
  };
}
