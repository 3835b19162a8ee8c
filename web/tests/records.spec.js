// Records, positions and pictures: out of the page, and in again.

import { readFile } from 'node:fs/promises';

import { expect, shot, test } from './fixtures.js';
import { Player, chance } from './player.js';
import { OUSTING, WON } from './positions.js';
import { kindNames } from './sources.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/**
 * Copies what a button of the dialog offers.
 * @param {Player} player
 * @param {string} key
 */
async function copy(player, key) {
  const { page, words } = player;
  await player.button('game.record').click();
  await player.button(key).click();
  await expect(page.getByText(words.text('game.copied'))).toBeVisible();
  await player.button('game.close').click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/**
 * Pastes a text on the page for that.
 * @param {Player} player
 * @param {string} text
 */
async function paste({ page, words }, text) {
  await page.goto('/open');
  await page.getByRole('textbox', { name: words.text('open.text') }).fill(text);
}

/**
 * Plays some moves by chance, without the page.
 * @param {Player} player
 * @param {string} id
 * @param {number} count
 */
async function playOn({ page }, id, count) {
  const next = chance(11);
  let game = await (await page.request.get(`/api/games/${id}`)).json();
  for (let i = 0; i < count && !game.outcome; i += 1) {
    const { paths } = game.position;
    const data = { revision: game.revision, request: `${i}`, do: 'move', path: paths[Math.floor(next() * paths.length)] };
    game = await (await page.request.post(`/api/games/${id}/commands`, { data })).json();
  }
  return game;
}

for (const kind of kindNames()) {
  test(`an exported record holds “undefined”, or can’t be read back: ${kind}`, async ({ page, words }) => {
    const player = new Player(page, words);
    const { id } = await player.begin({ kind });
    const game = await playOn(player, id, 12);
    await page.reload();
    const record = await copy(player, 'game.copy-record');
    expect(record).not.toMatch(/undefined|null|NaN|object/);

    await paste(player, record);
    await player.button('open.begin').click();
    await expect(page).toHaveURL(/\/game\//);
    const read = await player.game();
    expect(read.id).not.toBe(id);
    expect(read).toMatchObject({ kind, moves: game.moves, board: { code: game.board.code }, outcome: game.outcome });
  });
}

test('a position comes back as it was', async ({ page, words }) => {
  const player = new Player(page, words);
  const game = await player.begin({ text: OUSTING });
  await player.button('game.previous').click();
  await player.button('game.last').click();
  const text = await copy(player, 'game.copy-position');
  await paste(player, text);
  await player.button('open.begin').click();
  await expect(page).toHaveURL(/\/game\//);
  const { position } = await player.game();
  expect(position.pawns).toEqual(game.position.pawns);
  expect(position.paths).toEqual(game.position.paths);
});

test('record and pictures are saved as files', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: WON });
  await player.button('game.record').click();
  await shot(page, 'records');
  /** @param {string} key */
  const save = async (key) => {
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: words.text(key) }).click();
    const download = await saved;
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const record = await save('game.download-record');
  expect(record.name).toMatch(/\.ktg$/);
  expect(record.content.toString()).toContain('white+3');
  const svg = await save('game.download-svg');
  expect(svg.name).toMatch(/\.svg$/);
  expect(svg.content.toString()).toMatch(/^<(?:\?xml|svg)/);
  const png = await save('game.download-png');
  expect(png.name).toMatch(/\.png$/);
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
});

test('a wrong record says the line and the reason', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  const player = new Player(page, words);
  await paste(player, `[Game "cornered"]\n[Board "2a0"]\n\n1. d1 d1\n`);
  const fault = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: words.like('open.line', { line: '4' }) }) });
  await expect(fault).toHaveText(/d1/);
  await expect(player.button('open.begin')).toBeHidden();
  await shot(page, 'record-fault');
  await fault.getByRole('button').click();
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toBe('1. d1 d1');
});

test('whatever is pasted, the page says what it makes of it', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  const player = new Player(page, words);
  const found = page.getByRole('region', { name: words.text('open.found') }).getByRole('status').first();
  const wrong = ['nonsense', '[', '[Game "chess"]', '{}', 'congress 1a0 8/8 w w', '\u0000?', '🎲'.repeat(50)];
  for (const text of wrong) {
    await paste(player, text);
    await expect(found, text).not.toHaveText(words.text('open.nothing'));
    await expect(found, text).not.toHaveText(/undefined|\[object|^$/);
    await expect(player.button('open.begin')).toBeHidden();
  }
  await paste(player, 'x'.repeat(20_000));
  await expect(page.getByRole('alert').getByText(words.within('open.too-long'))).toBeVisible();
});

test('a record that was opened is played on against the computer', async ({ page, words }) => {
  const player = new Player(page, words);
  await paste(player, OUSTING);
  await page.getByRole('combobox', { name: words.text('open.white') }).selectOption({ index: 1 });
  await player.button('open.begin').click();
  await expect(player.grid).toBeVisible();
  const { moves } = await player.move(['e7', 'g8', 'a1']);
  expect(moves).toHaveLength(19);
});
