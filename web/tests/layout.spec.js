// Where things stand: on each screen, at each size of window, in both languages. What is measured is
// what a visitor meets: nothing that can be pressed is covered or cut off, nothing lies beyond the
// edge, and on the screen of a game the whole board is in the window.

import { expect, shot, test } from './fixtures.js';
import { LONG_NAME } from './inviting.js';
import { pair } from './online.js';
import { Player, computer } from './player.js';
import { WON } from './positions.js';
import { SCREENS, speak } from './screens.js';
import { kindNames } from './sources.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {readonly [number, number]} Size */

const LANGUAGES = /** @type {const} */ ([['en', 'en-GB'], ['fr', 'fr-FR']]);

/** Phones upright and on their side, halves of a screen, notebooks, large screens. @type {readonly Size[]} */
const SIZES = [
  [360, 640],
  [390, 844],
  [568, 320],
  [667, 375],
  [844, 390],
  [500, 500],
  [768, 1024],
  [1024, 600],
  [1280, 720],
  [1440, 900],
  [2560, 1440],
  [3840, 2160],
];

/** @param {Page} page @param {Size} size */
async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
}

/**
 * What is wrong with the places of all that can be pressed or filled in: each is looked at in the middle
 * of the window, as one scrolls to it.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
const misplaced = (page) =>
  page.evaluate(() => {
    const found = /** @type {string[]} */ ([]);
    const overhang = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (overhang > 0) found.push(`${overhang} pixels beyond the right edge`);
    const modal = document.querySelector('dialog:modal');
    const all = (modal ?? document).querySelectorAll('a[href], button, input, select, textarea, summary, [role=slider]');
    for (const one of /** @type {Iterable<HTMLElement>} */ (all)) {
      if (one.matches('.skip, .for-readers') || !one.checkVisibility({ visibilityProperty: true })) continue;
      one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = /** @type {DOMRect} */ (one.getClientRects()[0]);
      const { left, right, top, bottom } = box;
      const middle = [(left + right) / 2, (top + bottom) / 2];
      const [x = 0, y = 0] = middle;
      // Links in a sentence and lines of a list are as narrow as their words.
      const inset = Math.min(4, box.width / 4, box.height / 4);
      const all = [[x, y], [left + inset, y], [right - inset, y], [x, top + inset], [x, bottom - inset]];
      // What is higher than the window is scrolled through.
      const points = all.filter(([, y = 0]) => box.height < innerHeight || (y >= 0 && y < innerHeight));
      const hit = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
      const isWhole = hit.every((other) => other && one.contains(other));
      const name = `${one.tagName} “${one.getAttribute('aria-label') ?? one.innerText ?? one.id}” .${one.className}`;
      if (!isWhole) found.push(`${name} is covered or cut: ${hit.map((other) => (other ? `${other.tagName}.${other.getAttribute('class')}` : 'nothing')).join(', ')}`);
      if (one.matches('button, .button') && one.scrollWidth > one.clientWidth + 1) found.push(`${name}: its words are ${one.scrollWidth} wide in ${one.clientWidth}`);
    }
    scrollTo(0, 0);
    return found;
  });

/** How far the drawing of the board reaches beyond the window, as one first sees it. @param {Page} page */
const boardBeyond = (page) =>
  page.evaluate(() => {
    scrollTo(0, 0);
    const box = document.querySelector('.board-stage')?.getBoundingClientRect();
    if (!box) return 'no board';
    const over = [-box.left, -box.top, box.right - document.documentElement.clientWidth, box.bottom - innerHeight].map(Math.ceil);
    return Math.max(...over) > 0 ? `beyond left, top, right, bottom: ${over}` : '';
  });

/** Those at which the arrangement differs: what all screens are looked at. */
const FEW = SIZES.filter(([width]) => [360, 568, 844, 500, 1024].includes(width));

