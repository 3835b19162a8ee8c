// The board of a position that is tried out, seen from the side that tries.

import { createBoard } from '../board/board.js';
import { legend } from '../board/legend.js';
import { isStill } from '../board/motion.js';
import { openDialog } from '../game/dialogs.js';
import { t } from '../i18n.js';
import { reach } from './reach.js';

/** @typedef {import('./trial.js').Trial} Trial */
/** @typedef {import('../types.js').Side} Side */
/**
 * @typedef {object} Shown
 * @property {boolean} [isOpen] whether a move is awaited
 * @property {string[] | null} [pending] a move that is only looked at
 * @property {string[]} [squares] pointed at
 * @property {string} [idle] why nothing can be moved
 */

/** How long a move stands before the next one, in milliseconds. */
const PAUSE = 700;

/** Waits until the visitor has seen a move. */
export const pause = () => new Promise((done) => setTimeout(done, isStill() ? PAUSE / 2 : PAUSE));

/** Gives a button the focus, and scrolls no further than until it is seen. @param {HTMLElement} button */
export function goTo(button) {
  button.focus({ preventScroll: true });
  button.scrollIntoView({ block: 'nearest' });
}

export class Table {
  /**
   * @param {HTMLElement} place where the board stands
   * @param {string} label for screen readers
   * @param {(path: string[]) => void} onMove
   */
  constructor(place, label, onMove) {
    this.place = place;
    this.label = label;
    this.onMove = onMove;
    /** @type {ReturnType<typeof createBoard> | null} */
    this.board = null;
    /** @type {Trial | null} */
    this.trial = null;
    /** @type {Side} */
    this.side = 'white';
  }

  /** Puts a position on the board, for the side that is to move in it. @param {Trial} trial */
  lay(trial) {
    this.side = trial.turn;
    this.trial = trial;
  }

  /** @param {Trial} trial @param {Shown} shown */
  show(trial, { isOpen = false, pending = null, squares = [], idle = '' }) {
    this.trial = trial;
    const { game, position } = trial;
    const state = {
      board: game.board,
      position,
      orientation: this.side,
      interactive: isOpen,
      pending,
      idle,
      overlays: { squares },
    };
    if (this.board) this.board.update(state);
    else this.#build(state);
    this.place.style.setProperty('--board-shape', String(this.board?.shape ?? 1));
  }

  focus() {
    this.board?.focus();
  }

  /** @param {import('../board/board.js').BoardState} state */
  #build(state) {
    this.board = createBoard({
      state,
      label: this.label,
      onMove: this.onMove,
      explain: async (path) => this.trial?.why(path) ?? '',
      reach,
      onLegend: () => openDialog(t('legend.title'), () => [legend(state.board, this.trial?.position.paths ?? [], this.board?.marks ?? new Set())]),
    });
    this.place.replaceChildren(this.board.element);
  }
}
