// Where a pawn could go from a square, while a visitor rests on it, holds it or asks by key.

import { announce } from '../dom.js';
import { t } from '../i18n.js';
import { isCamp } from './geometry.js';
import { colourOf } from './squares.js';

/** @typedef {{ from: string, squares: string[] }} Shown */
/**
 * @typedef {object} Options
 * @property {(place: string) => Promise<string[]>} find
 * @property {() => boolean} isFree whether nothing else is being done on the board
 * @property {(shown: Shown | null) => void} draw
 * @property {(place: string, error: unknown) => void} onError
 * @property {() => import('./board.js').BoardState} state
 */

export class ReachView {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** The square whose reach is shown or looked for. @type {string | null} */
    this.from = null;
    /** A finger holds a square, or held it last: to lift it is no tap. */
    this.isHeld = false;
    /** What was asked, until the position changes. @type {Map<string, Promise<string[]>>} */
    this.known = new Map();
  }

  /** A pointer rests on a place: a failure is not worth a word. @param {string} place */
  rest(place) {
    if (this.#canShow(place)) this.#show(place).catch(() => {});
  }

  /** @param {string} place */
  hold(place) {
    if (!this.#canShow(place)) return;
    this.isHeld = true;
    this.#show(place).then((shown) => shown && this.#tell(shown), (error) => this.options.onError(place, error));
  }

  /** A key asks for it, or has asked. @param {string} place */
  toggle(place) {
    if (this.from === place) this.hide();
    else if (this.#canShow(place)) this.#show(place).then((shown) => shown && this.#tell(shown), (error) => this.options.onError(place, error));
  }

  /** Returns whether anything was shown. */
  hide() {
    const was = this.from !== null;
    this.from = null;
    if (was) this.options.draw(null);
    return was;
  }

  /** Another position: what was found is of the one before. */
  forget() {
    this.hide();
    this.known.clear();
  }

  /** @param {string} place */
  #canShow(place) {
    return !isCamp(place) && this.options.isFree();
  }

  /** @param {string} from @returns {Promise<Shown | null>} null where it isn't asked for any more */
  async #show(from) {
    if (this.from !== from) this.hide();
    this.from = from;
    const found = this.known.get(from) ?? this.options.find(from);
    this.known.set(from, found);
    try {
      const squares = await found;
      if (this.from !== from || this.known.get(from) !== found) return null;
      this.options.draw({ from, squares });
      return { from, squares };
    } catch (error) {
      this.known.delete(from);
      if (this.from === from) this.from = null;
      throw error;
    }
  }

  /** @param {Shown} shown */
  #tell({ from, squares }) {
    const { board, position } = this.options.state();
    const stood = new Set([...position.pawns.white, ...position.pawns.black]);
    const words = { square: from, colour: colourOf(board, from) };
    const [free, pawns] = [squares.filter((square) => !stood.has(square)), squares.filter((square) => stood.has(square))];
    const parts = [
      free.length > 0 && t('board.reach', { ...words, squares: free }),
      pawns.length > 0 && t('board.reach-pawns', { ...words, squares: pawns }),
      squares.length === 0 && t('board.reach-none', words),
    ];
    announce(parts.filter(Boolean).join(' '));
  }
}
