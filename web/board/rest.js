// A pointer that rests on a square, and a finger that holds one.

/**
 * @typedef {object} Rests
 * @property {(event: PointerEvent) => { place: string | null }} locate
 * @property {(place: string) => void} rest a mouse or pen rests on a place
 * @property {(place: string) => void} hold a finger holds one
 * @property {() => void} leave neither does any more
 */

/** How long a pointer rests, in milliseconds, before it asks for something. */
const REST = 500;
/** How far it can go meanwhile, in pixels: a hand trembles, a finger more. */
const STILL = { mouse: 4, touch: 10 };

/**
 * Listens on an element, before all else that listens there.
 * @param {HTMLElement} element
 * @param {Rests} handler
 */
export function listenToRest(element, { locate, rest, hold, leave }) {
  let timer = 0;
  let isDown = false;
  let [x, y] = [0, 0];
  /** @type {string | null} */
  let place = null;

  const end = () => {
    clearTimeout(timer);
    leave();
  };
  /** @param {PointerEvent} event @param {(place: string) => void} act */
  const begin = (event, act) => {
    clearTimeout(timer);
    [x, y] = [event.clientX, event.clientY];
    const wanted = place;
    if (wanted) timer = window.setTimeout(() => act(wanted), REST);
  };
  /** @param {PointerEvent} event @param {number} most */
  const isStill = ({ clientX, clientY }, most) => Math.hypot(clientX - x, clientY - y) <= most;
  /** @param {'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave'} name @param {(event: PointerEvent) => void} act */
  const on = (name, act) => element.addEventListener(name, act, { capture: true });

  on('pointerdown', (event) => {
    end();
    isDown = true;
    [x, y] = [event.clientX, event.clientY];
    ({ place } = locate(event));
    if (event.pointerType === 'touch' && event.isPrimary) begin(event, hold);
  });
  on('pointermove', (event) => {
    if (event.pointerType === 'touch') {
      if (!isStill(event, STILL.touch)) end();
      return;
    }
    if (isDown || event.buttons !== 0) return;
    const before = place;
    ({ place } = locate(event));
    if (place !== before) end();
    else if (isStill(event, STILL.mouse)) return;
    begin(event, rest);
  });
  on('pointerup', () => {
    isDown = false;
    end();
  });
  on('pointercancel', () => {
    isDown = false;
    end();
  });
  on('pointerleave', (event) => {
    if (event.target !== element) return;
    place = null;
    end();
  });
  // The menu of a finger that holds something would hide what it asked for.
  element.addEventListener('contextmenu', (event) => isDown && event.preventDefault());
}
