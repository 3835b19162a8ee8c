// What begins at a position of a game that is over: its review, a game against the computer, another try. It is
// there after every kind of game.

import { expect, shot, test } from './fixtures.js';
import { pair, watch } from './online.js';
import { HUMAN, Player, byClick, computer } from './player.js';

/** @typedef {import('./player.js').Game} Game */
/** @typedef {import('./player.js').Side} Side */

/** Battle Stations as a record: eight pawns are still to be placed, so every position can be played on. */
const RECORD = '[Game "battle-stations"]\n[Board "1a0-2a0-3a0-4a0"]\n[Result "white 8 resignation"]\n\n1. a1 h8 2. b2 g7 3. c3 white+8';

/** The text of a position of a game. @param {Player} player @param {string} id @param {number} ply */
async function positionText({ page }, id, ply) {
  if (!id.startsWith('local-')) return (await page.request.get(`/api/games/${id}/position?ply=${ply}`)).text();
  const { ask } = await import('./visiting.js');
  return ask(page, 'GET', `/api/games/${id}/position?ply=${ply}`);
}

/**
 * Goes back to a ply and plays on from there; then looks for another move there, and at the review.
 * @param {Player} player
 * @param {Game} game which is over
 * @param {{ ply: number, human: Side, level: number }} wanted
 */
async function goOn(player, game, { ply, human, level }) {
  const { page, words } = player;
  const text = await positionText(player, game.id, ply);
  await page.goto(`/game/${game.id}`);
  await expect(player.button('game.review')).toBeVisible();
  await player.page.locator('.moves .move').nth(ply - 1).click();
  await player.button('puzzles.play-on').click();
  await expect(page).not.toHaveURL(new RegExp(game.id));
  await expect(player.grid).toBeVisible();
  const begun = await player.game();
  expect(begun).toMatchObject({ kind: game.kind, [human]: HUMAN, [human === 'white' ? 'black' : 'white']: computer(level) });
  expect(await positionText(player, begun.id, 0)).toBe(text);

  await page.goto(`/game/${game.id}?ply=${ply}`);
  await player.button('review.from-here').click();
  await expect(page).toHaveURL(new RegExp(`/review/${game.id}\\?ply=${ply}`));
  await expect(page.locator('.trial-say')).toHaveText(words.like('review.any-turn'));
  const cell = player.cellsThat('board.can-place').first();
  const square = (await cell.getAttribute('data-place')) ?? '';
  await byClick(player, [square]);
  await expect(page.locator('.trial-answer')).toHaveText(new RegExp(['found', 'good', 'there-is-better'].map((key) => words.text(`review.${key}`)).join('|')));
  await page.getByRole('link', { name: words.text('review.to-game') }).click();
  await expect(page).toHaveURL(new RegExp(`/game/${game.id}`));
  await player.button('game.review').click();
  await expect(page.getByText(words.text('review.done'))).toBeVisible();
}

for (const where of /** @type {const} */ (['begin', 'beginHere'])) {
  test(`two people at one table, kept by ${where === 'begin' ? 'a server' : 'the browser'}: the side to move plays on`, async ({ page, words }) => {
    test.setTimeout(120_000);
    const player = new Player(page, words);
    await player[where]({ kind: 'battle-stations', board: '1a0-2a0-3a0-4a0' });
    for (const square of ['a1', 'h8', 'b2', 'g7']) await player.move([square], byClick);
    await expect(player.button('puzzles.play-on')).toBeHidden();
    const revision = (await player.game()).revision;
    await player.button('game.resign').click();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: words.text('side.white') }).first().click();
    const game = await player.settled(revision);
    await shot(page, `going-on-${where}`);
    await goOn(player, game, { ply: 3, human: 'black', level: 5 });
  });
}

test('a game against the computer: one’s own side, and the same level', async ({ page, words }) => {
  test.setTimeout(120_000);
  const player = new Player(page, words);
  const begun = await player.begin({ kind: 'battle-stations', board: '1a0-2a0-3a0-4a0', black: computer(2) });
  await player.move(['a1'], byClick);
  await player.move([(await player.game()).position.paths[0]?.[0] ?? ''], byClick);
  const game = await player.resign();
  expect(game.id).toBe(begun.id);
  await goOn(player, game, { ply: 3, human: 'white', level: 2 });
});

test('an imported game: also from its last position, since a player resigned there', async ({ page, words }) => {
  test.setTimeout(120_000);
  const player = new Player(page, words);
  await page.goto(`/open#record=${encodeURIComponent(RECORD)}`);
  await player.button('open.begin').click();
  await expect(page).toHaveURL(/\/game\//);
  await expect(player.grid).toBeVisible();
  const game = await player.game();
  expect(game.outcome).toMatchObject({ reason: 'resignation' });
  await expect(player.button('puzzles.play-on')).toHaveAttribute('aria-disabled', 'false');
  await goOn(player, game, { ply: 5, human: 'black', level: 5 });
});

test('an online game: both players and those who watch', async ({ browser, words, baseURL }) => {
  test.setTimeout(240_000);
  const fixtures = { browser, words, baseURL };
  const two = await pair(fixtures, { kind: 'battle-stations' });
  const watcher = await watch(two, fixtures);
  await two.play(4);
  for (const player of [...two.both, watcher]) await expect(player.button('puzzles.play-on')).toBeHidden();
  const game = await two.black.resign();
  for (const [player, name] of /** @type {const} */ ([[two.white, 'white'], [two.black, 'black'], [watcher, 'watcher']])) {
    await expect(player.button('game.review')).toBeVisible();
    await shot(player.page, `going-on-online-${name}`);
  }
  // Black plays Black though White is to move there; who watches plays the side to move.
  await goOn(two.black, game, { ply: 2, human: 'black', level: 5 });
  await goOn(watcher, game, { ply: 3, human: 'black', level: 5 });
  await two.close();
  await watcher.page.context().close();
});

test('a position in which the game is over by its rules offers nothing, any before it does', async ({ page, words }) => {
  const player = new Player(page, words);
  const game = await player.begin({ text: '[Game "cornered"]\n[Board "2a0"]\n\n1. d1 b2 2. a1 white+3' });
  await expect(player.button('game.review')).toBeVisible();
  await expect(player.button('puzzles.play-on')).toHaveAttribute('aria-disabled', 'true');
  await player.button('puzzles.play-on').click({ force: true });
  await expect(page).toHaveURL(new RegExp(game.id));
  await player.button('game.previous').click();
  await expect(player.button('puzzles.play-on')).toHaveAttribute('aria-disabled', 'false');
  await page.goto(`/review/${game.id}`);
  await expect(page.getByText(words.text('review.done'))).toBeVisible();
  await expect(player.button('review.from-here')).toBeHidden();
  // A ply that the game hasn't is the last one, nonsense too.
  for (const ply of ['999', 'x', '-1']) {
    await page.goto(`/review/${game.id}?ply=${ply}&try=`);
    await expect(page.locator('.trial-say')).toHaveText(words.like('game.at-ply', { ply: '3', last: '3' }));
    await expect(player.button('review.from-here')).toBeHidden();
  }
  await page.goto(`/review/${game.id}?ply=0`);
  await expect(page.locator('.trial-say')).toHaveText(words.like('game.at-ply', { ply: '0', last: '3' }));
  await expect(player.button('review.from-here')).toBeVisible();
});
