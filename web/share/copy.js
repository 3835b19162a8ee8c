// Texts and links that are copied, and links that are shared.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';

/** How many lines a link is shown in, to be copied by hand. */
const LINK_ROWS = 3;

/** @typedef {Promise<string | null>} Wanted null where there is nothing: then the reason was shown elsewhere */

/**
 * Copies a text; where the browser refuses, the text is shown for copying by hand.
 * @param {Wanted} wanted
 * @param {HTMLElement} note says how it went
 * @param {number} [rows] how many lines are shown
 */
export async function copy(wanted, note, rows = 8) {
  try {
    const text = await wanted;
    if (text === null) return;
    try {
      await navigator.clipboard.writeText(text);
      replace(note, t('game.copied'));
    } catch {
      const area = h('textarea', { rows, readonly: true, 'aria-label': t('game.copy-by-hand') }, text);
      replace(note, t('game.copy-by-hand'), area);
      area.select();
    }
  } catch {
    replace(note, t('game.not-copied'));
  }
}

/**
 * Buttons that copy a link and, where the browser can, share it.
 * @param {object} options
 * @param {string} options.label of the button that copies
 * @param {string} options.share that of the one that shares
 * @param {string} options.title what the link is shared as
 * @param {() => Wanted} options.link
 * @param {HTMLElement} options.note says how it went
 */
export function linkButtons({ label, share: shareLabel, title, link, note }) {
  const share = async () => {
    try {
      const url = await link();
      if (url !== null) await navigator.share({ title, url });
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) replace(note, t('game.not-copied'));
    }
  };
  return h(
    'div',
    { class: 'link-buttons' },
    h('button', { type: 'button', onclick: () => copy(link(), note, LINK_ROWS) }, label),
    'share' in navigator && h('button', { type: 'button', onclick: share }, shareLabel),
  );
}
