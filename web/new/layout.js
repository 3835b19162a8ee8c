// The layout of a new game: its name from a list, or the two colours that make it.

import { COLOURS, swatch } from '../board/squares.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { radios } from './fields.js';

/** @typedef {import('../types.js').Colour} Colour */
/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {Kind['colour_layouts'][number]} ColourLayout */
/** @typedef {'start' | 'target'} End of the way of a pawn */

/**
 * Nothing for a game that has but one.
 * @param {Kind} kind
 * @param {string | null} value
 * @param {(layout: string) => void} onChange
 */
export function layoutField({ layouts, colour_layouts: pairs }, value, onChange) {
  if (value === null) return null;
  const first = pairs.find(({ layout }) => layout === value);
  if (first) return colourFields(pairs, first, onChange);
  return radios({
    name: 'layout',
    legend: t('new.layout'),
    items: layouts.map((layout) => /** @type {const} */ ([layout, t(`layout.${layout}`)])),
    value,
    onChange,
  });
}

/** @param {ColourLayout[]} pairs @param {ColourLayout} first @param {(layout: string) => void} onChange */
function colourFields(pairs, first, onChange) {
  /** @type {Record<End, Colour>} */
  const chosen = { start: first.start, target: first.target };
  const find = (/** @type {Partial<Record<End, Colour>>} */ change) => {
    const { start, target } = { ...chosen, ...change };
    return pairs.find((pair) => pair.start === start && pair.target === target);
  };
  const name = h('p', { class: 'layout-name soft', role: 'status' });
  const field = (/** @type {End} */ end, /** @type {string} */ legend) =>
    colourField(end, legend, pairs, chosen[end], (colour) => {
      chosen[end] = colour;
      show();
      const found = find({});
      if (found) onChange(found.layout);
    });
  const fields = { start: field('start', t('new.layout-start')), target: field('target', t('new.layout-target')) };
  const show = () => {
    name.textContent = t(`layout.${find({})?.layout}`);
    // A colour that makes no layout with the other one can't be chosen.
    for (const end of /** @type {const} */ (['start', 'target'])) {
      for (const input of fields[end].querySelectorAll('input')) input.disabled = !find({ [end]: input.value });
    }
  };
  show();
  return h('div', { class: 'layout-colours' }, fields.start, fields.target, name);
}

/** @param {End} end @param {string} legend @param {ColourLayout[]} pairs @param {Colour} value @param {(colour: Colour) => void} onChange */
function colourField(end, legend, pairs, value, onChange) {
  const colours = Object.values(COLOURS).filter((colour) => pairs.some((pair) => pair[end] === colour));
  return radios({
    name: `layout-${end}`,
    legend,
    items: colours.map((colour) => /** @type {const} */ ([colour, t('board.colour', { colour }), swatch(colour)])),
    value,
    onChange,
  });
}
