// A board of one's own squares, to be painted.

import { announce, h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { COLOURS, drawSquare } from './quarter.js';

/** @typedef {import('../types.js').Colour} Colour */

const LETTERS = Object.keys(COLOURS);

/** @param {string | undefined} letter @returns {Colour} */
const colourOf = (letter) => COLOURS[letter ?? ''] ?? 'red';

/** @param {Colour} colour */
const picture = (colour) => svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawSquare(colour, 0, 0));

/**
 * @param {object} options
 * @param {number} options.size
 * @param {string} options.colours the letters of all squares
 * @param {(code: string) => void} options.onChange
 */
export function createPaint({ size, colours, onChange }) {
  let letters = [...colours];
  let brush = LETTERS[0] ?? 'R';
  let focused = 0;

  const brushes = LETTERS.map((letter, i) =>
    h(
      'button',
      { type: 'button', class: 'brush', onclick: () => take(letter), title: `${i + 1}` },
      picture(colourOf(letter)),
      h('span', {}, t('board.colour', { colour: colourOf(letter) })),
    ),
  );
  const cells = letters.map((_, i) => h('button', { type: 'button', class: 'paint-square', onclick: () => paint(i, brush), onfocus: () => focus(i) }));
  const grid = h('div', { class: `paint-grid paint-${size}`, role: 'group', 'aria-label': t('builder.squares') }, cells);
  grid.addEventListener('keydown', onKey);
  grid.addEventListener('pointerdown', onPointer);
  grid.addEventListener('pointermove', onPointer);
  const element = h(
    'div',
    { class: 'paint' },
    h('div', { class: 'brushes', role: 'group', 'aria-label': t('builder.paint') }, brushes),
    grid,
    h('p', { class: 'soft' }, t('builder.paint-help')),
  );
  take(brush);
  for (const i of letters.keys()) draw(i);

  /** @param {string} letter */
  function take(letter) {
    brush = letter;
    for (const [i, button] of brushes.entries()) button.setAttribute('aria-pressed', String(LETTERS[i] === letter));
  }

  /** @param {number} i */
  function nameOf(i) {
    return `${String.fromCharCode('a'.charCodeAt(0) + (i % size))}${size - Math.floor(i / size)}`;
  }

  /** @param {number} i */
  function draw(i) {
    const cell = cells[i];
    if (!cell) return;
    const colour = colourOf(letters[i]);
    replace(cell, picture(colour));
    cell.setAttribute('aria-label', t('builder.square', { square: nameOf(i), colour }));
    cell.tabIndex = i === focused ? 0 : -1;
  }

  /** @param {number} i @param {string} letter */
  function paint(i, letter) {
    if (letters[i] === letter) return;
    letters[i] = letter;
    draw(i);
    onChange(code());
  }

  function code() {
    const ranks = Array.from({ length: size }, (_, row) => letters.slice(row * size, (row + 1) * size));
    return ranks.map((rank) => rank.join('')).join('/');
  }

  /** @param {number} i */
  function focus(i) {
    const before = cells[focused];
    focused = i;
    if (before) before.tabIndex = -1;
    const cell = cells[i];
    if (cell) cell.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [column, row] = [focused % size, Math.floor(focused / size)];
    const last = size - 1;
    const next = {
      ArrowLeft: [Math.max(0, column - 1), row],
      ArrowRight: [Math.min(last, column + 1), row],
      ArrowUp: [column, Math.max(0, row - 1)],
      ArrowDown: [column, Math.min(last, row + 1)],
      Home: [0, row],
      End: [last, row],
    }[event.key];
    const letter = LETTERS[Number(event.key) - 1];
    if (next) cells[(next[1] ?? 0) * size + (next[0] ?? 0)]?.focus();
    else if (letter) {
      paint(focused, letter);
      announce(cells[focused]?.getAttribute('aria-label') ?? '');
    } else return;
    event.preventDefault();
  }

  /** Paints what the pressed pointer goes over. @param {PointerEvent} event */
  function onPointer(event) {
    if (event.buttons !== 1) return;
    // A finger holds on to where it began.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('button');
    const i = cells.findIndex((cell) => cell === under);
    if (i !== -1) paint(i, brush);
  }

  return {
    element,
    /** @param {import('../types.js').Board} board */
    show(board) {
      letters = [...board.colours];
      for (const i of letters.keys()) draw(i);
    },
  };
}
