// What somebody does who comes for the first time, from the first lesson to a sheet on paper: in English at a
// desk, and in French on a phone, at last without a network.

import { PHONE, expect, shot, test } from './fixtures.js';
import { pathOf, puzzlesOf, shownOn, solve, stepsOf, take } from './learning.js';
import { Player, byClick, byTap } from './player.js';
import { readPdf } from './pdf.js';
import { ask, kept, shownGame } from './visiting.js';

/** @typedef {import('./player.js').Way} Way */

test.use({ serviceWorkers: 'allow' });

/** The first minute, from the card on home to its end. @param {Player} player @param {Way} way */
async function learn(player, way) {
  const { page, words } = player;
  await page.goto('/');
  await page.getByRole('link', { name: words.text('learn.first') }).click();
  for (const step of stepsOf('first-minute')) {
    await expect(page.locator('.trial-say')).toHaveText(step.say[words.language] ?? '');
    await take(player, step, way);
    await expect(page.locator('.trial-answer')).toHaveText(step.then[words.language] ?? '');
    const next = player.button('learn.next');
    if (await next.isVisible()) await next.click();
  }
  await expect(page.locator('.lesson-end')).toBeVisible();
}

/** Two puzzles: the one that is offered, and that of a day. @param {Player} player @param {Way} way */
async function puzzle(player, way) {
  const { page, words } = player;
  await page.goto('/puzzles');
  await expect(page).toHaveURL(/id=/);
  await solve(player, shownOn(page), way);
  await page.goto('/puzzles?day=2026-11-30');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.like('puzzles.of-day'));
  await player.button('puzzles.solution').click();
  await expect(page.locator('.trial-answer')).toHaveText(words.like('puzzles.was'));
}

/**
 * A game against the computer, from a won position, that is lost by a wrong move; then another try at it.
 * @param {Player} player
 */
async function lose(player) {
  const { page, words } = player;
  const { position, moves } = /** @type {import('./learning.js').Puzzle} */ (puzzlesOf('quartermaster').find(({ goal, position }) => goal === 'win' && / w [wb]/.test(position)));
  const begun = await player.beginHere({ text: position, black: { player: 'computer', level: 8 } });
  const wrong = begun.position.paths.find((path) => path.join() !== pathOf(moves[0] ?? '').join()) ?? [];
  await loseBy(player, wrong);
  await player.button('game.review').click();
  await expect(page.getByText(words.text('review.done'))).toBeVisible();
  await page.locator('.review-list button').first().click();
  await expect(page.locator('.trial-say')).toHaveText(words.like('review.threw-win'));
  await player.button('review.retry').click();
  await expect(page.locator('.trial-say')).toHaveText(words.like('review.your-turn'));
  await shot(page, `walk-review-${words.language}`);
  await player.offered(pathOf(moves[0] ?? ''));
  await byClick(player, pathOf(moves[0] ?? ''));
  await expect(page.locator('.trial-answer')).toHaveText(words.text('review.found'));
}

/** White plays a move, and then the first that is legal each time, through the page's own client. @param {Player} player @param {string[]} first */
async function loseBy({ page }, first) {
  const path = `/api/games/${(await shownGame(page)).id}/commands`;
  for (let step = 0; ; step += 1) {
    const game = await shownGame(page);
    if (game.outcome) return;
    if (game.thinking) await page.waitForTimeout(30);
    else await ask(page, 'POST', path, { revision: game.revision, request: `step-${step}`, do: 'move', path: game.moves.length === 0 ? first : game.position.paths[0] });
  }
}

/** A sheet of six puzzles on paper: its second page has the solutions. @param {Player} player */
async function print({ page, words }) {
  await page.goto('/sheets?what=puzzles&seed=1&paper=a4');
  await expect(page.locator('.paper')).toHaveCount(2);
  const pages = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(2);
  expect(pages[1]?.text).toContain(words.text('sheets.after').replace(/\s/g, ''));
}

test('a first visit: lesson, puzzles, a game that is lost, its review, a sheet', async ({ page, words }) => {
  test.setTimeout(240_000);
  const player = new Player(page, words);
  await learn(player, byClick);
  await puzzle(player, byClick);
  await lose(player);
  await print(player);
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('a first visit, and all of it without a network once the page was there', async ({ page, words, faults, context }) => {
    test.setTimeout(240_000);
    faults.allow(/Failed to load|ERR_/);
    const player = new Player(page, words);
    await page.goto('/');
    await kept(page);
    await context.setOffline(true);
    await learn(player, byTap);
    await puzzle(player, byTap);
    await lose(player);
    await print(player);
  });
});
