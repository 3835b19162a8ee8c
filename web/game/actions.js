// The row of buttons below a game. It never changes its length, so that a click always lands
// where it was aimed.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from './icons.js';
import { isOpponent } from './session.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * Switches a button off without taking the keyboard's focus from it.
 * @param {Element} button
 * @param {boolean} off
 */
export const setDisabled = (button, off) => button.setAttribute('aria-disabled', String(off));

/** @param {Event} event */
export const isDisabled = ({ currentTarget }) =>
  currentTarget instanceof Element && currentTarget.getAttribute('aria-disabled') === 'true';

/** @typedef {'undo' | 'redo' | 'takeback' | 'draw' | 'flip' | 'analyst' | 'rules' | 'record' | 'notify' | 'abort' | 'resign'} Action */

/**
 * Makes the buttons.
 * @param {Record<Action, () => void>} on what each does
 */
export function createActions(on) {
  /** @type {(name: Action, label: string, whole?: string) => HTMLElement} */
  const button = (name, label, whole) =>
    h('button', { type: 'button', class: `action action-${name}`, 'aria-label': whole, title: whole, onclick: (/** @type {Event} */ event) => isDisabled(event) || on[name]() }, icon(name), h('span', {}, label));
  const undo = button('undo', t('game.undo'));
  const redo = button('redo', t('game.redo'));
  const takeback = button('takeback', t('online.takeback'), t('online.ask-takeback'));
  const draw = button('draw', t('online.draw'), t('online.offer-draw'));
  const analyst = button('analyst', t('game.analyst'));
  const rules = button('rules', t('game.rules'));
  const notify = button('notify', t('notify.button'), t('notify.title'));
  const abort = button('abort', t('online.abort'), t('online.abort-title'));
  const resign = button('resign', t('game.resign'));
  const element = h(
    'div',
    { class: 'actions', role: 'group', 'aria-label': t('game.actions') },
    undo,
    redo,
    takeback,
    draw,
    button('flip', t('game.flip')),
    analyst,
    rules,
    button('record', t('game.record')),
    notify,
    abort,
    resign,
  );
  return {
    element,
    /** @type {(session: Session, open: { analyst: boolean, rules: boolean, now: boolean }) => void} */
    update(session, open) {
      const game = /** @type {import('../types.js').Game} */ (session.game);
      const { can, online } = game;
      for (const one of [undo, redo]) one.hidden = online;
      for (const one of [takeback, draw, notify]) one.hidden = !isOpponent(game);
      // Before both have moved the game is left without loss, by the button in the same place.
      abort.hidden = !can.abort;
      resign.hidden = can.abort || (online && !isOpponent(game));
      // A queued command can't be given twice.
      /** @type {(one: Element, may: boolean, ...commands: import('./command.js').Command[]) => void} */
      const allow = (one, may, ...commands) => setDisabled(one, !may || session.gone || commands.some((command) => session.isQueued(command)));
      allow(takeback, can.offer.includes('takeback'), { do: 'offer', what: 'takeback' });
      allow(draw, can.offer.includes('draw'), { do: 'offer', what: 'draw' });
      allow(undo, can.undo && open.now, { do: 'undo' });
      allow(redo, can.redo && open.now, { do: 'redo' });
      allow(abort, can.abort, { do: 'abort' });
      allow(resign, can.resign.length > 0, ...can.resign.map((side) => /** @type {const} */ ({ do: 'resign', side })));
      // It says why when it is pressed.
      analyst.classList.toggle('action-barred', !can.analyse);
      analyst.setAttribute('aria-pressed', String(open.analyst));
      rules.setAttribute('aria-pressed', String(open.rules));
    },
  };
}
