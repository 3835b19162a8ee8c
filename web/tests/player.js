// Plays as a visitor does: by tap, mouse, keyboard or finger. What can be played it asks the server, or the
// page where the game is kept in its browser.

import { expect } from './fixtures.js';
import { ask } from './visiting.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('./words.js').Words} Words */
/** @typedef {'white' | 'black'} Side */
/** @typedef {{ player: 'human' } | { player: 'computer', level: number }} Seat */
/** @typedef {{ turn: Side, ply: number, task: string | null, paths: string[][], pawns: Record<Side, string[]> }} Position */
/** @typedef {{ id: string, kind: string, revision: number, moves: string[], undone: number, position: Position, outcome: { winner: Side | null, points: number, reason: string } | null, can: { move: boolean, undo: boolean, redo: boolean, resign: Side[] }, thinking: boolean }} Game */
/** @typedef {(player: Player, path: string[]) => Promise<void>} Way how moves are made */

/** @type {Seat} */
export const HUMAN = { player: 'human' };

/** @param {number} level @returns {Seat} */
export const computer = (level) => ({ player: 'computer', level });

/**
 * Numbers that look like chance and are the same each time, from 0 to 1.
 * @param {number} seed
 */
export function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The code of a board that is drawn by chance. @param {() => number} next */
function drawBoard(next) {
  const left = ['1', '2', '3', '4'];
  const parts = [];
  while (left.length) {
    const [quarter] = left.splice(Math.floor(next() * left.length), 1);
    parts.push(`${quarter}${next() < 0.5 ? 'a' : 'b'}${Math.floor(next() * 4)}`);
  }
  return parts.join('-');
}

/**
 * Has the server search for a page as for one whose browser is too old.
 * @param {Page} page
 * @param {{ allowStatus: (status: number) => void }} faults
 */
export async function withoutEngine(page, faults) {
  faults.allowStatus(404);
  await page.route('**/local/engine.wasm.gz', (route) => route.fulfill({ status: 404 }));
}

/**
 * Lets requests wait for the returned function.
 * @param {Page} page
 * @param {...string} patterns of their addresses
 */
export async function hold(page, ...patterns) {
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((done) => (release = () => done(undefined)));
  for (const pattern of patterns) {
    await page.route(pattern, async (route) => {
      await released;
      await route.continue();
    });
  }
  return release;
}

/** A visitor at the board of one game. */
export class Player {
  /** @param {Page} page @param {Words} words */
  constructor(page, words) {
    this.page = page;
    this.words = words;
    this.grid = page.getByRole('grid');
    /** Whose turn it is and what is asked. The live region says the same. */
    this.status = page.locator('.status');
  }

  /**
   * Begins a game and goes to its page.
   * @param {Record<string, unknown>} setup what `POST /api/games` takes; two people at one screen unless told otherwise
   */
  async begin(setup) {
    const data = { white: HUMAN, black: HUMAN, ...setup };
    if (!('text' in data)) Object.assign(data, { board: 'random', first: 'white', ...setup });
    const answer = await this.page.request.post('/api/games', { data });
    expect(answer.status(), await answer.text()).toBe(201);
    return this.#goTo(await answer.json());
  }

  /**
   * Begins a game that the browser keeps, and goes to its page.
   * @param {Record<string, unknown>} setup as for `begin`
   */
  async beginHere(setup) {
    const data = { white: HUMAN, black: HUMAN, ...setup };
    if (!('text' in data)) Object.assign(data, { board: 'random', first: 'white', ...setup });
    if (!this.page.url().startsWith('http')) await this.page.goto('/about');
    /** @type {Game} */
    const game = await ask(this.page, 'POST', '/api/games', data);
    expect(game.id).toMatch(/^local-/);
    return this.#goTo(game);
  }

  /**
   * Begins a game on a board drawn by chance: the first that the game can be played on, whole or a
   * lone quarter.
   * @param {Record<string, unknown>} setup
   * @param {() => number} next
   */
  async beginDrawn(setup, next) {
    for (;;) {
      const whole = drawBoard(next);
      for (const board of [whole, whole.slice(0, 3)]) {
        const data = { white: HUMAN, black: HUMAN, first: 'white', ...setup, board };
        const answer = await this.page.request.post('/api/games', { data });
        if (answer.ok()) return this.#goTo(await answer.json());
        expect(answer.status(), await answer.text()).toBe(422);
      }
    }
  }

