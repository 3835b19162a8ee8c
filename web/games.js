// The games that can be played, requested once.

import { get } from './api.js';
import { retry } from './offline.js';

/** @typedef {import('./types.js').Kind} Kind */

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
