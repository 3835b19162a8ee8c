// Drags one of several elements onto another; a short press is a tap.

/** The distance after which a press becomes a drag, in pixels. */
const DRAG_THRESHOLD = 6;

/**
 * @param {HTMLElement[]} elements
 * @param {object} handler
 * @param {(from: number, to: number) => void} handler.onDrop
 * @param {(place: number) => void} handler.onTap
 */
export function listenToDrags(elements, { onDrop, onTap }) {
  for (const [place, element] of elements.entries()) {
    const drag = new Drag(elements, place);
    element.addEventListener('pointerdown', (event) => drag.press(event));
    element.addEventListener('pointermove', (event) => drag.move(event));
    element.addEventListener('pointercancel', () => drag.release());
    element.addEventListener('pointerup', (event) => {
      const to = drag.end(event);
      if (to === place) onTap(place);
      else if (to !== null) onDrop(place, to);
    });
    // A finger's tap may come without a click, a key's or a screen reader's click without a pointer.
    element.addEventListener('click', ({ detail }) => {
      if (detail === 0 || !drag.isDone) onTap(place);
      drag.isDone = false;
    });
  }
}

class Drag {
  /** @param {HTMLElement[]} elements @param {number} place of the one that is dragged */
  constructor(elements, place) {
    this.elements = elements;
    this.place = place;
    /** @type {{ id: number, x: number, y: number, isMoving: boolean } | null} */
    this.held = null;
    /** Whether the click that may follow is handled already. */
    this.isDone = false;
  }

  get #element() {
    return /** @type {HTMLElement} */ (this.elements[this.place]);
  }

  /** @param {PointerEvent} event */
  press({ pointerId: id, clientX: x, clientY: y, button }) {
    this.isDone = false;
    if (button === 0 && !this.held) this.held = { id, x, y, isMoving: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving && Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
    if (!held.isMoving) this.#element.setPointerCapture(held.id);
    held.isMoving = true;
    this.#element.classList.add('held');
    this.#element.style.transform = `translate(${dx}px, ${dy}px)`;
    this.#mark(this.#under(event));
  }

  /** The place where the pointer lets go: its own for a tap; none for a drag to nowhere. @param {PointerEvent} event */
  end(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return null;
    const to = held.isMoving ? this.#under(event) : this.place;
    this.isDone = true;
    this.release();
    return to;
  }

  release() {
    this.held = null;
    this.#element.classList.remove('held');
    this.#element.style.transform = '';
    this.#mark(null);
  }

  /** Another place under the pointer. @param {PointerEvent} event */
  #under({ clientX, clientY }) {
    const found = this.elements.findIndex((element, i) => {
      if (i === this.place) return false;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    });
    return found === -1 ? null : found;
  }

  /** @param {number | null} target */
  #mark(target) {
    for (const [i, element] of this.elements.entries()) element.classList.toggle('target', i === target);
  }
}
