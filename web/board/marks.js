// What is drawn on squares, under and over the pawns.

import { svg } from '../dom.js';
import { SQUARE, campOf } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Counter} Counter */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {{ path: string[], rank: number, side: Side }} Arrow rank 0 is the best line */
/** @typedef {{ path: string[], wins: boolean, draws: boolean, points: number }} Verdict */

/** @type {(geometry: Geometry, place: string) => string} */
const at = (geometry, place) => {
  const { x, y } = geometry.centre(place);
  return `translate(${x} ${y})`;
};

/** @type {(geometry: Geometry, place: string, inset: number, attributes: Record<string, string | number>) => SVGElement} */
function box(geometry, place, inset, attributes) {
  const { x, y } = geometry.corner(place);
  const side = SQUARE - 2 * inset;
  return svg('rect', { x: x + inset, y: y + inset, width: side, height: side, rx: 6, ...attributes });
}

/**
 * A light line with a dark edge, which can be seen on every colour and without colour.
 * @param {string} name of the mark
 * @param {(attributes: Record<string, string | number>) => SVGElement} draw
 */
const line = (name, draw) => svg('g', { class: `mark ${name}` }, draw({ class: 'mark-edge' }), draw({ class: 'mark-line' }));

/** A frame at the edge of a square. @type {(geometry: Geometry, place: string, name: string) => SVGElement} */
const frame = (geometry, place, name) => line(name, (attributes) => box(geometry, place, 4.5, attributes));

/** The squares of a move: where a pawn left is dashed. @type {(path: string[], geometry: Geometry) => SVGElement[]} */
export function drawLast(path, geometry) {
  const squares = path.filter((step) => step !== 'camp' && step !== 'pass');
  return squares.map((square, i) => frame(geometry, square, i === 0 && path.length > 1 ? 'trace-from' : 'trace-to'));
}

/**
 * What the game says of squares and pawns.
 * @param {Mark[]} marks
 * @param {(square: string, side: Side | null) => boolean} isStanding whether a pawn of a side stands there
 * @param {boolean} begun whether a move is being made: what must be done is being done
 * @param {Geometry} geometry
 */
export function drawMarks(marks, isStanding, begun, geometry) {
  /** @type {(mark: Mark) => (square: string) => SVGElement | null} */
  const drawing = ({ kind, side }) => (square) => {
    if (kind === 'goal') return pennant(side, square, geometry);
    if (kind === 'closed') return cross(square, geometry);
    if (kind in BADGES) return isStanding(square, side) ? badge(kind, square, geometry) : null;
    return begun ? null : brackets(square, `mark-${kind}`, geometry);
  };
  return marks.flatMap((mark) => {
    if (mark.kind === 'area') return [drawArea(mark, geometry)];
    return mark.squares.map(drawing(mark)).filter((one) => one !== null);
  });
}

/** Four corners about a pawn that something must be done with. @type {(square: string, name: string, geometry: Geometry) => SVGElement} */
function brackets(square, name, geometry) {
  const d = 'M-44-20V-44H-20M20-44H44V-20M44 20V44H20M-20 44H-44V20';
  const transform = at(geometry, square);
  return line(name, (attributes) => svg('path', { d, transform, ...attributes }));
}

/**
 * Badges beside pawns: a tick for one that has arrived, a shield for one that can't be captured, an
 * exclamation mark for one that can be captured only now.
 * @type {Record<string, string>}
 */
const BADGES = {
  home: 'M23-36l6 7 11-13',
  safe: 'M24-43h17v8q0 8-8.5 12q-8.5-4-8.5-12z',
  exposed: 'M35-43v13M35-20v.1',
};

/** A ring with a badge. @type {(kind: string, square: string, geometry: Geometry) => SVGElement} */
function badge(kind, square, geometry) {
  const transform = at(geometry, square);
  const parts = [line('badge', (attributes) => svg('circle', { r: 38, ...attributes })), line('badge', (attributes) => svg('path', { d: BADGES[kind], ...attributes }))];
  return svg('g', { class: `mark-${kind}`, transform }, ...parts);
}

