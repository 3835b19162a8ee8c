// Dialogs, and the questions asked in one: resigning, leaving a game.

import { h } from '../dom.js';
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
