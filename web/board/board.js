// The board: draws a position and lets a visitor build a move along the legal paths it is given.
// It knows no rules: what can be done is what the paths say.

import { announce, h } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { campOf, isCamp } from './geometry.js';
import { Grid } from './grid.js';
import { listenToPointers } from './pointer.js';
import { ReachView } from './reach.js';
import { listenToRest } from './rest.js';
import { Scene } from './scene.js';
import { Steps } from './steps.js';
import { describe, promptAfter } from './words.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./words.js').Role} Role */

/** How long to wait for the server's reason before a shorter one is shown, in milliseconds. */
const EXPLAIN_TIMEOUT = 600;

/**
 * @typedef {object} Overlays
 * @property {import('./marks.js').Arrow[]} [arrows]
 * @property {import('./marks.js').Verdict[]} [verdicts]
 * @property {string[]} [squares] pointed at
 * @property {string[]} [stars] squares to be landed on
 */
/**
 * @typedef {object} BoardState
 * @property {Board} board
 * @property {Position} position paths may be missing: then nothing can be moved
 * @property {Side} [orientation] the side at the bottom; White by default
 * @property {boolean} [interactive] whether moves can be made now
 * @property {string[] | null} [pending] a move that was sent and not yet confirmed, or is only looked at
 * @property {string} [idle] why nothing can be moved now, shown when the visitor tries
 * @property {Overlays} [overlays]
 */
/**
 * @typedef {object} BoardOptions
 * @property {BoardState} state
 * @property {string} label for screen readers
 * @property {boolean} [picture] only to look at: no cells, no buttons
 * @property {(path: string[]) => void} [onMove] a move is complete; no input until the next update
 * @property {(path: string[]) => Promise<string>} [explain] why steps that were tried begin no legal move; it may fail
 * @property {(from: string, ground: import('../trial/reach.js').Ground) => Promise<string[]>} [reach] where a pawn could go from a square; it may fail
 * @property {() => void} [onLegend] what the marks mean is asked
 */

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
    focus: () => view.grid.focus(),
    /** The steps chosen so far. */
    get chosen() {
      return view.locked ? [] : view.steps.chosen;
    },
    /** The kinds of marks that were drawn so far. */
    get marks() {
      return view.scene.seen;
    },
    /** Chooses steps that were chosen before, as far as they can be. @param {string[]} steps */
    resume: (steps) => view.resume(steps),
    /** Height by width, so that a host can make it fit. */
    get shape() {
      return view.scene.geometry.height / view.scene.geometry.width;
    },
    destroy: () => view.element.remove(),
  };
}

