// The drawing of a position, with the steps of a move that are chosen so far.

import { replace, svg } from '../dom.js';
import { Geometry } from './geometry.js';
import { MARK_CLASSES } from './legend.js';
import * as marks from './marks.js';
import { PawnLayer, drawPawn, hintsOf } from './pawns.js';
import { piecesAfter } from './pieces.js';
import { definitions, drawBoard } from './squares.js';

/** @typedef {import('./board.js').BoardState} BoardState */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./pieces.js').Piece} Piece */
/** @typedef {import('../types.js').Position} Position */
/**
 * What of a move is chosen, and what can be.
 * @typedef {object} Choice
 * @property {string[]} chosen the steps so far
 * @property {boolean} complete whether they are a whole move
 * @property {string[]} origins squares of pawns that can move
 * @property {string[]} goals squares, or `camp`, to which the next step can lead
 * @property {string | null} pointed the place under the pointer
 */

let scenes = 0;

/** The drawing, in layers. */
export class Scene {
  /**
   * @param {BoardState} state
   * @param {string | null} label of a picture; a board to play on is described by its cells
   */
  constructor(state, label) {
    scenes += 1;
    this.prefix = `board-${scenes}`;
    this.state = state;
    this.geometry = new Geometry(state.board.size, 'white', false);
    this.ground = svg('g');
    this.below = svg('g', { class: 'marks-below' });
    this.around = svg('g', { class: 'marks-around' });
    this.reach = svg('g', { class: 'marks-reach' });
    /** Over everything: the pawn that is dragged. */
    this.hand = svg('g', { class: 'hand' });
    this.pawns = new PawnLayer(this.prefix, this.hand);
    this.above = svg('g', { class: 'marks-above' });
    /** The pawns as they are drawn. @type {Piece[]} */
    this.pieces = [];
    /** The kinds of marks that were drawn so far. @type {Set<string>} */
    this.seen = new Set();
    this.drawn = '';
    /** The position drawn before. @type {Position | null} */
    this.before = null;
    this.element = svg(
      'svg',
      { class: 'board-drawing', ...(label === null ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label }) },
      definitions(this.prefix),
      this.ground,
      this.below,
      this.around,
      this.reach,
      this.pawns.element,
      this.above,
      this.hand,
    );
  }

  /**
   * Draws what only another board or orientation changes, if one of them did.
   * @param {BoardState} state
   * @returns {boolean} whether anything was drawn
   */
  lay(state) {
    this.state = state;
    const { board, orientation = 'white' } = state;
    const cups = this.#cups();
    const geometry = new Geometry(board.size, orientation, Object.keys(cups).length > 0);
    const key = `${geometry.key} ${board.colours} ${JSON.stringify(cups)}`;
    if (key === this.drawn) return false;
    this.drawn = key;
    this.geometry = geometry;
    this.element.setAttribute('viewBox', `0 0 ${geometry.width} ${geometry.height}`);
    replace(this.ground, drawBoard(board, geometry, this.prefix, cups));
    return true;
  }

  /**
   * Draws pawns and marks.
   * @param {Choice} choice
   * @param {boolean} jump whether pawns are placed at once instead of moving
   */
  show(choice, jump) {
    const { position } = this.state;
    const { chosen, complete } = choice;
    this.pieces = piecesAfter(position, chosen, complete);
    const hints = [
      ...hintsOf(chosen.length > 0 ? { path: chosen, side: position.turn } : null),
      ...hintsOf(position.last),
      ...hintsOf(this.before?.last ?? null),
    ];
    this.pawns.show(this.pieces, this.geometry, hints, this.#cups(), jump, position.turn);
    this.showMarks(choice);
    this.before = position;
  }

  /** Draws the marks alone. @param {Choice} choice */
  showMarks(choice) {
    const { geometry } = this;
    const { position, overlays = {} } = this.state;
    const { chosen, complete, origins, goals } = choice;
    // A pawn that is to be put somewhere is marked itself, and its square has no room for more.
    const last = complete || this.pawns.lifted ? undefined : chosen.at(-1);
    const squares = goals.filter((goal) => goal !== 'camp');
    const verdicts = chosen.length > 0 ? [] : (overlays.verdicts ?? []);
    // With verdicts written there is no need of dots.
    const dotted = verdicts.length > 0 ? [] : squares;
    replace(
      this.below,
      ...marks.drawMarks(position.marks, (square, side) => this.#isStanding(square, side), chosen.length > 0, geometry),
      ...marks.drawLast(complete ? chosen : (position.last?.path ?? []), geometry),
      ...marks.drawPointed(overlays.squares ?? [], geometry),
      ...marks.drawStars(overlays.stars ?? [], geometry),
      ...(last ? [marks.drawChosen(last, geometry)] : []),
    );
    // Under the pawns, so that one that is moved lies over them.
    replace(
      this.around,
      ...marks.drawMovable(origins, geometry),
      ...marks.drawDestinations(dotted, (place) => this.isTaken(place), geometry, chosen.length === 0),
      ...(goals.includes('camp') ? this.#freeCups() : []),
    );
    replace(
      this.above,
      ...marks.drawVerdicts(verdicts, geometry),
      ...marks.drawArrows(overlays.arrows ?? [], geometry),
      ...(chosen.length === 0 && choice.pointed && squares.includes(choice.pointed) ? [this.#ghost(choice.pointed)] : []),
    );
    this.#notice();
  }

  /** Draws where a pawn could go from a square; other marks stay as they are. @param {import('./reach.js').Shown | null} shown */
  showReach(shown) {
    replace(this.reach, ...(shown ? marks.drawReach(shown.from, shown.squares, (place) => this.isTaken(place), this.geometry) : []));
    this.#notice();
  }

  /** Remembers the kinds of marks that are there. */
  #notice() {
    for (const name of MARK_CLASSES) if (this.element.querySelector(`.${name}`)) this.seen.add(name);
  }

  /** Whether a pawn is drawn on a place. @param {string} place */
  isTaken(place) {
    return this.pieces.some((piece) => piece.place === place);
  }

  /** Whether a pawn of a side stands on a square and is to stay there. @type {(square: string, side: import('../types.js').Side | null) => boolean} */
  #isStanding(square, side) {
    return this.pieces.some((piece) => piece.place === square && piece.state !== 'lifted' && (side ?? piece.side) === piece.side);
  }

  /**
   * The point and the place under a pointer.
   * @param {MouseEvent} event
   * @returns {{ point: Point, place: string | null }}
   */
  locate(event) {
    const box = this.element.getBoundingClientRect();
    const point = {
      x: ((event.clientX - box.left) / box.width) * this.geometry.width,
      y: ((event.clientY - box.top) / box.height) * this.geometry.height,
    };
    return { point, place: this.geometry.placeAt(point) };
  }

  /** How many cups the camps of each side have. @returns {Record<string, number>} */
  #cups() {
    const camps = this.state.position.counters.filter(({ kind }) => kind === 'camp');
    return Object.fromEntries(camps.map(({ side, of }) => [side, of]));
  }

  /** The camp that the side to move can enter. */
  #freeCups() {
    const { counters, turn } = this.state.position;
    return counters
      .filter(({ kind, side }) => kind === 'camp' && side === turn)
      .map((counter) => marks.drawCup(counter, this.geometry));
  }

  /** A pawn about to be placed under the pointer. @param {string} square */
  #ghost(square) {
    const { x, y } = this.geometry.centre(square);
    const pawn = drawPawn(this.state.position.turn, this.prefix);
    pawn.classList.add('ghost');
    pawn.setAttribute('transform', `translate(${x} ${y})`);
    return pawn;
  }
}
