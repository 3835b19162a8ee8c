// What can be played: asked for once.

import { get } from './api.js';
import { insist } from './offline.js';

/** @typedef {import('./types.js').Kind} Kind */

/** @type {Promise<Kind[]> | null} */
let known = null;

/**
 * All kinds of games.
 * @param {AbortSignal} signal nobody waits any more
 * @returns {Promise<Kind[]>}
 */
export async function kinds(signal) {
  const asked = known ?? insist(() => get('/api/kinds'), signal);
  const found = await asked;
  known = asked;
  return found;
}
