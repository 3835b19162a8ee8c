// Every screen of the page, as a visitor comes upon it.

import { expect } from './fixtures.js';
import { LONG_NAME, fillLobby, invite, offer, ownInvitation } from './inviting.js';
import { recordOf, shortestGame } from './known.js';
import { HUMAN, computer } from './player.js';
import { OUSTING, WON } from './positions.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {{ name: string, ready: string, open: (player: Player) => Promise<unknown> }} Screen ready: what is there once all is */

/**
 * Changes the language, as the button does that is in the menu of a phone.
 * @param {import('@playwright/test').Page} page
 * @param {string} language
 */
export async function speak(page, language) {
  await page.locator(`#language-${language}`).dispatchEvent('click');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** @type {(path: string) => Screen['open']} */
const at = (path) => async ({ page }) => {
  await page.goto(path);
};

/** @type {Screen[]} */
export const SCREENS = [
  { name: 'home', ready: '.card', open: at('/') },
  { name: 'learn', ready: '.groups', open: at('/learn') },
  { name: 'lesson', ready: '.trial .board', open: at('/learn/first-minute') },
  { name: 'stars', ready: '.trial .board', open: at('/learn/stars?seed=7&level=6') },
  { name: 'puzzle', ready: '.trial .board', open: at('/puzzles?day=2026-11-30') },
  { name: 'sheet-puzzles', ready: '.paper', open: at('/sheets?what=puzzles&seed=1') },
  { name: 'sheet-rules', ready: '.paper', open: at('/sheets?what=rules&game=big-bang&paper=letter') },
  { name: 'sheet-board', ready: '.paper', open: at('/sheets?what=board&square=40') },
  { name: 'sheet-scores', ready: '.paper', open: at('/sheets?what=scores&game=nothing') },
  { name: 'new', ready: '.play', open: at('/new/katarenga') },
  { name: 'new-layouts', ready: '.play', open: at('/new/big-bang') },
  { name: 'new-colours', ready: '.layout-name', open: at('/new/greengage') },
  { name: 'new-small', ready: '.play', open: at('/new/cornered') },
  {
    name: 'new-elsewhere', ready: '.new-online',
    open: async ({ page, words }) => {
      await page.goto('/new/big-bang?with=elsewhere');
      await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
    },
  },
  { name: 'invitation-own', ready: '#link', open: ({ page }) => ownInvitation(page) },
  { name: 'invitation-offer', ready: '#name', open: ({ page }) => offer(page) },
  {
    name: 'invitation-withdrawn', ready: '.terms',
    open: async ({ page }) => {
      const { id } = await invite(page.request, {});
      await page.request.delete(`/api/invitations/${id}`);
      await page.goto(`/invitation/${id}`);
    },
  },
  {
    name: 'lobby', ready: '.lobby-entry',
    open: async ({ page }) => {
      await fillLobby(page);
      await page.goto('/lobby');
    },
  },
  {
    name: 'home-games', ready: '.own-turn',
    open: async ({ page }) => {
      await fillLobby(page);
      await page.goto('/');
    },
  },
  {
    name: 'me', ready: '#link',
    open: async ({ page, words }) => {
      await page.goto('/me');
      await page.getByRole('button', { name: words.text('me.make-link') }).click();
    },
  },
  {
    name: 'enter', ready: '.play',
    open: async ({ page }) => {
      await page.request.put('/api/me', { data: { name: LONG_NAME } });
      await page.goto('/enter#0123456789abcdef0123456789abcdef');
    },
  },
  { name: 'enter-nothing', ready: '.primary', open: at('/enter') },
  { name: 'rules', ready: '.figure', open: at('/rules/big-bang') },
  { name: 'open', ready: '#open-text', open: at('/open') },
  { name: 'open-link', ready: '.open-begin', open: at('/open#position=cornered+2a0+4%2F4%2F4%2F4+w+w') },
  { name: 'open-fault', ready: '.open-offer', open: at('/open#position=cornered+2a0+4%2F4+w+w') },
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
  {
    name: 'review', ready: '.trial-say',
    open: async (player) => {
      const game = await player.begin({ text: recordOf(shortestGame('colorado')), white: HUMAN, black: HUMAN });
      await player.page.goto(`/review/${game.id}`);
      await player.page.locator('.review-list button').first().click();
    },
  },
  { name: 'nowhere', ready: 'h1', open: at('/nowhere') },
];
