// The open invitations of a visitor.

import { Offline, get, soon } from '../api.js';
import { h } from '../dom.js';
import { date, t } from '../i18n.js';
import { timeControlText } from '../invite/time-control.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('../types.js').Invitation} Invitation */

/**
 * Nothing where there are none.
 * @param {AbortSignal} signal
 */
export async function ownInvitations(signal) {
  /** @type {{ invitations: Invitation[] }} */
  const { invitations } = await soon(get('/api/invitations', signal)).catch(noneWhileAway);
  if (invitations.length === 0) return null;
  return h(
    'section',
    { class: 'game-list', 'aria-labelledby': 'own-invitations' },
    h('h2', { id: 'own-invitations' }, t('home.invitations')),
    h('ul', { class: 'games' }, invitations.map(entry)),
  );
}

/** While the server can't be reached, what needs none is shown all the same. @param {unknown} error */
function noneWhileAway(error) {
  if (error instanceof Offline) return { invitations: [] };
  throw error;
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
