// The board itself: frame, squares with their colours and signs, coordinates, camps.

import { svg } from '../dom.js';
import { FRAME, SQUARE, campOf } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Colour} Colour */

/** @type {Record<string, Colour>} */
export const COLOURS = { R: 'red', Y: 'yellow', G: 'green', B: 'blue' };

/**
 * The colour of a square.
 * @param {Board} board
 * @param {string} square
 * @returns {Colour}
 */
export function colourOf(board, square) {
  const column = square.charCodeAt(0) - 'a'.charCodeAt(0);
  const row = board.size - Number(square.slice(1));
  return COLOURS[board.colours[row * board.size + column] ?? ''] ?? 'red';
}

// Signs of movement, around the middle of a square. They reach beyond a pawn, so that they can
// be told apart under one, and without colour: straight arrows, diagonal arrows, hooks, a ring of
// single steps.
const SIGNS = {
  red: 'M0-10V-40M-7-33L0-41L7-33M0 10V40M-7 33L0 41L7 33M-10 0H-40M-33-7L-41 0L-33 7M10 0H40M33-7L41 0L33 7',
  yellow:
    'M-8-8L-38-38M-27-39H-39V-27M8 8L38 38M27 39H39V27M8-8L38-38M27-39H39V-27M-8 8L-38 38M-27 39H-39V27',
  green:
    'M-38-18V-38H-14M-14-38V-26M18-38H38V-14M38-14H26M38 18V38H14M14 38V26M-18 38H-38V14M-38 14H-26',
  blue: 'M-37-37h.1M0-39h.1M37-37h.1M-39 0h.1M39 0h.1M-37 37h.1M0 39h.1M37 37h.1',
};

/**
 * The sign of a colour, to be placed by a `transform`.
 * @param {Colour} colour
 * @param {Record<string, string | number>} [attributes]
 */
export function sign(colour, attributes = {}) {
  return svg('path', { class: `sign sign-${colour}`, d: SIGNS[colour], ...attributes });
}

