// Animations of the board; none where the system asks for reduced motion.

/** @typedef {import('./geometry.js').Point} Point */

/** The duration of a pawn's animation, in milliseconds. */
export const DURATION = 260;

/** Whether the visitor's system asks for reduced motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {Point} point @param {number} [scale] */
const transformTo = ({ x, y }, scale = 1) => `translate(${x}px, ${y}px) scale(${scale})`;

/**
 * Places an element at once.
 * @param {SVGElement} element
 * @param {Point} point
 */
export function place(element, point) {
  for (const animation of element.getAnimations()) animation.cancel();
  element.style.transform = transformTo(point);
}

/**
 * Lets an element glide from where it is drawn to a point.
 * @param {SVGElement} element
 * @param {Point} from
 * @param {Point} to
 */
export function glide(element, from, to) {
  place(element, to);
  if (isStill()) return;
  element.animate([{ transform: transformTo(from) }, { transform: transformTo(to) }], {
    duration: DURATION,
    easing: 'cubic-bezier(.3, .05, .2, 1)',
  });
}

/**
 * Lets an element appear at a point.
 * @param {SVGElement} element
 * @param {Point} point
 */
export function appear(element, point) {
  place(element, point);
  if (isStill()) return;
  element.animate(
    [
      { opacity: 0, transform: transformTo(point, 1.35) },
      { opacity: 1, transform: transformTo(point) },
    ],
    { duration: 200, easing: 'ease-out' },
  );
}

/**
 * Lets an element fade away, and removes it.
 * @param {SVGElement} element
 * @param {Point} point
 */
export function vanish(element, point) {
  if (isStill()) {
    element.remove();
    return;
  }
  const animation = element.animate(
    [
      { opacity: 1, transform: transformTo(point) },
      { opacity: 0, transform: transformTo(point, 0.6) },
    ],
    { duration: 220, easing: 'ease-in', fill: 'forwards' },
  );
  animation.onfinish = () => element.remove();
  // A page in the background plays no animations.
  setTimeout(() => element.remove(), 600);
}
