// After one visit everything but other people works without a network: where a server is, and where the
// page is a folder that any web host serves.

import { expect, shot, test as base } from './fixtures.js';
import { Folder } from './folder.js';
import { readPdf } from './pdf.js';
import { Player, chance } from './player.js';
import { kindNames } from './sources.js';
import { ask, kept, playOn, shownGame, shownId } from './visiting.js';

/** @typedef {{ isStatic: boolean, folder: Folder, address: (path: string) => string, network: Network }} Mine */

/** The way to where the page came from. A page without a network may have a service worker with one: the host stops too. */
class Network {
  /** @param {import('./fixtures.js').BrowserContext} context @param {{ stop: () => Promise<void>, start: () => Promise<void> }} host */
  constructor(context, host) {
    this.context = context;
    this.host = host;
    this.isCut = false;
  }

  async cut() {
    this.isCut = true;
    await this.host.stop();
    await this.context.setOffline(true);
  }

  async mend() {
    if (!this.isCut) return;
    await this.host.start();
    await this.context.setOffline(false);
    this.isCut = false;
  }
}

const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<Mine, {}, import('./fixtures.js').TestArgs, import('./fixtures.js').WorkerArgs & import('./fixtures.js').Workers>} */ ({
    isStatic: [false, { option: true }],
    folder: async ({}, use) => {
      const folder = new Folder();
      await folder.write();
      await folder.start();
      await use(folder);
      await folder.close();
    },
    network: async ({ context, isStatic, server, folder }, use) => {
      const network = new Network(context, isStatic ? folder : server);
      await use(network);
      await network.mend();
    },
    address: async ({ isStatic, server, folder }, use) => use((path) => (isStatic ? `${folder.url}#${path}` : server.url + path)),
  }),
);

test.use({ serviceWorkers: 'allow' });

for (const isStatic of [false, true]) {
  test.describe(isStatic ? 'in a folder below another address' : 'with a server', () => {
    test.use({ isStatic, ...(isStatic ? { baseURL: async ({ folder }, use) => use(new URL(folder.url).origin) } : {}) });
    test.beforeEach(({ faults }) => faults.allow(/Failed to load resource|ERR_/));

test('games of every kind, analysed, reloaded, taken away, and still there when the network is back', async ({ page, network, words, address, isStatic }) => {
  const player = new Player(page, words);
  await page.goto(address('/'));
  await kept(page);
  await network.cut();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const next = chance(14);
  for (const kind of kindNames()) {
    await page.goto(address(`/new/${kind}`));
    await player.button('new.play').click();
    await page.waitForURL(/\/game\/local-/);
    await expect(player.grid).toBeVisible();
    await playOn(page, next, 4);
    await page.reload();
    const { outcome } = await playOn(page, next, 40);
    await expect(page.getByText(words.within(`reason.${outcome?.reason}`)).first()).toBeVisible();
    const record = await ask(page, 'GET', `/api/games/${shownId(page)}/record`);
    expect(record).toContain(`[Game "${kind}"]`);
  }

  // A verdict is proven here as on a server.
  await page.goto(address('/new/cornered?board=2a0'));
  await expect(page.locator('.board-chooser-code')).toContainText('2a0');
  await player.button('new.play').click();
  await page.waitForURL(/\/game\/local-/);
  await player.button('game.analyst').click();
  const verdict = words.like('analyst.proven-first', { side: words.text('side.white'), count: '7' });
  await expect(page.getByRole('region', { name: words.text('analyst.title') }).getByText(verdict)).toBeVisible();
  await expect(page.locator('.verdict')).toHaveCount(16);
  await shot(page, 'airplane-verdicts');

  // Rules and builder.
  await page.goto(address('/rules/congress'));
  await expect(page.getByRole('article')).toContainText('one group');
  await page.goto(address('/'));
  await expect(page.locator('.games a').first()).toBeVisible();
  await shot(page, `airplane-home-${isStatic}`);
  const ids = async () => {
    const lists = ['going', 'ended'].map((list) => ask(page, 'GET', `/api/games?list=${list}&page=1`));
    return (await Promise.all(lists)).flatMap(({ games }) => games.map((/** @type {{ id: string }} */ { id }) => id)).sort();
  };
  const before = await ids();
  expect(before).toHaveLength(kindNames().length + 1);

  await network.mend();
  await page.reload();
  await expect(page.locator('#offline')).toBeHidden();
  expect(await ids()).toEqual(before);
});

test('sheets to print are made without a network', async ({ page, network, address, words }) => {
  await page.goto(address('/'));
  await kept(page);
  await network.cut();
  for (const [query, count] of /** @type {const} */ ([['what=puzzles&seed=1', 2], ['what=rules&game=congress', 2], ['what=board', 1], ['what=quarterboards', 8], ['what=scores&game=cornered', 1]])) {
    await page.goto(address(`/sheets?${query}`));
    await page.reload();
    await expect(page.locator('.paper')).toHaveCount(count);
    expect(readPdf(await page.pdf({ preferCSSPageSize: true })), query).toHaveLength(count);
  }
  await page.getByLabel(words.text('sheets.what')).selectOption('puzzles');
  await expect(page.locator('.paper')).toHaveCount(2);
});

test('a move half chosen and the game are there after a reload without a network', async ({ page, network, words, address }) => {
  const player = new Player(page, words);
  await page.goto(address('/new/congress'));
  await kept(page);
  await player.button('new.play').click();
  await page.waitForURL(/\/game\/local-/);
  await network.cut();
  await player.cell('a4').click();
  await player.cell('a3').click();
  await expect.poll(async () => (await shownGame(page)).moves.length).toBe(2);
  const { moves } = await shownGame(page);
  await page.reload();
  await expect(player.grid).toBeVisible();
  expect((await shownGame(page)).moves).toEqual(moves);
  await player.button('game.undo').click();
  await expect.poll(async () => (await shownGame(page)).moves.length).toBe(0);
});
  });
}

