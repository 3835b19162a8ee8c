// Sheets to print: what is on them, in true size, on both sizes of paper, in both languages; and the form.

import { readFileSync } from 'node:fs';

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player } from './player.js';
import { readPdf } from './pdf.js';
import { speak } from './screens.js';
import { kindNames } from './sources.js';
import { Words } from './words.js';

/** @typedef {import('@playwright/test').Page} Page */

/** In millimetres. */
const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } };
const PIXEL = 25.4 / 96;
const POINT = 25.4 / 72;

/** @param {Page} page @param {string} query */
async function open(page, query) {
  await page.goto(`/sheets?${query}`);
  await settled(page);
}

/** The pages are there. @param {Page} page */
async function settled(page) {
  await expect(page.locator('.paper').first()).toBeVisible();
  await expect(page.locator('.papers')).not.toHaveAttribute('aria-busy');
}

/** What Chromium prints. @param {Page} page */
const printed = async (page) => readPdf(await page.pdf({ preferCSSPageSize: true }));

/** A text as the reader of PDF files gives it. @param {string} text */
const bare = (text) => text.replace(/\s/g, '');

/** Boxes in print, in millimetres, from the corner of the page that they are on. @param {Page} page @param {string} selector */
async function boxes(page, selector) {
  await page.emulateMedia({ media: 'print' });
  const all = await page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const own = element.getBoundingClientRect();
      const paper = element.closest('.paper-place')?.getBoundingClientRect() ?? own;
      return { x: own.left - paper.left, y: own.top - paper.top, width: own.width, height: own.height };
    }),
  );
  await page.emulateMedia({ media: 'screen' });
  return all.map(({ x, y, width, height }) => ({ x: x * PIXEL, y: y * PIXEL, width: width * PIXEL, height: height * PIXEL }));
}

/** @type {{ query: string, count: number, text: (words: Words) => string }[]} */
const SHEETS = [
  { query: 'what=puzzles&seed=1', count: 2, text: (words) => words.text('sheets.after') },
  { query: 'what=rules&game=katarenga', count: 2, text: () => 'Katarenga' },
  { query: 'what=board', count: 1, text: (words) => words.text('sheets.true-size') },
  { query: 'what=board&square=40', count: 4, text: (words) => words.text('builder.place-3') },
  { query: 'what=quarterboards', count: 8, text: (words) => words.text('sheets.both-sides') },
  { query: 'what=quarterboards&square=20', count: 2, text: (words) => words.text('sheets.both-sides') },
  { query: 'what=scores&game=cornered', count: 1, text: (words) => words.text('sheets.how-to-count') },
];

