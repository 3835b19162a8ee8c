// Stars: problems of a pawn that moves alone, solved, missed, shown, shared.

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player, byClick, byKeys, byTap } from './player.js';
import { speak } from './screens.js';
import { Words } from './words.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ start: string, pawns: string[], stars: string[], reach: Record<string, string[]>, way: string[] }} Problem */

/** A problem, as the page makes it. @param {Page} page @param {number} seed @param {number} level @returns {Promise<Problem>} */
const problemOf = (page, seed, level) =>
  page.evaluate(
    async ([seed, level]) => {
      const main = [...document.scripts].find(({ src }) => src.endsWith('/main.js'))?.src ?? '';
      const { problemOf } = await import(main.replace(/main\.js$/, 'stars/problem.js'));
      const { reach, ...problem } = await problemOf(seed, level);
      return { ...problem, reach: Object.fromEntries(reach) };
    },
    /** @type {const} */ ([seed, level]),
  );

/** @param {Player} player @param {number} seed @param {number} level */
async function open({ page, grid }, seed, level) {
  await page.goto(`/learn/stars?seed=${seed}&level=${level}`);
  await expect(grid).toBeVisible();
  return problemOf(page, seed, level);
}

/** Moves the pawn along some squares. @param {Player} player @param {string} start @param {string[]} way @param {import('./player.js').Way} how */
async function walk(player, start, way, how) {
  for (const [i, to] of way.entries()) {
    const path = [way[i - 1] ?? start, to];
    await player.offered(path);
    await how(player, path);
  }
}

/** What the page says of a problem that is solved. @param {Player} player @param {Problem} problem */
const solved = ({ words }, { way }) => words.like('stars.solved', { count: String(way.length) });

/** @param {Page} page */
const answer = (page) => page.locator('.trial-answer');

/** @param {Page} page */
const shownOf = (page) => {
  const query = new URL(page.url()).searchParams;
  return /** @type {const} */ ([Number(query.get('seed')), Number(query.get('level'))]);
};

test('a problem by mouse, the next by keyboard alone: each is harder, and a streak is kept', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/learn');
  await page.getByRole('link', { name: words.text('stars.title') }).click();
  await expect(page).toHaveURL(/\/learn\/stars\?seed=\d+&level=1$/);
  for (let level = 1; level <= 6; level += 1) {
    await expect(page).toHaveURL(new RegExp(`level=${level}$`));
    const problem = await problemOf(page, ...shownOf(page));
    await expect(player.cellsThat('board.star')).toHaveCount(problem.stars.length);
    const isByKeys = level > 1;
    if (isByKeys) await player.enterBoard();
    await walk(player, problem.start, problem.way, isByKeys ? byKeys : byClick);
    await expect(answer(page)).toHaveText(solved(player, problem));
    await expect(player.button('stars.next')).toBeFocused();
    await expect(page.getByText(words.like('stars.record', { streak: String(level), best: String(level) }))).toBeVisible();
    await shot(page, `stars-${level}`);
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL(/level=7$/);
  await page.goto('/learn/stars');
  await expect(page).toHaveURL(/level=7$/);
});

test('another language, or the way back, in the middle of a problem: its moves stay', async ({ page, words }) => {
  const player = new Player(page, words);
  const problem = await open(player, 7, 6);
  const [first = '', ...rest] = problem.way;
  expect(rest.length).toBeGreaterThan(1);
  await walk(player, problem.start, [first], byClick);
  await speak(page, 'fr');
  const french = new Player(page, new Words('fr'));
  await walk(french, first, rest.slice(0, 1), byClick);
  await page.getByRole('link', { name: french.words.text('learn.all') }).click();
  await expect(page.locator('.groups').first()).toBeVisible();
  await page.goBack();
  await walk(french, rest[0] ?? '', rest.slice(1), byClick);
  await expect(answer(page)).toHaveText(solved(french, problem));
});

test('a longer way is not the least, the way is shown, and only the first try counts', async ({ page, words }) => {
  const player = new Player(page, words);
  const problem = await open(player, 3, 1);
  // There and back again, and then the least way.
  const [there = ''] = (problem.reach[problem.start] ?? []).filter((square) => problem.reach[square]?.includes(problem.start) && !problem.stars.includes(square));
  const detour = [there, problem.start, ...problem.way];
  await walk(player, problem.start, detour, byClick);
  await expect(answer(page)).toHaveText(words.like('stars.too-many', { count: String(detour.length), least: String(problem.way.length) }));
  await expect(player.button('stars.again')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.like('stars.count', { count: '0', least: String(problem.way.length) }))).toBeVisible();
  await walk(player, problem.start, problem.way, byClick);
  await expect(answer(page)).toHaveText(solved(player, problem));
  await expect(page.getByText(words.like('stars.record', { streak: '0', best: '0' }))).toBeVisible();
  await player.button('stars.next').click();
  await expect(page).toHaveURL(/level=2$/);
  const shown = await problemOf(page, ...shownOf(page));
  await player.button('stars.show').click();
  await expect(answer(page)).toHaveText(words.like('stars.way'));
  for (const square of shown.way) await expect(answer(page)).toContainText(square);
  // What was only shown is not solved.
  await player.button('stars.next').click();
  await expect(page).not.toHaveURL(new RegExp(`seed=${shownOf(page)[0]}&level=3`));
  await expect(page).toHaveURL(/level=2$/);
});

