// Looks at a figure more closely, and at those before and after it.

import { announce, h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { captionOf, picture } from './text.js';

/** @typedef {import('../types.js').Figure} Figure */

/**
 * @param {Figure[]} figures
 * @param {number} index the one to begin with
 */
export function openViewer(figures, index) {
  let now = index;
  const title = h('h2', { id: 'viewer-title' });
  const place = h('div', { class: 'viewer-board' });
  const caption = h('div', { class: 'viewer-caption' });
  const previous = h('button', { type: 'button', onclick: () => go(now - 1) }, t('rules.previous'));
  const next = h('button', { type: 'button', onclick: () => go(now + 1) }, t('rules.next'));
  const close = h('button', { type: 'button', class: 'viewer-close', onclick: () => dialog.close() }, t('rules.close'));
  const dialog = h(
    'dialog',
    { class: 'viewer', 'aria-labelledby': 'viewer-title' },
    h('div', { class: 'viewer-head' }, title, close),
    place,
    caption,
    h('div', { class: 'viewer-buttons' }, previous, next),
  );

  function show() {
    const figure = figures[now];
    if (!figure) return;
    title.textContent = t('rules.figure-of', { number: now + 1, count: figures.length });
    replace(place, picture(figure, now));
    replace(caption, captionOf(figure));
    // Not `disabled`, which would lose the focus.
    previous.setAttribute('aria-disabled', String(now === 0));
    next.setAttribute('aria-disabled', String(now === figures.length - 1));
  }

  /** @param {number} wanted */
  function go(wanted) {
    if (wanted < 0 || wanted >= figures.length) return;
    now = wanted;
    show();
    announce(`${title.textContent}. ${caption.textContent?.trim() ?? ''}`);
  }

  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowLeft') go(now - 1);
    else if (event.key === 'ArrowRight') go(now + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Outside of its content is the backdrop.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  // Who goes to another screen leaves this one as well.
  addEventListener('popstate', () => dialog.close(), { once: true });

  show();
  document.body.append(dialog);
  dialog.showModal();
}
