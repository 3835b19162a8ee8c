// The page's sign: a small board of the four colours with a pawn.

import { svg } from './dom.js';

export function logo() {
  const colours = ['red', 'yellow', 'blue', 'green'];
  return svg(
    'svg',
    { class: 'logo', viewBox: '0 0 32 32', 'aria-hidden': 'true' },
    svg('rect', { class: 'logo-frame', width: 32, height: 32, rx: 6 }),
    colours.map((colour, i) =>
      svg('rect', {
        class: `square-${colour}`,
        x: 4 + 12.5 * (i % 2),
        y: 4 + 12.5 * Math.floor(i / 2),
        width: 11.5,
        height: 11.5,
        rx: 1.5,
      }),
    ),
    svg('circle', { class: 'logo-pawn', cx: 16, cy: 16, r: 6.5 }),
    svg('circle', { class: 'logo-dimple', cx: 16, cy: 16, r: 2.6 }),
  );
}