for (const { name, ready, open } of SCREENS) {
  test(`F22: nothing is covered or cut off at any size: ${name}`, async ({ page, words, faults }) => {
    faults.allowStatus(404);
    await open(new Player(page, words));
    // One load is enough for both: a screen takes another language as it stands.
    for (const [language] of LANGUAGES) {
      if (language !== 'en') await speak(page, language);
      await expect(page.locator(ready).first()).toBeVisible();
      for (const size of FEW) {
        await resize(page, size);
        expect.soft(await misplaced(page), `${language} ${size}`).toEqual([]);
      }
      // Text twice as large, on a phone.
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await resize(page, [360, 740]);
      expect.soft(await misplaced(page), `${language} large`).toEqual([]);
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    }
  });
}

for (const [language, locale] of LANGUAGES) {
  test.describe(language, () => {
    test.use({ locale });

    test('F23: a proposal is answered at every size, and nothing moves for it', async ({ browser, words, baseURL }) => {
      const names = { white: LONG_NAME, black: LONG_NAME };
      const two = await pair({ browser, words, baseURL }, { kind: 'katarenga', chat: true }, { names, contexts: { locale } });
      await two.play(2);
      const { white, black } = two;
      const answers = ['online.accept', 'online.decline'].map((key) => black.button(key));
      const places = () => black.page.locator('.board-stage, .action, .nav-button, .seat, .moves').evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => `${one.className} ${Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)}`));
      const sizes = SIZES.slice(0, 10);
      /** @type {string[][]} */
      const before = [];
      for (const size of sizes) {
        await resize(black.page, size);
        before.push(await places());
      }
      // Asked without the page: it is the other's that is looked at.
      const { revision } = await white.game();
      const data = { revision, request: 'offer', do: 'offer', what: 'draw' };
      expect((await white.page.request.post(`/api/games/${two.id}/commands`, { data })).status()).toBe(200);
      for (const [i, size] of sizes.entries()) {
        await resize(black.page, size);
        for (const answer of answers) await expect(answer, `${size}`).toBeInViewport({ ratio: 1 });
        expect.soft(await places(), `${size}`).toEqual(before[i]);
        expect.soft(await boardBeyond(black.page), `${size}`).toBe('');
        expect.soft(await misplaced(black.page), `${size}`).toEqual([]);
        if (size[0] === 390 || size[0] === 844) await shot(black.page, `proposal-${language}-${size[0]}`);
      }
      await answers[1]?.click();
      await expect(answers[1] ?? black.grid).toBeHidden();
      expect(await places()).toEqual(before.at(-1));
      await two.close();
    });
  });
}

