// Which moves of a game changed what could be expected, told from the chances after each ply.

/** @typedef {import('../types.js').Side} Side */
/** @typedef {{ ply: number, share: number, wins: Side | null }} Point White's chance from 0 to 1, or who is seen to win */
/** @typedef {'inaccuracy' | 'mistake' | 'blunder'} Fault */
/**
 * A move that lost something.
 * @typedef {object} Lapse
 * @property {number} ply after the move
 * @property {Side} side who made it
 * @property {Fault} fault
 * @property {number} lost how much of the chance of winning, from 0 to 1
 * @property {'win' | null} threw what was certain before the move, and is not after it
 */

/** How much of the chance of winning a move must lose, for each name. @type {[Fault, number][]} */
const FAULTS = [
  ['blunder', 0.35],
  ['mistake', 0.2],
  ['inaccuracy', 0.1],
];

/** The chance of a side. @type {(point: Point, side: Side) => number} */
function chance({ share, wins }, side) {
  const white = wins === null ? share : Number(wins === 'white');
  return side === 'white' ? white : 1 - white;
}

/**
 * The moves that lost something, in their order.
 * @param {Point[]} points of all plies that are known, in their order
 * @param {(ply: number) => Side} mover who made the move that led to a ply
 * @returns {Lapse[]}
 */
export function lapses(points, mover) {
  return points.flatMap((after, i) => {
    const before = points[i - 1];
    if (!before || before.ply !== after.ply - 1) return [];
    const side = mover(after.ply);
    const lost = chance(before, side) - chance(after, side);
    const fault = FAULTS.find(([, least]) => lost >= least)?.[0];
    if (!fault) return [];
    const threw = before.wins === side && after.wins !== side ? /** @type {const} */ ('win') : null;
    return [{ ply: after.ply, side, fault, lost, threw }];
  });
}

/** How many faults of each kind a side made. @param {Lapse[]} all @param {Side} side */
export const countOf = (all, side) =>
  FAULTS.map(([fault]) => /** @type {const} */ ([fault, all.filter((lapse) => lapse.side === side && lapse.fault === fault).length]));
