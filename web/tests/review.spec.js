// The review of a finished game: what moves lost, what was better, another try.

import { PHONE, expect, shot, test } from './fixtures.js';
import { recordOf, shortestGame } from './known.js';
import { HUMAN, Player, byClick, withoutEngine } from './player.js';
import { speak } from './screens.js';
import { Words } from './words.js';

/** @param {Player} player @param {string} kind @param {'begin' | 'beginHere'} where */
async function review(player, kind, where) {
  const game = await player[where]({ text: recordOf(shortestGame(kind)), white: HUMAN, black: HUMAN });
  expect(game.outcome).not.toBeNull();
  await player.button('game.review').click();
  await expect(player.page).toHaveURL(new RegExp(`/review/${game.id}`));
  await expect(player.page.getByText(player.words.text('review.done'))).toBeVisible();
  return game;
}

/** Looks at the first move that lost something in a longer look too. @param {Player} player */
async function chooseLapse({ page, words }) {
  const said = page.locator('.trial-say');
  do {
    await page.locator('.review-list button').first().click();
    await expect(said).not.toHaveText(words.like('review.looking'));
  } while (words.like('review.best-after-all').test(await said.innerText()));
}

for (const where of /** @type {const} */ (['begin', 'beginHere'])) {
  test(`a game that was lost, ${where === 'begin' ? 'kept by a server' : 'kept by the browser'}: a mistake is tried again`, async ({ page, words }) => {
    test.setTimeout(120_000);
    const player = new Player(page, words);
    await review(player, 'colorado', where);
    const items = page.locator('.review-list button');
    await expect(items.first()).toBeVisible();
    await chooseLapse(player);
    await expect(player.button('review.retry')).toBeFocused();
    const say = (await page.locator('.trial-say').innerText()).trim();
    const found = (/Better was (\S+)\.$/.exec(say) ?? /(\S+) kept it\.$/.exec(say))?.[1] ?? '';
    expect(found, say).not.toBe('');
    await shot(page, `review-${where}`);
    await page.keyboard.press('Enter');
    await expect(page.locator('.trial-say')).toHaveText(words.like('review.your-turn'));
    const path = found.split(/[-x>]/);
    await player.offered(path);
    await byClick(player, path);
    await expect(page.locator('.trial-answer')).toHaveText(words.text('review.found'));
    await player.button('review.show').click();
    await expect(page.locator('.trial-say')).toHaveText(words.like('review.line'));
    await player.button('puzzles.play-on').click();
    await expect(page).toHaveURL(/\/game\//);
    expect(await player.game()).toMatchObject({ kind: 'colorado', moves: [] });
  });
}

/** On 2a only b4, d1 and d4 win as first squares (docs/results.md): Black, who answers a1, has a won game. */
const THROWN = ['[Game "cornered"]', '[Board "2a0"]', '[First "white"]', '', 'a1'].join('\n');

test('in a solved game it is exact: a win that was thrown away', async ({ page, words }) => {
  const player = new Player(page, words);
  const begun = await player.beginHere({ text: THROWN, white: HUMAN, black: HUMAN });
  let game = begun;
  while (!game.outcome) game = await player.move(game.position.paths[0] ?? []);
  await player.button('game.review').click();
  await expect(page.getByText(words.text('review.done'))).toBeVisible();
  await page.locator('.review-list button').first().click();
  await expect(page.locator('.trial-say')).toHaveText(words.like('review.threw-win'));
});

test('what takes longer than a look is waited for', async ({ page, words, faults }) => {
  await withoutEngine(page, faults);
  const player = new Player(page, words);
  let game = await player.begin({ text: THROWN, white: HUMAN, black: HUMAN });
  while (!game.outcome) game = await player.move(game.position.paths[0] ?? []);
  // As a solver that makes its tables first.
  await page.route('**/analysis?*', async (route) => {
    await new Promise((done) => setTimeout(done, 3000));
    await route.continue();
  });
  await player.button('game.review').click();
  await expect(page.getByText(words.text('review.done'))).toBeVisible();
  await page.locator('.review-list button').first().click();
  await expect(page.locator('.trial-say')).toHaveText(words.like('review.threw-win'));
});

test('a move that a longer look finds to be the best has lost nothing', async ({ page, words, faults }) => {
  await withoutEngine(page, faults);
  const player = new Player(page, words);
  // On 2a no first square wins more than d4.
  const text = ['[Game "cornered"]', '[Board "2a0"]', '[First "white"]', '', 'd4'].join('\n');
  let game = await player.begin({ text, white: HUMAN, black: HUMAN });
  while (!game.outcome) game = await player.move(game.position.paths[0] ?? []);
  const points = game.moves.concat('').map((_, ply) => ({ ply, share: ply === 0 ? 0.9 : 0.5, wins: null }));
  const body = points.map((point) => `data: ${JSON.stringify(point)}\n\n`).concat('data: {"done":true}\n\n').join('');
  await page.route('**/graph', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await page.goto(`/review/${game.id}`);
  const items = page.locator('.review-list button');
  await expect(items).toHaveCount(1);
  await items.click();
  await expect(page.locator('.trial-say')).toHaveText(words.like('review.best-after-all', { move: 'd4' }));
  await expect(items).toHaveCount(0);
});

test('playing on from a review begins one game, however often it is asked for', async ({ page, words }) => {
  const player = new Player(page, words);
  await review(player, 'colorado', 'begin');
  await page.locator('.review-list button').first().click();
  /** @type {string[]} */
  const begun = [];
  page.on('request', (request) => request.url().includes('/position?ply=') && begun.push(request.url()));
  await player.button('puzzles.play-on').dblclick();
  await expect(page).toHaveURL(/\/game\//);
  await expect(player.grid).toBeVisible();
  expect(begun).toHaveLength(1);
});

test('another language, or the way back, needs no second pass, and the same move is looked at', async ({ page, words, faults }) => {
  // The server is asked, which shows.
  await withoutEngine(page, faults);
  const player = new Player(page, words);
  await review(player, 'colorado', 'begin');
  const items = page.locator('.review-list button');
  await chooseLapse(player);
  await expect(player.button('review.retry')).toBeFocused();
  const count = await items.count();
  const said = page.locator('.trial-say');
  const move = (/\S+(?= lost)|^\S+/.exec(await said.innerText()) ?? [''])[0];
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => /\/api\/.*(graph|analysis)/.test(request.url()) && asked.push(request.url()));
  const isAsThen = async (/** @type {Words} */ language) => {
    await expect(page.getByText(language.text('review.done'))).toBeVisible();
    await expect(items).toHaveCount(count);
    await expect(items.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(said).toContainText(move);
  };
  await speak(page, 'fr');
  await isAsThen(new Words('fr'));
  await page.getByRole('link', { name: new Words('fr').text('review.to-game') }).click();
  await expect(page.locator('.game')).toBeVisible();
  await page.goBack();
  await isAsThen(new Words('fr'));
  expect(asked).toEqual([]);
});

test('a game that goes on has no review yet', async ({ page, words }) => {
  const player = new Player(page, words);
  const game = await player.begin({ kind: 'congress' });
  await page.goto(`/review/${game.id}`);
  await expect(page.getByText(words.text('review.not-over'))).toBeVisible();
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('a review', async ({ page, words }) => {
    const player = new Player(page, words);
    await review(player, 'colorado', 'beginHere');
    await page.locator('.review-list button').first().click();
    await expect(player.button('review.retry')).toBeInViewport();
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    await shot(page, 'review-phone');
  });
});
