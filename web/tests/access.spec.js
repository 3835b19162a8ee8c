// Keyboard and screen readers.

import { expect, shot, test } from './fixtures.js';
import { Player, byKeys, chance, computer } from './player.js';
import { CAMPS, OUSTING, PASSING } from './positions.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Records all announcements to a screen reader.
 * @param {Page} page
 */
async function listen(page) {
  await page.evaluate(() => {
    const said = /** @type {string[]} */ ([]);
    Object.assign(window, { said });
    for (const region of document.querySelectorAll('[aria-live], [role=status]')) {
      new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }
  });
  return () => page.evaluate(() => /** @type {Window & { said?: string[] }} */ (window).said ?? []);
}

test('the board doesn’t exist for a screen reader: a whole game by keyboard, with what is read out', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'battle-stations', board: '1a0-2a0-3a0-4a0', black: computer(1) });
  const said = await listen(page);
  /** @type {import('./player.js').Way} */
  const way = async (player, path) => {
    await player.enterBoard();
    await byKeys(player, path);
  };
  const game = await player.whole({ next: chance(8), way });
  await expect(async () => {
    const all = (await said()).join('\n');
    // Each move of each side was told, and how it ended.
    for (const move of game.moves.filter((move) => move !== 'pass')) expect(all).toContain(move);
    expect(all).toContain(words.text(`reason.${game.outcome?.reason}`));
  }).toPass();
});

test('each square says its name, its colour and its pawn', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0' });
  const cells = player.grid.getByRole('gridcell');
  await expect(cells).toHaveCount(64 + 2);
  await expect(player.cell('a1')).toHaveAccessibleName(new RegExp(`^a1, ${words.text('colour.green')}, ${words.text('board.white-pawn')}, .*${words.text('board.can-move')}$`));
  await expect(player.cell('b5')).toHaveAccessibleName(`b5, ${words.text('colour.green')}`);
  await expect(player.cell('camp-white')).toHaveAccessibleName(words.like('board.camp', { side: words.text('side.white'), count: '0', of: '2' }));
});

test('three steps and a camp by keyboard', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  await player.enterBoard();
  const game = await player.move(['e7', 'g8', 'a1'], byKeys);
  expect(game.moves.at(-1)).toBe('e7-g8>a1');

  await player.begin({ text: CAMPS });
  await player.enterBoard();
  const over = await player.move(['a8', 'camp'], byKeys);
  expect(over.outcome?.reason).toBe('camps');
});

test('the keyboard stays on the board when one passes, takes a step back, or has moved', async ({ page, words }) => {
  const player = new Player(page, words);
  const isOnBoard = () => player.grid.evaluate((grid) => grid.contains(document.activeElement));
  const moves = page.locator('.moves .move');
  // The pass is not to be played by itself.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await player.begin({ text: PASSING });
  await player.enterBoard();
  const passed = await player.move(['pass'], byKeys);
  await expect(moves).toHaveCount(passed.moves.length);
  expect(await isOnBoard()).toBe(true);

  const before = await player.begin({ text: OUSTING });
  await player.enterBoard();
  await byKeys(player, ['e7', 'g8']);
  await player.tabTo(player.button('board.back'));
  await page.keyboard.press('Enter');
  expect(await isOnBoard()).toBe(true);
  await byKeys(player, ['g8']);
  await byKeys(player, ['a1']);
  await expect(moves).toHaveCount(before.moves.length + 1);
  expect(await isOnBoard()).toBe(true);
});

test('a visit without a mouse: from the first page to a game, its rules and giving up', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/');
  await player.tabTo(page.getByRole('link', { name: words.like('home.play-kind', { kind: words.text('kind.congress.title') }) }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/new\/congress$/);
  await player.tabTo(player.button('new.play'));
  await page.keyboard.press('Enter');
  await expect(player.grid).toBeVisible();
  await player.tabTo(player.button('game.rules'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: words.text('game.rules') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: words.text('game.rules') })).toBeHidden();
  await player.tabTo(player.button('game.resign'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(player.button('game.resign')).toBeFocused();
});

test('the board in grey can still be read', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  await page.evaluate(() => (document.documentElement.style.filter = 'grayscale(1)'));
  await shot(page, 'greyscale');
  // Each colour has a sign of its own: no two are drawn alike.
  const signs = await page.locator('.board .sign').evaluateAll((all) => all.map((one) => `${one.getAttribute('class')} ${one.getAttribute('d')}`));
  expect(signs).toHaveLength(64);
  expect(new Set(signs).size).toBe(4);
  expect(new Set(signs.map((sign) => sign.slice(sign.indexOf(' M')))).size).toBe(4);
});

test('reduced motion: no animations; otherwise pawns glide', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0' });
  // A hundred times slower, so that a glide isn't over before one looks.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
  const running = () => page.locator('.board').evaluate((board) => board.getAnimations({ subtree: true }).length);
  const next = async () => (await player.game()).position.paths[0] ?? [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await player.move(await next());
  expect(await running()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await player.move(await next());
  await expect.poll(running).toBeGreaterThan(0);
});

test('touch targets are large enough', async ({ page, words }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const player = new Player(page, words);
  await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0' });
  for (const button of await page.getByRole('button').all()) {
    const box = await button.boundingBox();
    if (!box || !(await button.isVisible())) continue;
    // WCAG 2.2, 2.5.8: 24 by 24 pixels.
    expect(Math.min(box.width, box.height), await button.innerText()).toBeGreaterThanOrEqual(24);
  }
  const square = await player.cell('e4').boundingBox();
  expect(square?.width).toBeGreaterThanOrEqual(36);
});
