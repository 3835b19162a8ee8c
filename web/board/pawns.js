// The layer of pawns: each drawn pawn is followed from one position to the next.

import { svg } from '../dom.js';
import { campOf, isCamp } from './geometry.js';
import { appear, glide, place, vanish } from './motion.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./pieces.js').Piece} Piece */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {Piece & { element: SVGElement, point: Point }} Pawn */

/**
 * A turned wooden pawn, seen from above, around the origin.
 * @param {Side} side
 * @param {string} prefix of the board's gradients
 */
export function drawPawn(side, prefix) {
  const body = `url(#${prefix}-${side}-body)`;
  const bowl = `url(#${prefix}-${side}-bowl)`;
  return svg(
    'g',
    { class: `pawn pawn-${side}` },
    svg('ellipse', { class: 'pawn-shadow', cx: 3, cy: 7, rx: 41, ry: 40, fill: `url(#${prefix}-shadow)` }),
    svg('circle', { class: 'pawn-halo', r: 38 }),
    svg('circle', { class: 'pawn-body', r: 34, fill: body }),
    svg('circle', { class: 'pawn-groove', r: 27 }),
    svg('circle', { r: 24, fill: bowl }),
    svg('circle', { class: 'pawn-knob', r: 13, fill: body }),
    svg('ellipse', { class: 'pawn-shine', cx: -5, cy: -6, rx: 5, ry: 3.4, transform: 'rotate(-40 -5 -6)' }),
  );
}

/** @param {Pawn} pawn */
const isHeld = ({ element }) => element.classList.contains('held');

/** The drawn pawns of a board. */
export class PawnLayer {
  /**
   * @param {string} prefix of the board's gradients
   * @param {SVGElement} hand where a pawn is that is held
   */
  constructor(prefix, hand) {
    this.prefix = prefix;
    this.hand = hand;
    this.element = svg('g', { class: 'pawns' });
    /** @type {Pawn[]} */
    this.pawns = [];
  }

  /**
   * Shows pieces, moving those drawn already.
   * @param {Piece[]} pieces
   * @param {Geometry} geometry
   * @param {string[][]} hints pairs of places between which a pawn has moved
   * @param {Record<string, number>} cups
   * @param {boolean} jump whether everything is placed at once
   * @param {Side} turn whose pawns lie in front of those they share a square with
   */
  show(pieces, geometry, hints, cups, jump, turn) {
    const { kept, added, gone } = match(this.pawns, pieces, geometry, hints);
    for (const pawn of gone) vanish(pawn.element, pawn.point);
    const fresh = added.map((piece) => this.#create(piece));
    this.pawns = [...kept, ...fresh];
    for (const pawn of this.pawns) {
      const shares = this.pawns.some((other) => other.place === pawn.place && other.side !== pawn.side);
      if (shares && pawn.side === turn && !isHeld(pawn)) this.element.append(pawn.element);
    }
    for (const pawn of this.pawns) {
      const point = this.#pointOf(pawn, geometry, cups);
      this.#dress(pawn);
      // A dragged pawn stays under the pointer during an update.
      if (isHeld(pawn)) continue;
      if (jump) place(pawn.element, point);
      else if (fresh.includes(pawn)) appear(pawn.element, point);
      else if (point.x !== pawn.point.x || point.y !== pawn.point.y) {
        this.element.append(pawn.element);
        glide(pawn.element, pawn.point, point);
      }
      pawn.point = point;
    }
    if (this.lifted && !isHeld(this.lifted)) this.element.append(this.lifted.element);
  }

  /** The pawn that is still to be put somewhere. */
  get lifted() {
    return this.pawns.find((pawn) => pawn.state === 'lifted');
  }

  /**
   * The pawn of a side on a place.
   * @param {string} place
   * @param {Side} side
   */
  find(place, side) {
    return this.pawns.find((pawn) => pawn.place === place && pawn.side === side);
  }

  /**
   * Holds a pawn at a point, as under a finger.
   * @param {Pawn} pawn
   * @param {Point} point
   */
  hold(pawn, point) {
    if (!isHeld(pawn)) this.hand.append(pawn.element);
    pawn.element.classList.add('held');
    place(pawn.element, point);
    pawn.point = point;
  }

  /** Releases the held pawn. */
  release() {
    for (const pawn of this.pawns.filter(isHeld)) {
      pawn.element.classList.remove('held');
      this.element.append(pawn.element);
    }
  }

  /** @param {Piece} piece @returns {Pawn} */
  #create(piece) {
    const element = drawPawn(piece.side, this.prefix);
    this.element.append(element);
    return { ...piece, element, point: { x: 0, y: 0 } };
  }

  /** @param {Pawn} pawn */
  #dress(pawn) {
    pawn.element.classList.toggle('lifted', pawn.state === 'lifted');
    pawn.element.classList.toggle('covered', pawn.state === 'covered');
  }

  /** Where a pawn stands: several on a square stand beside each other. @type {(pawn: Pawn, geometry: Geometry, cups: Record<string, number>) => Point} */
  #pointOf(pawn, geometry, cups) {
    const together = this.pawns.filter((other) => other.place === pawn.place);
    const index = together.indexOf(pawn);
    if (isCamp(pawn.place)) {
      const count = Math.max(cups[pawn.side] ?? 0, together.length);
      return geometry.cup(pawn.side, index, count);
    }
    const { x, y } = geometry.centre(pawn.place);
    if (together.length < 2 || together.some((other) => other.state === 'covered')) return { x, y };
    const shift = index === 0 ? -14 : 14;
    return { x: x + shift, y: y + shift * 0.7 };
  }
}

/**
 * Which drawn pawns are which pieces.
 * @param {Pawn[]} pawns
 * @param {Piece[]} pieces
 * @param {Geometry} geometry
 * @param {string[][]} hints
 */
function match(pawns, pieces, geometry, hints) {
  const gone = new Set(pawns);
  const added = new Set(pieces);
  /** @type {Pawn[]} */
  const kept = [];
  /** @type {(pawn: Pawn | undefined, piece: Piece | undefined) => void} */
  const pair = (pawn, piece) => {
    if (!pawn || !piece) return;
    gone.delete(pawn);
    added.delete(piece);
    kept.push(Object.assign(pawn, piece));
  };
  for (const piece of pieces) {
    pair([...gone].find((pawn) => pawn.side === piece.side && pawn.place === piece.place), piece);
  }
  for (const [from, to] of hints) {
    const pawn = [...gone].find((one) => one.place === from);
    pair(pawn, [...added].find((piece) => piece.place === to && piece.side === pawn?.side));
  }
  for (const piece of [...added]) pair(nearest(gone, piece, geometry), piece);
  return { kept, added: [...added], gone: [...gone] };
}

/** @type {(pawns: Set<Pawn>, piece: Piece, geometry: Geometry) => Pawn | undefined} */
function nearest(pawns, piece, geometry) {
  const to = geometry.centre(piece.place);
  /** @param {Pawn} pawn */
  const distance = (pawn) => Math.hypot(pawn.point.x - to.x, pawn.point.y - to.y);
  return [...pawns]
    .filter((pawn) => pawn.side === piece.side)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * Between which places pawns have moved when a path was played, in either direction of time.
 * @param {{ path: string[], side: Side } | null} move
 * @returns {string[][]}
 */
export function hintsOf(move) {
  if (!move) return [];
  const [from, to, put] = move.path.map((step) => (step === 'camp' ? campOf(move.side) : step));
  if (!from || !to) return [];
  const forward = put ? [[from, to], [to, put]] : [[from, to]];
  return [...forward, ...forward.map(([a = '', b = '']) => [b, a])];
}
