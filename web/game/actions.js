// The row of buttons below a game. It never changes its length, so that a click always lands
// where it was aimed.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from './icons.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * Switches a button off without taking the keyboard's focus from it.
 * @param {Element} button
 * @param {boolean} off
 */
export const switchOff = (button, off) => button.setAttribute('aria-disabled', String(off));

/** @param {Event} event */
export const isOff = ({ currentTarget }) =>
  currentTarget instanceof Element && currentTarget.getAttribute('aria-disabled') === 'true';

/** @typedef {'undo' | 'redo' | 'flip' | 'analyst' | 'rules' | 'record' | 'resign'} Action */

/**
 * Makes the buttons.
 * @param {Record<Action, () => void>} on what each does
 */
export function createActions(on) {
  /** @type {(name: Action, label: string) => HTMLElement} */
  const button = (name, label) =>
    h('button', { type: 'button', class: `action action-${name}`, onclick: (/** @type {Event} */ event) => isOff(event) || on[name]() }, icon(name), h('span', {}, label));
  const undo = button('undo', t('game.undo'));
  const redo = button('redo', t('game.redo'));
  const analyst = button('analyst', t('game.analyst'));
  const rules = button('rules', t('game.rules'));
  const resign = button('resign', t('game.resign'));
  const element = h(
    'div',
    { class: 'actions', role: 'group', 'aria-label': t('game.actions') },
    undo,
    redo,
    button('flip', t('game.flip')),
    analyst,
    rules,
    button('record', t('game.record')),
    resign,
  );
  return {
    element,
    /** @type {(session: Session, open: { analyst: boolean, rules: boolean, now: boolean }) => void} */
    update(session, open) {
      const { can } = /** @type {import('../types.js').Game} */ (session.game);
      switchOff(undo, !can.undo || !open.now || session.gone);
      switchOff(redo, !can.redo || !open.now || session.gone);
      switchOff(resign, can.resign.length === 0 || session.gone);
      analyst.setAttribute('aria-pressed', String(open.analyst));
      rules.setAttribute('aria-pressed', String(open.rules));
    },
  };
}
