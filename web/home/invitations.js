// The open invitations of a visitor.

import { Offline, get, soon } from '../api.js';
import { h } from '../dom.js';
import { date, errorText, t } from '../i18n.js';
import { timeControlText } from '../invite/time-control.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('../types.js').Invitation} Invitation */

/**
 * Nothing where there are none.
 * @param {AbortSignal} signal
 */
export async function ownInvitations(signal) {
  /** @type {Invitation[]} */
  let invitations = [];
  try {
    ({ invitations } = await soon(get('/api/invitations', signal)));
  } catch (error) {
    // What needs no server is shown all the same.
    return error instanceof Offline ? null : h('p', { class: 'error', role: 'alert' }, errorText(error));
  }
  if (invitations.length === 0) return null;
  return h(
    'section',
    { class: 'game-list', 'aria-labelledby': 'own-invitations' },
    h('h2', { id: 'own-invitations' }, t('home.invitations')),
    h('ul', { class: 'games' }, invitations.map(entry)),
  );
}

/** @param {Invitation} invitation */
const entry = ({ id, kind, layout, board, position, clock, expires, public: isPublic }) =>
  h(
    'li',
    { class: 'game-entry' },
    h(
      'a',
      { class: 'game-link', href: `/invitation/${encodeURIComponent(id)}` },
      thumbnail(board.colours, position),
      h(
        'span',
        { class: 'game-words' },
        h('strong', {}, t(`kind.${kind}.title`)),
        layout && h('span', {}, t(`layout.${layout}`)),
        h('span', {}, timeControlText(clock)),
        h('span', { class: 'game-state' }, isPublic ? t('invite.listed-yes') : t('invite.listed-no')),
        h('span', { class: 'game-when soft' }, t('home.open-until', { date: date(expires) })),
      ),
    ),
  );
