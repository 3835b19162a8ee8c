// The terms of a game between two people, in words.

import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { timeControlText } from './time-control.js';

/** @typedef {import('../types.js').Invitation} Invitation */
/** @typedef {import('../types.js').Side} Side */

/** @param {Side} side @returns {Side} */
const other = (side) => (side === 'white' ? 'black' : 'white');

/**
 * The reader's side in the game.
 * @param {Invitation} invitation
 */
export function ownSide({ side, yours }) {
  if (side === null) return t('new.by-chance');
  return t(`side.${yours ? side : other(side)}`);
}

/**
 * All that was agreed on, as a list.
 * @param {Invitation} invitation
 */
export function terms(invitation) {
  const { kind, layout, first, target, clock, chat } = invitation;
  /** @type {[string, string][]} */
  const rows = [
    [t('invite.kind'), t(`kind.${kind}.title`)],
    ...(layout === null ? [] : /** @type {[string, string][]} */ ([[t('new.layout'), t(`layout.${layout}`)]])),
    [t('invite.you-play'), ownSide(invitation)],
    [t('invite.first'), t(`side.${first}`)],
    [t('invite.clock'), timeControlText(clock)],
    [t('invite.match'), target === null ? t('invite.one-game') : t('invite.match-to', { target })],
    [t('invite.chat'), chat ? t('invite.chat-on') : t('invite.chat-off')],
    [t('invite.listed'), invitation.public ? t('invite.listed-yes') : t('invite.listed-no')],
  ];
  return h('dl', { class: 'terms' }, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

/** The board as the game will begin. @param {Invitation} invitation */
export function boardPicture({ board, position, kind }) {
  const label = t('invite.picture', { kind });
  return h('div', { class: 'invitation-picture' }, createBoard({ state: { board, position }, label, picture: true }).element);
}

/** @param {string} kind */
export const rulesLink = (kind) => h('a', { href: `/rules/${kind}` }, t('new.rules'));
