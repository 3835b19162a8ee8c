// The pictures of the page in README: `PICTURES=1 cargo xtask page pictures` takes them anew.

import { expect, test } from './fixtures.js';
import { Player, computer } from './player.js';

test.skip(!process.env['PICTURES'], 'asked for alone');

const FOLDER = '../docs/images';

test('home', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.card').first()).toBeVisible();
  await page.screenshot({ path: `${FOLDER}/page-home.png` });
});

test('a game', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'north-west-passage', board: '1a0-2b1-3a2-4b3', white: computer(3), black: computer(3) });
  await expect.poll(async () => (await player.game()).moves.length).toBeGreaterThan(16);
  await page.goto(`${page.url()}?ply=14`);
  await player.button('game.analyst').click();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `${FOLDER}/page-game.png` });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'fr-FR', colorScheme: 'dark' });

  test('a game', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ kind: 'big-bang', white: computer(3), black: computer(3) });
    await expect.poll(async () => (await player.game()).moves.length).toBeGreaterThan(16);
    await page.goto(`${page.url()}?ply=16`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${FOLDER}/page-phone-fr.png` });
  });
});
