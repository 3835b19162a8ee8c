// The games that can be played, requested once.

import { get } from './api.js';
import { retry } from './offline.js';

/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Limits} Limits */

/** @type {Promise<Kind[]> | null} */
let known = null;

/**
 * All games of the server.
 * @param {AbortSignal} signal the screen is left
 * @returns {Promise<Kind[]>}
 */
export async function availableGames(signal) {
  const request = known ?? retry(() => get('/api/kinds'), signal);
  const found = await request;
  known = request;
  return found;
}

/**
 * The limits of what players may ask for: they are the server's, and the same for all games.
 * @param {AbortSignal} signal the screen is left
 * @returns {Promise<Limits>}
 */
export async function limitsOfServer(signal) {
  const [first] = await availableGames(signal);
  if (!first) throw new Error('the server has no games');
  return first.limits;
}

/** Whether a number is a whole one within a range. @param {unknown} value @param {import('./types.js').Range} range */
export const isWithin = (value, { min, max }) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** All numbers of a range. @param {import('./types.js').Range} range */
export const numbersOf = ({ min, max }) => Array.from({ length: max - min + 1 }, (_, i) => min + i);
