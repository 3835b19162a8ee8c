// Links that hold what they open: a position, a record, a board. No server has to keep it.

import { here, linkTo } from '../address.js';
import { isStatic } from '../local/scope.js';

/** The longest link that programs for mail and messages pass on whole, in characters. */
const LONGEST = 2000;

/** The tags without which a record would be that of another game, or have another result. */
const NEEDED_TAGS = ['Game', 'Board', 'First', 'Layout', 'Position', 'Result', 'Termination'];

/** What looks like the code of a board. */
const CODE = /^[\w/-]{1,100}$/;

/** A text in an address. @param {'position' | 'record'} what @param {string} text */
const query = (what, text) =>
  // A star, which means a pawn of each side, makes letters bold where links are written among text.
  String(new URLSearchParams({ [what]: text.trim() })).replaceAll('*', '%2A');

/**
 * An address whose text stays in the browser: fragments are not sent to servers.
 * @param {'position' | 'record'} what
 * @param {string} text
 */
export const openAddress = (what, text) => `/open${isStatic ? '?' : '#'}${query(what, text)}`;

/** @param {string} text of a position */
export const positionLink = (text) => linkTo(openAddress('position', text));

/**
 * The link to a game; without comments and what else it can do without, where it is too long with them;
 * null where it is too long in any case.
 * @param {string} text of its record
 */
export function recordLink(text) {
  const links = [text, withoutTrimmings(text)].map((one) => linkTo(openAddress('record', one)));
  return links.find((link) => link.length <= LONGEST) ?? null;
}

/** A record, as the API writes it, with its moves alone. @param {string} text */
function withoutTrimmings(text) {
  const [tags = '', ...moves] = text.split('\n\n');
  const needed = tags.split('\n').filter((line) => NEEDED_TAGS.some((name) => line.startsWith(`[${name} `)));
  const played = moves.join(' ').replace(/\{[^}]*\}|\$\d+/g, ' ').replace(/\s+/g, ' ');
  return `${needed.join('\n')}\n\n${played}`;
}

/**
 * The HTML with which another site shows a game: that of a server by its id, another one by its record.
 * @param {{ id: string, title: string, record: string | null, ply: number, flip: boolean }} game record: null for one that the server keeps
 */
export function embedCode({ id, title, record, ply, flip }) {
  const view = new URLSearchParams({ ply: String(ply), ...(flip ? { side: 'black' } : {}) });
  const place = record === null ? `embed/${encodeURIComponent(id)}?${view}` : `${isStatic ? 'embed.html' : 'embed'}?${view}#${query('record', record)}`;
  const address = new URL(place, isStatic ? location.href.replace(/[?#].*/, '') : location.origin).href;
  return `<iframe src="${address.replaceAll('&', '&amp;')}" title="${title}" width="640" height="460" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

/**
 * The link to a new game on a board.
 * @param {string} kind of game
 * @param {string} board its code
 * @param {string | null} layout
 */
export const boardLink = (kind, board, layout) =>
  linkTo(`/new/${kind}?${new URLSearchParams({ board, ...(layout === null ? {} : { layout }) })}`);

/**
 * The address of the board builder, with the board and for the game that a text names that is none.
 * @param {string} text
 * @param {import('../types.js').Kind[]} kinds
 */
export function builderAddress(text, kinds) {
  const [, tagged] = /\[\s*Game\s+"([^"]*)"/.exec(text) ?? [];
  const [first = '', second = ''] = text.trim().split(/\s+/);
  const name = (tagged ?? first).toLowerCase();
  const kind = kinds.find((known) => known.name === name);
  const [, board = tagged === undefined && kind ? second : ''] = /\[\s*Board\s+"([^"]*)"/.exec(text) ?? [];
  const query = new URLSearchParams({ ...(CODE.test(board) ? { board } : {}), build: '1' });
  return `/new/${(kind ?? kinds[0])?.name}?${query}`;
}

/** The fragment of the present address. */
export const fragment = () => (isStatic ? here().search.replace(/^\?/, '#') : here().hash);

/**
 * What the fragment of a link to a text holds: the text, or the key of what is wrong with it; null where
 * there is none.
 * @param {string} hash
 * @returns {{ text: string } | { fault: string } | null}
 */
export function readLink(hash) {
  if (hash.length < 2) return null;
  const parts = hash.slice(1).split('&').map((part) => part.split('='));
  const [, ...value] = parts.find(([name]) => name === 'record' || name === 'position') ?? [];
  try {
    // `URLSearchParams` would put signs of its own in the place of what can't be decoded.
    const text = decodeURIComponent(value.join('=').replaceAll('+', ' '));
    return text.trim() ? { text } : { fault: 'open.link-empty' };
  } catch {
    return { fault: 'open.link-damaged' };
  }
}
