// A list that changes while one looks at it, without anything going from under the finger: what is
// there stays in its place, and what is new waits until it is asked for.

import { h, replace } from '../dom.js';

/**
 * @template Item
 * @typedef {object} Entry what shows an item
 * @property {HTMLElement} element
 * @property {(item: Item) => void} update the item is another now
 * @property {() => void} retire the item is gone
 */

/** @template {{ id: string }} Item */
export class Roll {
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

  /** Brings those that are shown up to date. How many others there are is the answer. @param {Item[]} items */
  refresh(items) {
    const found = new Map(items.map((item) => [item.id, item]));
    for (const [id, one] of this.entries) {
      const item = found.get(id);
      const shown = JSON.stringify(item) ?? '';
      if (shown !== one.shown && item) one.entry.update(item);
      else if (shown !== one.shown) one.entry.retire();
      one.shown = shown;
    }
    return items.filter(({ id }) => !this.entries.has(id)).length;
  }
}
