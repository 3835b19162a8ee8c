// Games and positions in a frame of another site, and as animated pictures.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';

import { expectAccessible } from './accessible.js';
import { PHONE, expect, shot, test } from './fixtures.js';
import { Folder } from './folder.js';
import { Player, hold } from './player.js';
import { OUSTING, WON } from './positions.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** What the page itself must not ask. */
const OTHER_SITE = /^request to another host: http:\/\/localhost:/;

/** Another site, whose page holds some HTML. @param {string} html */
async function otherSite(html) {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>x</title>${html}`));
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return { url: `http://localhost:${address.port}/`, close: () => new Promise((done) => server.close(done)) };
}

/** The code that the dialog of a game copies. @param {Player} player */
async function embedCode(player) {
  const { page, words } = player;
  await player.button('game.record').click();
  await player.button('game.copy-embed').click();
  await expect(page.getByText(words.text('game.copied'))).toBeVisible();
  await player.button('game.close').click();
  return page.evaluate(() => navigator.clipboard.readText());
}

for (const where of /** @type {const} */ (['begin', 'beginHere'])) {
  test(`another site shows a game in a frame, and its moves: ${where}`, async ({ page, words, faults }) => {
    faults.allow(OTHER_SITE);
    const player = new Player(page, words);
    const { kind, moves } = await player[where]({ text: WON });
    expect(moves.length).toBeGreaterThan(0);
    const site = await otherSite(await embedCode(player));
    try {
      await page.goto(site.url);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('grid')).toBeVisible();
      await expect(frame.locator('.embed-caption')).toContainText(words.text(`kind.${kind}.title`));
      await expect(frame.locator('.moves-list .move')).toHaveText(moves);
      await frame.getByRole('button', { name: words.text('game.first'), exact: true }).click();
      await expect(frame.locator('.nav-where')).toHaveText(`0 / ${moves.length}`);
      await shot(page, `embed-${where}`);
      // The only way out is a window of its own, where the game is.
      const opening = page.waitForEvent('popup');
      await frame.getByRole('link').click();
      const opened = await opening;
      await expect(opened.locator('.board, .open-picture').first()).toBeVisible();
      expect(new URL(opened.url()).pathname).toMatch(/^\/(?:game\/|open$)/);
    } finally {
      await site.close();
    }
  });
}

for (const language of /** @type {const} */ (['en', 'fr'])) {
  test(`a frame can be used by everybody: ${language}`, async ({ page }) => {
    for (const theme of ['light', 'dark']) {
      await page.goto(`/embed?lang=${language}&theme=${theme}#position=cornered+2a0+4%2F4%2F4%2F4+w+w`);
      await expect(page.getByRole('grid')).toBeVisible();
      await expectAccessible(page, language, theme);
    }
    // An address that shows nothing says so.
    await page.goto(`/embed?lang=${language}#position=cornered+2a0+4%2F4+w+w`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, language, 'light');
  });
}

test('nothing but the embedded page shows in a frame', async ({ page, words, baseURL, faults }) => {
  faults.allow(OTHER_SITE);
  // The browser's own word for it.
  faults.allow(/frame-ancestors/);
  const player = new Player(page, words);
  const { id } = await player.begin({ text: OUSTING });
  const addresses = [`/game/${id}`, '/', '/open', '/puzzles'];
  const site = await otherSite(addresses.map((address) => `<iframe src="${baseURL}${address}"></iframe>`).join(''));
  try {
    await page.goto(site.url);
    await page.waitForLoadState('networkidle');
    for (const [i] of addresses.entries()) {
      await expect(page.frameLocator('iframe').nth(i).locator('main')).toHaveCount(0);
    }
  } finally {
    await site.close();
  }
});

