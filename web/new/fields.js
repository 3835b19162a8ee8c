// The fields of the form for a new game.

import { h } from '../dom.js';
import { isWithin } from '../games.js';
import { t } from '../i18n.js';

/**
 * A value to choose, its words, and a picture of it.
 * @template T
 * @typedef {readonly [value: T, words: string, picture?: Element]} Item
 */

/**
 * One of several things to choose.
 * @template {string | number} T
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.legend
 * @param {readonly Item<T>[]} options.items
 * @param {T} options.value
 * @param {(value: T) => void} options.onChange
 */
export function radios({ name, legend, items, value, onChange }) {
  const choice = (/** @type {Item<T>} */ [item, words, picture]) => {
    const input = h('input', { type: 'radio', name, value: String(item), checked: item === value, onchange: () => onChange(item) });
    return h('label', { class: 'choice' }, input, picture, h('span', {}, words));
  };
  return h('fieldset', { class: `choices choices-${name}` }, h('legend', {}, legend), h('div', { class: 'choices-row' }, items.map(choice)));
}

/** White, Black, or chance. @type {() => readonly (readonly ['white' | 'black' | 'random', string])[]} */
export const sides = () => [
  ['white', t('side.white')],
  ['black', t('side.black')],
  ['random', t('new.by-chance')],
];

/** Where the rules name no target, in points. */
const USUAL_TARGET = 10;

/**
 * Whether a match is played, and to how many points.
 * @param {number | null} value
 * @param {import('../types.js').Kind} kind
 * @param {(target: number | null) => void} onChange
 */
export function matchField(value, { target: usual, limits: { target: range } }, onChange) {
  const box = h('input', { type: 'checkbox', id: 'match', checked: value !== null });
  const points = h('input', { type: 'number', id: 'points', ...range, step: 1, inputmode: 'numeric', value: value ?? usual ?? USUAL_TARGET });
  const fault = h('p', { class: 'error', id: 'points-fault', role: 'alert' });
  points.setAttribute('aria-describedby', 'points-fault');
  points.setAttribute('aria-label', t('new.match-points'));
  const tell = () => {
    const number = Number(points.value);
    const isRight = isWithin(number, range);
    points.disabled = !box.checked;
    points.setAttribute('aria-invalid', String(box.checked && !isRight));
    fault.textContent = box.checked && !isRight ? t('new.match-wrong', { ...range }) : '';
    if (!box.checked) onChange(null);
    else if (isRight) onChange(number);
  };
  box.addEventListener('change', tell);
  points.addEventListener('input', tell);
  points.disabled = !box.checked;
  return h(
    'fieldset',
    { class: 'choices choices-match' },
    h('legend', {}, t('new.match')),
    h('div', { class: 'choices-row' }, h('label', { class: 'choice' }, box, h('span', {}, t('new.match-to'))), points, h('span', {}, t('new.match-points'))),
    fault,
  );
}