/** A small cross in the middle, where a square that is free has its dot. @type {(square: string, geometry: Geometry) => SVGElement} */
function cross(square, geometry) {
  const transform = at(geometry, square);
  return line('mark-closed', (attributes) => svg('path', { d: 'M-9-9L9 9M9-9L-9 9', transform, ...attributes }));
}

/** A corner of a goal square, in the colour of the side that wants to be there. @type {(side: Side | null, square: string, geometry: Geometry) => SVGElement} */
function pennant(side, square, geometry) {
  const { x, y } = geometry.corner(square);
  const d = side === 'black' ? `M${x + 98} ${y + 98}v-26l-26 26z` : `M${x + 2} ${y + 2}v26l26-26z`;
  return svg('path', { class: `goal goal-${side ?? 'both'}`, d });
}

/** The outline of a region. @type {(mark: Mark, geometry: Geometry) => SVGElement} */
function drawArea(mark, geometry) {
  const d = outline(new Set(mark.squares), geometry);
  return line('area-edge', (attributes) => svg('path', { d, ...attributes }));
}

/** @type {(inside: Set<string>, geometry: Geometry) => string} */
function outline(inside, geometry) {
  const rows = geometry.rows();
  /** @type {(row: number, column: number) => boolean} */
  const has = (row, column) => inside.has(rows[row]?.[column] ?? '');
  let d = '';
  rows.forEach((squares, row) =>
    squares.forEach((square, column) => {
      if (!inside.has(square)) return;
      const { x, y } = geometry.corner(square);
      if (!has(row - 1, column)) d += `M${x} ${y}h${SQUARE}`;
      if (!has(row + 1, column)) d += `M${x} ${y + SQUARE}h${SQUARE}`;
      if (!has(row, column - 1)) d += `M${x} ${y}v${SQUARE}`;
      if (!has(row, column + 1)) d += `M${x + SQUARE} ${y}v${SQUARE}`;
    }),
  );
  return d;
}

/** The pawns that can move. @type {(places: Iterable<string>, geometry: Geometry) => SVGElement[]} */
export const drawMovable = (places, geometry) =>
  [...places].map((place) => drawRing(place, 'movable', geometry));

/** The pawn or square already chosen. @type {(place: string, geometry: Geometry) => SVGElement} */
export const drawChosen = (place, geometry) => frame(geometry, place, 'chosen');

/**
 * Where a step can lead.
 * @param {Iterable<string>} places
 * @param {(place: string) => boolean} isTaken whether a pawn stands there
 * @param {Geometry} geometry
 * @param {boolean} small where there may be very many
 */
export function drawDestinations(places, isTaken, geometry, small) {
  return [...places].map((place) => {
    const transform = at(geometry, place);
    if (isTaken(place)) return line('destination-taken', (attributes) => svg('circle', { r: 41, transform, ...attributes }));
    return svg('circle', { class: 'destination', r: small ? 8 : 13, transform });
  });
}

/** The cup of a camp that would be filled next. @type {(counter: Counter, geometry: Geometry) => SVGElement} */
export function drawCup({ side, count, of }, geometry) {
  const { x, y } = geometry.cup(side, count, of);
  return ring('destination-camp', `translate(${x} ${y})`);
}

/** A ring about the middle of a square. @type {(place: string, name: string, geometry: Geometry) => SVGElement} */
export const drawRing = (place, name, geometry) => ring(name, at(geometry, place));

/** @type {(name: string, transform: string) => SVGElement} */
const ring = (name, transform) => line(name, (attributes) => svg('circle', { r: 38, transform, ...attributes }));

/** Squares somebody points at. @type {(squares: string[], geometry: Geometry) => SVGElement[]} */
export const drawPointed = (squares, geometry) =>
  squares.flatMap((square) => [
    frame(geometry, square, 'pointed'),
    svg('circle', { class: 'pointed-dot', r: 9, transform: at(geometry, square) }),
  ]);

