// Every screen of the page, as a visitor comes upon it.

import { computer } from './player.js';
import { OUSTING, WON } from './positions.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {{ name: string, ready: string, open: (player: Player) => Promise<unknown> }} Screen ready: what is there once all is */

/** @type {(path: string) => Screen['open']} */
const at = (path) => async ({ page }) => {
  await page.goto(path);
};

/** @type {Screen[]} */
export const SCREENS = [
  { name: 'home', ready: '.card', open: at('/') },
  { name: 'new', ready: '.play', open: at('/new/katarenga') },
  { name: 'new-layouts', ready: '.play', open: at('/new/big-bang') },
  { name: 'new-small', ready: '.play', open: at('/new/cornered') },
  { name: 'rules', ready: '.figure', open: at('/rules/big-bang') },
  { name: 'open', ready: '#open-text', open: at('/open') },
  { name: 'about', ready: 'h2', open: at('/about') },
  {
    name: 'game', ready: '[role=grid]',
    open: (player) => player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0', black: computer(1) }),
  },
  {
    name: 'game-placing', ready: '[role=grid]',
    open: (player) => player.begin({ kind: 'quartermaster', board: '1a0-2a0-3a0-4a0' }),
  },
  { name: 'game-marks', ready: '[role=grid]', open: (player) => player.begin({ text: OUSTING }) },
  { name: 'game-over', ready: '[role=grid]', open: (player) => player.begin({ text: WON }) },
  { name: 'nowhere', ready: 'h1', open: at('/nowhere') },
];
