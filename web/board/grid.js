// The board for keyboards and screen readers: a grid of cells laid over the drawing.

import { h, replace } from '../dom.js';
import { FRAME, SQUARE, campOf, isCamp } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ label: string, selected: boolean, enabled: boolean, carries: boolean }} CellState */

/** A grid with one cell in the order of tabs, moved about with arrow keys. */
export class Grid {
  /**
   * @param {(place: string) => void} onChoose Enter or Space on a cell, or a reader's click
   * @param {() => boolean} onEscape whether something was taken back
   * @param {(place: string) => void} onReach the letter R on a cell
   */
  constructor(onChoose, onEscape, onReach) {
    this.element = h('div', { class: 'board-grid', role: 'grid' });
    /** @type {HTMLElement[][]} */
    this.rows = [];
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {string | null} */
    this.current = null;
    /** Whether the board has had the focus. */
    this.isVisited = false;
    this.onChoose = onChoose;
    this.onEscape = onEscape;
    this.onReach = onReach;
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusin', (event) => {
      const place = /** @type {HTMLElement} */ (event.target).dataset['place'];
      if (!place) return;
      this.isVisited = true;
      this.#makeCurrent(place);
    });
  }

  /** Lays the cells out anew. @param {Geometry} geometry */
  build(geometry) {
    const hadFocus = this.element.contains(document.activeElement);
    this.cells.clear();
    this.rows = geometry.rows().map((row) => row.map((square) => this.#cell(geometry, square)));
    if (geometry.camps) {
      this.rows.unshift([this.#cell(geometry, campOf(geometry.campAt('top')))]);
      this.rows.push([this.#cell(geometry, campOf(geometry.campAt('bottom')))]);
    }
    replace(this.element, ...this.rows.map((cells) => h('div', { role: 'row' }, ...cells)));
    const start = this.rows.at(-1)?.[0]?.dataset['place'] ?? null;
    const place = this.current && this.cells.has(this.current) ? this.current : start;
    if (place) this.#makeCurrent(place);
    if (hadFocus) this.focus();
  }

  /**
   * Says of each cell what is on it.
   * @param {(place: string) => CellState} stateOf
   * @param {string} label of the whole board
   */
  describe(stateOf, label) {
    this.element.setAttribute('aria-label', label);
    for (const [place, cell] of this.cells) {
      const { label: text, selected, enabled, carries } = stateOf(place);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      cell.setAttribute('aria-selected', String(selected));
      cell.classList.toggle('enabled', enabled);
      cell.classList.toggle('carries', carries);
    }
    if (!this.isVisited) this.#beginAtChoice();
  }

  /** The cell that takes the focus: the nearest enabled cell to the visitor's side. */
  #beginAtChoice() {
    const cells = [...this.rows].reverse().flat();
    const first = cells.find((cell) => cell.classList.contains('enabled'));
    const place = first?.dataset['place'];
    if (place) this.#makeCurrent(place);
  }

  /** Moves the focus to the board. */
  focus() {
    if (this.current) this.cells.get(this.current)?.focus({ preventScroll: true });
  }

  /** @param {string} place */
  #makeCurrent(place) {
    if (this.current) this.cells.get(this.current)?.setAttribute('tabindex', '-1');
    this.current = place;
    this.cells.get(place)?.setAttribute('tabindex', '0');
  }

  /** @type {(geometry: Geometry, place: string) => HTMLElement} */
  #cell(geometry, place) {
    const box = boxOf(geometry, place);
    const attributes = { class: 'board-cell', role: 'gridcell', tabindex: '-1', 'data-place': place };
    const cell = h('div', attributes);
    if (box.width > SQUARE) cell.setAttribute('aria-colspan', String(geometry.size));
    cell.style.left = `${(100 * box.x) / geometry.width}%`;
    cell.style.top = `${(100 * box.y) / geometry.height}%`;
    cell.style.width = `${(100 * box.width) / geometry.width}%`;
    cell.style.height = `${(100 * box.height) / geometry.height}%`;
    this.cells.set(place, cell);
    return cell;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey || !this.current) return;
    const { key } = event;
    if (key === 'Enter' || key === ' ') this.onChoose(this.current);
    else if (key.toLowerCase() === 'r' && !event.ctrlKey) this.onReach(this.current);
    else if (key === 'Escape') {
      if (!this.onEscape()) return;
    } else if (!this.#move(key, event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @type {(key: string, far: boolean) => boolean} */
  #move(key, far) {
    const row = this.rows.findIndex((cells) => cells.some((cell) => cell.dataset['place'] === this.current));
    const column = this.rows[row]?.findIndex((cell) => cell.dataset['place'] === this.current) ?? 0;
    const target = this.#target(key, far, row, column);
    target?.focus({ preventScroll: true });
    return target !== null;
  }

  /** @type {(key: string, far: boolean, row: number, column: number) => HTMLElement | null} */
  #target(key, far, row, column) {
    const here = this.rows[row] ?? [];
    // From the one wide cell of a camp one enters the middle of the board.
    const middle = here.length === 1 ? Math.floor((this.rows[1]?.length ?? 2) / 2) : column;
    /** @type {(row: number) => HTMLElement | null} */
    const inRow = (index) => {
      const cells = this.rows[Math.max(0, Math.min(index, this.rows.length - 1))] ?? [];
      return cells[Math.min(middle, cells.length - 1)] ?? null;
    };
    switch (key) {
      case 'ArrowLeft':
        return here[Math.max(0, column - 1)] ?? null;
      case 'ArrowRight':
        return here[Math.min(here.length - 1, column + 1)] ?? null;
      case 'ArrowUp':
        return inRow(row - 1);
      case 'ArrowDown':
        return inRow(row + 1);
      case 'PageUp':
        return inRow(0);
      case 'PageDown':
        return inRow(this.rows.length - 1);
      case 'Home':
        return (far ? this.rows[0] : here)?.[0] ?? null;
      case 'End':
        return (far ? this.rows.at(-1) : here)?.at(-1) ?? null;
      default:
        return null;
    }
  }
}

/** @type {(geometry: Geometry, place: string) => Box} */
function boxOf(geometry, place) {
  if (isCamp(place)) {
    const { y } = geometry.centre(place);
    const height = 92;
    return { x: FRAME, y: y - height / 2, width: geometry.size * SQUARE, height };
  }
  return { ...geometry.corner(place), width: SQUARE, height: SQUARE };
}
