// When the server goes away the page says so, keeps the position, and goes on when it is back.

import { expect, shot, test } from './fixtures.js';
import { Player, computer } from './player.js';

test.beforeEach(({ faults }) => faults.allow(/Failed to load resource|ERR_|WebSocket connection to/));
test.afterEach(async ({ server }) => {
  await server.stop();
  await server.start();
});

test('a move made while the server is away is played when it is back', async ({ page, words, server }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'cornered', board: '2a0' });
  await player.move(['d1']);
  // The page has the answer: without it, it would wait for the server with the first move already.
  await player.offered(['b2']);
  await server.kill();
  await player.cell('b2').click();
  const banner = page.locator('#offline').getByText(words.text('shell.unreachable'));
  await expect(banner).toBeVisible();
  await expect(player.cell('d1')).toHaveAccessibleName(words.within('board.white-pawn'));
  await shot(page, 'offline');

  await server.start();
  await expect(banner).toBeHidden();
  const game = await player.settled(1);
  expect(game.moves).toEqual(['d1', 'b2']);
  await player.offered(['a1']);
});

test('a server that dies while its computer thinks goes on thinking', async ({ page, words, server }) => {
  const player = new Player(page, words);
  const { revision } = await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0', black: computer(8) });
  await player.offered(['a4', 'a3']);
  await player.cell('a4').click();
  await player.cell('a3').click();
  await expect(player.status.getByText(words.text('game.thinking-text'))).toBeVisible();
  // The page says so before the server has the move.
  await expect.poll(async () => (await player.game()).moves.length).toBeGreaterThan(0);
  await server.kill();
  await expect(page.locator('#offline')).toBeVisible();
  await server.start();
  const game = await player.settled(revision + 1);
  expect(game.moves).toHaveLength(2);
});

test('what was not opened before opens without the server', async ({ page, words, server }) => {
  await page.goto('/');
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).join(' '));
  for (const name of ['screens/about.js', 'open/source.js', 'open/found.js', 'new/choices.js', 'local/engine.wasm.gz', 'local/worker.js']) {
    await expect.poll(fetched).toContain(name);
  }
  await server.kill();
  await page.getByRole('navigation').getByRole('link', { name: words.text('shell.about') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('about.title'));
  await page.getByRole('navigation').getByRole('link', { name: words.text('shell.open') }).click();
  await expect(page.locator('#open-text')).toBeVisible();
  // The browser reads it.
  await page.locator('#open-text').fill('1. e4 e5');
  await expect(page.getByText(words.text('open.neither'))).toBeVisible();
});

test('an acknowledged move outlives a server that is killed', async ({ page, words, server }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0' });
  const before = await player.move(['f1', 'f2']);
  await server.kill();
  await server.start();
  await page.reload();
  expect(await player.game()).toEqual({ ...before, epoch: expect.any(String) });
  await expect(player.cell('f2')).toHaveAccessibleName(words.within('board.white-pawn'));
});
