// Lessons: each is walked through to its end, and every try is answered.

import { PHONE, expect, shot, test } from './fixtures.js';
import { NAMES, pathOf, puzzleKinds, stepsOf, take } from './learning.js';
import { Player, byClick, byKeys, hold } from './player.js';
import { speak } from './screens.js';
import { kindNames } from './sources.js';
import { Words } from './words.js';

/** @typedef {import('./learning.js').Step} Step */

for (const name of NAMES) {
  test(`the lesson ${name}, by keyboard alone`, async ({ page, words }) => {
    const player = new Player(page, words);
    await page.goto(`/learn/${name}`);
    const next = player.button('learn.next');
    const answer = page.locator('.trial-answer');
    for (const [at, step] of stepsOf(name).entries()) {
      await expect(page.locator('.trial-say')).toHaveText(step.say['en'] ?? '');
      await player.enterBoard();
      await take(player, step, byKeys);
      await expect(answer).toHaveText(step.then['en'] ?? '');
      await shot(page, `lesson-${name}-${at + 1}`);
      if (at === stepsOf(name).length - 1) break;
      // The button has the focus: one tap, or one key.
      await expect(next).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(page.locator('.lesson-end a').first()).toBeFocused();
    await expect(page.getByRole('link', { name: words.text('learn.to-puzzles') })).toHaveCount(puzzleKinds().includes(name) ? 1 : 0);
    await page.goto('/learn');
    if (kindNames().includes(name)) await expect(page.locator(`[data-lesson=${name}]`)).toContainText(words.text('learn.finished'));
  });
}

test('every try is answered: what is no move by the rules, another move by the lesson', async ({ page, words }) => {
  const player = new Player(page, words);
  const steps = stepsOf('katarenga');
  const at = steps.findIndex(({ wrong }) => wrong);
  const step = /** @type {Step} */ (steps[at]);
  await page.goto(`/learn/katarenga?step=${at + 1}`);
  await expect(page.locator('.trial-say')).toHaveText(step.say['en'] ?? '');
  const data = { text: step.position, white: { player: 'human' }, black: { player: 'human' } };
  const game = await (await page.request.post('/api/games', { data })).json();
  const right = new Set((step.lines ?? []).map(([first = '']) => pathOf(first).join()));
  /** @type {string[]} */
  const wrong = game.position.paths.find((/** @type {string[]} */ path) => !right.has(path.join()));
  await byClick(player, wrong);
  await expect(page.locator('.trial-answer')).toHaveText(step.wrong?.['en'] ?? '');
  // It was taken back: the step can be done.
  await take(player, step, byClick);
  await expect(page.locator('.trial-answer')).toHaveText(step.then['en'] ?? '');
  await player.button('learn.again').click();
  await expect(page.locator('.trial-answer')).toHaveText('');
  const own = game.position.pawns[game.position.turn];
  const others = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'[i % 8]}${Math.floor(i / 8) + 1}`);
  const [from = '', ...targets] = wrong;
  const reached = new Set(game.position.paths.filter(([one = '']) => one === from).map((/** @type {string[]} */ path) => path[1]));
  const far = others.find((square) => !reached.has(square) && !own.includes(square) && square !== from) ?? '';
  expect(targets.length).toBeGreaterThan(0);
  await player.offered(wrong);
  await player.cell(from).click();
  await player.cell(far).click();
  await expect(page.locator('.board-bubble')).toContainText(far);
});

test('the first visit offers the first lesson, which is done in under a minute', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/');
  const begun = Date.now();
  await page.getByRole('link', { name: words.text('learn.first') }).click();
  for (const step of stepsOf('first-minute')) {
    await expect(page.locator('.trial-say')).toHaveText(step.say['en'] ?? '');
    // As slow as a person who reads.
    await page.waitForTimeout(2000);
    await take(player, step, byClick);
    await expect(page.locator('.trial-answer')).toHaveText(step.then['en'] ?? '');
    const next = player.button('learn.next');
    if (await next.isVisible()) await next.click();
  }
  await expect(page.locator('.lesson-end')).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(60_000);
  await page.goto('/');
  await expect(page.locator('.card').first()).toBeVisible();
  await expect(page.locator('.new-here')).toHaveCount(0);
});

test('the offer can be put aside, and a lesson left and come back to', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/');
  await player.button('learn.hide').click();
  await expect(page.locator('.new-here')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.locator('.card').first()).toBeVisible();
  await expect(page.locator('.new-here')).toHaveCount(0);

  const [first, second] = /** @type {[Step, Step]} */ (stepsOf('congress'));
  await page.goto('/learn/congress');
  await take(player, first, byClick);
  await expect(page.locator('.trial-answer')).toHaveText(first.then['en'] ?? '');
  await page.goto('/learn');
  await page.locator('[data-lesson=congress]').click();
  await expect(page.locator('.trial-say')).toHaveText(second.say['en'] ?? '');
});

test('another language in the middle of a step, or once it is done: it stays so', async ({ page, words }) => {
  const steps = stepsOf('troika');
  const at = steps.findIndex(({ lines }) => (lines?.[0]?.length ?? 0) > 1);
  const step = /** @type {Step} */ (steps[at]);
  const player = new Player(page, words);
  const answer = page.locator('.trial-answer');
  await page.goto(`/learn/troika?step=${at + 1}`);
  const path = pathOf(step.lines?.[0]?.[0] ?? '');
  await player.offered(path);
  await byClick(player, path);
  await expect(answer).toHaveText(words.text('learn.and-now'));
  await speak(page, 'fr');
  const french = new Words('fr');
  await expect(answer).toHaveText(french.text('learn.and-now'));
  const last = pathOf(step.lines?.[0]?.[2] ?? '');
  const other = new Player(page, french);
  await other.offered(last);
  await byClick(other, last);
  await expect(answer).toHaveText(step.then['fr'] ?? '');
  await speak(page, 'en');
  await expect(answer).toHaveText(step.then['en'] ?? '');
  await expect(page.locator('.lesson-end').getByRole('link', { name: words.text('learn.all') })).toBeVisible();
});

test('another language while a step is still being fetched: it is that step', async ({ page }) => {
  const [, second] = /** @type {[Step, Step]} */ (stepsOf('troika'));
  const release = await hold(page, '**/lessons/troika.json');
  const asked = page.waitForRequest('**/lessons/troika.json');
  await page.goto('/learn/troika?step=2');
  await asked;
  await speak(page, 'fr');
  release();
  await expect(page.locator('.trial-say')).toHaveText(second.say['fr'] ?? '');
});

test('a lesson that doesn’t exist is no dead end', async ({ page, words, faults }) => {
  faults.allowStatus(404);
  await page.goto('/learn/chess');
  await expect(page.getByText(words.text('learn.unknown'))).toBeVisible();
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('a lesson by finger', async ({ page, words }) => {
    const player = new Player(page, words);
    const [step] = stepsOf('first-minute');
    await page.goto('/learn/first-minute');
    await expect(page.locator('.trial-say')).toHaveText(step?.say['fr'] ?? '');
    await take(player, /** @type {Step} */ (step), byClick);
    await expect(page.locator('.trial-answer')).toHaveText(step?.then['fr'] ?? '');
    await expect(player.button('learn.next')).toBeInViewport();
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    await shot(page, 'lesson-phone');
  });
});
