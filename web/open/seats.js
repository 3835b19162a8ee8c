// Who plays on with a game that was opened.

import { h } from '../dom.js';
import { numbersOf } from '../games.js';
import { t } from '../i18n.js';

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Range} Range */

export function createSeats() {
  const white = select('white', t('open.white'));
  const black = select('black', t('open.black'));
  return {
    element: h('div', { class: 'open-seats' }, white.element, black.element),
    /** Offers the computer too. @param {Range} levels */
    offer(levels) {
      for (const one of [white, black]) one.offer(levels);
    },
    get value() {
      return { white: white.value, black: black.value };
    },
  };
}

/** @param {string} id @param {string} label */
function select(id, label) {
  const field = h(
    'select',
    { id: `seat-${id}` },
    h('option', { value: 0 }, t('open.human')),
  );
  return {
    element: h('div', {}, h('label', { for: `seat-${id}` }, label), field),
    /** @param {Range} levels */
    offer: (levels) => field.append(...numbersOf(levels).map((level) => h('option', { value: level }, t('open.computer', { level })))),
    /** @returns {Seat} */
    get value() {
      const level = Number(field.value);
      return level > 0 ? { player: 'computer', level } : { player: 'human' };
    },
  };
}
