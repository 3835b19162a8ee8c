// A text of several records: which of them is opened.

import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';

/** @typedef {import('../types.js').Part} Part */

/**
 * The records of a text, one of which is chosen.
 * @param {Part[]} parts
 * @param {(text: string) => void} onChoose
 * @param {() => void} onAll
 * @param {unknown} chosen the text of the one that is chosen
 */
export function showSeveral(parts, onChoose, onAll, chosen) {
  const good = parts.filter(({ text }) => text !== null);
  const all = h('button', { type: 'button', onclick: onAll }, t('open.several-all', { count: good.length }));
  return [
    h('h3', {}, t('open.several', { count: parts.length })),
    good.length > 0 && h('p', {}, t('open.several-choose')),
    h('ol', { class: 'parts' }, parts.map((part, i) => h('li', {}, entry(part, i + 1, onChoose, part.text === chosen)))),
    good.length > 1 && all,
  ].filter((one) => one instanceof HTMLElement);
}

/** @type {(part: Part, number: number, onChoose: (text: string) => void, isChosen: boolean) => HTMLElement} */
function entry({ text, kind, plies, white, black, date, line, refused }, number, onChoose, isChosen) {
  if (text === null) {
    /** @type {import('../types.js').Fault[]} */
    const faults = /** @type {Record<string, any>} */ (refused?.details ?? {})['faults'] ?? [];
    const why = faults[0] ?? refused;
    return h('p', { class: 'error' }, `${t('open.several-number', { number })} `, line > 0 && `${t('open.line', { line })} `, errorText(why));
  }
  const onclick = (/** @type {Event} */ { currentTarget }) => {
    if (!(currentTarget instanceof HTMLElement)) return;
    for (const other of currentTarget.closest('ol')?.querySelectorAll('button') ?? []) other.setAttribute('aria-pressed', String(other === currentTarget));
    onChoose(text);
  };
  const button = h('button', { type: 'button', 'aria-pressed': String(isChosen), onclick });
  const players = white || black ? `${white ?? '?'} – ${black ?? '?'}` : '';
  replace(
    button,
    h('strong', {}, t('open.several-number', { number }), ' ', t(`kind.${kind}.title`)),
    h('span', {}, [players, date, t('open.plies', { count: plies })].filter(Boolean).join(' · ')),
  );
  return button;
}
