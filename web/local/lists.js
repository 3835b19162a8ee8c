// Lists of games in which those of the server and those of this browser stand together.

import { all } from './store.js';

/** @typedef {import('../types.js').GameList} List */
/** @typedef {import('../types.js').Summary} Summary */

/** How many games a page has, as on the server. */
export const PAGE_SIZE = 20;

/** A game in which nothing was done for this time is archived, as on the server: 30 days, in milliseconds. */
const ARCHIVE_AFTER = 30 * 24 * 60 * 60 * 1000;

/** Whether the visitor is to move. @param {Summary} game */
const isTurn = ({ outcome, turn, you }) => !outcome && you.includes(turn);

/** The order of every list: those in which the visitor is to move, then the last used. @param {Summary} one @param {Summary} other */
const order = (one, other) => Number(isTurn(other)) - Number(isTurn(one)) || other.updated - one.updated;

/** The games of a list that this browser keeps, in its order. @param {string} which @returns {Promise<Summary[]>} */
export async function ownGames(which) {
  const since = Date.now() - ARCHIVE_AFTER;
  const isIn = (/** @type {import('./store.js').Row} */ { ended, updated }) =>
    which === 'ended' ? ended : !ended && updated > since === (which === 'going');
  const rows = (await all()).filter(isIn);
  return rows.map(({ summary }) => /** @type {Summary} */ (summary)).sort(order);
}

/**
 * A page of a list.
 * @param {Summary[]} own the games of the list that this browser keeps, in its order
 * @param {number} page from 1
 * @param {(page: number) => Promise<List>} ofServer a page of the games that the server keeps
 * @returns {Promise<List>}
 */
export async function listPage(own, page, ofServer) {
  if (own.length === 0) return ofServer(page);
  // At most all own games stand before the first one of the page that the server keeps.
  const first = Math.max(1, page - Math.ceil(own.length / PAGE_SIZE));
  const pages = await Promise.all(Array.from({ length: page - first + 1 }, (_, i) => ofServer(first + i)));
  return merged(own, pages, { first, page });
}

/**
 * A page of two lists in one order.
 * @param {Summary[]} own all of them
 * @param {List[]} pages of the other list, one after the other
 * @param {{ first: number, page: number }} numbers of the first of these pages, and of the page that is wanted
 * @returns {List}
 */
export function merged(own, pages, { first, page }) {
  const count = own.length + (pages[0]?.count ?? 0);
  const others = pages.flatMap(({ games }) => games);
  // What comes before the first of these pages stands before all that is wanted.
  const before = (first - 1) * PAGE_SIZE;
  const [from] = others;
  const skipped = before > 0 && from ? own.filter((game) => order(game, from) < 0).length : 0;
  const both = [...own.slice(skipped), ...others].sort(order);
  const start = (page - 1) * PAGE_SIZE - before - skipped;
  return { games: both.slice(start, start + PAGE_SIZE), pages: Math.ceil(count / PAGE_SIZE), count, size: PAGE_SIZE };
}
