// Where things stand: on each screen, at each size of window, in both languages. What is measured is
// what a visitor meets: nothing that can be pressed is covered or cut off, nothing lies beyond the
// edge, and on the screen of a game the whole board is in the window.

import { expect, shot, test } from './fixtures.js';
import { LONG_NAME } from './inviting.js';
import { pair } from './online.js';
import { Player, computer } from './player.js';
import { WON } from './positions.js';
import { SCREENS } from './screens.js';
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
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
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
      const points = [[x, y], [left + inset, y], [right - inset, y], [x, top + inset], [x, bottom - inset]];
      const hit = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
      const isWhole = hit.every((other) => other && (one === other || one.contains(other) || one.labels?.[0]?.contains(other)));
      const name = `${one.tagName} “${one.getAttribute('aria-label') ?? one.innerText ?? one.id}” .${one.className}`;
      if (!isWhole) found.push(`${name} is covered or cut: ${hit.map((other) => (other ? `${other.tagName}.${other.getAttribute('class')}` : 'nothing')).join(', ')}`);
      if (one.tagName === 'BUTTON' && one.scrollWidth > one.clientWidth + 1) found.push(`${name}: its words are ${one.scrollWidth} wide in ${one.clientWidth}`);
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

for (const [language, locale] of LANGUAGES) {
  test.describe(language, () => {
    test.use({ locale });

    for (const { name, ready, open } of SCREENS) {
      test(`F22: nothing is covered or cut off at any size: ${name}`, async ({ page, words, faults }) => {
        faults.allowStatus(404);
        await open(new Player(page, words));
        await expect(page.locator(ready).first()).toBeVisible();
        for (const size of SIZES) {
          await resize(page, size);
          expect.soft(await misplaced(page), `${size}`).toEqual([]);
        }
      });
    }

    test('F22: the whole board is in the window, whatever the game and the size', async ({ page, words }) => {
      const player = new Player(page, words);
      for (const kind of kindNames()) {
        await player.begin({ kind, black: computer(1) });
        for (const size of SIZES) {
          await resize(page, size);
          expect.soft(await boardBeyond(page), `${kind} ${size}`).toBe('');
        }
      }
    });
  });
}
