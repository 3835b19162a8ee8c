// The board of a game in a frame, its moves, and the link to the game itself.

import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { createMoveList, createNavigation, plyOfKey } from '../game/moves.js';
import { outcomeTitle } from '../game/status.js';
import { t } from '../i18n.js';
import { openingLink } from './source.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */

export class Viewer {
  /**
   * @param {Game} game
   * @param {Position[]} positions the start first
   * @param {{ link: string, ply: number | null, side: Side }} options ply: the one that is shown first, the last one without
   */
  constructor(game, positions, { link, ply, side }) {
    this.game = game;
    this.positions = positions;
    this.side = side;
    this.moves = createMoveList((chosen) => this.#show(chosen));
    this.navigation = createNavigation((chosen) => this.#show(chosen));
    this.ply = Math.min(ply ?? this.#last, this.#last);
    const title = t(`kind.${game.kind}.title`);
    this.board = createBoard({ state: this.#state, label: t('frame.title', { kind: game.kind }) });
    const place = h('div', { class: 'embed-board' }, this.board.element);
    place.style.setProperty('--board-shape', String(this.board.shape));
    const isGame = this.#last > 0;
    this.element = h(
      'section',
      { class: 'embed-view', 'aria-label': t('frame.title', { kind: game.kind }), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) },
      place,
      h('div', { class: 'embed-side' }, h('p', { class: 'embed-caption' }, h('strong', {}, title), ' ', this.#standing(), ' ', openingLink(link)), isGame && this.navigation.element, isGame && this.moves.element),
    );
    this.#show(this.ply);
  }

  get #last() {
    return this.positions.length - 1;
  }

  get #state() {
    return { board: this.game.board, position: /** @type {Position} */ (this.positions[this.ply]), orientation: this.side };
  }

  #standing() {
    const { outcome, position } = this.game;
    return outcome ? outcomeTitle(outcome) : t('open.turn', { side: position.turn });
  }

  /** Shows the position after a ply. @param {number} ply */
  #show(ply) {
    this.ply = ply;
    this.board.update(this.#state);
    this.moves.update(this.game, ply);
    this.navigation.update(ply, this.#last);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const ply = plyOfKey(event, this.ply, this.#last);
    if (ply === null) return;
    event.preventDefault();
    this.#show(ply);
  }
}