test('a wrong square is answered by the reason, a pawn in the way too', async ({ page, words }) => {
  const player = new Player(page, words);
  const problem = await open(player, 11, 8);
  const [pawn = ''] = problem.pawns;
  await player.cell(pawn).click();
  await expect(page.locator('.board-bubble')).toHaveText(words.like('stars.only', { square: problem.start }));
  await player.cell(problem.start).click();
  await player.cell(pawn).click();
  await expect(page.locator('.board-bubble')).toContainText(pawn);
  const far = ['a1', 'b3', 'h8', 'g6'].find((square) => ![...problem.pawns, problem.start, ...(problem.reach[problem.start] ?? [])].includes(square)) ?? '';
  await player.cell(far).click();
  await expect(page.locator('.board-bubble')).toContainText(far);
});

test('the first 200 seeds at every level: there is a way, and each of its steps is a move', async ({ page, words }) => {
  test.setTimeout(240_000);
  await open(new Player(page, words), 0, 1);
  const found = await page.evaluate(async () => {
    const main = [...document.scripts].find(({ src }) => src.endsWith('/main.js'))?.src ?? '';
    const { problemOf } = await import(main.replace(/main\.js$/, 'stars/problem.js'));
    const wrong = [];
    let moves = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const level = 1 + (seed % 16);
      const { start, stars, pawns, reach, way } = await problemOf(seed, level);
      const isWay = way.every((/** @type {string} */ square, /** @type {number} */ i) => reach.get(way[i - 1] ?? start)?.includes(square) && !pawns.includes(square));
      moves += way.length;
      if (way.length < 2 || !isWay || !stars.every((/** @type {string} */ star) => way.includes(star))) wrong.push([seed, level]);
    }
    return { wrong, mean: moves / 200 };
  });
  expect(found.wrong).toEqual([]);
  expect(found.mean).toBeGreaterThan(4);
});

test('a link is the same problem for everybody', async ({ page, words, visitor }) => {
  const other = await visitor();
  await other.goto('/about');
  const problem = await open(new Player(page, words), 123456, 5);
  await other.goto('/learn/stars?seed=123456&level=5');
  expect(await problemOf(other, 123456, 5)).toEqual(problem);
  const stars = new Player(other, words).cellsThat('board.star');
  await expect(stars).toHaveCount(problem.stars.length);
});

test('a damaged link leads on', async ({ page, words }) => {
  for (const query of ['seed=', 'seed=-1', 'seed=x', 'seed=99999999999', 'seed=4294967296', 'seed=1&level=0', 'seed=1&level=1.5']) {
    await page.goto(`/learn/stars?${query}`);
    await expect(page.getByRole('alert'), query).toHaveText(words.text('stars.damaged'));
  }
  await page.getByRole('link', { name: words.text('stars.others') }).click();
  await expect(page).toHaveURL(/\/learn\/stars\?seed=\d+&level=1$/);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.locator('.trial-say')).toBeFocused();
  // A level above the hardest is the hardest.
  await page.goto('/learn/stars?seed=1&level=400');
  await expect(page).toHaveURL(/level=16$/);
});

test('where nothing can be kept, the streak is lost and the stars are not', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const problem = await open(player, 2, 1);
  await walk(player, problem.start, problem.way, byClick);
  await expect(answer(page)).toHaveText(solved(player, problem));
  await expect(page.getByText(words.text('stars.not-kept'))).toBeVisible();
  await player.button('stars.next').click();
  await expect(page).toHaveURL(/level=2$/);
});

test('what the storage holds may be anything', async ({ page, words }) => {
  await page.goto('/about');
  for (const held of ['null', '7', '{"level":-3,"streak":0,"best":0}', '{"level":"x","streak":1,"best":1}', '{"level":1e9,"streak":2,"best":2}', '{']) {
    await page.evaluate((held) => localStorage.setItem('stars', held), held);
    await page.goto('/learn/stars');
    await expect(page, held).toHaveURL(held.includes('1e9') ? /level=16$/ : /level=1$/);
    await expect(page.getByText(words.like('stars.record')), held).toBeVisible();
  }
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('stars by finger', async ({ page, words }) => {
    const player = new Player(page, words);
    const problem = await open(player, 21, 6);
    await walk(player, problem.start, problem.way, byTap);
    await expect(answer(page)).toHaveText(solved(player, problem));
    await expect(player.button('stars.next')).toBeInViewport();
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    await shot(page, 'stars-phone');
  });
});