class BoardView {
  /** @param {BoardOptions} options */
  constructor({ state, label, picture = false, onMove = () => {}, explain = async () => '', reach, onLegend }) {
    this.label = label;
    this.picture = picture;
    this.onMove = onMove;
    this.explain = explain;
    this.state = state;
    this.steps = new Steps([]);
    /** A move was sent: no input until the next update. */
    this.locked = false;
    /** The number of attempts: the reason for an earlier attempt is dropped. */
    this.tries = 0;
    /** The place under the pointer. @type {string | null} */
    this.pointed = null;
    this.scene = new Scene(state, picture ? label : null);
    this.grid = new Grid(
      (place) => this.#choosePlace(place),
      () => this.reach?.hide() || this.#back() || this.#hush(),
      (place) => this.reach?.toggle(place),
    );
    this.reach = reach && !picture ? this.#makeReach(reach) : null;
    // Screen readers announce it; on the screen it stands beside the square.
    this.bubble = h('p', { class: 'board-bubble', 'aria-hidden': 'true', hidden: true });
    this.prompt = h('p', { class: 'board-prompt' });
    this.backButton = h('button', { type: 'button', class: 'board-back', onclick: () => this.#backByButton() });
    this.passButton = h('button', { type: 'button', class: 'board-pass', onclick: () => this.#passByButton() });
    this.legendButton = onLegend && h('button', { type: 'button', class: 'board-legend', onclick: onLegend });
    this.element = this.#makeElement();
    // First, since to lift a finger that held a square is no tap.
    if (this.reach) this.#listenToRest(this.reach);
    if (!picture) listenToPointers(this.grid.element, this.#handler());
    this.update(state);
  }

  #makeElement() {
    const stage = h('div', { class: 'board-stage' }, this.scene.element);
    if (this.picture) return h('div', { class: 'board board-picture' }, stage);
    stage.append(this.grid.element, this.bubble);
    const tools = h('div', { class: 'board-tools' }, this.prompt, this.backButton, this.passButton, this.legendButton);
    return h('div', { class: 'board' }, stage, tools);
  }

  /** @param {BoardState} state */
  update(state) {
    const { position, interactive, pending } = state;
    const before = this.state;
    const goesOn = before.position === position && before.interactive === interactive && !pending && !before.pending;
    // Steps already chosen stay chosen while nothing changes that they depend on.
    if (!goesOn || this.locked || this.steps.chosen.length === 0)
      this.steps = new Steps(interactive && !pending ? position.paths : []);
    if (!goesOn) {
      this.#hush();
      this.reach?.forget();
      // The held pawn is no longer the one that was picked up.
      this.scene.pawns.release();
    }
    this.state = state;
    this.locked = Boolean(pending);
    const isLaid = this.scene.lay(state);
    if (isLaid && !this.picture) this.grid.build(this.scene.geometry);
    this.element.classList.toggle('board-small', state.board.size < 8);
    this.#show(isLaid);
  }

  /** @param {string[]} steps */
  resume(steps) {
    for (const step of steps) {
      // The last step of a move is left to the visitor.
      if (!this.steps.next.has(step) || this.steps.paths.some((path) => path.join() === [...this.steps.chosen, step].join())) break;
      this.steps.choose(step);
    }
    this.#show(true);
  }

  /** @param {boolean} [jump] */
  #show(jump = false) {
    this.scene.show(this.#choice(), jump);
    this.element.classList.toggle('interactive', this.#isActive());
    this.element.classList.toggle('pending', this.locked);
    if (this.picture) return;
    this.#showTools();
    this.grid.describe((place) => this.#cellState(place), this.label);
  }

  /** @returns {import('./scene.js').Choice} */
  #choice() {
    const { steps, pointed, locked } = this;
    const chosen = this.state.pending ?? steps.chosen;
    const options = locked ? [] : [...steps.next].filter((step) => step !== 'pass');
    const origins = options.filter((step) => steps.chosen.length === 0 && steps.isOrigin(step));
    const goals = options.filter((step) => !origins.includes(step));
    return { chosen, complete: locked, origins, goals, pointed: this.#isActive() ? pointed : null };
  }

  #showTools() {
    const active = this.#isActive();
    const { chosen, next } = this.steps;
    this.prompt.textContent = active && chosen.length > 0 ? this.#promptText() : '';
    this.backButton.textContent = t('board.back');
    this.backButton.classList.toggle('unseen', !active || chosen.length === 0);
    const canPass = active && next.has('pass');
    // The keyboard focus stays on the board.
    if (!canPass && document.activeElement === this.passButton) this.grid.focus();
    this.passButton.textContent = t('board.pass');
    this.passButton.classList.toggle('unseen', !canPass);
    if (this.legendButton) this.legendButton.textContent = t('legend.title');
  }

  #promptText() {
    return promptAfter(this.steps.chosen, this.steps.next.size);
  }

  /** @param {string} place */
  #cellState(place) {
    const role = this.#role(place);
    const verdicts = this.steps.chosen.length > 0 ? [] : (this.state.overlays?.verdicts ?? []);
    const verdict = verdicts.find(({ path }) => path.length === 1 && path[0] === place);
    const label = describe({ ...this.state, pieces: this.scene.pieces, verdict }, place, role);
    return { label, selected: role === 'chosen', enabled: role !== null, carries: this.#carries(place) };
  }

  /** Whether a finger can pick something up there. @param {string} place */
  #carries(place) {
    const { steps } = this;
    const step = this.#stepAt(place);
    if (this.locked || step === null) return false;
    if (step === steps.chosen.at(-1)) return true;
    return steps.chosen.length < 2 && steps.isOrigin(step);
  }

  /** @type {(place: string) => Role} */
  #role(place) {
    const { steps } = this;
    const step = this.#stepAt(place);
    if (this.locked || step === null) return null;
    if (step === steps.chosen.at(-1)) return 'chosen';
    if (!steps.next.has(step)) return null;
    if (steps.chosen.length === 0) return steps.isOrigin(step) ? 'movable' : 'placeable';
    return this.scene.isTaken(place) && !isCamp(place) ? 'takeable' : 'destination';
  }

  #isActive() {
    return Boolean(this.state.interactive) && !this.locked;
  }

  /** The step for which a place stands; another side's camp stands for none. @param {string} place */
  #stepAt(place) {
    if (!isCamp(place)) return place;
    return place === campOf(this.state.position.turn) ? 'camp' : null;
  }

