// A quarterboard by its code: number, face, clockwise quarter turns.

import { sign } from '../board/squares.js';
import { svg } from '../dom.js';

/** @typedef {import('../types.js').Colour} Colour */
/** @typedef {import('../types.js').Quarter} Quarter */
/** @typedef {{ number: number, face: string, turns: number }} Lying how a quarterboard lies */

/** @type {Record<string, Colour>} */
export const COLOURS = { R: 'red', Y: 'yellow', G: 'green', B: 'blue' };

/** @param {string} code @returns {Lying} */
export const read = (code) => ({ number: Number(code[0]), face: code[1] ?? 'a', turns: Number(code[2] ?? 0) });

/** @param {Lying} lying */
export const write = ({ number, face, turns }) => `${number}${face}${turns}`;

/** @param {string} code */
export const turned = (code) => {
  const lying = read(code);
  return write({ ...lying, turns: (lying.turns + 1) % 4 });
};

/** @param {string} code */
export const flipped = (code) => {
  const lying = read(code);
  return write({ ...lying, face: lying.face === 'a' ? 'b' : 'a' });
};

/**
 * The rows of a quarterboard as it lies.
 * @param {string} code
 * @param {Quarter[]} faces all faces unturned
 */
function rowsOf(code, faces) {
  const { number, face, turns } = read(code);
  let rows = faces.find((known) => known.code === `${number}${face}0`)?.rows ?? [];
  for (let i = 0; i < turns; i += 1) rows = turnedOnce(rows);
  return rows;
}

/** @param {string[]} rows */
const turnedOnce = (rows) =>
  rows.map((_, column) =>
    rows
      .map((row) => row[column] ?? '')
      .reverse()
      .join(''),
  );

/**
 * A picture of a quarterboard.
 * @param {string} code
 * @param {Quarter[]} faces all faces unturned
 */
export function drawQuarter(code, faces) {
  return svg(
    'svg',
    { class: 'quarter-drawing', viewBox: '-6 -6 412 412', 'aria-hidden': 'true' },
    svg('rect', { class: 'quarter-wood', x: -6, y: -6, width: 412, height: 412, rx: 14 }),
    rowsOf(code, faces).flatMap((row, y) => [...row].map((letter, x) => drawSquare(COLOURS[letter] ?? 'red', 100 * x, 100 * y))),
  );
}

/**
 * One square, 100 units wide.
 * @param {Colour} colour
 * @param {number} x
 * @param {number} y
 */
export const drawSquare = (colour, x, y) =>
  svg(
    'g',
    { transform: `translate(${x} ${y})` },
    svg('rect', { class: `square square-${colour}`, x: 1, y: 1, width: 98, height: 98, rx: 5 }),
    sign(colour, { transform: 'translate(50 50)' }),
  );
