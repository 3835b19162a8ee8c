// The analyst: off unless asked, exact where a game can be solved, with a graph of the whole game.

import { expect, shot, test } from './fixtures.js';
import { Player, withoutEngine } from './player.js';
import { CAPTURES, SOLVABLE, WON } from './positions.js';

test('the analyst asks nothing before it is asked', async ({ page, words }) => {
  const player = new Player(page, words);
  const asked = page.waitForRequest('**/local/engine.wasm.gz');
  // What is fetched for later has the engine too.
  await page.route(/\/later\.json$/, (route) => route.fulfill({ json: [] }));
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
  await expect(analyst.getByText(words.within('analyst.done'))).toBeVisible();
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
  await expect(analyst.getByText(verdict)).toBeVisible();
  await expect(page.locator('.verdict')).toHaveCount(16);
  await expect(page.locator('.verdict-wins')).toHaveCount(3);
  await shot(page, 'analyst-verdicts');
  await player.move(['d4']);
  await expect(page.locator('.verdict-wins')).toHaveCount(0);
});

test('a draw that is proven is said to be one', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'troika', board: '1b3-3a1-2a1-4b1' });
  await player.button('game.analyst').click();
  // `katarenga solve --game troika --board 1b3-3a1-2a1-4b1`: White wins 1 point, and a5 alone draws.
  await expect(page.locator('.verdict-draws')).toHaveCount(1);
  await expect(player.cell('a5')).toHaveAccessibleName(words.within('board.verdict-draws'));
  await shot(page, 'analyst-draws');
  await player.move(['a5']);
  const analyst = page.getByRole('region', { name: words.text('analyst.title') });
  await expect(analyst.getByText(words.text('analyst.proven-draw'))).toBeVisible();
});

test('the graph leads to the turning point', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: CAPTURES });
  await player.button('game.analyst').click();
  await player.button('analyst.show-graph').click();
  const slider = page.getByRole('slider', { name: words.text('analyst.graph') });
  await expect(slider).toBeVisible();
  const turning = page.getByRole('button', { name: words.within('analyst.turning') });
  await expect(turning).toBeVisible();
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
  await expect(analyst.getByText(words.within('analyst.proven-first'))).toBeVisible();
});

test('F21: what the graph does not know yet is not shown as known', async ({ page, words, faults }) => {
  await withoutEngine(page, faults);
  const player = new Player(page, words);
  const { moves } = await player.begin({ text: CAPTURES });
  /** @type {import('@playwright/test').Route[]} */
  const held = [];
  await page.route('**/graph', (route) => void held.push(route));
  await player.button('game.analyst').click();
  await player.button('analyst.show-graph').click();
  const state = page.locator('.graph-state');
  const all = String(moves.length + 1);
  await expect(state).toHaveText(words.within('analyst.graph-progress', { known: '0', all }));
  const slider = page.getByRole('slider', { name: words.text('analyst.graph') });
  const known = page.locator('.graph-black, .graph-white, .graph-point');
  await expect(known).toHaveCount(0);
  await expect(slider).toHaveAttribute('aria-valuetext', words.within('analyst.not-known'));
  await shot(page, 'graph-unknown');
  await expect.poll(() => held.length).toBe(1);

  // It breaks off after three points, of which one stands alone.
  const points = [0, 1, 3].map((ply) => `data: ${JSON.stringify({ ply, share: 0.5, wins: null })}\n\n`);
  await held[0]?.fulfill({ contentType: 'text/event-stream', body: points.join('') });
  await expect(state).toHaveText(words.within('analyst.graph-stopped', { known: '3', all }));
  await expect(page.locator('.graph-black')).toHaveCount(1);
  await expect(page.locator('.graph-point')).toHaveCount(1);
  expect(Number(await page.locator('.graph-black').getAttribute('width'))).toBeLessThan(320 / moves.length + 1);
  await expect(page.locator('.graph-turn')).toBeHidden();
  await expect(slider).toBeVisible();
  await shot(page, 'graph-part');

  await page.unroute('**/graph');
  await state.getByRole('button').click();
  await expect(page.locator('.graph-turn')).toBeVisible();
  await expect(state).toBeHidden();
  await shot(page, 'graph-whole');
});

test('F21: before the first report the bar says that nothing is known, and there is no graph of no moves', async ({ page, words }) => {
  const player = new Player(page, words);
  // No report ever comes.
  await page.route('**/local/engine.wasm.gz', () => {});
  await player.begin({ kind: 'congress' });
  await player.button('game.analyst').click();
  const balance = page.locator('.balance');
  await expect(balance).toHaveClass(/balance-unknown/);
  await expect(balance).toHaveText(words.text('analyst.not-known'));
  await expect(page.locator('.balance-white')).toBeHidden();
  await expect(player.button('analyst.no-graph')).toBeDisabled();
});

test('F21: the graph of a single move', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'cornered', board: '2a0' });
  await player.move(['d1']);
  await player.button('game.analyst').click();
  await player.button('analyst.show-graph').click();
  await expect(page.locator('.graph-turn')).toBeVisible();
  await expect(page.locator('.graph-line')).not.toHaveAttribute('d', /NaN|Infinity/);
});