test('a newer version is offered, and takes over with a game open and a pawn chosen, but not in other tabs', async ({ page, context, folder, words, faults }) => {
  faults.allow(/request to another host|Failed to load/);
  const player = new Player(page, words);
  await page.goto(`${folder.url}#/new/congress`);
  await kept(page);
  await player.button('new.play').click();
  await page.waitForURL(/\/game\/local-/);
  await player.cell('a4').click();
  await player.cell('a3').click();
  await expect.poll(async () => (await shownGame(page)).moves.length).toBe(2);
  const { moves, position } = await shownGame(page);
  const [[start = '', target = ''] = []] = position.paths;
  await player.offered([start, target]);
  await player.cell(start).click();
  const goal = expect(player.cell(target));
  await goal.toHaveAccessibleName(words.within('board.can-go'));

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(new Player(other, words).grid).toBeVisible();
  await other.evaluate(() => Object.assign(globalThis, { isSame: true }));

  await folder.renew('Another version');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const offer = page.locator('#update');
  await expect(offer.getByText(words.text('shell.update'))).toBeVisible();
  // Until then the old one is whole.
  await shot(page, 'update');
  const loaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: words.text('shell.update-now') }).click();
  await loaded;
  await expect(offer).toBeHidden();
  const otherOffer = other.locator('#update');
  await expect(otherOffer.getByText(words.text('shell.update'))).toBeVisible();
  expect(await other.evaluate(() => 'isSame' in globalThis)).toBe(true);
  const reloaded = other.waitForEvent('load');
  await otherOffer.getByRole('button', { name: words.text('shell.update-now') }).click();
  await reloaded;
  await other.close();
  await expect.poll(async () => (await shownGame(page)).moves).toEqual(moves);
  // The pawn is still chosen: one click plays the move.
  await goal.toHaveAccessibleName(words.within('board.can-go'));
  await player.cell(target).click();
  await expect.poll(async () => (await shownGame(page)).moves.length).toBeGreaterThan(2);
  await page.goto(`${folder.url}#/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Another version' })).toBeVisible();
});