for (const [language, locale] of /** @type {const} */ ([['en', 'en-GB'], ['fr', 'fr-FR']])) {
  test.describe(language, () => {
    test.use({ locale });

    for (const [paper, size] of Object.entries(PAPERS)) {
      test(`each sheet on ${paper}: the number and the size of its pages, and its text`, async ({ page, words }) => {
        for (const { query, count, text } of SHEETS) {
          await open(page, `${query}&paper=${paper}`);
          const pages = await printed(page);
          expect(pages.length, query).toBe(count);
          for (const { width, height } of pages) {
            expect(Math.abs(width * POINT - size.width), `width, ${query}`).toBeLessThan(0.2);
            expect(Math.abs(height * POINT - size.height), `height, ${query}`).toBeLessThan(0.2);
          }
          expect(pages.at(-1)?.text, query).toContain(bare(query.includes('rules') ? '2 / 2' : text(words)));
          expect(pages[0]?.text, query).toContain(bare(await page.locator('.paper h2').first().innerText()));
          // Nothing of the screen around it.
          expect(pages.map(({ text }) => text).join(''), query).not.toContain(bare(words.text('sheets.intro')));
          expect(pages.map(({ text }) => text).join(''), query).not.toContain('\ufffd');
          await shot(page, `sheet-${language}-${paper}-${SHEETS.findIndex((one) => one.query === query)}`);
        }
      });

      test(`the rules of each game on ${paper}: two pages at most, with all figures, nothing cut off`, async ({ page, request, words }) => {
        test.setTimeout(180_000);
        await open(page, `what=rules&paper=${paper}`);
        for (const kind of kindNames()) {
          await page.getByLabel(words.text('sheets.of-game')).selectOption(kind);
          await settled(page);
          await expect(page.locator('.paper h2').first()).toHaveText(words.text(`kind.${kind}.title`));
          const count = await page.locator('.paper').count();
          expect(count, kind).toBeLessThanOrEqual(2);
          const { figures } = await (await request.get(`/api/rules/${kind}?lang=${language}`)).json();
          await expect(page.locator('.paper .board-drawing')).toHaveCount(figures.length);
          for (const { x, y, width, height } of await boxes(page, '.paper :is(.board-drawing, h2, h3, p, li, figcaption)')) {
            expect(x, kind).toBeGreaterThan(8);
            expect(x + width, kind).toBeLessThan(size.width - 8);
            expect(y, kind).toBeGreaterThan(8);
            expect(y + height, kind).toBeLessThan(size.height - 8);
          }
        }
      });
    }
  });
}

for (const [paper, size] of Object.entries(PAPERS)) {
  test(`true size on ${paper}: squares and quarterboards measure what they should, and are on the page whole`, async ({ page }) => {
    for (const square of [40, 33, 22, 10]) {
      await open(page, `what=quarterboards&square=${square}&paper=${paper}`);
      const quarters = await boxes(page, '.paper-squares > rect');
      expect(quarters.length).toBe(8);
      for (const { x, y, width, height } of quarters) {
        expect(Math.abs(width - 4 * square), `${square}`).toBeLessThan(0.1);
        expect(Math.abs(height - 4 * square), `${square}`).toBeLessThan(0.1);
        expect(Math.min(x, size.width - x - width), `${square}`).toBeGreaterThan(8);
        expect(Math.min(y, size.height - y - height), `${square}`).toBeGreaterThan(20);
      }
      await expectSquares(page, square);
      for (const { width } of await boxes(page, '.ruler')) expect(Math.abs(width - 100)).toBeLessThan(0.1);
    }
    for (const square of [40, 23, 22, 10]) {
      await open(page, `what=board&square=${square}&paper=${paper}`);
      await expectSquares(page, square);
      for (const { x, y, width, height } of await boxes(page, '.paper :is(.board-drawing, .paper-squares)')) {
        expect(Math.min(x, size.width - x - width), `${square}`).toBeGreaterThanOrEqual(5 - 0.1);
        expect(Math.min(y, size.height - y - height), `${square}`).toBeGreaterThan(15);
      }
    }
  });
}

/** How far squares are from each other is how large they are. @param {Page} page @param {number} size in millimetres */
async function expectSquares(page, size) {
  const squares = await boxes(page, '.paper .square');
  expect(squares.length % 64).toBe(0);
  for (const [i, { x, width }] of squares.entries()) {
    expect(Math.abs(width - 0.98 * size), `${size}`).toBeLessThan(0.1);
    const next = squares[i + 1];
    if (next && (i + 1) % 4 !== 0) expect(Math.abs(next.x - x - size), `${size}`).toBeLessThan(0.1);
  }
}

test('a quarterboard has its other face behind it', async ({ page }) => {
  for (const [square, paper] of /** @type {const} */ ([[40, 'a4'], [20, 'letter'], [25, 'a4']])) {
    await open(page, `what=quarterboards&square=${square}&paper=${paper}`);
    const places = await boxes(page, '.paper-squares > rect');
    const names = await page.locator('.paper-part figcaption').allInnerTexts();
    const { width } = PAPERS[paper];
    for (const number of [1, 2, 3, 4]) {
      const [front, back] = ['a', 'b'].map((face) => places[names.findIndex((name) => name.includes(`${number}`) && name.endsWith(face))]);
      if (!front || !back) throw new Error(`no faces of ${number}`);
      expect(Math.abs(front.x - (width - back.x - back.width)), `${square} mm`).toBeLessThan(0.2);
      expect(Math.abs(front.y - back.y)).toBeLessThan(0.2);
    }
  }
});

