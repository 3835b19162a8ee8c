// What a frame shows, and how: all of it stands in its address.

import { ApiError, get } from '../api.js';
import { linkTo } from '../address.js';
import { h } from '../dom.js';
import { plyOf } from '../game/moves.js';
import { LANGUAGES, t } from '../i18n.js';
import { isStatic } from '../local/scope.js';
import { openAddress, readLink } from '../share/links.js';
import { Trial } from '../trial/trial.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */

/** The themes that a site may choose for its frame. */
const THEMES = ['light', 'dark', 'contrast'];

/**
 * How the site wants it: what makes no sense is as if it weren't there.
 * @param {URLSearchParams} query
 */
export function wishes(query) {
  return {
    language: LANGUAGES.find((known) => known === query.get('lang')),
    theme: THEMES.find((known) => known === query.get('theme')),
    ply: plyOf(query),
    side: /** @type {Side} */ (query.get('side') === 'black' ? 'black' : 'white'),
  };
}

/**
 * The game that an address names: one of the server by its id, or a record or a position in the fragment.
 * @param {{ pathname: string, hash: string }} address
 * @returns {Promise<{ game: Game, positions: Position[], link: string }>}
 */
export async function embedded({ pathname, hash }) {
  const [, id] = /\/embed\/([^/]+)$/.exec(pathname) ?? [];
  if (id !== undefined && !isStatic) return ofServer(id);
  const found = readLink(hash);
  if (!found) throw new ApiError(404, { code: 'embed-empty' });
  if ('fault' in found) throw new ApiError(400, { code: found.fault === 'open.link-empty' ? 'embed-empty' : 'embed-damaged' });
  const trial = await Trial.begin(found.text);
  return { game: trial.game, positions: await trial.positions(), link: openAddress(hash.startsWith('#record=') ? 'record' : 'position', found.text) };
}

/** @param {string} id as it stands in the address */
async function ofServer(id) {
  const path = `/api/games/${id}`;
  const [game, history] = await Promise.all([get(path), get(`${path}/history`)]);
  return { game, positions: history.positions, link: `/game/${id}` };
}

/** The link out of the frame: to a window of its own. @param {string} address of the page */
export const openingLink = (address) => h('a', { href: fromFrame(address), target: '_blank', rel: 'noopener' }, t('frame.open'));

/** Beside the frame's own file lies that of the page. @param {string} address */
const fromFrame = (address) => linkTo(address).replace(/\/embed\.html(?:\?[^#]*)?(?=#)/, '/index.html');
