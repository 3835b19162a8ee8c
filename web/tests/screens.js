// Every screen of the page, as a visitor comes upon it.

import { computer } from './player.js';
import { OUSTING, WON } from './positions.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {{ name: string, open: (player: Player) => Promise<unknown> }} Screen */

/** @type {(path: string) => Screen['open']} */
const at = (path) => async ({ page }) => {
  await page.goto(path);
};

/** @type {Screen[]} */
export const SCREENS = [
  { name: 'home', open: at('/') },
  { name: 'new', open: at('/new/katarenga') },
  { name: 'new-layouts', open: at('/new/big-bang') },
  { name: 'new-small', open: at('/new/cornered') },
  { name: 'rules', open: at('/rules/big-bang') },
  { name: 'open', open: at('/open') },
  { name: 'about', open: at('/about') },
  {
    name: 'game',
    open: (player) => player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0', black: computer(1) }),
  },
  {
    name: 'game-placing',
    open: (player) => player.begin({ kind: 'quartermaster', board: '1a0-2a0-3a0-4a0' }),
  },
  { name: 'game-marks', open: (player) => player.begin({ text: OUSTING }) },
  { name: 'game-over', open: (player) => player.begin({ text: WON }) },
  { name: 'nowhere', open: at('/nowhere') },
];
