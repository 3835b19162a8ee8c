// A very small picture of a position, for lists: as few shapes as will do.

import { svg } from '../dom.js';

/** @typedef {import('../types.js').Position} Position */

/** @type {[string, string][]} */
const COLOURS = [
  ['R', 'red'],
  ['Y', 'yellow'],
  ['G', 'green'],
  ['B', 'blue'],
];

/**
 * @param {string} colours the letters of all squares
 * @param {Position} position
 */
export function thumbnail(colours, position) {
  const size = Math.sqrt(colours.length);
  return svg(
    'svg',
    { class: 'thumbnail', viewBox: `-0.3 -0.3 ${size + 0.6} ${size + 0.6}`, 'aria-hidden': 'true' },
    svg('rect', { class: 'thumbnail-frame', x: -0.3, y: -0.3, width: size + 0.6, height: size + 0.6, rx: 0.4 }),
    COLOURS.map(([letter, colour]) => svg('path', { class: `square-${colour}`, d: squares(colours, letter, size) })),
    position.pawns.white.map((square) => pawn(square, 'white', size)),
    position.pawns.black.map((square) => pawn(square, 'black', size)),
  );
}

/** @param {string} colours @param {string} letter @param {number} size */
const squares = (colours, letter, size) =>
  [...colours]
    .map((found, i) => (found === letter ? `M${(i % size) + 0.03} ${Math.floor(i / size) + 0.03}h.94v.94h-.94z` : ''))
    .join('');

/** @param {string} square @param {string} side @param {number} size */
function pawn(square, side, size) {
  const cx = square.charCodeAt(0) - 'a'.charCodeAt(0) + 0.5;
  const cy = size - Number(square.slice(1)) + 0.5;
  return svg('circle', { class: `thumbnail-pawn thumbnail-${side}`, cx, cy, r: 0.36 });
}