/** The lines of the puzzles of a game. @param {string} kind */
const linesOf = (kind) =>
  readFileSync(new URL(`../../puzzles/${kind}.txt`, import.meta.url), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** The moves of solutions as they are written. @param {string[]} lines */
const solutionsOf = (lines) => lines.map((line) => (line.split(' | ')[2] ?? '').split(' ').map((move, i) => (i % 2 === 0 ? `${i / 2 + 1}.${move}` : move)).join(''));

test('six puzzles on one page, their solutions on the next one', async ({ page, words }) => {
  await open(page, 'what=puzzles&game=troika&seed=5');
  const pages = page.locator('.paper');
  await expect(pages).toHaveCount(2);
  for (const one of [0, 1]) await expect(pages.nth(one).locator('.paper-grid .board-drawing')).toHaveCount(6);
  const all = solutionsOf(linesOf('troika'));
  const [front, back] = await printed(page);
  const shown = await pages.nth(1).locator('.paper-moves').allInnerTexts();
  expect(shown).toHaveLength(6);
  for (const solution of shown.map(bare)) {
    expect(all).toContain(solution);
    expect(back?.text).toContain(solution);
    expect(front?.text).not.toContain(solution);
  }
  // Each pawn of a solution is there in the end.
  const pawns = await pages.evaluateAll((papers) => papers.map((paper) => [...paper.querySelectorAll('section')].map((section) => section.querySelectorAll('.pawn').length)));
  for (const [i, solution] of shown.entries()) {
    const plies = solution.split(/\s+/).filter((word) => /^[a-h]/.test(word)).length;
    expect((pawns[1]?.[i] ?? 0) - (pawns[0]?.[i] ?? 0)).toBe(plies);
  }
  // The boards are large enough, all alike, and within the page.
  for (const { width, height, y } of await boxes(page, '.paper-grid .board-drawing')) {
    expect(Math.min(width, height)).toBeGreaterThan(58);
    expect(y + height).toBeLessThan(297 - 11);
  }
  await expect(pages.first().locator('.paper-legend li')).toHaveCount(4);
  expect(front?.text).toContain(bare(words.text('sheets.red')));
});

test('the same seed gives the same puzzles to everybody, another one others; a day is a seed', async ({ page, visitor, words }) => {
  const solutions = (/** @type {Page} */ of) => of.locator('.paper-moves').allInnerTexts();
  await open(page, 'what=puzzles&seed=2026-11-30');
  const first = await solutions(page);
  expect(first).toHaveLength(6);
  const other = await visitor();
  await open(other, 'what=puzzles&seed=2026-11-30');
  expect(await solutions(other)).toEqual(first);
  await page.getByRole('button', { name: words.text('puzzles.others') }).click();
  await expect.poll(() => solutions(page)).not.toEqual(first);
  await expect(page).toHaveURL(/seed=\w+/);
  await page.reload();
  await settled(page);
  expect(await solutions(page)).not.toEqual(first);
});

test('puzzles of a game and of a theme', async ({ page, words }) => {
  await open(page, 'what=puzzles&seed=3');
  await page.getByLabel(words.text('sheets.of-game')).selectOption('cornered');
  await expect(page.locator('.paper h2').first()).toHaveText(words.like('sheets.puzzles-of', { kind: words.text('kind.cornered.title') }));
  await page.getByLabel(words.text('puzzles.theme')).selectOption('points');
  await expect(page).toHaveURL(/game=cornered&theme=points/);
  await settled(page);
  const ofTheme = solutionsOf(linesOf('cornered').filter((line) => line.split(' | ')[5]?.split(',').includes('points')));
  await expect.poll(async () => (await page.locator('.paper-moves').allInnerTexts()).every((moves) => ofTheme.includes(bare(moves)))).toBe(true);
  // Another game has other themes: the choice is not kept.
  await page.getByLabel(words.text('sheets.of-game')).selectOption('troika');
  await expect(page).toHaveURL(/game=troika&seed/);
});

test('a score sheet says what its game counts, and to how many points', async ({ page, words }) => {
  await open(page, 'what=scores&game=cornered');
  await expect(page.locator('.paper-scores')).toContainText('Score: the winner gets 1 point for each pawn on the board');
  const kinds = await (await page.request.get('/api/kinds')).json();
  const { target } = kinds.find((/** @type {{ name: string }} */ { name }) => name === 'cornered');
  await expect(page.locator('.paper-fields dd').last()).toHaveText(String(target));
  await open(page, 'what=scores');
  await expect(page.locator('.paper h2')).toHaveText(words.text('sheets.scores'));
  await expect(page.locator('.paper-fields dd').last()).toHaveText('');
  for (const { height } of await boxes(page, '.paper tbody tr')) expect(height).toBeGreaterThan(8);
  for (const { y, height } of await boxes(page, '.paper table')) expect(y + height).toBeLessThan(297 - 11);
});

test('a board of one’s own, one by chance, a small one', async ({ page, words }) => {
  await open(page, 'what=board&board=4b3-3a1-2b0-1a2');
  await expect(page.locator('.paper h2')).toContainText('4b3-3a1-2b0-1a2');
  await page.getByLabel(words.text('sheets.board-code')).fill('2a0');
  await page.keyboard.press('Enter');
  await expect(page.locator('.paper h2')).toContainText('Board 2a0');
  await expect(page.locator('.paper .square')).toHaveCount(16);
  await page.getByRole('button', { name: words.text('new.board-random') }).click();
  await expect(page.locator('.paper .square')).toHaveCount(64);
  await expect(page).toHaveURL(/board=\w\w\w-\w\w\w-\w\w\w-\w\w\w/);
});

test('addresses that make no sense get a sheet and a sentence', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  faults.allowStatus(400);
  /** @type {[string, RegExp, number][]} */
  const cases = [
    ['what=poster', words.like('sheets.no-sheet', { value: 'poster' }), 2],
    ['what=rules&game=chess', words.like('sheets.no-game', { value: 'chess' }), 2],
    ['what=quarterboards&square=9000', words.like('sheets.no-square', { value: '9000', used: '40', min: '10', max: '40' }), 8],
    ['what=scores&paper=a0', words.like('sheets.no-paper', { value: 'a0' }), 1],
    ['what=puzzles&game=cornered&theme=%3Cb%3E', words.like('sheets.no-theme', { value: '<b>' }), 2],
    ['what=board&board=9z9', words.like('sheets.no-board'), 1],
  ];
  for (const [query, sentence, count] of cases) {
    await open(page, query);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(page.locator('.paper')).toHaveCount(count);
  }
});

