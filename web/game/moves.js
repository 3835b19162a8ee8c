// The list of moves, and the buttons that go through it.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { isDisabled, setDisabled } from './actions.js';
import { icon } from './icons.js';

/** @typedef {import('../types.js').Game} Game */

/**
 * Makes the list of moves.
 * @param {(ply: number) => void} onPly
 */
export function createMoveList(onPly) {
  const list = h('ol', { class: 'moves-list' });
  const element = h('section', { class: 'moves' }, h('h2', { class: 'moves-title' }), list);
  /** @type {HTMLElement[]} */
  let buttons = [];
  let written = '';
  return {
    element,
    /**
     * @param {Game} game
     * @param {number} ply the one that is shown
     */
    update(game, ply) {
      const title = /** @type {HTMLElement} */ (element.firstElementChild);
      title.textContent = game.moves.length > 0 ? t('game.moves') : t('game.no-moves');
      const key = game.moves.join();
      if (key !== written || buttons.length !== game.moves.length) {
        written = key;
        buttons = game.moves.map((move, i) => moveButton(move, i + 1, onPly));
        replace(list, ...rounds(buttons));
      }
      buttons.forEach((button, i) => markCurrent(button, i + 1 === ply));
      // Tab reaches the list once; the arrow keys go through it.
      const entry = buttons[ply - 1] ?? buttons[0];
      buttons.forEach((button) => button.setAttribute('tabindex', button === entry ? '0' : '-1'));
      reveal(list, buttons[ply - 1]);
    },
  };
}

/** @type {(move: string, ply: number, onPly: (ply: number) => void) => HTMLElement} */
const moveButton = (move, ply, onPly) =>
  h('button', { type: 'button', class: 'move', onclick: () => onPly(ply) }, move === 'pass' ? t('board.pass') : move);

/** @type {(button: HTMLElement, current: boolean) => void} */
function markCurrent(button, current) {
  if (current) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
}

/** Two moves a line. @param {HTMLElement[]} buttons */
function rounds(buttons) {
  const count = Math.ceil(buttons.length / 2);
  return Array.from({ length: count }, (_, i) => h('li', {}, ...buttons.slice(2 * i, 2 * i + 2)));
}

/** Scrolls the list, and nothing else, to a move. @type {(list: HTMLElement, button: HTMLElement | undefined) => void} */
function reveal(list, button) {
  if (!button) {
    list.scrollTop = 0;
    return;
  }
  const box = list.getBoundingClientRect();
  const own = button.getBoundingClientRect();
  if (own.top < box.top) list.scrollTop -= box.top - own.top + 4;
  if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + 4;
}

/**
 * Makes the buttons first, previous, next, last.
 * @param {(ply: number) => void} onPly
 */
export function createNavigation(onPly) {
  let shown = 0;
  let end = 0;
  /** @type {(name: 'first' | 'previous' | 'next' | 'last', label: string, target: () => number) => HTMLElement} */
  const button = (name, label, target) =>
    h('button', { type: 'button', class: 'nav-button', 'aria-label': label, title: label, onclick: (/** @type {Event} */ event) => isDisabled(event) || onPly(target()) }, icon(name));
  const first = button('first', t('game.first'), () => 0);
  const previous = button('previous', t('game.previous'), () => shown - 1);
  const next = button('next', t('game.next'), () => shown + 1);
  const last = button('last', t('game.last'), () => end);
  const where = h('span', { class: 'nav-where' });
  return {
    element: h('div', { class: 'game-nav', role: 'group', 'aria-label': t('game.navigation') }, first, previous, where, next, last),
    /** @type {(ply: number, last: number) => void} */
    update(ply, lastPly) {
      shown = ply;
      end = lastPly;
      where.textContent = t('game.ply-of', { ply, last: lastPly });
      for (const one of [first, previous]) setDisabled(one, ply === 0);
      for (const one of [next, last]) setDisabled(one, ply === lastPly);
    },
  };
}

/**
 * The ply to which a key leads, or nothing if the key is for something else.
 * @param {KeyboardEvent} event
 * @param {number} ply
 * @param {number} last
 * @returns {number | null}
 */
export function plyOfKey(event, ply, last) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return null;
  const busy = event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [role="grid"], [role="slider"], .drawer');
  if (busy) return null;
  switch (event.key) {
    case 'ArrowLeft':
      return Math.max(0, ply - 1);
    case 'ArrowRight':
      return Math.min(last, ply + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The ply that an address names; nothing for the last one. @param {URLSearchParams} query */
export function plyOf(query) {
  const text = query.get('ply') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
