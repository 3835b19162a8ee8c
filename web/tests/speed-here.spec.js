// How fast games are that the browser plays itself: figures to read, not to pass.
// `SPEED=1 cargo xtask page speed-here` prints them.

import { readFileSync } from 'node:fs';

import { expect, test } from './fixtures.js';
import { knownGames, recordOf } from './known.js';
import { Player } from './player.js';
import { ask, kept, largestPaint, shownGame, shownId } from './visiting.js';

/** @typedef {import('@playwright/test').Page} Page */

test.skip(!process.env['SPEED'], 'asked for alone');
test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ faults }) => faults.allow(/Failed to load|ERR_/));

/** A phone: its processor is four times slower, its network has 1.6 Mbit/s. @param {Page} page */
async function phone(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 });
}

/** @param {Page} page @param {number} plies */
const played = (page, plies) => expect(page.locator('.moves-list button')).toHaveCount(plies);

test('a game against the computer on a phone, at the first visit and later without a network', async ({ page, words }) => {
  const player = new Player(page, words);
  await phone(page);
  await page.goto('/new/congress');
  await expect(page.locator('.board')).toBeVisible();
  console.log(`first visit: largest contentful paint of the new game ${(await largestPaint(page)).toFixed(0)} ms`);
  const begun = performance.now();
  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  await page.waitForURL(/\/game\/local-/);
  await expect(player.cell('a4')).toHaveAccessibleName(words.within('board.can-move'));
  console.log(`first visit: the game begins ${(performance.now() - begun).toFixed(0)} ms after the button`);
  await player.cell('a4').click();
  await player.cell('a3').click();
  const moved = performance.now();
  await played(page, 2);
  console.log(`first visit: the computer’s first move ${(performance.now() - moved).toFixed(0)} ms after the visitor’s`);
  await kept(page);
  await page.context().setOffline(true);
  // The page itself notes it: a test that looks again and again sees the board up to a second later.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.board')?.checkVisibility()) Object.assign(globalThis, { shown: Date.now() });
      else requestAnimationFrame(look);
    };
    look();
  });
  for (let i = 0; i < 5; i += 1) {
    const left = Date.now();
    await page.reload({ waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => /** @type {any} */ (globalThis).shown);
    console.log(`later, without a network: the board is shown after ${(await shown.jsonValue()) - left} ms`);
  }
});

test('frames during a search of level 8, and how soon it stops', async ({ page, words }) => {
  await page.addInitScript(() => {
    const { terminate } = Worker.prototype;
    Worker.prototype.terminate = function () {
      Object.assign(globalThis, { ended: performance.now() });
      terminate.call(this);
    };
  });
  const player = new Player(page, words);
  await page.goto('/new/congress');
  const human = { player: 'human' };
  const { id } = await ask(page, 'POST', '/api/games', { kind: 'congress', board: '1a0-2a0-3a0-4a0', white: human, black: { player: 'computer', level: 8 } });
  await page.goto(`/game/${id}`);
  await player.cell('a4').click();
  await player.cell('a3').click();
  await expect(player.status.getByText(words.text('game.thinking-text'))).toBeVisible();
  const gaps = await page.evaluate(
    () =>
      new Promise((/** @type {(gaps: number[]) => void} */ done) => {
        /** @type {number[]} */
        const times = [];
        const look = (/** @type {number} */ now) => {
          times.push(now);
          if (times.length < 40) requestAnimationFrame(look);
          else done(times.slice(1).map((time, i) => time - (times[i] ?? 0)).sort((one, other) => one - other));
        };
        requestAnimationFrame(look);
      }),
  );
  console.log(`frames while level 8 thinks: median ${gaps[20]?.toFixed(1)} ms, 95 of 100 within ${gaps[37]?.toFixed(1)} ms, slowest ${gaps.at(-1)?.toFixed(1)} ms`);
  expect((await shownGame(page)).thinking, 'the search is still at it').toBe(true);
  const stopped = await page.evaluate(async (label) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === label);
    Object.assign(globalThis, { ended: 0 });
    const begun = performance.now();
    button?.click();
    while (!(/** @type {any} */ (globalThis).ended)) await new Promise((next) => setTimeout(next, 1));
    return /** @type {any} */ (globalThis).ended - begun;
  }, words.text('game.undo'));
  console.log(`taking back ends the search ${stopped.toFixed(0)} ms after the click`);
});