test('a frame has no commands, and takes no keys for them', async ({ page, words }) => {
  const player = new Player(page, words);
  const { id, revision, position } = await player.begin({ text: OUSTING });
  await page.goto(`/embed/${id}?lang=fr&theme=dark`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  // Those of the board show its marks.
  await expect(page.locator('button:not(.nav-button, .move, .board button)')).toHaveCount(0);
  const [pawn, target] = position.paths[0] ?? [];
  for (const square of [pawn, target]) await page.locator(`[data-place="${square}"]`).click();
  const game = await (await page.request.get(`/api/games/${id}`)).json();
  expect(game.revision).toBe(revision);
});

const FAULTS = /** @type {const} */ ([
  ['/embed', 'embed-empty'],
  ['/embed#position=%', 'embed-damaged'],
  ['/embed#position=', 'embed-empty'],
  ['/embed/unknown', 'not-found'],
]);

for (const [address, code] of FAULTS) {
  test(`a frame says what is wrong with its address: ${address}`, async ({ page, words, faults }) => {
    faults.allowStatus(404);
    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText(words.text(`error.${code}`));
  });
}

test.describe('in a folder', () => {
  test.use({ baseURL: async ({}, use) => use('http://127.0.0.1') });

  test('a game is held by the address of its frame', async ({ page, words, faults }) => {
    faults.allow(/^request to another host: http:\/\/127\.0\.0\.1:/);
    const folder = new Folder();
    await folder.write();
    await folder.start();
    try {
      const record = '[Game "cornered"]\n[Board "2a0"]\n\n1. d1 *\n';
      await page.goto(`${folder.url}embed.html?ply=0&lang=fr#${new URLSearchParams({ record })}`);
      await expect(page.locator('.moves-list .move')).toHaveText(['d1']);
      await expect(page.locator('.nav-where')).toHaveText('0 / 1');
      const opening = page.waitForEvent('popup');
      await page.getByRole('link').click();
      const opened = await opening;
      expect(opened.url()).toContain(`${folder.url}index.html#/open?record=`);
      await expect(opened.getByRole('heading', { name: words.like('open.record') })).toBeVisible();
      // It would go on to fetch what is for later.
      await opened.close();
    } finally {
      await folder.close();
    }
  });
});

test('a text that is no position is refused as elsewhere', async ({ page }) => {
  await page.goto('/embed#position=nonsense');
  await expect(page.getByRole('alert')).not.toHaveText('');
});

test('a record with faults: each line is named with its reason', async ({ page, words }) => {
  const record = '[Game "cornered"]\n[Board "2a0"]\n\n1. d1 d1 2. z9 *\n';
  await page.goto(`/embed#${new URLSearchParams({ record })}`);
  const faults = page.getByRole('alert').getByRole('listitem');
  await expect(faults.first()).toContainText(words.within('open.line', { line: '4' }));
  await expect(faults.first()).toContainText('d1');
});

test('the newest address of a frame is shown, however late an earlier one is read', async ({ page, words }) => {
  const release = await hold(page, '**/local/engine.wasm.gz');
  const record = '[Game "cornered"]\n[Board "2a0"]\n\n1. d1 *\n';
  const asked = page.waitForRequest('**/local/engine.wasm.gz');
  await page.goto(`/embed#${new URLSearchParams({ record })}`, { waitUntil: 'commit' });
  await asked;
  await page.evaluate(() => void (location.hash = '#position=%'));
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(words.text('error.embed-damaged'));
  release();
  // The engine has begun, and answers in order.
  await page.waitForTimeout(1500);
  await expect(alert).toHaveText(words.text('error.embed-damaged'));
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a frame as small as a telephone shows the whole board', async ({ page, words }) => {
    const player = new Player(page, words);
    const { id } = await player.begin({ text: WON });
    await page.goto(`/embed/${id}`);
    const box = await page.getByRole('grid').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width);
    await shot(page, 'embed-phone');
  });
});

test('a game is saved as an animated picture with a frame for each position', async ({ page, words }) => {
  const player = new Player(page, words);
  const { moves } = await player.begin({ text: WON });
  await player.button('game.record').click();
  const saving = page.waitForEvent('download');
  await player.button('game.download-animation').click();
  const bytes = await readFile(await (await saving).path());
  const chunks = chunksOf(bytes);
  const control = chunks.find(({ name }) => name === 'acTL');
  expect(control?.content.readUInt32BE(0)).toBe(moves.length + 1);
  expect(chunks.filter(({ name }) => name === 'fcTL')).toHaveLength(moves.length + 1);
  expect(chunks.map(({ name }) => name).slice(0, 4)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT']);
  // The sequence has no gap.
  const numbered = chunks.filter(({ name }) => name === 'fcTL' || name === 'fdAT').map(({ content }) => content.readUInt32BE(0));
  expect(numbered).toEqual(numbered.map((_, i) => i));
  // The browser can show it.
  const size = await page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(data)], { type: 'image/png' }));
    return [image.width, image.height];
  }, [...bytes]);
  expect(size[0]).toBe(600);
});

/** The chunks of a PNG file. @param {Buffer} bytes */
function chunksOf(bytes) {
  const chunks = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.push({ name: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}
