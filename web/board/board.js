// The board: draws a position and lets a visitor build a move along the legal paths it is given.
// It knows no rules: what can be done is what the paths say.

import { announce, h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { Geometry, campOf, isCamp } from './geometry.js';
import { Grid } from './grid.js';
import * as marks from './marks.js';
import { PawnLayer, drawPawn, hintsOf } from './pawns.js';
import { piecesAfter } from './pieces.js';
import { listenToPointers } from './pointer.js';
import { definitions, drawBoard } from './squares.js';
import { Steps } from './steps.js';
import { describe, promptAfter } from './words.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./pieces.js').Piece} Piece */
/** @typedef {import('./words.js').Role} Role */
/**
 * @typedef {object} Overlays
 * @property {import('./marks.js').Arrow[]} [arrows]
 * @property {import('./marks.js').Verdict[]} [verdicts]
 * @property {string[]} [squares] pointed at
 */
/**
 * @typedef {object} BoardState
 * @property {Board} board
 * @property {Position} position paths may be missing: then nothing can be moved
 * @property {Side} [orientation] the side at the bottom; White unless told otherwise
 * @property {boolean} [interactive] whether moves can be made now
 * @property {string[] | null} [pending] a move that was sent and not yet confirmed
 * @property {Overlays} [overlays]
 */
/**
 * @typedef {object} BoardOptions
 * @property {BoardState} state
 * @property {string} label for screen readers
 * @property {boolean} [picture] only to look at: no cells, no buttons
 * @property {(path: string[]) => void} [onMove] a move is complete; nothing more is taken until the next update
 */

let boards = 0;

/**
 * Makes a board.
 * @param {BoardOptions} options
 */
export function createBoard(options) {
  const view = new BoardView(options);
  return {
    element: view.element,
    /** @param {BoardState} state */
    update: (state) => view.update(state),
    /** Takes the steps chosen so far back. Whether there were any. */
    reset: () => view.reset(),
    focus: () => view.grid.focus(),
    /** Height by width, so that a host can make it fit. */
    get shape() {
      return view.geometry.height / view.geometry.width;
    },
    destroy: () => view.element.remove(),
  };
}

class BoardView {
  /** @param {BoardOptions} options */
  constructor({ state, label, picture = false, onMove = () => {} }) {
    boards += 1;
    this.prefix = `board-${boards}`;
    this.label = label;
    this.picture = picture;
    this.onMove = onMove;
    this.state = state;
    this.steps = new Steps([]);
    this.locked = false;
    this.drawn = '';
    this.geometry = new Geometry(state.board.size, 'white', false);
    /** @type {Position | null} */
    this.before = null;
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {string | null} */
    this.pointed = null;

    this.ground = svg('g');
    this.below = svg('g', { class: 'marks-below' });
    this.around = svg('g', { class: 'marks-around' });
    this.pawns = new PawnLayer(this.prefix);
    this.above = svg('g', { class: 'marks-above' });
    this.drawing = this.#makeDrawing();
    this.grid = new Grid(
      (place) => this.#isActive() && this.tap(place),
      () => this.back(),
    );
    this.prompt = h('p', { class: 'board-prompt' });
    this.backButton = h('button', { type: 'button', class: 'board-back', onclick: () => this.#backByButton() });
    this.passButton = h('button', { type: 'button', class: 'board-pass', onclick: () => this.#passByButton() });
    this.element = this.#makeElement();
    if (!picture) listenToPointers(this.grid.element, this.#handler());
    this.update(state);
  }

  /** @param {BoardState} state */
  update(state) {
    const { position } = state;
    const same = this.before === position && state.interactive === this.state.interactive;
    const paths = state.interactive && !state.pending ? (position.paths ?? []) : [];
    if (!same || state.pending) this.steps = new Steps(paths);
    else if (this.steps.paths !== paths && this.steps.chosen.length === 0) this.steps = new Steps(paths);
    this.state = state;
    this.locked = Boolean(state.pending);
    const jump = this.#drawGround();
    this.#show(jump);
    this.before = position;
  }

  /** Whether there was anything to take back. */
  reset() {
    const any = this.steps.chosen.length > 0;
    if (any) {
      this.steps.reset();
      this.#show(false);
    }
    return any;
  }

  /** Takes the last step back. Whether there was one. */
  back() {
    if (this.locked || this.steps.chosen.length === 0) return false;
    this.steps.back();
    this.#show(false);
    announce(this.steps.chosen.length > 0 ? this.#promptText() : t('board.nothing-chosen'));
    return true;
  }

  #backByButton() {
    this.back();
    this.grid.focus();
  }

  /** The button goes, and with it the keyboard's place, unless that is on the board again. */
  #passByButton() {
    this.tap('pass');
    this.grid.focus();
  }

  /**
   * A place, or `pass`, was chosen by tap or key.
   * @param {string | null} place
   */
  tap(place) {
    if (this.locked) return;
    const { steps } = this;
    const step = place === null ? null : this.#stepAt(place);
    if (step !== null && steps.next.has(step)) return this.#choose(step);
    const [origin] = steps.chosen;
    if (origin === undefined) return;
    if (step !== null && step === steps.chosen.at(-1)) this.back();
    else if (steps.chosen.length === 1 && step !== null && steps.starts.has(step)) this.#rechoose(step);
    else if (steps.chosen.length === 1) this.back();
  }

  /** @param {string} step */
  #choose(step) {
    const path = this.steps.choose(step);
    if (path) this.#send(path);
    else {
      this.#show(false);
      announce(this.#promptText());
    }
  }

  /** @param {string} step */
  #rechoose(step) {
    this.steps.reset();
    this.#choose(step);
  }

  /** @param {string[]} path */
  #send(path) {
    // From here to the next update nothing is taken: a move is sent once.
    this.locked = true;
    this.#show(false);
    this.onMove(path);
  }

  #promptText() {
    return promptAfter(this.steps.chosen, this.steps.next.size);
  }

  /** The step for which a place stands; another side's camp stands for none. @param {string} place */
  #stepAt(place) {
    if (!isCamp(place)) return place;
    return place === campOf(this.state.position.turn) ? 'camp' : null;
  }