test.describe('the game', () => {
  // The longer words.
  test.use({ locale: 'fr-FR' });

  test('F22: the whole board is in the window, whatever the game and the size', async ({ page, words }) => {
    const player = new Player(page, words);
    for (const kind of kindNames()) {
      await player.begin({ kind, black: computer(1) });
      for (const size of SIZES.slice(0, 9)) {
        await resize(page, size);
        expect.soft(await boardBeyond(page), `${kind} ${size}`).toBe('');
      }
    }
  });

  test('F22: on a phone on its side the buttons are beside the board, without scrolling', async ({ page, words }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    const player = new Player(page, words);
    await player.begin({ kind: 'katarenga', black: computer(1) });
    const board = await page.locator('.board-stage').boundingBox();
    expect(board?.height).toBeGreaterThan(320);
    for (const button of await page.locator('.action:visible').all()) await expect(button).toBeInViewport({ ratio: 1 });
    // Who scrolls to the moves at the end keeps the board, but for what the footer takes.
    await page.locator('.moves').scrollIntoViewIfNeeded();
    await expect(page.locator('.board-stage')).toBeInViewport({ ratio: 0.75 });
  });

  test('F22: on a large screen the board is large', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ kind: 'congress' });
    for (const [size, least] of /** @type {const} */ ([[[2560, 1440], 1150], [[3840, 2160], 1700]])) {
      await resize(page, size);
      const box = await page.locator('.board-stage').boundingBox();
      expect(box?.width, `${size}`).toBeGreaterThan(least);
    }
  });

  test('F24: with the small board, too, the moves have room beside the analyst', async ({ page, words }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const player = new Player(page, words);
    await player.begin({ kind: 'cornered', board: '2a0' });
    const board = await page.locator('.board-stage').boundingBox();
    expect(board?.width).toBeGreaterThan(600);
    const room = async () => {
      // The lines of three moves each side at least.
      expect.soft((await page.locator('.moves-list').boundingBox())?.height).toBeGreaterThan(95);
      for (const [width, height] of /** @type {const} */ ([[1440, 900], [1280, 720], [1024, 768], [1024, 600], [844, 390], [390, 844]])) {
        await resize(page, [width, height]);
        expect.soft((await page.locator('.moves-list').boundingBox())?.height, `${width} × ${height}`).toBeGreaterThan(95);
        expect.soft(await misplaced(page), `${width} × ${height}`).toEqual([]);
      }
    };
    for (let i = 0; i < 6; i += 1) {
      const [path = []] = (await player.game()).position.paths;
      if (path.length > 0) await player.move(path);
    }
    await player.button('game.analyst').click();
    await expect(page.locator('.analyst')).toBeVisible();
    await room();
    await resize(page, [1440, 900]);
    await page.locator('.analyst-graph').click();
    await expect(page.locator('.graph-turn')).toBeVisible();
    await room();
  });

  test('F24: a board that was turned is so after a reload, and only in its game', async ({ page, words }) => {
    const player = new Player(page, words);
    const { id } = await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0' });
    const isTurned = async () => {
      const [a1, a8] = [await player.cell('a1').boundingBox(), await player.cell('a8').boundingBox()];
      return (a1?.y ?? 0) < (a8?.y ?? 0);
    };
    expect(await isTurned()).toBe(false);
    await player.button('game.flip').click();
    await expect.poll(isTurned).toBe(true);
    await page.reload();
    await expect(player.grid).toBeVisible();
    expect(await isTurned()).toBe(true);
    await player.begin({ kind: 'congress' });
    expect(await isTurned()).toBe(false);
    await page.goto(`/game/${id}`);
    await expect(player.grid).toBeVisible();
    await player.button('game.flip').click();
    await page.reload();
    await expect(player.grid).toBeVisible();
    expect(await isTurned()).toBe(false);
  });

  test('F24: where nothing may be remembered the board is turned all the same', async ({ page, words }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('forbidden', 'SecurityError'); } });
    });
    const player = new Player(page, words);
    await player.begin({ kind: 'congress' });
    const before = await player.cell('a1').boundingBox();
    await player.button('game.flip').click();
    await expect.poll(async () => (await player.cell('a1').boundingBox())?.y).toBeLessThan(before?.y ?? 0);
  });

  test('F23: dialogs of the game can be read to their end in a low window', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ text: WON });
    await page.setViewportSize({ width: 568, height: 320 });
    await player.button('game.record').click();
    // What comes last.
    await expect(player.button('game.copy-game-link')).toBeAttached();
    expect(await misplaced(page)).toEqual([]);
    await player.button('game.close').click();
    await player.button('game.rules').click();
    await expect(page.locator('.drawer')).toBeVisible();
    await expect(player.button('game.close')).toBeInViewport({ ratio: 1 });
  });
});

test('F24: what begins a game or makes an invitation lies over nothing', async ({ page, words }) => {
  await page.goto('/new/big-bang?with=elsewhere');
  await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
  for (const size of SIZES) {
    await resize(page, size);
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('.new-form :is(input, button, select)')].filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!one.checkVisibility() || y < 0 || y > innerHeight) return false;
        const hit = document.elementFromPoint(x, y);
        return !hit || !one.contains(hit);
      }).map((one) => one.outerHTML));
    expect.soft(covered, `${size}`).toEqual([]);
  }
  await resize(page, [1280, 800]);
  await expect(page.locator('.play')).toBeInViewport({ ratio: 1 });
});
