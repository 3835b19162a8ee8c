// Links that hold what they open, and what is taken away of games that no server has.

import { readFile } from 'node:fs/promises';

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player, computer } from './player.js';
import { OUSTING } from './positions.js';
import { speak } from './screens.js';
import { Words } from './words.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const FRENCH = new Words('fr');

/** @param {'record' | 'position'} what @param {string} text */
const linkTo = (what, text) => `/open#${new URLSearchParams({ [what]: text })}`;

const POSITION = 'cornered 2a0 4/4/4/4 w w';
const RECORD = '[Game "cornered"]\n[Board "2a0"]\n\n1. d1 *\n';

/** What the clipboard holds once a button was pressed. @param {Player} player @param {string} key */
async function copied({ page, words }, key) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: words.text(key), exact: true }).click();
  await expect(page.getByText(words.text('game.copied'))).toBeVisible();
  // The page may still say so of what was copied before.
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).not.toBe('');
  return clipboard();
}

/** The file that is saved once something was pressed. @param {Page} page @param {import('@playwright/test').Locator} pressed */
async function saved(page, pressed) {
  const saving = page.waitForEvent('download');
  await pressed.click();
  const download = await saving;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** What the page has found in a text. @param {Player} player */
const found = ({ page, words }) => page.getByRole('region', { name: words.text('open.found') });

/** The alert below the field. @param {Player} player */
const fault = ({ page }) => page.locator('.open-source').getByRole('alert');

for (const [where, begin] of /** @type {const} */ ([['a server', 'begin'], ['a browser', 'beginHere']])) {
  test(`a link to a position of ${where} is played on by somebody else`, async ({ page, visitor, words }) => {
    const player = new Player(page, words);
    const { position } = await player[begin]({ text: OUSTING });
    await player.button('game.record').click();
    const link = await copied(player, 'game.copy-position-link');
    expect(link).toContain('/open#position=');

    const other = new Player(await visitor(), words);
    await other.page.goto(link);
    await expect(found(other).getByRole('heading', { name: words.like('open.position') })).toBeVisible();
    await other.button('open.begin').click();
    await expect(other.grid).toBeVisible();
    const game = await other.game();
    expect(game.position).toMatchObject({ pawns: position.pawns, paths: position.paths });
    expect((await other.move(['e7', 'g8', 'a1'])).moves).toHaveLength(1);
  });

  test(`a link to a game of ${where} is played on by somebody else`, async ({ page, visitor, words }) => {
    const player = new Player(page, words);
    await player[begin]({ kind: 'cornered', board: '2a0' });
    await player.move(['d1']);
    await player.button('game.record').click();
    const link = await copied(player, 'game.copy-game-link');
    expect(link).toContain('/open#record=');

    const other = new Player(await visitor(), words);
    await other.page.goto(link);
    await expect(found(other).getByRole('heading', { name: words.like('open.record') })).toBeVisible();
    await other.page.getByRole('combobox', { name: words.text('open.black') }).selectOption({ index: 1 });
    await other.button('open.begin').click();
    await expect(other.grid).toBeVisible();
    const { moves } = await other.settled(0);
    expect(moves.length).toBeGreaterThan(1);
    expect(moves[0]).toBe('d1');
  });
}

test('no server hears what a link holds', async ({ page, words }) => {
  const player = new Player(page, words);
  /** @type {string[]} */
  const told = [];
  page.on('request', (request) => told.push(request.url().replace(/#.*/, '').replace(/\/assets\/[0-9a-f]+\//, '/'), request.postData() ?? ''));
  await page.goto(linkTo('record', RECORD));
  await player.button('open.begin').click();
  await expect(player.grid).toBeVisible();
  expect((await player.game()).moves).toEqual(['d1']);
  expect(told.filter((one) => /\bd1\b|2a0/.test(decodeURIComponent(one)))).toEqual([]);
});

test('a long game has a link without its comments, a longer one has none', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: RECORD.replace('*', `{${'The corner counts. '.repeat(150)}} b2 *`).replace('\n\n', '\n[White "Ann"]\n\n') });
  await player.button('game.record').click();
  const link = await copied(player, 'game.copy-game-link');
  const text = new URLSearchParams(new URL(link).hash.slice(1)).get('record') ?? '';
  expect(text).toMatch(/^\[Game "cornered"\]\n\[Board "2a0"\]\n[^]*\n\n1\. d1 b2 \*$/);
  expect(text).not.toMatch(/Ann|corner counts/);

  const long = Array.from({ length: 200 }, (_, i) => ['a1-a2', 'a8-a7', 'a2-a1', 'a7-a8'][i % 4]).join(' ');
  await page.route(/\/record$/, (route) => route.fulfill({ contentType: 'text/plain', body: `[Game "cornered"]\n[Board "2a0"]\n\n${long} ${long} *\n` }));
  await player.button('game.close').click();
  await player.button('game.record').click();
  await expect(page.getByText(words.text('game.no-link'))).toBeVisible();
  await expect(player.button('game.copy-game-link')).toHaveCount(0);
  await expect(player.button('game.copy-position-link')).toBeVisible();
});

test('a text that makes no sense is refused with its reason, and the board builder is offered', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  const player = new Player(page, words);
  await page.goto(linkTo('record', '[Game "congress"]\n[Board "1b0-2a0-3a0-4a0"]\n\n1. z9\n'));
  await expect(found(player).getByRole('listitem')).toHaveText(words.within('open.line', { line: '4' }));
  await expect(player.button('open.begin')).toBeHidden();
  await shot(page, 'link-fault');
  const offer = found(player).getByRole('link', { name: words.text('builder.title') });
  await offer.click();
  const code = page.getByRole('textbox', { name: words.text('builder.code') });
  await expect(code).toHaveValue('1b0-2a0-3a0-4a0');
  await expect(page).toHaveURL(/\/new\/congress\?/);
  await player.button('new.board-done').click();
  await expect(code).toBeHidden();
  // Closed, it is not opened again with another language.
  await speak(page, 'fr');
  await expect(page.getByRole('button', { name: FRENCH.text('new.board-build') })).toBeVisible();
  await expect(page.locator('.builder')).toBeHidden();

  await page.goto(linkTo('position', 'cornered 2a0 4/4 w w'));
  const french = new Player(page, FRENCH);
  await expect(found(french).getByText(FRENCH.like('error.position-rank-count'))).toBeVisible();
  await found(french).getByRole('link', { name: FRENCH.text('builder.title') }).click();
  await expect(page).toHaveURL(/\/new\/cornered\?board=2a0/);
  await page.goto(linkTo('position', 'nothing'));
  await found(french).getByRole('link', { name: FRENCH.text('builder.title') }).click();
  await expect(page.locator('.builder')).toBeVisible();
});

