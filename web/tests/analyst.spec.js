// The analyst: off unless asked, exact where a game can be solved, with a graph of the whole game.

import { expect, shot, test } from './fixtures.js';
import { Player } from './player.js';
import { CAPTURES, SOLVABLE, WON } from './positions.js';

test('the analyst asks nothing before it is asked', async ({ page, words }) => {
  const player = new Player(page, words);
  const asked = page.waitForRequest('**/analysis?*');
  let isAsked = false;
  asked.then(() => (isAsked = true));
  await player.begin({ text: CAPTURES });
  await player.offered(['a1', 'b3']);
  expect(isAsked).toBe(false);
  await player.button('game.analyst').click();
  await asked;
  await expect(player.button('game.analyst')).toHaveAttribute('aria-pressed', 'true');
});

test('lines and their worth, shown on the board one by one', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: CAPTURES });
  await player.button('game.analyst').click();
  const analyst = page.getByRole('region', { name: words.text('analyst.title') });
  await expect(analyst.getByText(words.within('analyst.done'))).toBeVisible({ timeout: 30_000 });
  const lines = analyst.getByRole('listitem').getByRole('button');
  await expect(lines).toHaveCount(3);
  await expect(page.locator('.arrow').first()).toBeAttached();
  await lines.nth(1).click();
  await expect(lines.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await shot(page, 'analyst-line');
  await lines.nth(1).click();
  await player.offered(['a1', 'b3']);
  await player.button('game.analyst').click();
  await expect(page.locator('.arrow')).toHaveCount(0);
});

test('a solved game has a verdict, and one on every square', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin(SOLVABLE);
  await player.button('game.analyst').click();
  // `katarenga solve --game cornered --board 2a0`: White wins 7 points, and with d4, b4 and d1.
  const verdict = words.like('analyst.proven-first', { side: words.text('side.white'), count: '7' });
  const analyst = page.getByRole('region', { name: words.text('analyst.title') });
  await expect(analyst.getByText(verdict)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.verdict')).toHaveCount(16);
  await expect(page.locator('.verdict-wins')).toHaveCount(3);
  await shot(page, 'analyst-verdicts');
  await player.move(['d4']);
  await expect(page.locator('.verdict-wins')).toHaveCount(0);
});

test('the graph leads to the turning point', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: CAPTURES });
  await player.button('game.analyst').click();
  await player.button('analyst.show-graph').click();
  const slider = page.getByRole('slider', { name: words.text('analyst.graph') });
  await expect(slider).toBeVisible();
  const turning = page.getByRole('button', { name: words.within('analyst.turning') });
  await expect(turning).toBeVisible({ timeout: 45_000 });
  await shot(page, 'analyst-graph');
  await turning.click();
  await expect(page).toHaveURL(/\?ply=\d+$/);
  await slider.press('Home');
  await expect(page).toHaveURL(/\?ply=0$/);
  await slider.press('ArrowRight');
  await expect(page).toHaveURL(/\?ply=1$/);
});

test('an earlier position is analysed for itself, and a finished one not at all', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: WON });
  await player.button('game.analyst').click();
  const analyst = page.getByRole('region', { name: words.text('analyst.title') });
  await expect(analyst.getByText(words.text('analyst.over'))).toBeVisible();
  await player.button('game.first').click();
  await expect(analyst.getByText(words.within('analyst.proven-first'))).toBeVisible({ timeout: 30_000 });
});
