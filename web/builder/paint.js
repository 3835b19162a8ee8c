// A board of one's own squares, to be painted.

import { announce, h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { COLOURS, drawSquare } from './quarter.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Colour} Colour */

const LETTERS = Object.keys(COLOURS);

/** @param {string | undefined} letter @returns {Colour} */
const colourOf = (letter) => COLOURS[letter ?? ''] ?? 'red';

/** @param {Colour} colour */
const picture = (colour) => svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawSquare(colour, 0, 0));

export class Paint {
  /**
   * @param {Board} board to begin with
   * @param {(code: string) => void} onChange
   */
  constructor({ size, colours }, onChange) {
    this.size = size;
    this.letters = [...colours];
    this.onChange = onChange;
    this.brush = LETTERS[0] ?? '';
    /** The square that the keys are at. */
    this.current = 0;
    this.brushes = LETTERS.map((letter, i) => this.#makeBrush(letter, `${i + 1}`));
    this.cells = this.letters.map((_, i) => this.#makeCell(i));
    this.element = this.#makeElement();
    this.#take(this.brush);
    this.#drawAll();
  }

  /** Shows another board. @param {Board} board */
  show({ colours }) {
    this.letters = [...colours];
    this.#drawAll();
  }

  #makeElement() {
    const grid = h(
      'div',
      {
        class: `paint-grid paint-${this.size}`,
        role: 'group',
        'aria-label': t('builder.squares'),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#onPointer(event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#onPointer(event),
      },
      this.cells,
    );
    return h(
      'div',
      { class: 'paint' },
      h('div', { class: 'brushes', role: 'group', 'aria-label': t('builder.paint') }, this.brushes),
      grid,
      h('p', { class: 'soft' }, t('builder.paint-help')),
    );
  }

  /** @param {string} letter @param {string} title */
  #makeBrush(letter, title) {
    const colour = colourOf(letter);
    const words = h('span', {}, t('board.colour', { colour }));
    return h('button', { type: 'button', class: 'brush', title, onclick: () => this.#take(letter) }, picture(colour), words);
  }

  /** @param {number} i */
  #makeCell(i) {
    return h('button', {
      type: 'button',
      class: 'paint-square',
      onclick: () => this.#paint(i, this.brush),
      onfocus: () => this.#moveTo(i),
    });
  }

  /** @param {string} letter */
  #take(letter) {
    this.brush = letter;
    for (const [i, button] of this.brushes.entries()) button.setAttribute('aria-pressed', String(LETTERS[i] === letter));
  }

  #drawAll() {
    for (const i of this.letters.keys()) this.#draw(i);
  }

  /** @param {number} i */
  #draw(i) {
    const cell = this.cells[i];
    if (!cell) return;
    const colour = colourOf(this.letters[i]);
    replace(cell, picture(colour));
    cell.setAttribute('aria-label', t('builder.square', { square: this.#name(i), colour }));
    cell.tabIndex = i === this.current ? 0 : -1;
  }

  /** @param {number} i */
  #name(i) {
    const file = String.fromCharCode('a'.charCodeAt(0) + (i % this.size));
    return `${file}${this.size - Math.floor(i / this.size)}`;
  }

  /** @param {number} i @param {string} letter */
  #paint(i, letter) {
    if (this.letters[i] === letter) return;
    this.letters[i] = letter;
    this.#draw(i);
    this.onChange(this.#code());
  }

  #code() {
    const { size, letters } = this;
    const ranks = Array.from({ length: size }, (_, row) => letters.slice(row * size, (row + 1) * size));
    return ranks.map((rank) => rank.join('')).join('/');
  }

  /** Only the square that the keys are at is reached by Tab. @param {number} i */
  #moveTo(i) {
    const before = this.current;
    this.current = i;
    for (const at of [before, i]) {
      const cell = this.cells[at];
      if (cell) cell.tabIndex = at === i ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = this.#neighbour(event.key);
    const letter = LETTERS[Number(event.key) - 1];
    if (next !== null) this.cells[next]?.focus();
    else if (letter) {
      this.#paint(this.current, letter);
      announce(this.cells[this.current]?.getAttribute('aria-label') ?? '');
    } else return;
    event.preventDefault();
  }

  /** Where a key leads; nowhere for most keys. @param {string} key */
  #neighbour(key) {
    const { size, current } = this;
    const [column, row] = [current % size, Math.floor(current / size)];
    const at = (/** @type {number} */ x, /** @type {number} */ y) => Math.min(Math.max(y, 0), size - 1) * size + Math.min(Math.max(x, 0), size - 1);
    switch (key) {
      case 'ArrowLeft':
        return at(column - 1, row);
      case 'ArrowRight':
        return at(column + 1, row);
      case 'ArrowUp':
        return at(column, row - 1);
      case 'ArrowDown':
        return at(column, row + 1);
      case 'Home':
        return at(0, row);
      case 'End':
        return at(size - 1, row);
      default:
        return null;
    }
  }

  /** Paints what the pressed pointer goes over. @param {PointerEvent} event */
  #onPointer(event) {
    if (event.buttons !== 1) return;
    // A finger holds on to where it began.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('button');
    const i = this.cells.findIndex((cell) => cell === under);
    if (i !== -1) this.#paint(i, this.brush);
  }
}