  /** @param {Game} game */
  async #goTo(game) {
    await this.page.goto(`/game/${game.id}`);
    await expect(this.grid).toBeVisible();
    return game;
  }

  /** The game of the page's address, as the server has it, or the browser. @returns {Promise<Game>} */
  async game() {
    const [, id = ''] = /\/game\/([^/?]+)/.exec(this.page.url()) ?? [];
    if (id.startsWith('local-')) return ask(this.page, 'GET', `/api/games/${id}`);
    const answer = await this.page.request.get(`/api/games/${id}`);
    expect(answer.ok()).toBe(true);
    return answer.json();
  }

  /** A place on the board: a square, or `camp-white` and `camp-black`. @param {string} place */
  cell(place) {
    if (place.startsWith('camp-')) return this.grid.locator(`[data-place="${place}"]`);
    return this.grid.getByRole('gridcell', { name: new RegExp(`^${place}\\b`) });
  }

  /** The cells of a path's steps; for a pass there are none. @param {string[]} path */
  async cells(path) {
    // Only a camp is another one for each side.
    const turn = path.includes('camp') ? await this.#sideOf(path[0] ?? '') : '';
    return path.map((step) => this.cell(step === 'camp' ? `camp-${turn}` : step));
  }

  /** Whose pawn stands on a square, by its name. @param {string} square */
  async #sideOf(square) {
    const name = await this.cell(square).getAttribute('aria-label');
    return name?.includes(this.words.text('board.white-pawn')) ? 'white' : 'black';
  }

  /** Waits until the page offers a path as a move. @param {string[]} path */
  async offered(path) {
    const [start = ''] = path;
    if (start === 'pass') {
      await expect(this.passButton).toBeVisible();
      return;
    }
    const key = path.length > 1 ? 'board.can-move' : 'board.can-place';
    await expect(this.cell(start)).toHaveAccessibleName(this.words.within(key));
  }

  /** A button by the key of its text. @param {string} key */
  button(key) {
    return this.page.getByRole('button', { name: this.words.text(key), exact: true });
  }

  /** The board's own button: the list of moves has others of that name. */
  get passButton() {
    return this.page.locator('.board').getByRole('button', { name: this.words.text('board.pass') });
  }

  /** The squares of a name that says something more. @param {string} key */
  cellsThat(key) {
    return this.grid.getByRole('gridcell', { name: this.words.within(key) });
  }

  /** Nothing on the board can be played. */
  async expectStill() {
    for (const key of ['board.can-move', 'board.can-place']) await expect(this.cellsThat(key)).toHaveCount(0);
  }

  /**
   * Makes one move and waits until somebody at the screen is to move again, or the game is over.
   * @param {string[]} path
   * @param {Way} [way]
   */
  async move(path, way = byClick) {
    const before = await this.game();
    const isPass = path[0] === 'pass';
    // A pass is played by itself after a moment: on a machine that is busy it may be over.
    if (isPass && before.position.paths.join() !== 'pass') return this.settled(-1);
    if (isPass) await this.#pass(way).catch(() => {});
    else {
      await this.offered(path);
      await way(this, path);
    }
    return this.settled(before.revision);
  }

  /** Takes back or plays again. @param {'undo' | 'redo'} what */
  async command(what) {
    const { revision } = await this.game();
    await this.button(`game.${what}`).click();
    return this.settled(revision);
  }

  /** Gives the game up. */
  async resign() {
    const { revision } = await this.game();
    await this.button('game.resign').click();
    await this.page.getByRole('dialog').getByRole('button', { name: this.words.text('game.resign-yes') }).click();
    return this.settled(revision);
  }

  /** @param {Way} way */
  async #pass(way) {
    if (way !== byKeys) return this.passButton.click({ timeout: 2000 });
    await this.tabTo(this.passButton);
    return this.page.keyboard.press('Enter');
  }

  /** Reaches the board as one does without a mouse. */
  enterBoard() {
    return this.tabTo(this.grid);
  }

  /** Where the board keeps its place for the keyboard, without the way there. */
  focusBoard() {
    return this.grid.locator('[tabindex="0"]').focus();
  }

  /** Goes to an element, or into it, with the Tab key. @param {Locator} target */
  async tabTo(target) {
    for (let i = 0; i < 80; i += 1) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}`);
  }

  /** Waits for a later revision in which the computer has played. @param {number} revision */
  async settled(revision) {
    let game = await this.game();
    await expect(async () => {
      game = await this.game();
      expect(game.revision).toBeGreaterThan(revision);
      expect(game.thinking).toBe(false);
    }).toPass({ intervals: [20, 50, 100], timeout: 60_000 });
    return game;
  }

  /**
   * Plays by chance until the game is over. A game that lasts is resigned: how long one goes on
   * against a computer depends on the errors that it makes.
   * @param {object} options
   * @param {() => number} options.next chance
   * @param {Way} [options.way]
   * @param {number} [options.most] plies
   */
  async whole({ next, way = byClick, most = 120 }) {
    let game = await this.settled(-1);
    while (!game.outcome) {
      if (game.position.ply >= most) return this.resign();
      const { paths } = game.position;
      const path = paths[Math.floor(next() * paths.length)] ?? [];
      game = await this.move(path, way);
    }
    return game;
  }
}

/** @type {Way} */
export async function byClick(player, path) {
  for (const cell of await player.cells(path)) await cell.click();
}

/** @type {Way} */
export async function byTap(player, path) {
  for (const cell of await player.cells(path)) await cell.tap();
}

/** @typedef {{ x: number, y: number }} Point */

/** @param {Locator} element @returns {Promise<Point>} */
export async function middle(element) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until nothing scrolls: a page that was thrown glides on, and the next touch would only stop it. @param {Page} page */
const still = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let frames = 0;
        const scrolled = () => (frames = 0);
        const frame = () => {
          frames += 1;
          if (frames < 6) return requestAnimationFrame(frame);
          removeEventListener('scroll', scrolled, { capture: true });
          return resolve(null);
        };
        addEventListener('scroll', scrolled, { capture: true });
        requestAnimationFrame(frame);
      }),
  );

/**
 * Drags with a finger, which Playwright has no command for.
 * @param {Page} page
 * @param {Point} from
 * @param {Point} to
 */
export async function touch(page, from, to) {
  const browser = await page.context().newCDPSession(page);
  /** @type {(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) => Promise<unknown>} */
  const send = (type, ...touchPoints) => browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await still(page);
  await send('touchStart', from);
  // The finger rests before it is lifted: else it would throw the page.
  for (const share of [0.25, 0.5, 0.75, 1, 1, 1]) {
    await send('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    await page.waitForTimeout(20);
  }
  await send('touchEnd');
  await still(page);
  await browser.detach();
}

/** Drags from each place to the next. @type {Way} */
export async function byDrag(player, path) {
  const { mouse } = player.page;
  const points = await Promise.all((await player.cells(path)).map(middle));
  if (points.length === 1) return byClick(player, path);
  for (const [i, to] of points.slice(1).entries()) {
    const from = points[i] ?? to;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y);
    await mouse.up();
  }
}

/** Drags with a finger. @type {Way} */
export async function byFinger(player, path) {
  const points = await Promise.all((await player.cells(path)).map(middle));
  if (points.length === 1) return byTap(player, path);
  for (const [i, to] of points.slice(1).entries()) await touch(player.page, points[i] ?? to, to);
}

/** Moves about with the arrow keys and chooses with Enter. @type {Way} */
export async function byKeys(player, path) {
  const { keyboard } = player.page;
  for (const cell of await player.cells(path)) {
    const { row, column } = await cell.evaluate((element) => {
      const rows = [...(element.closest('[role=grid]')?.querySelectorAll('[role=row]') ?? [])];
      const row = rows.findIndex((one) => one.contains(element));
      return { row, column: [...(rows[row]?.querySelectorAll('[role=gridcell]') ?? [])].indexOf(element) };
    });
    await keyboard.press('Control+Home');
    for (let i = 0; i < row; i += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Home');
    for (let i = 0; i < column; i += 1) await keyboard.press('ArrowRight');
    await expect(cell).toBeFocused();
    await keyboard.press('Enter');
  }
}