/** A square by itself, beside words. @param {Colour} colour */
export const swatch = (colour) =>
  svg(
    'svg',
    { class: 'swatch', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    svg('rect', { class: `square-${colour}`, x: -50, y: -50, width: 100, height: 100, rx: 14 }),
    sign(colour),
  );

/**
 * Gradients and patterns. Their names are prefixed, since a page can hold several boards.
 * @param {string} prefix
 */
export function definitions(prefix) {
  /** @type {(name: string, stops: [number, string][], attributes: Record<string, string | number>, tag?: string) => SVGElement} */
  const gradient = (name, stops, attributes, tag = 'radialGradient') =>
    svg(
      /** @type {any} */ (tag),
      { id: `${prefix}-${name}`, ...attributes },
      ...stops.map(([offset, tone]) => svg('stop', { offset, class: `tone-${tone}` })),
    );
  const light = { cx: 0.36, cy: 0.3, r: 0.78 };
  const bowl = { cx: 0.62, cy: 0.68, r: 0.75 };
  return svg(
    'defs',
    {},
    ...['white', 'black'].flatMap((side) => [
      gradient(`${side}-body`, [[0, `${side}-light`], [0.55, `${side}-middle`], [1, `${side}-dark`]], light),
      gradient(`${side}-bowl`, [[0, `${side}-light`], [0.6, `${side}-middle`], [1, `${side}-dark`]], bowl),
    ]),
    gradient('shadow', [[0, 'shadow'], [0.72, 'shadow'], [1, 'none']], {}),
    gradient('wood', [[0, 'wood-light'], [0.5, 'wood'], [1, 'wood-dark']], { x1: 0, y1: 0, x2: 1, y2: 1 }, 'linearGradient'),
    gradient('gloss', [[0, 'gloss'], [0.5, 'none'], [1, 'shade']], { x1: 0, y1: 0, x2: 0.6, y2: 1 }, 'linearGradient'),
    gradient('cup', [[0, 'cup-dark'], [0.7, 'cup-dark'], [1, 'cup-light']], { cx: 0.5, cy: 0.44, r: 0.54 }),
    grain(prefix),
  );
}

/** @param {string} prefix */
function grain(prefix) {
  const lines = [5, 13, 17, 29, 38, 41, 55];
  return svg(
    'pattern',
    { id: `${prefix}-grain`, width: 620, height: 60, patternUnits: 'userSpaceOnUse' },
    ...lines.map((y, i) =>
      svg('path', {
        class: 'grain',
        d: `M0 ${y}C${120 + 40 * i} ${y + 5} ${300 - 20 * i} ${y - 6} 620 ${y}`,
        'stroke-width': i % 3 === 0 ? 1.6 : 0.8,
      }),
    ),
  );
}

/**
 * Everything that stays while a game is played.
 * @param {Board} board
 * @param {Geometry} geometry
 * @param {string} prefix
 * @param {Record<string, number>} cups how many cups the camp of each side has
 */
export function drawBoard(board, geometry, prefix, cups) {
  return svg(
    'g',
    { class: 'board-wood' },
    ...frame(geometry, prefix),
    ...(geometry.camps ? drawCamps(geometry, prefix, cups) : []),
    ...geometry.rows().flat().flatMap((name) => drawSquare(board, geometry, name, prefix)),
    ...seams(board, geometry),
    ...coordinates(geometry),
  );
}

/** @type {(geometry: Geometry, prefix: string) => SVGElement[]} */
function frame({ width, height, size, top }, prefix) {
  const all = { x: 0, y: 0, width, height, rx: 16 };
  const inner = { x: FRAME - 5, y: top - 5, width: size * SQUARE + 10, height: size * SQUARE + 10, rx: 6 };
  return [
    svg('rect', { ...all, fill: `url(#${prefix}-wood)` }),
    svg('rect', { ...all, fill: `url(#${prefix}-grain)` }),
    svg('rect', { class: 'frame-edge', x: 1.5, y: 1.5, width: width - 3, height: height - 3, rx: 15 }),
    svg('rect', { class: 'frame-bed', ...inner }),
  ];
}

/** @type {(board: Board, geometry: Geometry, name: string, prefix: string) => SVGElement[]} */
function drawSquare(board, geometry, name, prefix) {
  const { x, y } = geometry.corner(name);
  const colour = colourOf(board, name);
  const box = { x: x + 1, y: y + 1, width: SQUARE - 2, height: SQUARE - 2, rx: 5 };
  return [
    svg('rect', { ...box, class: `square square-${colour}` }),
    svg('rect', { ...box, class: 'gloss', fill: `url(#${prefix}-gloss)` }),
    sign(colour, { transform: `translate(${x + SQUARE / 2} ${y + SQUARE / 2})` }),
  ];
}

/** Where the quarterboards meet. @type {(board: Board, geometry: Geometry) => SVGElement[]} */
function seams(board, { size, top }) {
  if (board.quarters.length !== 4) return [];
  const middle = (size / 2) * SQUARE;
  const d = `M${FRAME + middle} ${top}v${size * SQUARE}M${FRAME} ${top + middle}h${size * SQUARE}`;
  return [svg('path', { class: 'seam', d })];
}

/** @type {(geometry: Geometry) => SVGElement[]} */
function coordinates(geometry) {
  const { size, width, top } = geometry;
  const bottom = top + size * SQUARE;
  /** @type {(x: number, y: number, text: string) => SVGElement} */
  const label = (x, y, text) => svg('text', { class: 'coordinate', x, y }, text);
  return [...Array(size).keys()].flatMap((i) => {
    const file = geometry.square(i, 0)[0] ?? '';
    const rank = geometry.square(0, i).slice(1);
    const x = FRAME + (i + 0.5) * SQUARE;
    const y = top + (i + 0.5) * SQUARE;
    const below = label(x, bottom + FRAME / 2 + 1, file);
    const above = label(x, top - FRAME / 2 - 1, file);
    return [below, above, label(FRAME / 2, y, rank), label(width - FRAME / 2, y, rank)];
  });
}

/** @type {(geometry: Geometry, prefix: string, cups: Record<string, number>) => SVGElement[]} */
function drawCamps(geometry, prefix, cups) {
  const ends = /** @type {const} */ (['top', 'bottom']);
  return ends.flatMap((end) => {
    const side = geometry.campAt(end);
    const { y } = geometry.centre(campOf(side));
    const count = cups[side] ?? 0;
    return [...Array(count).keys()].flatMap((index) => {
      const { x } = geometry.cup(side, index, count);
      return [
        svg('circle', { class: 'cup-rim', cx: x, cy: y, r: 43 }),
        svg('circle', { cx: x, cy: y, r: 40, fill: `url(#${prefix}-cup)` }),
      ];
    });
  });
}
