// A panel at the side of the page, in which the rules are read beside the board.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from './icons.js';

/**
 * Makes a drawer.
 * @param {string} label
 * @param {() => void} onClose
 */
export function createDrawer(label, onClose) {
  const content = h('div', { class: 'drawer-content' });
  const shut = h('button', { type: 'button', class: 'dialog-close', 'aria-label': t('game.close'), onclick: () => close() }, icon('close'));
  const element = h('aside', { class: 'drawer', hidden: true, 'aria-label': label }, shut, content);
  /** @type {Element | null} */
  let opener = null;
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  function close() {
    if (element.hidden) return;
    element.hidden = true;
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  }
  return {
    element,
    close,
    get isOpen() {
      return !element.hidden;
    },
    /** @param {Element} panel */
    open(panel) {
      opener = document.activeElement;
      replace(content, panel);
      element.hidden = false;
      shut.focus();
    },
  };
}
