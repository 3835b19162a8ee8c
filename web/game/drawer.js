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
  /** Whether going back closes the drawer: where it covers the page, as on a phone. */
  let isEntry = false;
  const onPop = () => {
    if (!isEntry) return;
    isEntry = false;
    close();
  };
  addEventListener('popstate', onPop);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  function close() {
    if (element.hidden) return;
    element.hidden = true;
    if (isEntry) {
      isEntry = false;
      history.back();
    }
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  }
  return {
    element,
    close,
    /** The screen is left. */
    leave: () => removeEventListener('popstate', onPop),
    get isOpen() {
      return !element.hidden;
    },
    /** @param {Element} panel */
    open(panel) {
      opener = document.activeElement;
      replace(content, panel);
      element.hidden = false;
      const header = document.getElementById('header')?.getBoundingClientRect().bottom ?? 0;
      element.style.setProperty('--header-end', `${Math.max(0, header)}px`);
      if (!isEntry && matchMedia('(max-width: 56rem)').matches) {
        isEntry = true;
        // It is there already when the screen was made anew with the drawer open.
        if (!history.state?.drawer) history.pushState({ ...history.state, drawer: true }, '');
      }
      shut.focus();
    },
  };
}
