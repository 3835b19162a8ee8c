// Two visitors who play each other, each in a browser of their own.

import { expect } from './fixtures.js';
import { Player } from './player.js';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./player.js').Side} Side */

/** @typedef {{ browser: Browser, words: Words, baseURL: string | undefined }} Fixtures */

/** Two players at one game. */
export class Pair {
  /** @param {string} id of the game @param {Record<Side, Player>} players */
  constructor(id, { white, black }) {
    this.id = id;
    this.white = white;
    this.black = black;
  }

  /** Both of them. */
  get both() {
    return [this.white, this.black];
  }

  /** The player whose turn it is. */
  async mover() {
    const { position } = await this.white.game();
    return this[position.turn];
  }

  /**
   * Plays some moves, each by whose turn it is, and waits until both see each.
   * @param {number} plies
   */
  async play(plies) {
    for (let i = 0; i < plies; i += 1) {
      const mover = await this.mover();
      const { position } = await mover.game();
      const { moves } = await mover.move(position.paths[0] ?? []);
      await this.expectMoves(moves);
    }
  }

  /** Both pages show these moves. @param {string[]} moves */
  async expectMoves(moves) {
    for (const { page } of this.both) await expect(page.locator('.moves .move')).toHaveText(moves);
  }

  async close() {
    for (const { page } of this.both) await page.context().close();
  }
}

/** A browser of its own, whose scripts must not fail. @type {(fixtures: Fixtures, more?: import('@playwright/test').BrowserContextOptions) => Promise<Player>} */
async function visitor({ browser, words, baseURL }, more = {}) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', ...more });
  context.on('weberror', (fault) => {
    throw fault.error();
  });
  return new Player(await context.newPage(), words);
}

/** A third person who looks on. @type {(two: Pair, fixtures: Fixtures) => Promise<Player>} */
export async function watch({ id }, fixtures) {
  const watcher = await visitor(fixtures);
  await watcher.page.goto(`/game/${id}`);
  await expect(watcher.grid).toBeVisible();
  return watcher;
}

/**
 * Has one visitor invite another, and both go to their game.
 * @param {Fixtures} fixtures
 * @param {Record<string, unknown>} [setup] what `POST /api/invitations` takes
 * @param {{ names?: Partial<Record<Side, string>>, contexts?: import('@playwright/test').BrowserContextOptions }} [more]
 */
export async function pair(fixtures, setup = {}, { names = {}, contexts = {} } = {}) {
  const white = await visitor(fixtures, contexts);
  const black = await visitor(fixtures, contexts);
  for (const [side, player] of Object.entries({ white, black })) {
    const name = names[/** @type {Side} */ (side)];
    if (name) await player.page.request.put('/api/me', { data: { name } });
  }
  const data = { kind: 'congress', board: '1a0-2a0-3a0-4a0', side: 'white', ...setup };
  const invited = await white.page.request.post('/api/invitations', { data });
  expect(invited.status(), await invited.text()).toBe(201);
  const joined = await black.page.request.post(`/api/invitations/${(await invited.json()).id}/join`);
  expect(joined.status(), await joined.text()).toBe(200);
  const id = /** @type {string} */ ((await joined.json()).game);
  const players = new Pair(id, { white, black });
  for (const player of players.both) {
    await player.page.goto(`/game/${id}`);
    await expect(player.grid).toBeVisible();
  }
  return players;
}