  /**
   * A place, or `pass`, was tapped or chosen by key.
   * @param {string | null} place
   */
  #choosePlace(place) {
    const { steps } = this;
    const { chosen } = steps;
    const step = place === null ? null : this.#stepAt(place);
    if (place === null) return;
    if (!this.#isActive() || step === null) this.#refuse(place);
    else if (steps.next.has(step)) this.#take(step);
    else if (step === chosen.at(-1)) this.#back();
    else if (chosen.length === 1 && steps.starts.has(step)) this.#beginWith(step);
    else this.#refuse(place);
  }

  /** Says why nothing can be done at a place. What is chosen stays chosen. @param {string} place */
  async #refuse(place) {
    this.tries += 1;
    const { tries } = this;
    const { chosen } = this.steps;
    const step = this.#stepAt(place);
    if (!this.#isActive()) this.#say(place, this.state.idle ?? '');
    else if (step === null) this.#say(place, t('board.other-camp'));
    else if (step === 'camp' && chosen.length === 0) this.#say(place, t('board.choose-first'));
    else {
      const isOld = () => tries !== this.tries;
      const late = setTimeout(() => isOld() || this.#say(place, this.#shortly(place)), EXPLAIN_TIMEOUT);
      const words = await this.explain([...chosen, step]).catch(() => '');
      clearTimeout(late);
      if (!isOld()) this.#say(place, words || this.#shortly(place));
    }
  }

  /** What can be said without the rules. @param {string} place */
  #shortly(place) {
    if (isCamp(place)) return t('board.not-into-camp');
    if (this.steps.chosen.length > 0) return t('board.not-destination', { square: place });
    return this.scene.isTaken(place) ? t('board.cannot-move', { square: place }) : t('board.choose-first');
  }

