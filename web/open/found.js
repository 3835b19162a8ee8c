// What a text holds, or what is wrong with it.

import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { errorText, t } from '../i18n.js';

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

/** What is said of a text that is something else, or nothing. */
const NEITHER = ['position-parts', 'unknown-game', 'record-empty'];

/** @param {ApiError} error */
function neither(error) {
  const [game, position] = [t('open.sample-record'), t('open.sample-position')];
  return [
    h('p', { class: 'error' }, t('open.neither')),
    error.code === 'unknown-game' && h('p', {}, errorText(error)),
    h('p', {}, t('open.example-record')),
    h('pre', { class: 'example' }, game),
    h('p', {}, t('open.example-position')),
    h('pre', { class: 'example' }, position),
  ].filter((one) => one instanceof HTMLElement);
}

/**
 * @param {ApiError} error
 * @param {(line: number) => void} goTo
 */
export function showFaults(error, goTo) {
  /** @type {Fault[]} */
  const faults = error.details['faults'] ?? [];
  if (faults.length === 0) return NEITHER.includes(error.code) ? neither(error) : [h('p', { class: 'error' }, errorText(error))];
  return [
    h('p', { class: 'error' }, t('open.faults', { count: faults.length })),
    h('ol', { class: 'faults' }, faults.map((fault) => h('li', {}, line(fault, goTo), ' ', errorText(fault)))),
  ];
}

/** @param {Fault} fault @param {(line: number) => void} goTo */
function line({ line: number }, goTo) {
  if (!number) return null;
  return h('button', { type: 'button', class: 'fault-line', onclick: () => goTo(number) }, t('open.line', { line: number }));
}
