// A link to be sent: shown, copied, shared.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.address
 * @param {string} [options.title] what it is shared as; without it it is for nobody else
 */
export function linkField({ label, address, title }) {
  const note = h('p', { class: 'link-note', role: 'status' });
  const field = h('input', { type: 'text', id: 'link', class: 'link-address', readonly: true, value: address, dir: 'ltr' });
  field.addEventListener('focus', () => field.select());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      replace(note, t('invite.copied'));
    } catch {
      // Not allowed, or no secure address: then by hand.
      field.focus();
      replace(note, t('invite.copy-by-hand'));
    }
  };
  const canShare = title !== undefined && 'share' in navigator;
  // A cancelled share is no error.
  const share = () => navigator.share({ title, url: address }).catch(() => {});
  return h(
    'div',
    { class: 'link' },
    h('label', { for: 'link' }, label),
    h(
      'div',
      { class: 'link-row' },
      field,
      h('button', { type: 'button', class: 'primary', onclick: copy }, t('invite.copy')),
      canShare && h('button', { type: 'button', onclick: share }, t('invite.share')),
    ),
    note,
  );
}
