// Games that the browser keeps itself, and what can go wrong there.

import { expect, shot, test } from './fixtures.js';
import { Folder } from './folder.js';
import { Player, withoutEngine } from './player.js';
import { ask, shownGame, shownId } from './visiting.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Begins a game against the computer as a visitor does. @param {Page} page @param {Player} player @param {string} [kind] */
async function begin(page, player, kind = 'congress') {
  await page.goto(`/new/${kind}`);
  await player.button('new.play').click();
  await page.waitForURL(/\/game\//);
  await expect(player.grid).toBeVisible();
}

/** Plays a move on the board; in Congress it always can be. @param {Player} player */
async function move(player) {
  await player.cell('a4').click();
  await player.cell('a3').click();
}

/** @param {Page} page @param {number} plies */
const played = (page, plies) => expect.poll(async () => (await shownGame(page)).moves.length).toBe(plies);

/** @param {Page} page */
const reasonShown = (page) => page.locator('.status-error');

test('no request but for the page itself reaches the server', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/new/congress', { waitUntil: 'networkidle' });
  // The board is what is asked for last.
  await expect(page.locator('.board-chooser-picture .pawn').first()).toBeAttached();
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && asked.push(request.url()));
  await player.button('new.play').click();
  await page.waitForURL(/\/game\/local-/);
  await move(player);
  await played(page, 2);
  await player.button('game.analyst').click();
  await expect(page.locator('.analyst-lines button').first()).toBeVisible();
  expect(asked).toEqual([]);
});

test('two tabs of a game show the same, and neither plays over the other', async ({ page, context, words, faults }) => {
  const player = new Player(page, words);
  await begin(page, player);
  const other = await context.newPage();
  await other.goto(page.url());
  const second = new Player(other, words);
  await expect(second.grid).toBeVisible();
  await move(player);
  await played(other, 2);
  await expect(other.locator('.moves-list button')).toHaveCount(2);
  // Both at once: one is played, the other one is refused, since the game has moved on.
  const { revision, position } = await shownGame(page);
  const [path] = position.paths;
  const both = [page, other].map((one, i) =>
    ask(one, 'POST', `/api/games/${shownId(page)}/commands`, { revision, request: `tab ${i}`, do: 'move', path }).then(
      () => 'played',
      () => 'refused',
    ),
  );
  expect((await Promise.all(both)).sort()).toEqual(['played', 'refused']);
  await played(other, 4);
  faults.allow(/409/);
});

test('where the browser has no room left, nothing is lost that was shown as kept', async ({ page, words }) => {
  const player = new Player(page, words);
  await begin(page, player);
  // What a browser does then: the transaction is aborted, for this reason.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    const error = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'error') ?? {};
    Object.defineProperty(IDBTransaction.prototype, 'error', { get: () => new DOMException('no room', 'QuotaExceededError'), configurable: true });
    IDBObjectStore.prototype.put = function (...row) {
      const request = put.apply(this, row);
      this.transaction.abort();
      return request;
    };
    const makeRoom = () => {
      IDBObjectStore.prototype.put = put;
      Object.defineProperty(IDBTransaction.prototype, 'error', error);
    };
    Object.assign(globalThis, { makeRoom });
  });
  await move(player);
  await expect(reasonShown(page)).toHaveText(words.text('error.browser-full'));
  await shot(page, 'browser-full');
  await played(page, 0);
  await page.evaluate(() => /** @type {any} */ (globalThis).makeRoom());
  await move(player);
  await played(page, 2);
});

