// Small line drawings for buttons.

import { svg } from '../dom.js';

const SHAPES = {
  first: 'M6 5v14M18 6l-7 6 7 6',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M18 5v14M6 6l7 6-7 6',
  undo: 'M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 11h-3',
  redo: 'M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 11h3',
  flip: 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4',
  resign: 'M6 21V4M6 4h12l-3 4 3 4H6',
  abort: 'M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M6.5 6.5l11 11',
  analyst: 'M4 20h16M5 15l4-5 4 3 6-8M19 5h-4M19 5v4',
  rules: 'M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10M9 8h5',
  record: 'M7 3h8l4 4v14H7zM15 3v4h4M10 12h6M10 16h6',
  takeback: 'M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 11h-3',
  draw: 'M4 9h16M4 15h16',
  notify: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  low: 'M7 4h10M7 20h10M8 4c0 5 8 5 8 8s-8 3-8 8M16 4c0 5-8 5-8 8s8 3 8 8',
  eye: 'M3 12c4-7 14-7 18 0-4 7-14 7-18 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  open: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
};

/** @param {keyof typeof SHAPES} name */
export const icon = (name) =>
  svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[name] }));
