// The quarterboards as things that can be swapped, turned and flipped.

import { announce, h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { listenToDrags } from './drag.js';
import { comeFrom, flipIn, turnIn } from './motion.js';
import { drawQuarter, flipped, read, turned, write } from './quarter.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Quarter} Quarter */

const TURN_ICON = 'M19 12a7 7 0 1 0-2.1 5M19 12L21.4 8.8M19 12L15.4 10.2';
const FLIP_ICON = 'M12 3v18M9 7L3 12L9 17ZM15 7L21 12L15 17Z';

const places = () => [t('builder.place-0'), t('builder.place-1'), t('builder.place-2'), t('builder.place-3')];

/** @param {string} d @param {string} title @param {string} label @param {() => void} onclick */
const tool = (d, title, label, onclick) =>
  h(
    'button',
    { type: 'button', class: 'quarter-tool', title, 'aria-label': label, onclick },
    svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d })),
  );

/** The quarterboards of a board: four, or one alone. */
export class Quarters {
  /**
   * @param {string[]} codes
   * @param {Quarter[]} faces all faces unturned
   * @param {(codes: string[]) => void} onChange
   */
  constructor(codes, faces, onChange) {
    this.codes = codes;
    this.faces = faces;
    this.onChange = onChange;
    this.isAlone = codes.length === 1;
    /** The place that waits to be swapped with another. @type {number | null} */
    this.chosen = null;
    this.slots = codes.map((_, place) => this.#makeSlot(place));
    this.choices = this.isAlone ? [1, 2, 3, 4].map((number) => this.#makeChoice(number)) : [];
    if (!this.isAlone) this.#listen();
    this.element = this.#makeElement();
    this.#draw();
  }

  /** Shows another board. @param {Board} board */
  show({ quarters }) {
    this.codes = quarters;
    this.chosen = null;
    this.#draw();
  }

  #makeElement() {
    const slots = this.slots.map(({ element }) => element);
    if (!this.isAlone) return h('div', { class: 'quarters' }, slots);
    const choices = h('div', { class: 'quarter-choices', role: 'group', 'aria-label': t('builder.which') }, this.choices);
    return h('div', { class: 'quarters quarters-one' }, choices, slots);
  }

  /** @param {number} place */
  #makeSlot(place) {
    const button = h('button', {
      type: 'button',
      class: 'quarter',
      onclick: this.isAlone && (() => this.#turn(place)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event, place),
    });
    const name = h('span', { class: 'quarter-name', 'aria-hidden': 'true' });
    const tools = h('div', { class: 'quarter-tools' }, this.#turnTool(place), name, this.#flipTool(place));
    // The tools lie outside, so that the quarterboards touch.
    const isAbove = !this.isAlone && place < 2;
    const parts = isAbove ? [tools, button] : [button, tools];
    return { element: h('div', { class: 'quarter-slot' }, parts), button, name };
  }

  /** @param {number} place */
  #turnTool(place) {
    const label = this.isAlone ? t('builder.turn') : t('builder.turn-place', { place: places()[place] });
    return tool(TURN_ICON, t('builder.turn'), label, () => this.#turn(place));
  }

  /** @param {number} place */
  #flipTool(place) {
    const label = this.isAlone ? t('builder.flip') : t('builder.flip-place', { place: places()[place] });
    return tool(FLIP_ICON, t('builder.flip'), label, () => this.#flip(place));
  }

  /** Takes one of the four quarterboards, where only one is needed. @param {number} number */
  #makeChoice(number) {
    return h('button', {
      type: 'button',
      class: 'quarter-choice',
      'aria-label': t('builder.number', { number }),
      onclick: () => this.#alter(0, (code) => write({ ...read(code), number })),
    });
  }

  #draw() {
    for (const [place, { button, name }] of this.slots.entries()) {
      replace(button, drawQuarter(this.#code(place), this.faces));
      button.setAttribute('aria-label', this.#label(place));
      if (!this.isAlone) button.setAttribute('aria-pressed', String(this.chosen === place));
      name.textContent = this.#code(place).slice(0, 2);
    }
    const lying = read(this.#code(0));
    for (const [i, choice] of this.choices.entries()) {
      replace(choice, drawQuarter(write({ ...lying, number: i + 1 }), this.faces));
      choice.setAttribute('aria-pressed', String(lying.number === i + 1));
    }
  }

  /** @param {number} place */
  #code(place) {
    return this.codes[place] ?? '1a0';
  }

  /** @param {number} place */
  #label(place) {
    const quarter = read(this.#code(place));
    const params = { ...quarter, count: quarter.turns, place: places()[place] };
    return t(this.isAlone ? 'builder.quarter-alone' : 'builder.quarter', params);
  }

  /** @param {number} place */
  #picture(place) {
    return this.slots[place]?.button.firstElementChild ?? null;
  }

  /** @param {string[]} codes @param {string} said */
  #change(codes, said) {
    this.codes = codes;
    this.#draw();
    announce(said);
    this.onChange(codes);
  }

  /** @param {number} place @param {(code: string) => string} how */
  #alter(place, how) {
    const codes = this.codes.map((code, i) => (i === place ? how(code) : code));
    this.#change(codes, '');
    announce(this.#label(place));
  }

  /** @param {number} place */
  #turn(place) {
    this.#alter(place, turned);
    turnIn(this.#picture(place));
  }

  /** @param {number} place */
  #flip(place) {
    this.#alter(place, flipped);
    flipIn(this.#picture(place));
  }

  #listen() {
    const buttons = this.slots.map(({ button }) => button);
    listenToDrags(buttons, { onDrop: (from, to) => this.#swap(from, to), onTap: (place) => this.#tap(place) });
  }

  /** @param {number} place */
  #tap(place) {
    if (this.chosen !== null && this.chosen !== place) this.#swap(this.chosen, place);
    else this.#choose(this.chosen === place ? null : place);
  }

  /** @param {number | null} place */
  #choose(place) {
    this.chosen = place;
    this.#draw();
    announce(place === null ? t('builder.not-chosen') : t('builder.chosen', { place: places()[place] }));
  }

  /** @param {number} from @param {number} to */
  #swap(from, to) {
    this.chosen = null;
    const [fromBox, toBox] = [this.#box(from), this.#box(to)];
    const codes = [...this.codes];
    [codes[from], codes[to]] = [this.#code(to), this.#code(from)];
    this.#change(codes, t('builder.swapped', { place: places()[from], other: places()[to] }));
    comeFrom(this.#picture(to), fromBox);
    comeFrom(this.#picture(from), toBox);
  }

  /** @param {number} place */
  #box(place) {
    return this.#picture(place)?.getBoundingClientRect() ?? new DOMRect();
  }

  /** @param {KeyboardEvent} event @param {number} place */
  #onKey(event, place) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Bit 0 is east or west, bit 1 south or north.
    const next = { ArrowLeft: place & ~1, ArrowRight: place | 1, ArrowUp: place & ~2, ArrowDown: place | 2 }[event.key];
    if (next !== undefined) this.slots[next]?.button.focus();
    else if (event.key.toLowerCase() === 'r') this.#turn(place);
    else if (event.key.toLowerCase() === 'f') this.#flip(place);
    else if (event.key === 'Escape' && this.chosen !== null) this.#choose(null);
    else return;
    event.preventDefault();
  }
}
