// The quarterboards as things that can be swapped, turned and flipped.

import { announce, h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { listenToDrags } from './drag.js';
import { comeFrom, flipIn, turnIn } from './motion.js';
import { drawQuarter, flipped, read, turned, write } from './quarter.js';

/** @typedef {import('../types.js').Quarter} Quarter */

const TURN = 'M19 12a7 7 0 1 0-2.1 5M19 12L21.4 8.8M19 12L15.4 10.2';
const FLIP = 'M12 3v18M9 7L3 12L9 17ZM15 7L21 12L15 17Z';

const places = () => [t('builder.place-0'), t('builder.place-1'), t('builder.place-2'), t('builder.place-3')];

/**
 * The quarterboards of a board: four, or one alone.
 * @param {object} options
 * @param {string[]} options.codes
 * @param {Quarter[]} options.faces all faces unturned
 * @param {(codes: string[]) => void} options.onChange
 */
export function createQuarters({ codes, faces, onChange }) {
  let now = [...codes];
  const isAlone = now.length === 1;
  /** @type {number | null} */
  let chosen = null;
  const slots = now.map((_, place) => makeSlot(place));
  const element = h('div', { class: isAlone ? 'quarters quarters-one' : 'quarters' }, slots.map(({ element: slot }) => slot));
  const numbers = isAlone ? chooser() : null;
  if (!isAlone) listenToDrags(slots.map(({ button }) => button), swap);
  draw();

  /** @param {number} place */
  function makeSlot(place) {
    const button = h('button', { type: 'button', class: 'quarter', onclick: () => tap(place) });
    button.addEventListener('keydown', (event) => onKey(event, place));
    const label = h('span', { class: 'quarter-name', 'aria-hidden': 'true' });
    const turnButton = tool(TURN, () => turn(place));
    const flipButton = tool(FLIP, () => flip(place));
    const tools = h('div', { class: 'quarter-tools' }, turnButton, label, flipButton);
    // The tools lie outside, so that the quarterboards touch.
    const isAbove = !isAlone && place < 2;
    const parts = isAbove ? [tools, button] : [button, tools];
    return { element: h('div', { class: 'quarter-slot' }, parts), button, label, turnButton, flipButton };
  }

  function draw() {
    for (const [place, slot] of slots.entries()) {
      const code = now[place] ?? '1a0';
      const name = isAlone ? '' : (places()[place] ?? '');
      const words = { ...read(code), place: name };
      const label = isAlone ? t('builder.quarter-alone', words) : t('builder.quarter', words);
      replace(slot.button, drawQuarter(code, faces));
      slot.button.setAttribute('aria-label', label);
      if (!isAlone) slot.button.setAttribute('aria-pressed', String(chosen === place));
      slot.label.textContent = code.slice(0, 2);
      nameTool(slot.turnButton, t('builder.turn'), name && t('builder.turn-place', { place: name }));
      nameTool(slot.flipButton, t('builder.flip'), name && t('builder.flip-place', { place: name }));
    }
    numbers?.draw();
  }

  /** @param {string[]} codes @param {string} [said] */
  function change(codes, said) {
    now = codes;
    draw();
    announce(said ?? '');
    onChange([...now]);
  }

  /** @param {number} place @param {(code: string) => string} how */
  function alter(place, how) {
    change(now.map((code, i) => (i === place ? how(code) : code)));
    announce(slots[place]?.button.getAttribute('aria-label') ?? '');
  }

  /** @param {number} place */
  function turn(place) {
    alter(place, turned);
    turnIn(picture(place));
  }

  /** @param {number} place */
  function flip(place) {
    alter(place, flipped);
    flipIn(picture(place));
  }

  /** @param {number} place */
  const picture = (place) => slots[place]?.button.firstElementChild ?? null;

  /** @param {number} place */
  function tap(place) {
    if (isAlone) return turn(place);
    if (chosen !== null && chosen !== place) return swap(chosen, place);
    choose(chosen === place ? null : place);
  }

  /** @param {number | null} place */
  function choose(place) {
    chosen = place;
    draw();
    announce(place === null ? t('builder.not-chosen') : t('builder.chosen', { place: places()[place] }));
  }

  /** @param {number} from @param {number} to */
  function swap(from, to) {
    chosen = null;
    const boxes = [from, to].map((place) => picture(place)?.getBoundingClientRect() ?? new DOMRect());
    const swapped = [...now];
    [swapped[from], swapped[to]] = [now[to] ?? '', now[from] ?? ''];
    change(swapped, t('builder.swapped', { place: places()[from], other: places()[to] }));
    comeFrom(picture(to), boxes[0] ?? new DOMRect());
    comeFrom(picture(from), boxes[1] ?? new DOMRect());
  }

  /** @param {KeyboardEvent} event @param {number} place */
  function onKey(event, place) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = { ArrowLeft: place & ~1, ArrowRight: place | 1, ArrowUp: place & ~2, ArrowDown: place | 2 }[event.key];
    if (next !== undefined) slots[next]?.button.focus();
    else if (event.key.toLowerCase() === 'r') turn(place);
    else if (event.key.toLowerCase() === 'f') flip(place);
    else if (event.key === 'Escape' && chosen !== null) choose(null);
    else return;
    event.preventDefault();
  }

  /** Which of the four quarterboards is taken, where only one is. */
  function chooser() {
    const buttons = [1, 2, 3, 4].map((number) =>
      h('button', {
        type: 'button',
        class: 'quarter-choice',
        'aria-label': t('builder.number', { number }),
        onclick: () => alter(0, (code) => write({ ...read(code), number })),
      }),
    );
    const drawAll = () => {
      const lying = read(now[0] ?? '1a0');
      for (const [i, button] of buttons.entries()) {
        replace(button, drawQuarter(write({ ...lying, number: i + 1 }), faces));
        button.setAttribute('aria-pressed', String(lying.number === i + 1));
      }
    };
    element.prepend(h('div', { class: 'quarter-choices', role: 'group', 'aria-label': t('builder.which') }, buttons));
    return { draw: drawAll };
  }

  return {
    element,
    /** @param {import('../types.js').Board} board */
    show({ quarters }) {
      now = [...quarters];
      chosen = null;
      draw();
    },
  };
}

/** @param {string} d @param {() => void} onclick */
const tool = (d, onclick) =>
  h('button', { type: 'button', class: 'quarter-tool', onclick }, svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d })));

/** @param {Element} button @param {string} title @param {string} label */
function nameTool(button, title, label) {
  button.setAttribute('title', title);
  button.setAttribute('aria-label', label || title);
}
