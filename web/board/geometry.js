// Where things lie on the drawing. A square is 100 units wide whatever the size on screen.

/** @typedef {import('../types.js').Side} Side */
/** @typedef {{ x: number, y: number }} Point */

export const SQUARE = 100;
/** The wooden frame, on which the coordinates stand. */
export const FRAME = 38;
/** The strip beyond each end of the board that holds the camps. */
export const CAMP = 128;
/** How far from the outer edge the middle of a camp's cups is. */
const CUPS = 50;

const FILES = 'abcdefgh';

/**
 * The name of the place where the pawns of a side that are in camp stand.
 * @param {Side} side
 */
export const campOf = (side) => `camp-${side}`;

/** @param {string} place */
export const isCamp = (place) => place.startsWith('camp-');

/** The layout of a board of `size` squares a side, seen from `orientation`. */
export class Geometry {
  /**
   * @param {number} size
   * @param {Side} orientation the side at the bottom
   * @param {boolean} camps whether there are camps beyond the ends
   */
  constructor(size, orientation, camps) {
    this.size = size;
    this.orientation = orientation;
    this.camps = camps;
    this.top = camps ? CAMP : FRAME;
    this.width = size * SQUARE + 2 * FRAME;
    this.height = size * SQUARE + 2 * this.top;
  }

  /** Two layouts with the same key draw the same board. */
  get key() {
    return `${this.size} ${this.orientation} ${this.camps}`;
  }

  /**
   * The name of the square in a column and row as seen, from the top left.
   * @param {number} column
   * @param {number} row
   */
  square(column, row) {
    const last = this.size - 1;
    const turned = this.orientation === 'black';
    const file = turned ? last - column : column;
    const rank = turned ? row : last - row;
    return `${FILES[file]}${rank + 1}`;
  }

  /**
   * Column and row of a square as seen, from the top left.
   * @param {string} name
   */
  cell(name) {
    const last = this.size - 1;
    const file = FILES.indexOf(name[0] ?? '');
    const rank = Number(name.slice(1)) - 1;
    return this.orientation === 'black'
      ? { column: last - file, row: rank }
      : { column: file, row: last - rank };
  }

  /** All squares as seen, row by row. */
  rows() {
    const range = [...Array(this.size).keys()];
    return range.map((row) => range.map((column) => this.square(column, row)));
  }

  /**
   * The camps' side that is beyond the top or the bottom end. A side's camps are at the far end.
   * @param {'top' | 'bottom'} end
   * @returns {Side}
   */
  campAt(end) {
    const below = this.orientation;
    if (end === 'top') return below;
    return below === 'white' ? 'black' : 'white';
  }

  /**
   * The top left corner of a square.
   * @param {string} name
   * @returns {Point}
   */
  corner(name) {
    const { column, row } = this.cell(name);
    return { x: FRAME + column * SQUARE, y: this.top + row * SQUARE };
  }

  /**
   * The middle of a square, or of a camp's strip.
   * @param {string} place
   * @returns {Point}
   */
  centre(place) {
    if (isCamp(place)) {
      const atTop = place === campOf(this.campAt('top'));
      return { x: this.width / 2, y: atTop ? CUPS : this.height - CUPS };
    }
    const { x, y } = this.corner(place);
    return { x: x + SQUARE / 2, y: y + SQUARE / 2 };
  }

  /**
   * The middle of one of the cups of a camp.
   * @param {Side} side
   * @param {number} index
   * @param {number} count
   * @returns {Point}
   */
  cup(side, index, count) {
    const { x, y } = this.centre(campOf(side));
    return { x: x + (index - (count - 1) / 2) * 112, y };
  }

  /**
   * Where something said of a place goes, in percent of the drawing: how far from the left, and how
   * much room there is above and below the place.
   * @param {string} place
   */
  beside(place) {
    const { x, y } = this.centre(place);
    const percent = (/** @type {number} */ length, /** @type {number} */ whole) => Math.max(0, (100 * length) / whole);
    const above = percent(y - SQUARE / 2, this.height);
    return { left: percent(x, this.width), above, below: percent(this.height - y - SQUARE / 2, this.height) };
  }

  /**
   * What is drawn at a point: a square, a camp, or nothing.
   * @param {Point} point
   * @returns {string | null}
   */
  placeAt({ x, y }) {
    const column = Math.floor((x - FRAME) / SQUARE);
    const row = Math.floor((y - this.top) / SQUARE);
    if (column < 0 || column >= this.size) return null;
    if (row >= 0 && row < this.size) return this.square(column, row);
    if (!this.camps || y < 0 || y > this.height) return null;
    return campOf(this.campAt(row < 0 ? 'top' : 'bottom'));
  }
}
