// Short movements of what has just been changed.

const TIME = { duration: 240, easing: 'ease-out' };

const isWanted = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {Element | null} element @param {string} from a CSS transform */
function animateFrom(element, from) {
  if (element && isWanted()) element.animate([{ transform: from }, { transform: 'none' }], TIME);
}

/** @param {Element | null} element */
export const turnIn = (element) => animateFrom(element, 'rotate(-90deg)');

/** @param {Element | null} element */
export const flipIn = (element) => animateFrom(element, 'perspective(60rem) rotateY(-180deg)');

/**
 * Lets an element come from where another is.
 * @param {Element | null} element
 * @param {DOMRect} origin
 */
export function comeFrom(element, origin) {
  if (!element) return;
  const { left, top } = element.getBoundingClientRect();
  animateFrom(element, `translate(${origin.left - left}px, ${origin.top - top}px)`);
}
