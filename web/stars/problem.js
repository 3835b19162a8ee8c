// A problem of stars: a board, a pawn, squares to land on. The engine of this browser knows board and ways.

import { ask } from '../local/engine.js';
import { content } from '../local/requests.js';
import { plainGame, reach, squaresOf } from '../trial/reach.js';
import { draw } from './draw.js';

/**
 * @typedef {object} Problem
 * @property {number} seed
 * @property {number} level
 * @property {import('../types.js').Board} board
 * @property {string} start where the pawn stands
 * @property {string[]} pawns that stand in the way
 * @property {string[]} stars
 * @property {Map<string, string[]>} reach of each square that the pawn can come to
 * @property {string[]} way a least one: the squares after the start
 */

/** A seed by chance. */
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/**
 * The problem of a seed at a level.
 * @param {number} seed
 * @param {number} level
 * @returns {Promise<Problem>}
 */
export async function problemOf(seed, level) {
  const query = new URLSearchParams({ kind: await plainGame(), seed: String(seed) });
  const { board } = content(await ask({ method: 'GET', path: `/api/board/random?${query}` }));
  const drawn = await draw(seed, level, squaresOf(board), (from, own) => reach(from, { board, own, others: [] }));
  return { seed, level, board, ...drawn };
}