test('a link without a text says so, in each language', async ({ page, words }) => {
  const player = new Player(page, words);
  const french = new Player(page, FRENCH);
  for (const [hash, key] of /** @type {const} */ ([['#position=', 'open.link-empty'], ['#record=+%0A', 'open.link-empty'], ['#something', 'open.link-empty'], ['#record=%E0%A4', 'open.link-damaged'], ['#position=100%', 'open.link-damaged']])) {
    // The first opens the page, each of the others is opened in it.
    await page.goto(`/open${hash}`);
    await expect(fault(player), hash).toHaveText(words.text(key));
    await expect(found(player).getByRole('link', { name: words.text('builder.title') })).toHaveAttribute('href', /\/new\/[a-z-]+\?build=1$/);
    await speak(page, 'fr');
    await expect(fault(french), hash).toHaveText(FRENCH.text(key));
    await speak(page, 'en');
  }
  await page.goto(linkTo('position', POSITION));
  await expect(fault(player)).toHaveText('');
  await expect(player.button('open.begin')).toBeVisible();
});

test('a link whose text is too long says so', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto(linkTo('record', `${RECORD}{${'x'.repeat(20_000)}}`));
  await expect(fault(player)).toHaveText(words.like('open.too-long'));
  await expect(player.button('open.begin')).toBeHidden();
  await expect(found(player).getByText(words.text('open.nothing'))).toBeVisible();
});

