// Mouse, pen and finger: taps and drags.

/** @typedef {import('./geometry.js').Point} Point */
/**
 * @typedef {object} Handler
 * @property {() => boolean} isActive whether the board takes input
 * @property {(event: PointerEvent | MouseEvent) => { point: Point, place: string | null }} locate
 * @property {(place: string) => boolean} press chooses what can be dragged from a place; whether that was a pawn just chosen or chosen before
 * @property {(place: string | null) => void} tap
 * @property {(point: Point, place: string | null) => void} drag
 * @property {(place: string | null, from: string) => void} drop
 * @property {() => void} cancel
 * @property {(place: string | null) => void} hover
 */

/** How far a pointer must go, in pixels, before a tap becomes a drag. */
const DRAG_THRESHOLD = 6;

/**
 * Listens to pointers on an element.
 * @param {HTMLElement} element
 * @param {Handler} handler
 */
export function listenToPointers(element, handler) {
  /** @type {{ id: number, x: number, y: number, place: string, fresh: boolean, moved: boolean } | null} */
  let held = null;
  let pressed = false;
  /** Whether the board took nothing when it was pressed. */
  let idle = false;

  element.addEventListener('pointerdown', (event) => {
    pressed = true;
    idle = !handler.isActive();
    if (!handler.isActive() || !event.isPrimary || event.button !== 0 || held) return;
    const { place } = handler.locate(event);
    if (!place) return;
    const fresh = handler.press(place);
    const { pointerId: id, clientX: x, clientY: y } = event;
    held = { id, x, y, place, fresh, moved: false };
    element.setPointerCapture(id);
  });

  element.addEventListener('pointermove', (event) => {
    const { point, place } = handler.locate(event);
    if (!held || held.id !== event.pointerId) {
      handler.hover(place);
      return;
    }
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_THRESHOLD;
    held.moved ||= far;
    if (held.moved) handler.drag(point, place);
  });

  element.addEventListener('pointerup', (event) => {
    if (!held || held.id !== event.pointerId) return;
    const { place: from, moved, fresh } = held;
    held = null;
    const { place } = handler.locate(event);
    if (moved && place !== from) handler.drop(place, from);
    else if (moved || fresh) handler.cancel();
    else handler.tap(from);
  });

  element.addEventListener('pointercancel', () => {
    held = null;
    handler.cancel();
  });
  element.addEventListener('pointerleave', () => handler.hover(null));

  // A screen reader's click comes without a pointer; where nothing can be played, a click asks why.
  element.addEventListener('click', (event) => {
    if (!pressed || event.detail === 0 || (idle && event.detail === 1)) {
      const cell = /** @type {HTMLElement} */ (event.target);
      handler.tap(cell.dataset['place'] ?? null);
    }
    pressed = false;
  });
}