  /** Shows a note beside a place. @type {(place: string, words: string) => void} */
  #say(place, words) {
    const { bubble } = this;
    if (bubble.textContent === words && !bubble.hidden) return;
    bubble.textContent = words;
    bubble.hidden = words === '';
    const { left, above, below } = this.scene.geometry.beside(place);
    bubble.style.left = `${left}%`;
    bubble.style.transform = `translateX(-${left}%)`;
    bubble.style.top = above > below ? 'auto' : `${100 - below}%`;
    bubble.style.bottom = above > below ? `${100 - above}%` : 'auto';
    announce(words);
  }

  /** Hides the note of a place; returns whether there was one. */
  #hush() {
    this.tries += 1;
    const was = !this.bubble.hidden;
    this.bubble.hidden = true;
    return was;
  }

  /** @param {string} step */
  #take(step) {
    this.#hush();
    const path = this.steps.choose(step);
    // No input until the next update: a move is sent once.
    if (path) this.locked = true;
    this.#show();
    if (path) this.onMove(path);
    else announce(this.#promptText());
  }

  /** @param {string} step */
  #beginWith(step) {
    this.steps.reset();
    this.#take(step);
  }

  /** Undoes the last step; returns whether there was one. */
  #back() {
    if (this.locked || this.steps.chosen.length === 0) return false;
    this.#hush();
    this.steps.back();
    this.#show();
    announce(this.steps.chosen.length > 0 ? this.#promptText() : t('board.nothing-chosen'));
    return true;
  }

  #backByButton() {
    this.#back();
    this.grid.focus();
  }

  /** The button disappears, so the keyboard focus returns to the board. */
  #passByButton() {
    this.#choosePlace('pass');
    this.grid.focus();
  }

  /** @returns {import('./pointer.js').Handler} */
  #handler() {
    return {
      isActive: () => this.#isActive(),
      locate: (event) => this.scene.locate(event),
      press: (place) => this.#press(place),
      tap: (place) => this.reach?.isHeld || this.#choosePlace(place),
      drag: (point, place) => this.#drag(point, place),
      drop: (place, from) => this.#drop(place, from),
      cancel: () => this.#settle(),
      hover: (place) => this.#hover(place),
    };
  }

  /** @param {NonNullable<BoardOptions['reach']>} ask */
  #makeReach(ask) {
    return new ReachView({
      find: (place) => this.#reachOf(place, ask),
      isFree: () => this.steps.chosen.length === 0,
      draw: (shown) => this.scene.showReach(shown),
      onError: (place, error) => this.#say(place, errorText(error)),
      state: () => this.state,
    });
  }

  /** @param {ReachView} reach */
  #listenToRest(reach) {
    const { element } = this.grid;
    listenToRest(element, {
      locate: (event) => this.scene.locate(event),
      rest: (place) => reach.rest(place),
      hold: (place) => reach.hold(place),
      leave: () => reach.hide(),
    });
    element.addEventListener('pointerdown', () => (reach.isHeld = false), { capture: true });
    element.addEventListener('focusin', () => reach.hide());
    element.addEventListener('focusout', () => reach.hide());
  }

  /**
   * Where the pawn on a square can go, or one of the side to move that stood there.
   * @param {string} place
   * @param {NonNullable<BoardOptions['reach']>} ask
   */
  async #reachOf(place, ask) {
    const { board, position: { pawns, turn } } = this.state;
    const own = this.#isActive() ? this.steps.paths.filter(([from, to]) => from === place && to !== undefined) : [];
    // The moves of a pawn that can move are known.
    if (own.length > 0) return [...new Set(own.map(([, to = '']) => to))].filter((to) => to !== 'camp');
    const other = turn === 'white' ? 'black' : 'white';
    const isOther = pawns[other].includes(place) && !pawns[turn].includes(place);
    const [mine, theirs] = isOther ? [pawns[other], pawns[turn]] : [pawns[turn], pawns[other]];
    return ask(place, { board, own: mine, others: theirs });
  }

  /** Chooses the pawn on a place, so that it can be dragged at once. Whether it was chosen now. @param {string} place */
  #press(place) {
    const { steps } = this;
    const step = this.#stepAt(place);
    if (step === null || step === steps.chosen.at(-1) || steps.chosen.length > 1) return false;
    if (steps.chosen.length === 1 && steps.next.has(step)) return false;
    if (!steps.isOrigin(step)) return false;
    this.#beginWith(step);
    return true;
  }

  /** The pawn that the next step takes somewhere. */
  #carried() {
    const last = this.steps.chosen.at(-1);
    if (last === undefined) return undefined;
    const { pawns } = this.scene;
    return pawns.lifted ?? pawns.find(last, this.state.position.turn);
  }

  /** @type {(point: Point, place: string | null) => void} */
  #drag(point, place) {
    const pawn = this.#carried();
    if (!pawn) return;
    this.scene.pawns.hold(pawn, point);
    this.#hover(place);
  }

  /** @type {(place: string | null, from: string) => void} */
  #drop(place, from) {
    const pawn = this.#carried();
    const step = place === null ? null : this.#stepAt(place);
    this.#hover(null);
    if (pawn && step !== null && this.steps.next.has(step)) {
      this.scene.pawns.release();
      this.#take(step);
      return;
    }
    this.#settle();
    // A drop outside the board is no attempt; a pawn that can't be picked up is one.
    const tried = pawn ? place : from;
    if (tried !== null) this.#refuse(tried);
  }

  /** Returns a dropped pawn to its square. */
  #settle() {
    this.scene.pawns.release();
    this.#show();
  }

  /** @param {string | null} place */
  #hover(place) {
    if (place === this.pointed) return;
    if (this.pointed) this.grid.cells.get(this.pointed)?.classList.remove('pointed-at');
    this.pointed = place;
    if (place) this.grid.cells.get(place)?.classList.add('pointed-at');
    if (this.#isActive() && this.steps.chosen.length === 0) this.scene.showMarks(this.#choice());
  }
}