test('by keyboard alone: from the rules of a game to the button that prints', async ({ page, words }) => {
  await page.addInitScript(() => {
    Object.assign(window, { prints: 0, print: () => Object.assign(window, { prints: /** @type {any} */ (window).prints + 1 }) });
  });
  const player = new Player(page, words);
  await page.goto('/rules/congress');
  await player.tabTo(page.getByRole('link', { name: words.text('rules.print') }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sheets\?what=rules&game=congress/);
  await settled(page);
  await expect(page.locator('.paper h2').first()).toHaveText(words.text('kind.congress.title'));
  await player.tabTo(page.getByLabel(words.text('sheets.paper')));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/paper=letter/);
  await settled(page);
  await expect(page.locator('.paper-letter')).toHaveCount(2);
  await player.tabTo(page.getByRole('button', { name: words.text('sheets.print') }));
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => /** @type {any} */ (window).prints)).toBe(1);
});

test('the page of puzzles and the foot of every page lead to the sheets; back leads back', async ({ page, words }) => {
  await page.goto('/puzzles?kind=troika');
  await page.getByRole('link', { name: words.text('puzzles.print') }).click();
  await settled(page);
  await page.getByLabel(words.text('sheets.what')).selectOption('scores');
  await expect(page.locator('.paper-scores')).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${words.text('sheets.scores')}`));
  await page.goBack();
  await expect(page).toHaveURL(/\/puzzles/);
  await page.locator('#footer').getByRole('link', { name: words.text('sheets.title') }).click();
  await settled(page);
});

test('paper is white and its boards are light, whatever the theme', async ({ page }) => {
  await open(page, 'what=board');
  const colours = () =>
    page.locator('.paper').first().evaluate((paper) => {
      const fills = [...paper.querySelectorAll('.square')].map((square) => getComputedStyle(square).fill);
      return [getComputedStyle(paper).backgroundColor, getComputedStyle(paper).color, ...new Set(fills)];
    });
  const light = await colours();
  expect(light.slice(0, 2)).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  expect(light).toHaveLength(6);
  for (const theme of ['dark', 'contrast']) {
    await page.locator('#theme').selectOption(theme);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await colours(), theme).toEqual(light);
    expect(await page.locator('.paper').first().evaluate((paper) => getComputedStyle(paper).printColorAdjust)).toBe('exact');
  }
});

test('another language keeps what is shown, in its words', async ({ page }) => {
  await open(page, 'what=puzzles&seed=4&paper=letter');
  const before = await page.locator('.paper-moves').allInnerTexts();
  await speak(page, 'fr');
  const french = new Words('fr');
  await expect(page.locator('.paper h2').first()).toHaveText(french.text('puzzles.title'));
  await expect(page.locator('.paper-letter')).toHaveCount(2);
  expect(await page.locator('.paper-moves').allInnerTexts()).toEqual(before);
});

test('the newest choice counts, however fast one chooses', async ({ page, words }) => {
  await open(page, 'what=scores');
  const what = page.getByLabel(words.text('sheets.what'));
  for (const name of ['puzzles', 'rules', 'quarterboards', 'board']) await what.selectOption(name);
  await settled(page);
  const titles = page.locator('.paper h2');
  await expect(titles).toHaveText([words.like('sheets.board-title')]);
  // Those that were made meanwhile come too late.
  await page.waitForTimeout(1000);
  await expect(titles).toHaveText([words.like('sheets.board-title')]);
});

test('files that can’t be had are said to be missing, and are asked for again', async ({ page, words, faults }) => {
  faults.allow(/Failed to load resource|ERR_/);
  await page.route('**/puzzles/of/*', (route) => route.abort());
  await page.goto('/sheets?what=puzzles');
  await expect(page.getByRole('alert').getByText(words.text('error.offline'))).toBeVisible();
  await page.unroute('**/puzzles/of/*');
  await page.getByRole('button', { name: words.text('shell.again') }).click();
  await settled(page);
  await expect(page.locator('.paper')).toHaveCount(2);
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('pages are as wide as the window, and printed as large as paper', async ({ page }) => {
    await open(page, 'what=quarterboards');
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    const shown = await page.locator('.paper').first().boundingBox();
    expect(shown?.width).toBeLessThanOrEqual(360);
    expect(shown?.width).toBeGreaterThan(300);
    const pages = await printed(page);
    expect(pages).toHaveLength(8);
    expect(Math.abs((pages[0]?.width ?? 0) * POINT - 210)).toBeLessThan(0.2);
    await shot(page, 'sheet-phone');
  });
});