  /** The place for which a step stands. @param {string} step */
  #placeOf(step) {
    return step === 'camp' ? campOf(this.state.position.turn) : step;
  }

  #isActive() {
    return Boolean(this.state.interactive) && !this.locked;
  }

  #makeDrawing() {
    const parts = [this.ground, this.below, this.around, this.pawns.element, this.above];
    return svg(
      'svg',
      { class: 'board-drawing', ...(this.picture ? { role: 'img', 'aria-label': this.label } : { 'aria-hidden': 'true' }) },
      definitions(this.prefix),
      ...parts,
    );
  }

  #makeElement() {
    const stage = h('div', { class: 'board-stage' }, this.drawing);
    if (this.picture) return h('div', { class: 'board board-picture' }, stage);
    stage.append(this.grid.element);
    const tools = h('div', { class: 'board-tools' }, this.prompt, this.backButton, this.passButton);
    return h('div', { class: 'board' }, stage, tools);
  }

  /** Draws what only another board or orientation changes. Whether it was drawn anew. */
  #drawGround() {
    const { board, orientation = 'white' } = this.state;
    const cups = this.#cups();
    const geometry = new Geometry(board.size, orientation, Object.keys(cups).length > 0);
    const key = `${geometry.key} ${board.colours} ${JSON.stringify(cups)}`;
    if (key === this.drawn) return false;
    this.drawn = key;
    this.geometry = geometry;
    this.drawing.setAttribute('viewBox', `0 0 ${geometry.width} ${geometry.height}`);
    replace(this.ground, drawBoard(board, geometry, this.prefix, cups));
    this.element.classList.toggle('board-small', board.size < 8);
    if (!this.picture) this.grid.build(geometry);
    return true;
  }

  /** How many cups the camps of each side have. @returns {Record<string, number>} */
  #cups() {
    const camps = this.state.position.counters.filter(({ kind }) => kind === 'camp');
    return Object.fromEntries(camps.map(({ side, of }) => [side, of]));
  }

  /** Draws what changes. @param {boolean} jump */
  #show(jump) {
    const { position, pending, interactive } = this.state;
    const steps = pending ?? this.steps.chosen;
    const complete = Boolean(pending) || this.locked;
    this.pieces = piecesAfter(position, steps, complete);
    const hints = [
      ...hintsOf(steps.length > 0 ? { path: steps, side: position.turn } : null),
      ...hintsOf(position.last),
      ...hintsOf(this.before?.last ?? null),
    ];
    this.pawns.show(this.pieces, this.geometry, hints, this.#cups(), jump);
    this.element.classList.toggle('interactive', Boolean(interactive) && !this.locked);
    this.element.classList.toggle('pending', complete);
    this.#drawMarks();
    if (!this.picture) {
      this.#showTools();
      this.grid.describe((place) => this.#cellState(place), this.label);
    }
  }

  #drawMarks() {
    const { geometry, steps, state } = this;
    const { position, overlays = {} } = state;
    const options = this.locked ? [] : [...steps.next].filter((step) => step !== 'pass');
    const origins = options.filter((step) => steps.chosen.length === 0 && steps.isOrigin(step));
    const goals = options.filter((step) => !origins.includes(step) && step !== 'camp');
    const cups = options.includes('camp') ? this.#freeCups() : [];
    const chosen = this.locked ? undefined : steps.chosen.at(-1);
    replace(
      this.below,
      ...marks.drawMarksBelow(position, geometry),
      ...marks.drawLast(position, geometry),
      ...marks.drawPointed(overlays.squares ?? [], geometry),
      ...(chosen ? [marks.drawChosen(this.#placeOf(chosen), geometry)] : []),
    );
    replace(this.around, ...marks.drawMovable(origins, geometry));
    replace(
      this.above,
      ...marks.drawMarksAbove(position, geometry),
      ...marks.drawVerdicts(steps.chosen.length > 0 ? [] : (overlays.verdicts ?? []), geometry),
      ...marks.drawDestinations(goals, (place) => this.#isTaken(place), geometry, !chosen),
      ...cups,
      ...marks.drawArrows(overlays.arrows ?? [], geometry),
      ...this.#ghost(goals),
    );
  }

  /** The camp that the side to move can enter. */
  #freeCups() {
    const { counters, turn } = this.state.position;
    return counters
      .filter(({ kind, side }) => kind === 'camp' && side === turn)
      .map((counter) => marks.drawCup(counter, this.geometry));
  }

  /** A pawn about to be placed under the pointer. @param {string[]} goals */
  #ghost(goals) {
    const { pointed, steps } = this;
    if (!pointed || steps.chosen.length > 0 || !goals.includes(pointed)) return [];
    const { x, y } = this.geometry.centre(pointed);
    const pawn = drawPawn(this.state.position.turn, this.prefix);
    pawn.setAttribute('class', `${pawn.getAttribute('class')} ghost`);
    pawn.setAttribute('transform', `translate(${x} ${y})`);
    return [pawn];
  }

  /** @param {string} place */
  #isTaken(place) {
    return this.pieces.some((piece) => piece.place === place);
  }

  #showTools() {
    const active = this.#isActive();
    const { chosen, next } = this.steps;
    this.prompt.textContent = active && chosen.length > 0 ? this.#promptText() : '';
    this.backButton.textContent = t('board.back');
    this.backButton.classList.toggle('unseen', !active || chosen.length === 0);
    this.passButton.textContent = t('board.pass');
    this.passButton.classList.toggle('unseen', !active || !next.has('pass'));
  }

  /** @param {string} place */
  #cellState(place) {
    const role = this.#role(place);
    const enabled = role !== null;
    return { label: describe({ ...this.state, pieces: this.pieces }, place, role), selected: role === 'chosen', enabled };
  }

  /** @type {(place: string) => Role} */
  #role(place) {
    if (this.locked) return null;
    const { steps } = this;
    const step = this.#stepAt(place);
    if (step === null) return null;
    if (step === steps.chosen.at(-1)) return 'chosen';
    if (!steps.next.has(step)) return null;
    if (steps.chosen.length === 0) return steps.isOrigin(step) ? 'movable' : 'placeable';
    return this.#isTaken(place) && !isCamp(place) ? 'takeable' : 'destination';
  }

  /** @returns {import('./pointer.js').Handler} */
  #handler() {
    return {
      isActive: () => this.#isActive(),
      locate: (event) => this.#locate(event),
      press: (place) => this.#press(place),
      tap: (place) => this.tap(place),
      drag: (point, place) => this.#drag(point, place),
      drop: (place) => this.#drop(place),
      cancel: () => this.#settle(),
      hover: (place) => this.#hover(place),
    };
  }

  /** @param {MouseEvent} event */
  #locate(event) {
    const box = this.drawing.getBoundingClientRect();
    const point = {
      x: ((event.clientX - box.left) / box.width) * this.geometry.width,
      y: ((event.clientY - box.top) / box.height) * this.geometry.height,
    };
    return { point, place: this.geometry.placeAt(point) };
  }

  /** Chooses the pawn on a place, so that it can be dragged at once. Whether it was chosen now. @param {string} place */
  #press(place) {
    const { steps } = this;
    const step = this.#stepAt(place);
    if (step === null || steps.chosen.at(-1) === step || steps.chosen.length > 1) return false;
    if (steps.chosen.length === 1 && steps.next.has(step)) return false;
    if (!steps.isOrigin(step)) return false;
    this.#rechoose(step);
    return true;
  }

  /** The pawn that the next step takes somewhere. */
  #carried() {
    const last = this.steps.chosen.at(-1);
    if (last === undefined) return undefined;
    const lifted = this.pawns.pawns.find((pawn) => pawn.state === 'lifted');
    return lifted ?? this.pawns.find(last, this.state.position.turn);
  }

  /** @type {(point: Point, place: string | null) => void} */
  #drag(point, place) {
    const pawn = this.#carried();
    if (!pawn) return;
    this.pawns.hold(pawn, point);
    this.#hover(place);
  }

  /** @param {string | null} place */
  #drop(place) {
    const pawn = this.#carried();
    if (pawn) this.pawns.release(pawn);
    this.#hover(null);
    const step = place === null ? null : this.#stepAt(place);
    if (pawn && step !== null && this.steps.next.has(step)) this.#choose(step);
    else this.#settle();
  }

  /** Puts a pawn that was let go back where it stands. */
  #settle() {
    for (const pawn of this.pawns.pawns) this.pawns.release(pawn);
    this.#show(false);
  }

  /** @param {string | null} place */
  #hover(place) {
    if (place === this.pointed) return;
    if (this.pointed) this.grid.cells.get(this.pointed)?.classList.remove('pointed-at');
    this.pointed = place;
    if (place) this.grid.cells.get(place)?.classList.add('pointed-at');
    if (this.#isActive() && this.steps.chosen.length === 0) this.#drawMarks();
  }
}
