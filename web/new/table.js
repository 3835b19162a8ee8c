// The board of a new game: shown, and chosen.

import { get } from '../api.js';
import { createBoard } from '../board/board.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { insist } from '../offline.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').SuitedBoard} SuitedBoard */
/** @typedef {'usual' | 'random' | 'built'} Source */

/**
 * @param {object} options
 * @param {Kind} options.kind
 * @param {Source} options.source
 * @param {string} options.code to begin with, where the board was built or is kept
 * @param {boolean} options.isBuilding
 * @param {(source: Source, board: Board, isBuilding: boolean) => void} options.onChange
 * @param {AbortSignal} options.signal the screen is left
 */
export function createTable({ kind, source, code, isBuilding, onChange, signal }) {
  const usual = usualBoard(kind);
  /** @type {Board} */
  let board = usual;
  let building = false;
  const problem = h('p', { class: 'error', role: 'alert' });
  const caption = h('p', { class: 'table-code soft' });
  const view = createBoard({ state: { board, position: BARE }, label: t('new.board'), picture: true });
  const picture = h('div', { class: 'table-picture' }, view.element, caption);
  const workshop = h('div', { hidden: true });
  const buttons = {
    usual: h('button', { type: 'button', onclick: () => take('usual') }, t('new.board-usual')),
    random: h('button', { type: 'button', onclick: () => take('random') }, t('new.board-random')),
    built: h('button', { type: 'button', onclick: () => build() }),
  };
  const element = h(
    'section',
    { class: 'table', 'aria-label': t('new.board') },
    h('h2', {}, t('new.board')),
    h('div', { class: 'table-sources row' }, Object.values(buttons)),
    problem,
    picture,
    workshop,
  );

  /** @param {Source} newSource @param {Board} newBoard */
  function set(newSource, newBoard) {
    source = newSource;
    board = newBoard;
    show();
    onChange(source, board, building);
  }

  function show() {
    for (const [name, button] of Object.entries(buttons)) button.setAttribute('aria-pressed', String(name === source));
    buttons.built.textContent = building ? t('new.board-done') : t('new.board-build');
    buttons.built.setAttribute('aria-expanded', String(building));
    caption.textContent = board.quarters.length > 0 ? t('new.board-of', { code: board.code }) : t('new.board-own');
    picture.hidden = building;
    workshop.hidden = !building;
    view.update({ board, position: BARE });
  }

  /** @param {'usual' | 'random'} wanted */
  async function take(wanted) {
    building = false;
    if (wanted === 'usual') set('usual', usual);
    else await fetchBoard('random', `/api/board/random?${new URLSearchParams({ kind: kind.name })}`);
  }

  /** @param {Source} wanted @param {string} path */
  async function fetchBoard(wanted, path) {
    problem.textContent = '';
    try {
      /** @type {SuitedBoard} */
      const suited = await insist(() => get(path, signal), signal);
      if (suited.board.size === kind.size) set(wanted, suited.board);
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  async function build() {
    building = !building;
    if (!building) return set(source, board);
    const { createBuilder } = await import('../builder/builder.js');
    const builder = await createBuilder({ kind, board, onChange: (built) => set('built', built), signal });
    replace(workshop, builder.element);
    set(source, board);
  }

  async function begin() {
    show();
    const isKept = code !== usual.code && source !== 'usual';
    if (isKept) await fetchBoard(source, `/api/board?${new URLSearchParams({ code, kind: kind.name })}`);
    else if (source === 'random') await take('random');
    else set('usual', usual);
    if (isBuilding) await build();
  }

  return {
    element,
    ready: begin(),
    /** The code of the board that lies there. */
    get code() {
      return board.code;
    },
  };
}

/** @param {Kind} kind @returns {Board} */
const usualBoard = ({ board: code, size, colours }) => ({
  code,
  size,
  colours,
  quarters: code.includes('/') ? [] : code.split('-'),
});

/** A board without pawns: where they will stand is for the server to say. @type {Position} */
const BARE = {
  ply: 0,
  turn: 'white',
  task: null,
  pawns: { white: [], black: [] },
  last: null,
  marks: [],
  counters: [],
  targets: { white: null, black: null },
  repeated: 1,
};