/** Squares to be landed on. @type {(squares: string[], geometry: Geometry) => SVGElement[]} */
export const drawStars = (squares, geometry) =>
  squares.map((square) => line('star', (attributes) => svg('path', { d: STAR, transform: at(geometry, square), ...attributes })));

const STAR = 'M0-29L7.3-10 27.6-9 11.8 3.8 17 23.5 0 12.4-17 23.5-11.8 3.8-27.6-9-7.3-10z';

/**
 * Where a pawn could go from a square.
 * @param {string} from
 * @param {string[]} squares
 * @param {(place: string) => boolean} isTaken whether a pawn stands there
 * @param {Geometry} geometry
 */
export function drawReach(from, squares, isTaken, geometry) {
  /** @type {(square: string, name: string, size: number) => SVGElement} */
  const diamond = (square, name, size) =>
    line(name, (attributes) => svg('path', { d: `M0-${size}L${size} 0 0 ${size}-${size} 0z`, transform: at(geometry, square), ...attributes }));
  const each = squares.map((square) => (isTaken(square) ? diamond(square, 'reach-taken', 48) : diamond(square, 'reach', 15)));
  return [frame(geometry, from, 'reach-from'), ...each];
}

/** Lines of play. @type {(arrows: Arrow[], geometry: Geometry) => SVGElement[]} */
export const drawArrows = (arrows, geometry) =>
  [...arrows].sort((a, b) => b.rank - a.rank).flatMap((arrow) => drawArrow(arrow, geometry));

/** @type {(arrow: Arrow, geometry: Geometry) => SVGElement[]} */
function drawArrow({ path, rank, side }, geometry) {
  const places = path.filter((step) => step !== 'pass').map((step) => (step === 'camp' ? campOf(side) : step));
  const [first, ...others] = places;
  const style = `arrow arrow-${Math.min(rank, 2)}`;
  if (first === undefined) return [];
  if (others.length === 0) return [drawRing(first, style, geometry)];
  return others.map((to, i) => {
    const d = shaft(geometry, places[i] ?? first, to);
    return line(i > 0 ? `${style} arrow-second` : style, (attributes) => svg('path', { d, ...attributes }));
  });
}

/** @type {(geometry: Geometry, from: string, to: string) => string} */
function shaft(geometry, from, to) {
  const a = geometry.centre(from);
  const b = geometry.centre(to);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const start = { x: a.x + ux * 22, y: a.y + uy * 22 };
  const tip = { x: b.x - ux * 12, y: b.y - uy * 12 };
  /** @type {(back: number, aside: number) => string} */
  const wing = (back, aside) => `${tip.x - ux * back - uy * aside} ${tip.y - uy * back + ux * aside}`;
  return `M${start.x} ${start.y}L${tip.x} ${tip.y}M${wing(26, 20)}L${tip.x} ${tip.y}L${wing(26, -20)}`;
}

/** What placing on each square is worth. @type {(verdicts: Verdict[], geometry: Geometry) => SVGElement[]} */
export const drawVerdicts = (verdicts, geometry) =>
  verdicts
    .filter(({ path }) => path.length === 1 && path[0] !== 'pass')
    .map((verdict) => drawVerdict(verdict, geometry));

/** @type {(verdict: Verdict, geometry: Geometry) => SVGElement} */
function drawVerdict({ path: [square = ''], wins, draws, points }, geometry) {
  const value = draws ? 'draws' : wins ? 'wins' : 'loses';
  const text = draws ? '=' : `${wins ? '+' : '−'}${points}`;
  return svg(
    'g',
    { class: `verdict verdict-${value}`, transform: at(geometry, square) },
    // In the lower part of the square: its middle shows its colour.
    svg('rect', { x: -32, y: 14, width: 64, height: 32, rx: wins ? 16 : 3 }),
    svg('text', { y: 31 }, text),
  );
}
