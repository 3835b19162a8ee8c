// What is drawn on squares, under and over the pawns.

import { svg } from '../dom.js';
import { SQUARE, campOf } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Counter} Counter */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {{ path: string[], rank: number, side: Side }} Arrow rank 0 is the best line */
/** @typedef {{ path: string[], wins: boolean, points: number }} Verdict */

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

/** Where pawns of the last move have been. @type {(position: Position, geometry: Geometry) => SVGElement[]} */
export function drawLast(position, geometry) {
  const path = position.last?.path ?? [];
  const squares = path.filter((step) => step !== 'camp' && step !== 'pass');
  return squares.flatMap((square, i) => [
    box(geometry, square, 2, { class: `trace ${i === 0 && path.length > 1 ? 'trace-from' : 'trace-to'}` }),
  ]);
}

/** Marks that lie under the pawns. @type {(position: Position, geometry: Geometry) => SVGElement[]} */
export function drawMarksBelow(position, geometry) {
  return position.marks.flatMap((mark) => {
    if (mark.kind === 'area') return drawArea(mark, geometry);
    if (mark.kind === 'goal') return mark.squares.map((square) => pennant(mark.side, square, geometry));
    if (mark.kind === 'answer')
      return mark.squares.map((square) => box(geometry, square, 4, { class: 'mark-answer' }));
    if (mark.kind === 'forced')
      return mark.squares.map((square) => box(geometry, square, 4, { class: 'mark-forced' }));
    return [];
  });
}

/** Marks that surround pawns. @type {(position: Position, geometry: Geometry) => SVGElement[]} */
export function drawMarksAbove(position, geometry) {
  return position.marks.flatMap((mark) => {
    if (mark.kind === 'home')
      return mark.squares.map((square) =>
        svg('g', { class: 'mark-home', transform: at(geometry, square) }, ...home()),
      );
    return [];
  });
}

/** A laurel of two strokes: this pawn has arrived. */
function home() {
  return [
    svg('circle', { class: 'home-under', r: 37 }),
    svg('circle', { class: 'home-ring', r: 37 }),
    svg('path', { class: 'home-tick', d: 'M22-35l6 7 11-13' }),
  ];
}

/** A corner of a goal square, in the colour of the side that wants to be there. @type {(side: Side | null, square: string, geometry: Geometry) => SVGElement} */
function pennant(side, square, geometry) {
  const { x, y } = geometry.corner(square);
  const d = side === 'black' ? `M${x + 98} ${y + 98}v-26l-26 26z` : `M${x + 2} ${y + 2}v26l26-26z`;
  return svg('path', { class: `goal goal-${side ?? 'both'}`, d });
}

/** The outline of a region, and a veil over the rest. @type {(mark: Mark, geometry: Geometry) => SVGElement[]} */
function drawArea(mark, geometry) {
  const inside = new Set(mark.squares);
  const veils = geometry
    .rows()
    .flat()
    .filter((square) => !inside.has(square))
    .map((square) => box(geometry, square, 0, { class: 'veil' }));
  return [...veils, svg('path', { class: 'area-edge', d: outline(inside, geometry) })];
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
  [...places].map((place) => svg('circle', { class: 'movable', r: 38, transform: at(geometry, place) }));

/** The pawn or square already chosen. @type {(place: string, geometry: Geometry) => SVGElement} */
export const drawChosen = (place, geometry) => box(geometry, place, 3, { class: 'chosen' });

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
    if (isTaken(place)) return svg('circle', { class: 'destination-taken', r: 42, transform });
    return svg('circle', { class: 'destination', r: small ? 8 : 13, transform });
  });
}

/** The cup of a camp that would be filled next. @type {(counter: Counter, geometry: Geometry) => SVGElement} */
export function drawCup({ side, count, of }, geometry) {
  const { x, y } = geometry.cup(side, count, of);
  return svg('circle', { class: 'destination-camp', r: 38, transform: `translate(${x} ${y})` });
}

/** Squares somebody points at. @type {(squares: string[], geometry: Geometry) => SVGElement[]} */
export const drawPointed = (squares, geometry) =>
  squares.flatMap((square) => [
    box(geometry, square, 6, { class: 'pointed' }),
    svg('circle', { class: 'pointed-dot', r: 9, transform: at(geometry, square) }),
  ]);

/** Lines of play. @type {(arrows: Arrow[], geometry: Geometry) => SVGElement[]} */
export const drawArrows = (arrows, geometry) =>
  [...arrows].sort((a, b) => b.rank - a.rank).flatMap((arrow) => drawArrow(arrow, geometry));

/** @type {(arrow: Arrow, geometry: Geometry) => SVGElement[]} */
function drawArrow({ path, rank, side }, geometry) {
  const places = path.filter((step) => step !== 'pass').map((step) => (step === 'camp' ? campOf(side) : step));
  const [first, ...others] = places;
  const style = `arrow arrow-${Math.min(rank, 2)}`;
  if (first === undefined) return [];
  if (others.length === 0)
    return [svg('circle', { class: style, r: 38, transform: at(geometry, first) })];
  return others.map((to, i) => {
    const second = i > 0 ? ' arrow-second' : '';
    return svg('path', { class: style + second, d: shaft(geometry, places[i] ?? first, to) });
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
    .map(({ path: [square = ''], wins, points }) =>
      svg(
        'g',
        { class: `verdict ${wins ? 'verdict-wins' : 'verdict-loses'}`, transform: at(geometry, square) },
        wins ? svg('circle', { r: 32 }) : svg('rect', { x: -35, y: -25, width: 70, height: 50, rx: 10 }),
        svg('text', { y: 2 }, `${wins ? '+' : '−'}${points}`),
      ),
    );
