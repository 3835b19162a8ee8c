// Drags one of several elements onto another.

/** So far a pointer goes before it drags, in pixels. */
const THRESHOLD = 6;

/**
 * @param {HTMLElement[]} elements
 * @param {(from: number, to: number) => void} onDrop
 */
export function listenToDrags(elements, onDrop) {
  for (const [from, element] of elements.entries()) {
    /** @type {{ id: number, x: number, y: number, moving: boolean } | null} */
    let held = null;
    let wasDragged = false;

    element.addEventListener('pointerdown', ({ pointerId: id, clientX: x, clientY: y, button }) => {
      wasDragged = false;
      if (button === 0) held = { id, x, y, moving: false };
    });

    // The click that a mouse makes after dragging is no tap. A key's click has no detail.
    element.addEventListener(
      'click',
      (event) => {
        if (wasDragged && event.detail > 0) event.stopImmediatePropagation();
        wasDragged = false;
      },
      { capture: true },
    );

    element.addEventListener('pointermove', (event) => {
      if (!held || event.pointerId !== held.id) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.moving && Math.hypot(dx, dy) < THRESHOLD) return;
      if (!held.moving) element.setPointerCapture(held.id);
      held.moving = true;
      element.classList.add('held');
      element.style.transform = `translate(${dx}px, ${dy}px)`;
      mark(under(event));
    });

    element.addEventListener('pointerup', (event) => {
      if (!held?.moving) {
        held = null;
        return;
      }
      const to = under(event);
      wasDragged = true;
      release();
      if (to !== null && to !== from) onDrop(from, to);
    });

    element.addEventListener('pointercancel', release);

    function release() {
      held = null;
      element.classList.remove('held');
      element.style.transform = '';
      mark(null);
    }
  }

  /** @param {PointerEvent} event */
  function under({ clientX, clientY }) {
    const found = elements.findIndex((element) => {
      if (element.classList.contains('held')) return false;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    });
    return found === -1 ? null : found;
  }

  /** @param {number | null} target */
  function mark(target) {
    for (const [i, element] of elements.entries()) element.classList.toggle('target', i === target);
  }
}