test('where there is no room for the computer’s move, it is tried once, and again when the visitor asks', async ({ page, words }) => {
  await page.addInitScript(() => {
    const counted = { workers: 0, room: Infinity };
    Object.assign(globalThis, { counted });
    const { Worker: Known } = globalThis;
    globalThis.Worker = class extends Known {
      /** @param {ConstructorParameters<typeof Known>} made */
      constructor(...made) {
        super(...made);
        counted.workers += 1;
      }
    };
    const { put } = IDBObjectStore.prototype;
    const error = /** @type {any} */ (Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'error'));
    Object.defineProperty(IDBTransaction.prototype, 'error', {
      get() {
        return counted.room < 0 ? new DOMException('no room', 'QuotaExceededError') : error.get.call(this);
      },
      configurable: true,
    });
    IDBObjectStore.prototype.put = function (...row) {
      const request = put.apply(this, row);
      counted.room -= 1;
      if (counted.room < 0) this.transaction.abort();
      return request;
    };
  });
  const player = new Player(page, words);
  await begin(page, player);
  const counted = (/** @type {number | null} */ room) =>
    page.evaluate((room) => {
      const { counted } = /** @type {any} */ (globalThis);
      if (room !== null) counted.room = room;
      return counted.workers;
    }, room);
  // For the visitor's move and nothing more.
  await counted(1);
  await move(player);
  await expect(reasonShown(page)).toHaveText(words.text('error.browser-full'));
  const before = await counted(null);
  await page.waitForTimeout(1500);
  expect(await counted(null)).toBe(before);
  await played(page, 1);
  await counted(1000);
  await player.button('game.ask-again').click();
  await played(page, 2);
});

test('a game begins on the server where the engine can’t be fetched', async ({ page, words, faults }) => {
  faults.allow(/Failed to load|ERR_/);
  await page.route('**/local/engine.wasm.gz', (route) => route.abort());
  const player = new Player(page, words);
  await begin(page, player);
  expect(shownId(page)).not.toContain('local-');
});

test('a worker that ends without a word is noticed, and another one answers', async ({ page, words }) => {
  const player = new Player(page, words);
  await begin(page, player);
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => close())));
  await move(player);
  await played(page, 2);
});

test('a refusal of the server hides nothing that needs no server', async ({ page, words, faults }) => {
  faults.allow(/Failed to load/);
  const player = new Player(page, words);
  const here = await player.beginHere({ kind: 'congress' });
  await page.route('**/api/invitations', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '', details: {} } }));
  await page.route('**/api/kinds', (route) => route.fulfill({ status: 429, json: { code: 'too-many-requests', message: '', details: { seconds: 9 } } }));
  await page.goto('/');
  await expect(page.locator(`.games a[href="/game/${here.id}"]`)).toBeVisible();
  await expect(page.locator('a[href="/new/congress"]').first()).toBeVisible();
  await expect(page.getByText(words.text('error.internal'))).toBeVisible();
});

/** The browser keeps nothing, as in some private windows. @param {Page} page */
const forbid = (page) =>
  page.addInitScript(() => {
    const forbidden = () => new DOMException('forbidden', 'SecurityError');
    IDBFactory.prototype.open = () => {
      throw forbidden();
    };
    if (isSecureContext) LockManager.prototype.request = () => Promise.reject(forbidden());
    globalThis.BroadcastChannel = /** @type {any} */ (
      function () {
        throw forbidden();
      }
    );
  });

test('where the browser keeps nothing, the server does', async ({ page, words }) => {
  await forbid(page);
  const player = new Player(page, words);
  await begin(page, player);
  expect(shownId(page)).not.toContain('local-');
  await move(player);
  await played(page, 2);
});

test('without a server either, the page says that the game is lost with it', async ({ page, words, faults }) => {
  faults.allow(/request to another host|ERR_CONNECTION_REFUSED/);
  const folder = new Folder();
  await folder.write();
  await folder.start();
  await forbid(page);
  const player = new Player(page, words);
  await page.goto(`${folder.url}#/new/congress`);
  await player.button('new.play').click();
  await expect(page.getByText(words.text('game.not-kept'))).toBeVisible();
  await shot(page, 'not-kept');
  await move(player);
  await played(page, 2);
  // What the page still fetches for later would fail.
  await page.goto('about:blank');
  await folder.close();
});

