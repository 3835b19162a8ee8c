// Which pawns are to be drawn, and where: those of the position, after the steps already chosen.

import { campOf } from './geometry.js';

/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('../types.js').Position} Position */
/**
 * @typedef {object} Piece
 * @property {Side} side
 * @property {string} place a square or a camp
 * @property {'lifted' | 'covered' | null} state lifted: to be put elsewhere; covered: another pawn has landed here
 */

/** @type {Side[]} */
export const SIDES = ['white', 'black'];

/**
 * The pawns of a position.
 * @param {Position} position
 * @returns {Piece[]}
 */
export function piecesOf(position) {
  const onBoard = SIDES.flatMap((side) =>
    position.pawns[side].map((place) => ({ side, place, state: null })),
  );
  const inCamp = position.counters
    .filter((counter) => counter.kind === 'camp')
    .flatMap(({ side, count }) =>
      Array.from({ length: count }, () => ({ side, place: campOf(side), state: null })),
    );
  return [...onBoard, ...inCamp];
}

/**
 * The pawns after some steps of a path. What becomes of a pawn on which another lands, the rules
 * decide: until the server answers, or a third step says where to put it, it stays there.
 * @param {Position} position
 * @param {string[]} steps
 * @param {boolean} complete whether the path ends here
 * @returns {Piece[]}
 */
export function piecesAfter(position, steps, complete) {
  const pieces = piecesOf(position);
  const [from, to, put] = steps;
  const { turn } = position;
  if (from === undefined || from === 'pass') return pieces;
  if (to === undefined) {
    if (complete) pieces.push({ side: turn, place: from, state: null });
    return pieces;
  }
  const mover = pieces.find((piece) => piece.side === turn && piece.place === from);
  const there = pieces.filter((piece) => piece !== mover && piece.place === to);
  const met = there.find((piece) => piece.side !== turn) ?? there[0];
  if (mover) mover.place = to === 'camp' ? campOf(turn) : to;
  if (met && put !== undefined) met.place = put;
  else if (met) met.state = complete ? 'covered' : 'lifted';
  return pieces;
}
