// Questions asked in a dialog: resigning; what to do with the record.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from './icons.js';

/** @typedef {import('../types.js').Side} Side */

/**
 * Shows a dialog until it is answered or dismissed.
 * @param {string} title
 * @param {(close: () => void) => (Element | string)[]} content
 */
export function openDialog(title, content) {
  const close = () => dialog.close();
  const heading = h('h2', { class: 'dialog-title', id: 'dialog-title' }, title);
  const shut = h('button', { type: 'button', class: 'dialog-close', 'aria-label': t('game.close'), onclick: close }, icon('close'));
  const dialog = /** @type {HTMLDialogElement} */ (
    h('dialog', { class: 'game-dialog', 'aria-labelledby': 'dialog-title' }, h('header', {}, heading, shut))
  );
  dialog.append(...content(close));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks whether, and for which side, to resign.
 * @param {Side[]} sides for which the visitor may resign
 * @param {(side: Side) => void} onResign
 */
export function askResign(sides, onResign) {
  const [only, second] = sides;
  if (!only) return;
  openDialog(t('game.resign-title'), (close) => {
    /** @param {Side} side */
    const button = (side) =>
      h(
        'button',
        { type: 'button', class: 'danger', onclick: () => { close(); onResign(side); } },
        second ? t('game.resign-side', { side }) : t('game.resign-yes'),
      );
    return [
      h('p', {}, second ? t('game.resign-which') : t('game.resign-sure')),
      h('div', { class: 'dialog-buttons' }, h('button', { type: 'button', autofocus: true, onclick: close }, t('game.resign-no')), ...sides.map(button)),
    ];
  });
}

/**
 * Asks whether to leave a game that has not begun.
 * @param {() => void} onAbort
 */
export function askAbort(onAbort) {
  openDialog(t('online.abort-sure'), (close) => [
    h('p', {}, t('online.abort-text')),
    h(
      'div',
      { class: 'dialog-buttons' },
      h('button', { type: 'button', autofocus: true, onclick: close }, t('online.abort-no')),
      h('button', { type: 'button', class: 'danger', onclick: () => { close(); onAbort(); } }, t('online.abort-yes')),
    ),
  ]);
}

/** @type {(id: string, rest: string) => string} */
const address = (id, rest) => `/api/games/${encodeURIComponent(id)}/${rest}`;

/** @param {string} path */
async function textAt(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/**
 * Copies a text; where the browser refuses, the text is shown for copying by hand.
 * @param {Promise<string>} wanted
 * @param {HTMLElement} note
 */
async function copy(wanted, note) {
  try {
    const text = await wanted;
    try {
      await navigator.clipboard.writeText(text);
      replace(note, t('game.copied'));
    } catch {
      const area = h('textarea', { rows: 8, readonly: true, 'aria-label': t('game.copy-by-hand') }, text);
      replace(note, t('game.copy-by-hand'), area);
      /** @type {HTMLTextAreaElement} */ (area).select();
    }
  } catch {
    replace(note, t('game.not-copied'));
  }
}

/**
 * Offers the record, the position and pictures of it.
 * @param {string} id
 * @param {number} ply the one that is shown
 * @param {boolean} flip whether Black is at the bottom
 */
export function openRecords(id, ply, flip) {
  const note = h('div', { class: 'dialog-note', role: 'status' });
  const view = `ply=${ply}&flip=${flip}`;
  /** @type {(text: string, rest: string) => HTMLElement} */
  const copyButton = (text, rest) =>
    h('button', { type: 'button', onclick: () => copy(textAt(address(id, rest)), note) }, text);
  /** @type {(text: string, rest: string, name: string) => HTMLElement} */
  const link = (text, rest, name) => h('a', { class: 'button', href: address(id, rest), download: name }, text);
  openDialog(t('game.records'), () => [
    h('div', { class: 'dialog-choices' },
      copyButton(t('game.copy-record'), 'record'),
      link(t('game.download-record'), 'record', `${id}.ktg`),
      copyButton(t('game.copy-position'), `position?ply=${ply}`),
      link(t('game.download-svg'), `diagram.svg?${view}`, `${id}-${ply}.svg`),
      link(t('game.download-png'), `diagram.png?${view}&width=1200`, `${id}-${ply}.png`)),
    note,
  ]);
}
