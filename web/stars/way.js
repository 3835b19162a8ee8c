// The least way of a pawn that is to land on marked squares, by breadth-first search.

/** @typedef {(square: string) => string[]} Reach where a pawn can go from a square */

/**
 * How many moves a pawn needs to each square that it can come to.
 * @param {string} start
 * @param {Reach} reach
 * @returns {Map<string, number>}
 */
export function distances(start, reach) {
  const found = new Map([[start, 0]]);
  // A map goes on with what is added to it meanwhile.
  for (const [square, moves] of found) for (const next of reach(square)) if (!found.has(next)) found.set(next, moves + 1);
  return found;
}

/**
 * A way that lands on all stars in as few moves as possible: the squares after the start, in their order.
 * @param {string} start
 * @param {string[]} stars
 * @param {Reach} reach
 * @returns {string[] | null} null where there is none
 */
export function leastWay(start, stars, reach) {
  const bit = new Map(stars.map((square, i) => [square, 2 ** i]));
  const collect = (/** @type {number} */ got, /** @type {string} */ square) => got | (bit.get(square) ?? 0);
  const all = 2 ** stars.length - 1;
  const key = (/** @type {State} */ { square, got }) => `${square} ${got}`;
  /** @typedef {{ square: string, got: number, before: State | null }} State */
  /** @type {State} */
  const first = { square: start, got: collect(0, start), before: null };
  const known = new Map([[key(first), first]]);
  for (const state of known.values()) {
    if (state.got === all) return squaresTo(state);
    for (const square of reach(state.square)) {
      const next = { square, got: collect(state.got, square), before: state };
      if (!known.has(key(next))) known.set(key(next), next);
    }
  }
  return null;
}

/** @param {{ square: string, before: any }} state */
function squaresTo(state) {
  const way = [];
  for (let at = state; at.before; at = at.before) way.unshift(at.square);
  return way;
}
