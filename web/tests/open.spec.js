// What a person pastes on the page for texts, and fields whose limits are known before one sends.

import { expect, shot, test } from './fixtures.js';
import { Player } from './player.js';

/** @typedef {import('@playwright/test').Page} Page */

const RECORDS = `[Game "cornered"]\n[Board "2a0"]\n[White "Ann"]\n\n1. d1\n\n[Game "cornered"]\n[Board "1a0"]\n[White "Zoé"]\n\n1. a1\n\n[Game "cornered"]\n[Board "2a0"]\n\n1. z9\n`;

/** @param {Player} player @param {string} text */
async function paste({ page, words }, text) {
  await page.goto('/open');
  await page.getByRole('textbox', { name: words.text('open.text') }).fill(text);
}

test('F27: the code of a board leads to the games for it', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  const player = new Player(page, words);
  // A whole board, spaces and a mark at the beginning; a quarter alone; squares of one's own.
  for (const [text, kind, code] of /** @type {const} */ ([
    ['\uFEFF 1a0-2a0-3a0-4a0\r\n', 'congress', '1a0-2a0-3a0-4a0'],
    ['2b1', 'cornered', '2b1'],
    ['rygb/gbry/bgyr/yrbg', 'cornered', 'rygb/gbry/bgyr/yrbg'],
  ])) {
    await paste(player, text);
    const found = page.getByRole('region', { name: words.text('open.found') });
    await expect(found.getByRole('heading', { name: words.text('open.board'), exact: true })).toBeVisible();
    await expect(player.button('open.begin')).toBeHidden();
    await found.getByRole('link', { name: words.text(`kind.${kind}.title`), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/new/${kind}`));
    const caption = code.includes('/') ? words.text('new.board-own') : words.like('new.board-of', { code });
    await expect(page.locator('.board-chooser-code')).toHaveText(caption);
    await player.button('new.play').click();
    await expect(player.grid).toBeVisible();
    expect(/** @type {any} */ (await player.game()).board.code.toLowerCase()).toBe(code);
  }
});

test('F27: of several records one chooses, or opens all that can be read', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  const player = new Player(page, words);
  await paste(player, RECORDS);
  const parts = page.locator('.parts li');
  await expect(parts).toHaveCount(3);
  await expect(parts.nth(2)).toHaveText(words.within('open.line', { line: '16' }));
  await expect(player.button('open.begin')).toBeHidden();
  await shot(page, 'open-several');
  await parts.nth(1).getByRole('button', { name: 'Zoé' }).click();
  await player.button('open.begin').click();
  await expect(page).toHaveURL(/\/game\//);
  const game = /** @type {any} */ (await player.game());
  expect([game.board.code, game.moves]).toEqual(['1a0', ['a1']]);

  await paste(player, RECORDS);
  await page.getByRole('button', { name: words.like('open.several-all', { count: '2' }) }).click();
  await expect(page.locator('.game-entry')).toHaveCount(3);
});

test('F27: the name field takes no more than the server does, in characters', async ({ page, words }) => {
  await page.goto('/me');
  const field = page.getByRole('textbox', { name: words.text('me.name'), exact: true });
  await field.pressSequentially('Wolfgang Amadeus Theophilus M');
  await expect(field).toHaveValue('Wolfgang Amadeus Theophi');
  await expect(page.getByText(words.like('me.name-count', { count: '24', most: '24' }))).toBeVisible();
  await page.getByRole('button', { name: words.text('me.save') }).click();
  await expect(page.getByText(words.text('me.saved'))).toBeVisible();
  // What two units of the language stand for is one character.
  await field.fill('🎲'.repeat(30));
  await expect(field).toHaveValue('🎲'.repeat(24));
});

test('F27: two links lead past the menu and the own games to the first game to play', async ({ page, words }) => {
  for (const kind of ['congress', 'cornered', 'congress']) await page.request.post('/api/games', { data: { kind, board: 'random', white: { player: 'human' }, black: { player: 'human' } } });
  await page.goto('/');
  await expect(page.locator('.card').first()).toBeVisible();
  for (const key of ['shell.skip', 'home.skip']) {
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: words.text(key) });
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Tab');
  await expect(page.locator('.card-actions a').first()).toBeFocused();
  // The address says what it said: that of a recovery link holds its secret.
  expect(new URL(page.url()).hash).toBe('');
});

/** @param {Page} page */
const shifts = (page) =>
  page.evaluate(() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => done(sum), 100));
  }));

test('F27: on a slow phone nothing is seen to jump while a screen loads', async ({ page, visitor, words }) => {
  const { id } = await new Player(page, words).begin({ kind: 'katarenga' });
  for (const [path, ready] of /** @type {const} */ ([['/', '.card'], ['/new/katarenga', '.play'], ['/lobby', '.lobby-lists'], ['/me', '#name'], [`/game/${id}`, '[role=grid]']])) {
    const other = await visitor({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const session = await other.context().newCDPSession(other);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 100, downloadThroughput: 250_000, uploadThroughput: 100_000 });
    await other.goto(path);
    await expect(other.locator(ready).first()).toBeVisible();
    expect.soft(await shifts(other), path).toBeLessThan(0.02);
    await other.context().close();
  }
});

test('F27: on paper there are no buttons, dark themes are light, and the board keeps its colours', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  for (const open of [() => player.begin({ kind: 'katarenga' }), () => page.goto('/rules/big-bang'), () => page.goto('/')]) {
    await open();
    await expect(page.locator('.board-drawing').first()).toBeVisible();
    await expect(page.locator('#header')).toBeHidden();
    await expect(page.locator('#footer')).toBeHidden();
    expect(await page.locator('button:visible:not(.figure-button, .move), a.button:visible').count()).toBe(0);
    const pale = await page.evaluate(() => {
      const lightness = (/** @type {string} */ colour) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
      return [...document.querySelectorAll('main :is(h1, h2, h3, p, strong, li, a)')].filter((one) => one instanceof HTMLElement && one.checkVisibility() && one.innerText && lightness(getComputedStyle(one).color) > 110).map((one) => one.outerHTML);
    });
    expect(pale).toEqual([]);
    expect(await page.locator('.board').first().evaluate((board) => getComputedStyle(board).printColorAdjust)).toBe('exact');
    await shot(page, `print-${new URL(page.url()).pathname.split('/')[1] || 'home'}`);
  }
});