test('what was made of the text of a link stays, until another link is opened', async ({ page, words }) => {
  const player = new Player(page, words);
  const field = page.locator('#open-text');
  await page.goto(linkTo('record', RECORD));
  await expect(field).toHaveValue(RECORD);
  await field.fill(RECORD.replace('d1', 'a1'));
  await speak(page, 'fr');
  await expect(field).toHaveValue(RECORD.replace('d1', 'a1'));
  await expect(page.locator('.open-picture')).toBeVisible();
  await speak(page, 'en');
  await page.evaluate((hash) => (location.hash = hash), `#${new URLSearchParams({ position: POSITION })}`);
  await expect(field).toHaveValue(POSITION);
  await expect(found(player).getByRole('heading', { name: words.like('open.position') })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue(RECORD);
});

test('record, position and pictures of a game that the browser keeps', async ({ page, words, server, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/);
  const player = new Player(page, words);
  const { id } = await player.beginHere({ kind: 'cornered', board: '2a0' });
  await player.move(['d1']);
  // It is of the position that is shown.
  await expect(page.locator('.moves .move')).toHaveText(['d1']);
  await player.button('game.record').click();
  await shot(page, 'records-here');
  expect(await copied(player, 'game.copy-record')).toMatch(/^\[Game "cornered"\]\n\[Board "2a0"\]\n[^]*\n1\. d1 \*\n$/);
  expect(await copied(player, 'game.copy-position')).toMatch(/^cornered 2a0 4\/4\/4\/3w b w last=d1\n?$/);
  const record = await saved(page, player.button('game.download-record'));
  expect(record.name).toBe(`cornered-${id}.ktg`);
  expect(record.content.toString()).toContain('1. d1 *');
  const svg = await saved(page, player.button('game.download-svg'));
  expect(svg.name).toBe(`cornered-${id}-1.svg`);
  expect(svg.content.toString()).toMatch(/^<svg [^]*<\/svg>\s*$/);
  const png = await saved(page, player.button('game.download-png'));
  expect(png.name).toBe(`cornered-${id}-1.png`);
  expect([...png.content.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  // The width and the height of the picture.
  expect([png.content.readUInt32BE(16), png.content.readUInt32BE(20)]).toEqual([1200, 1200]);
  expect(png.content.length).toBeGreaterThan(5000);

  // None of that needs the server.
  await page.context().setOffline(true);
  expect(await copied(player, 'game.copy-position-link')).toBe(`${server.url}${linkTo('position', 'cornered 2a0 4/4/4/3w b w last=d1')}`);
  expect((await saved(page, player.button('game.download-png'))).content.length).toBe(png.content.length);
  await page.context().setOffline(false);
});

test('what can’t be had of a game is said in its dialog', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.beginHere({ kind: 'congress', white: computer(1) });
  await player.button('game.record').click();
  await page.evaluate(() => (HTMLCanvasElement.prototype.toBlob = (done) => done(null)));
  await player.button('game.download-png').click();
  await expect(page.getByRole('status').getByText(words.text('game.not-copied'))).toBeVisible();
});

test('a link is shared where the browser can, and shown where it can’t be copied', async ({ page, words }) => {
  await page.addInitScript(() => {
    const shared = /** @type {ShareData[]} */ ([]);
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (/** @type {ShareData} */ data) => void shared.push(data) });
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('not allowed')) });
  });
  const player = new Player(page, words);
  await player.begin({ text: POSITION });
  await player.button('game.record').click();
  const shared = () => page.evaluate(() => /** @type {any} */ (window).shared.map((/** @type {ShareData} */ { url }) => url));
  const links = [expect.stringContaining('/open#position='), expect.stringContaining('/open#record=')];
  // Each is made when it is asked for.
  await player.button('game.share-position').click();
  await expect.poll(shared).toEqual(links.slice(0, 1));
  await player.button('game.share-game').click();
  await expect.poll(shared).toEqual(links);
  await player.button('game.copy-position-link').click();
  const area = page.getByRole('textbox', { name: words.text('game.copy-by-hand') });
  await expect(area).toHaveValue(/\/open#position=/);
  await expect(area).toBeFocused();
});

test('a link to a board and a layout', async ({ page, visitor, words, baseURL }) => {
  const player = new Player(page, words);
  await page.goto('/new/big-bang?board=2b1-1a3-4b0-3a2&layout=halves');
  const halves = page.getByRole('radio', { name: words.text('layout.halves') });
  await expect(halves).toBeChecked();
  await expect(page.getByText('2b1-1a3-4b0-3a2')).toBeVisible();
  await page.getByRole('radio', { name: words.text('layout.checkered') }).check();
  await speak(page, 'fr');
  await expect(page.getByRole('radio', { name: FRENCH.text('layout.checkered') })).toBeChecked();
  await speak(page, 'en');
  await halves.check();
  // The screen was made anew, and asked for the board again.
  await expect(page.getByText('2b1-1a3-4b0-3a2')).toBeVisible();
  const link = await copied(player, 'new.copy-link');
  expect(link).toBe(`${baseURL}/new/big-bang?board=2b1-1a3-4b0-3a2&layout=halves`);

  const other = new Player(await visitor(), words);
  await other.page.goto(link);
  await expect(other.page.getByText('2b1-1a3-4b0-3a2')).toBeVisible();
  await other.button('new.play').click();
  await expect(other.grid).toBeVisible();
  expect(await other.game()).toMatchObject({ kind: 'big-bang', layout: 'halves', board: { code: '2b1-1a3-4b0-3a2' } });

  // A layout of another game is named, and what there is instead.
  await page.goto('/new/big-bang?layout=red-blue');
  await expect(page.getByRole('alert').filter({ hasText: 'red-blue' })).toHaveText(words.within('error.unknown-layout', { layout: 'red-blue' }));
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('what a link holds is in sight', async ({ page, words }) => {
    const player = new Player(page, words);
    await page.goto(linkTo('position', POSITION));
    await expect(found(player).getByRole('heading', { name: words.like('open.position') })).toBeInViewport();
    await shot(page, 'link-phone');
  });
});
