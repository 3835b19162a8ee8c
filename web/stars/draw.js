// Drawing a problem of stars: what a seed and a level make is the same everywhere.

import { distances, leastWay } from './way.js';

/** Seeds are smaller. */
export const MOST_SEED = 2 ** 32;
/** From here on problems get no harder. */
export const MOST_LEVEL = 16;

/** The most stars and pawns. */
const MOST_STARS = 7;
const MOST_PAWNS = 10;
/** The levels that have no pawns yet. */
const PLAIN = 4;
/** The pawn needs at least this number of moves to a star. */
const NEAREST = 2;
/** How often a problem is drawn until it has a way. Most have one at once. */
const DRAWS = 200;

/** How much there is on the board of a level: at first more stars, then pawns too. @param {number} level */
export function amounts(level) {
  const above = Math.max(0, level - PLAIN);
  return { stars: Math.min(MOST_STARS, Math.min(level, PLAIN) + Math.floor(above / 3)), pawns: Math.min(MOST_PAWNS, above) };
}

/**
 * Numbers by a seed, from 0 to 1, the same in every browser (mulberry32).
 * @param {number} seed
 */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {T[]} all @param {() => number} next @returns {T[]} */
function shuffled(all, next) {
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    [mixed[i], mixed[j]] = [/** @type {T} */ (mixed[j]), /** @type {T} */ (mixed[i])];
  }
  return mixed;
}

/**
 * Draws the pawn, those in its way and the stars, until there is a way.
 * @param {number} seed
 * @param {number} level
 * @param {string[]} squares of the board
 * @param {(from: string, pawns: string[]) => Promise<string[]>} reachFrom with pawns in the way
 */
export async function draw(seed, level, squares, reachFrom) {
  const { stars: count, pawns: obstacles } = amounts(level);
  // Levels of a seed have the same board and nothing else in common.
  const next = chance(seed ^ Math.imul(level, 0x9e3779b1));
  for (let i = 0; i < DRAWS; i += 1) {
    const [start = '', ...others] = shuffled(squares, next);
    const pawns = others.slice(0, obstacles);
    const known = await reachOfAll(start, (from) => reachFrom(from, pawns));
    const from = (/** @type {string} */ square) => known.get(square) ?? [];
    const moves = distances(start, from);
    const stars = others.slice(obstacles).filter((square) => (moves.get(square) ?? 0) >= NEAREST).slice(0, count);
    const way = stars.length === count ? leastWay(start, stars, from) : null;
    if (way) return { start, pawns, stars, reach: known, way };
  }
  throw new Error(`no problem has the seed ${seed} and the level ${level}`);
}

/**
 * The reach of each square that a pawn can come to.
 * @param {string} start
 * @param {(from: string) => Promise<string[]>} reachFrom
 */
async function reachOfAll(start, reachFrom) {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  let fresh = [start];
  while (fresh.length > 0) {
    const found = await Promise.all(fresh.map(reachFrom));
    fresh.forEach((square, i) => known.set(square, found[i] ?? []));
    fresh = [...new Set(found.flat())].filter((square) => !known.has(square));
  }
  return known;
}
