// A list that updates in place: shown entries keep their position, so that nothing moves under the
// pointer, and new ones are added on request.

import { h, replace } from '../dom.js';

/**
 * @template Item
 * @typedef {object} Entry what shows an item
 * @property {HTMLElement} element
 * @property {(item: Item) => void} update the item has changed
 * @property {() => void} markGone the item is gone
 */

/** @template {{ id: string }} Item */
export class LobbyList {
  /** @param {(item: Item) => Entry<Item>} make */
  constructor(make) {
    this.make = make;
    this.element = h('ul', { class: 'games' });
    /** Those that are shown. @type {Map<string, { entry: Entry<Item>, shown: string }>} */
    this.entries = new Map();
  }

  get isEmpty() {
    return this.entries.size === 0;
  }

  /** Shows these and no others. @param {Item[]} items */
  fill(items) {
    this.entries = new Map(items.map((item) => [item.id, { entry: this.make(item), shown: JSON.stringify(item) }]));
    replace(this.element, [...this.entries.values()].map(({ entry }) => entry.element));
  }

  /** Updates the shown entries; returns the number of new ones. @param {Item[]} items */
  refresh(items) {
    const found = new Map(items.map((item) => [item.id, item]));
    for (const [id, one] of this.entries) {
      const item = found.get(id);
      const shown = JSON.stringify(item) ?? '';
      if (shown !== one.shown && item) one.entry.update(item);
      else if (shown !== one.shown) one.entry.markGone();
      one.shown = shown;
    }
    return items.filter(({ id }) => !this.entries.has(id)).length;
  }
}
