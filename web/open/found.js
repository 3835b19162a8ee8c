// The content of a text, or its errors.

import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { BARE } from '../new/board-chooser.js';

/** @typedef {import('../api.js').ApiError} ApiError */
/** @typedef {import('../types.js').Fault} Fault */
/** @typedef {import('../types.js').ReadText} ReadText */

/** @param {ReadText} found */
export function showFound({ what, kind, plies, board, position, outcome }) {
  const title = what === 'record' ? t('open.record', { kind }) : t('open.position', { kind });
  const view = createBoard({ state: { board, position }, label: title, picture: true });
  const isOver = Boolean(outcome) || position.task === null;
  return [
    h('h3', {}, title),
    h('p', {}, what === 'record' && `${t('open.plies', { count: plies })} · `, isOver ? t('open.over') : t('open.turn', { side: position.turn })),
    h('div', { class: 'open-picture' }, view.element),
  ];
}

/**
 * A board alone, and the games that are played on one of its size.
 * @param {import('../types.js').Board} board
 * @param {import('../types.js').Kind[]} kinds
 */
export function showBoard(board, kinds) {
  const fitting = kinds.filter(({ size }) => size === board.size);
  const view = createBoard({ state: { board, position: BARE }, label: t('open.board'), picture: true });
  const link = (/** @type {string} */ kind) =>
    h('a', { class: 'button', href: `/new/${kind}?${new URLSearchParams({ board: board.code })}` }, t(`kind.${kind}.title`));
  return [
    h('h3', {}, t('open.board')),
    h('div', { class: 'open-picture' }, view.element),
    h('p', {}, fitting.length > 0 ? t('open.board-play') : t('open.board-none')),
    h('div', { class: 'row' }, fitting.map(({ name }) => link(name))),
  ];
}

/** The error codes of a text that is neither a record nor a position. */
const UNRECOGNISED_CODES = ['position-parts', 'unknown-game', 'record-empty'];

/** Whether a text is no record and no position at all. @param {ApiError} error */
export const isUnrecognised = ({ code }) => UNRECOGNISED_CODES.includes(code);

/** Whether a text holds several records. @param {ApiError} error */
export const isSeveral = ({ details }) => details['faults']?.[0]?.code === 'record-second';

/** @param {ApiError} error */
function unrecognised(error) {
  const [game, position] = [t('open.sample-record'), t('open.sample-position')];
  return [
    h('p', { class: 'error' }, t('open.neither')),
    error.code === 'unknown-game' && h('p', {}, errorText(error)),
    h('p', {}, t('open.example-record')),
    h('pre', { class: 'example' }, game),
    h('p', {}, t('open.example-position')),
    h('pre', { class: 'example' }, position),
    h('p', {}, t('open.example-board')),
    h('pre', { class: 'example' }, t('open.sample-board')),
  ].filter((one) => one instanceof HTMLElement);
}

/**
 * @param {ApiError} error
 * @param {(line: number) => void} goTo
 */
export function showFaults(error, goTo) {
  /** @type {Fault[]} */
  const faults = error.details['faults'] ?? [];
  if (faults.length === 0) return isUnrecognised(error) ? unrecognised(error) : [h('p', { class: 'error' }, errorText(error))];
  return [
    h('p', { class: 'error' }, t('open.faults', { count: faults.length })),
    h('ol', { class: 'faults' }, faults.map((fault) => h('li', {}, line(fault, goTo), ' ', errorText(fault)))),
  ];
}

/** What else can be done where a text can't be opened. @param {string} builder the address of the board builder */
export const showOffer = (builder) =>
  h('p', { class: 'open-offer' }, t('open.build'), ' ', h('a', { href: builder }, t('builder.title')));

/** @param {Fault} fault @param {(line: number) => void} goTo */
function line({ line: number }, goTo) {
  return h('button', { type: 'button', class: 'fault-line', onclick: () => goTo(number) }, t('open.line', { line: number }));
}