test('an engine that breaks down says so, and the game goes on', async ({ page, words }) => {
  await page.addInitScript(() => {
    // The first search for a move breaks down, as for lack of memory.
    const { postMessage } = Worker.prototype;
    let isDone = false;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (isDone || !message.request?.includes('/computer"')) return postMessage.call(this, message);
      isDone = true;
      this.onmessage?.(new MessageEvent('message', { data: { number: message.number, broken: 'unreachable' } }));
    };
  });
  const player = new Player(page, words);
  await begin(page, player);
  await move(player);
  await expect(reasonShown(page)).toHaveText(words.text('error.engine-broken'));
  await played(page, 1);
  await player.button('game.ask-again').click();
  await played(page, 2);
});

test('what one place can’t show hides no games of the other', async ({ page, words, faults }) => {
  faults.allow(/Failed to load resource/);
  const player = new Player(page, words);
  const there = await player.begin({ kind: 'cornered', board: '2a0' });
  const here = await player.beginHere({ kind: 'congress' });
  const entry = (/** @type {string} */ id) => page.locator(`.games a[href="/game/${id}"]`);
  await page.goto('/');
  await expect(entry(here.id)).toBeVisible();
  await expect(entry(there.id)).toBeVisible();

  await page.route('**/api/games?*', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '', details: {} } }));
  await page.reload();
  await expect(entry(here.id)).toBeVisible();
  await expect(page.getByText(words.text('error.internal')).first()).toBeVisible();
  await page.unroute('**/api/games?*');

  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    };
  });
  await page.reload();
  await expect(entry(there.id)).toBeVisible();
  await expect(page.getByText(words.text('error.browser-failing')).first()).toBeVisible();
  // What this browser can't keep, the server does.
  await begin(page, player);
  expect(shownId(page)).not.toContain('local-');
});

test('a game in a browser that now forbids storage is not said to be elsewhere', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.beginHere({ kind: 'congress' });
  await forbid(page);
  await page.reload();
  await expect(page.getByRole('alert').getByText(words.text('error.browser-forbidden'))).toBeVisible();
});

test('where memory is too short for an analysis, the server looks', async ({ page, words }) => {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (!message.request?.includes('"path":"/api/analysis')) return postMessage.call(this, message);
      this.onmessage?.(new MessageEvent('message', { data: { number: message.number, broken: 'unreachable' } }));
    };
  });
  const player = new Player(page, words);
  await player.begin({ kind: 'congress' });
  const asked = page.waitForRequest('**/analysis?*');
  await player.button('game.analyst').click();
  await asked;
  await expect(page.locator('.analyst-lines button').first()).toBeVisible();
});

test('a part of the page that can’t be loaded is named, with what helps', async ({ page, words, faults }) => {
  faults.allow(/Failed to load|ERR_/);
  await page.route('**/local/answers.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText(words.text('error.page-incomplete')).first()).toBeVisible();
});

test('a link with a board of the wrong size, or to no game, says so', async ({ page, words }) => {
  await page.goto('/new/congress?board=2a0');
  await expect(page.getByRole('alert').getByText(words.within('error.unsuitable-too-small'))).toBeVisible();
  await expect(page.locator('.board-chooser-code')).toContainText('1a0-2a0-3a0-4a0');
  await page.goto('/new/constructor');
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('native code');
});

test.describe('without an engine', () => {
  test.beforeEach(({ page, faults }) => withoutEngine(page, faults));

  test('the server plays and analyses', async ({ page, words }) => {
    const player = new Player(page, words);
    await begin(page, player);
    expect(shownId(page)).not.toContain('local-');
    await move(player);
    await played(page, 2);
    const asked = page.waitForRequest('**/analysis?*');
    await player.button('game.analyst').click();
    await asked;
    await expect(page.locator('.analyst-lines button').first()).toBeVisible();
  });
});