/**
 * The memory of the largest page of a browser, in MB: its own, without files such as the browser's code, and all of
 * it, where what it shares with other processes counts in part (proportional set size).
 * @param {Page} page
 */
async function memory(page) {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => sizesOf(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')));
  return { own: Math.max(...sizes.map(({ own }) => own)), all: Math.max(...sizes.map(({ all }) => all)) };
}

/** @param {string} rollup what the system says of a process */
function sizesOf(rollup) {
  const size = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return { own: size('Pss_Anon') + size('Pss_Shmem'), all: size('Pss') };
}

test('memory of a tab', async ({ visitor, words }) => {
  for (const kind of ['congress', 'quartermaster', 'isolation']) {
    // A browser of its own for each: what was before would count as well.
    const page = await visitor();
    const player = new Player(page, words);
    await page.goto(`/new/${kind}`);
    await player.button('new.play').click();
    await page.waitForURL(/\/game\/local-/);
    await expect(player.grid).toBeVisible();
    await player.button('game.analyst').click();
    const most = { own: 0, all: 0 };
    for (let i = 0; i < 48; i += 1) {
      const { own, all } = await memory(page);
      Object.assign(most, { own: Math.max(most.own, own), all: Math.max(most.all, all) });
      await page.waitForTimeout(250);
    }
    console.log(`${kind}: the tab holds at most ${most.own.toFixed(0)} MB of its own while it is analysed, ${most.all.toFixed(0)} MB with its part of the browser’s code`);
    await page.context().close();
  }
});

test('fifty visitors against the computer at once', async ({ page, browser, server, words }) => {
  test.setTimeout(900_000);
  await page.goto('/');
  const contexts = [];
  /** @type {Page[]} */
  const pages = [];
  for (let i = 0; i < 50; i += 1) {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', viewport: { width: 400, height: 700 } });
    contexts.push(context);
    const visitor = await context.newPage();
    pages.push(visitor);
    const player = new Player(visitor, words);
    await visitor.goto('/new/congress');
    await player.button('new.play').click();
    await visitor.waitForURL(/\/game\/local-/);
  }
  await Promise.all(
    pages.map(async (visitor) => {
      const { revision, position } = await shownGame(visitor);
      await ask(visitor, 'POST', `/api/games/${shownId(visitor)}/commands`, { revision, request: 'first', do: 'move', path: position.paths[0] });
      await expect.poll(async () => (await shownGame(visitor)).moves.length).toBe(2);
    }),
  );
  const metrics = await (await page.request.get('/metrics')).text();
  const searches = metrics.split('\n').filter((line) => line.startsWith('katarenga_searches_total'));
  console.log(`fifty games, each with a move of the computer; searches of the server: ${searches.join(', ') || 'none'}`);
  expect(searches).toEqual([]);
  for (const context of contexts) await context.close();
});

/** The known game of a kind that is nearest to 60 plies. @param {string} kind */
function longGame(kind) {
  const far = (/** @type {import('./known.js').KnownGame} */ { moves }) => Math.abs(moves.length - 60);
  const [found] = knownGames().filter(({ game }) => game === kind).sort((one, other) => far(one) - far(other));
  if (!found) throw new Error(`no game of ${kind}`);
  return found;
}

for (const kind of ['north-west-passage', 'big-bang', 'congress', 'greengage', 'sardines', 'colorado']) {
  test(`a review: ${kind}`, async ({ page, words }) => {
    const player = new Player(page, words);
    const game = longGame(kind);
    const { id } = await player.beginHere({ text: recordOf(game) });
    const begun = performance.now();
    await page.goto(`/review/${id}`);
    await expect(page.getByText(words.text('review.done'))).toBeVisible();
    console.log(`review of ${game.moves.length} plies, ${kind}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  });
}
