// Where a pawn can go from a square by its colour, whatever the game: the engine of this browser knows.

import { Geometry } from '../board/geometry.js';
import { FIRST, lessonOf } from '../learn/lessons.js';
import { ask } from '../local/engine.js';
import { content } from '../local/requests.js';
import { Trial } from './trial.js';

/**
 * @typedef {object} Ground
 * @property {{ size: number, colours: string }} board
 * @property {string[]} own squares of pawns that stand in the way
 * @property {string[]} others squares of pawns that can be landed on
 */

/** How many files and ranks the board has that a position needs. */
const SIZE = 8;
/** How many pawns of either sort a position takes at once: there is always a corner left. */
const MOST = 3;
const CORNERS = ['a1', 'h1', 'a8', 'h8'];

/** The game in which the first lesson shows how pawns move: there, only the colour decides. */
export async function plainGame() {
  const [kind = ''] = await plainPosition();
  return kind;
}

/** The parts of its first position. */
async function plainPosition() {
  const { steps } = await lessonOf(FIRST);
  return (steps[0]?.position ?? '').split(' ');
}

/**
 * The squares to which a pawn can go.
 * @param {string} from where it stands, or would stand
 * @param {Ground} ground
 * @returns {Promise<string[]>}
 */
export async function reach(from, ground) {
  const parts = await partsOf(from, ground);
  const found = await Promise.all(parts.map(async (pawns) => targets(from, await positionOf(ground.board, pawns))));
  const [first = [], ...others] = found;
  const isThere = new Set(squaresOf(ground.board));
  // A square is in reach if no pawn is in the way, whichever of them one looks at.
  return first.filter((square) => isThere.has(square) && others.every((one) => one.includes(square)));
}

/** Why a pawn can't go somewhere, in words; empty where it can. @type {(from: string, to: string, ground: Ground) => Promise<string>} */
export async function whyNot(from, to, ground) {
  for (const pawns of await partsOf(from, ground)) {
    const why = await (await Trial.begin(await positionOf(ground.board, pawns))).why([from, to]);
    if (why) return why;
  }
  return '';
}

/** The rows of a board, from the north. @param {number} size */
const rowsOf = (size) => new Geometry(size, 'white', false).rows();

/** The squares of a board. @param {{ size: number }} board */
export const squaresOf = ({ size }) => rowsOf(size).flat();

/** @param {string} from @param {string} text of the position @returns {Promise<string[]>} */
async function targets(from, text) {
  const seat = { player: 'human' };
  const game = content(await ask({ method: 'POST', path: '/api/games', body: { text, white: seat, black: seat } }));
  const paths = game.position.paths.filter((/** @type {string[]} */ path) => path[0] === from);
  return paths.map((/** @type {string[]} */ path) => path[1]);
}

/**
 * The pawns by a few at a time, since a position takes no more than a game has.
 * @param {string} from @param {Ground} ground
 * @returns {Promise<{ own: string[], others: string[] }[]>}
 */
async function partsOf(from, ground) {
  const own = ground.own.filter((square) => square !== from);
  const others = ground.others.filter((square) => square !== from);
  const count = Math.max(1, Math.ceil(own.length / MOST), Math.ceil(others.length / MOST));
  return Array.from({ length: count }, (_, i) => {
    const part = (/** @type {string[]} */ all) => [...new Set(all)].slice(MOST * i, MOST * (i + 1));
    return { own: [from, ...part(own)], others: part(others) };
  });
}

/** @param {Ground['board']} board @param {{ own: string[], others: string[] }} pawns */
async function positionOf(board, { own, others }) {
  const [kind, , , ...rest] = await plainPosition();
  // A side needs a pawn. In a corner it hides nothing: no line goes on from there.
  const free = CORNERS.find((corner) => !own.includes(corner)) ?? '';
  const black = others.length > 0 ? others : [free];
  const cell = (/** @type {string} */ square) => (own.includes(square) ? 'w' : black.includes(square) ? 'b' : '1');
  const ranks = rowsOf(SIZE).map((row) => row.map(cell).join(''));
  return [kind, lettersOf(board), ranks.join('/'), ...rest].join(' ');
}

/** The letters of a board; a small one lies in the corner of one that is otherwise red. @param {Ground['board']} board */
function lettersOf({ size, colours }) {
  const wide = Array.from({ length: size }, (_, i) => colours.slice(size * i, size * (i + 1)).padEnd(SIZE, 'R'));
  return [...Array.from({ length: SIZE - size }, () => 'R'.repeat(SIZE)), ...wide].join('/');
}
