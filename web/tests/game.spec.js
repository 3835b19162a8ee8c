// The game's screen: two people at one screen, moves of several steps, going back, reloading.

import { expect, shot, test } from './fixtures.js';
import { Player, chance, computer } from './player.js';
import { CAMPS, OUSTING, WON } from './positions.js';

test('a whole game at the same screen, and the next with the other side first', async ({ page, words }) => {
  const player = new Player(page, words);
  const first = await player.begin({ kind: 'cornered', board: '2a0', target: 100 });
  await expect(player.status.getByText(words.like('game.turn', { side: words.text('side.white') }))).toBeVisible();
  const over = await player.whole({ next: chance(3) });
  expect(over.outcome?.points).toBeGreaterThan(0);
  await player.expectStill();
  await shot(page, 'one-screen-over');

  await player.button('game.next-same').click();
  await expect(page).not.toHaveURL(new RegExp(first.id));
  const next = await player.game();
  expect(next).toMatchObject({ first: 'black', board: { code: '2a0' }, match: { number: 2, target: 100, previous: first.id } });
  await expect(page.getByText(words.within('game.match-score'))).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(first.id));
  await player.button('game.to-next').click();
  await expect(page).toHaveURL(new RegExp(next.id));
});

test('the next game on another board', async ({ page, words }) => {
  const player = new Player(page, words);
  const first = await player.begin({ text: WON });
  await player.button('game.next-random').click();
  await expect(page).not.toHaveURL(new RegExp(first.id));
  expect((await player.game()).kind).toBe('cornered');
});

test('a move of three steps goes back before its last', async ({ page, words }) => {
  const player = new Player(page, words);
  const before = await player.begin({ text: OUSTING });
  const back = player.button('board.back');

  await player.offered(['e7', 'g8', 'a1']);
  await player.cell('e7').click();
  await expect(player.cell('e7')).toHaveAccessibleName(words.within('board.chosen'));
  await expect(player.cell('g8')).toHaveAccessibleName(words.within('board.can-land'));
  await player.cell('g8').click();
  await expect(page.getByText(words.within('board.prompt-put', { square: 'g8' })).first()).toBeVisible();
  await shot(page, 'ousted-in-hand');
  expect((await player.game()).revision).toBe(before.revision);

  await back.click();
  await expect(player.cell('g8')).toHaveAccessibleName(words.within('board.can-land'));
  await page.keyboard.press('Escape');
  await player.offered(['f7', 'g8', 'a1']);
  await player.cell('f7').click();
  await player.cell('g8').click();
  await player.cell('a1').click();

  const after = await player.settled(before.revision);
  expect(after.moves.at(-1)).toBe('f7-g8>a1');
  await expect(player.cell('a1')).toHaveAccessibleName(words.within('board.white-pawn'));
});

test('a move of three steps that was played is taken back and played again', async ({ page, words }) => {
  const player = new Player(page, words);
  const before = await player.begin({ text: OUSTING });
  const after = await player.move(['e7', 'g8', 'a1']);
  await player.button('game.undo').click();
  const undone = await player.settled(after.revision);
  expect(undone.moves).toEqual(before.moves);
  await expect(player.cell('g8')).toHaveAccessibleName(words.within('board.white-pawn'));
  await player.button('game.redo').click();
  const redone = await player.settled(undone.revision);
  expect(redone.moves).toEqual(after.moves);
  await expect(player.cell('a1')).toHaveAccessibleName(words.within('board.white-pawn'));
});

test('a pawn enters a camp', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: CAMPS });
  const over = await player.move(['h8', 'camp']);
  expect(over.outcome).toMatchObject({ winner: 'white', reason: 'camps' });
  await expect(page.getByText(words.text('reason.camps')).first()).toBeVisible();
});

test('a reload in mid-game shows the same game, and it goes on', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'katarenga', black: computer(1), board: '1a0-2a0-3a0-4a0' });
  let game = await player.game();
  for (const index of [3, 5]) game = await player.move(game.position.paths[index] ?? []);
  await page.reload();
  for (const side of /** @type {const} */ (['white', 'black'])) {
    for (const square of game.position.pawns[side]) {
      await expect(player.cell(square)).toHaveAccessibleName(words.within(`board.${side}-pawn`));
    }
  }
  game = await player.move(game.position.paths[0] ?? []);
  expect(game.moves).toHaveLength(6);
});

test('a reload while the computer thinks loses nothing', async ({ page, words }) => {
  const player = new Player(page, words);
  const game = await player.begin({ kind: 'congress', black: computer(6), board: '1a0-2a0-3a0-4a0' });
  const path = game.position.paths[0] ?? [];
  await player.offered(path);
  await player.cell(path[0] ?? '').click();
  await player.cell(path[1] ?? '').click();
  await expect(async () => expect((await player.game()).moves.length).toBeGreaterThan(0)).toPass();
  await page.reload();
  const after = await player.settled(game.revision + 1);
  expect(after.moves).toHaveLength(2);
});

test('a reload keeps the ply that is looked at, and a link shows it', async ({ page, words, context }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  await player.button('game.first').click();
  await player.button('game.next').click();
  await expect(page).toHaveURL(/\?ply=1$/);
  await expect(player.cell('g7')).toHaveAccessibleName(words.within('board.white-pawn'));
  await page.reload();
  await expect(player.cell('g7')).toHaveAccessibleName(words.within('board.white-pawn'));

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(new Player(other, words).cell('g7')).toHaveAccessibleName(words.within('board.white-pawn'));
});

test('the list of moves and the arrow keys go through the game', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  await page.getByRole('button', { name: 'c4-b5', exact: true }).click();
  await expect(page).toHaveURL(/\?ply=2$/);
  await expect(player.cell('b5')).toHaveAccessibleName(words.within('board.black-pawn'));
  await player.expectStill();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\?ply=1$/);
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/\?ply=0$/);
  await page.keyboard.press('End');
  await expect(page).not.toHaveURL(/ply/);
  await player.offered(['e7', 'g8', 'a1']);
});

test('the back button leads where one came from', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/');
  await page.getByRole('link', { name: words.like('home.play-kind', { kind: words.text('kind.cornered.title') }) }).click();
  await expect(page).toHaveURL(/\/new\/cornered$/);
  await player.button('new.play').click();
  await expect(page).toHaveURL(/\/game\//);
  await expect(player.grid).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/new\/cornered$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await page.goForward();
  await page.goForward();
  await expect(player.grid).toBeVisible();
});

test('the board turns', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0' });
  const before = await player.cell('a1').boundingBox();
  await player.button('game.flip').click();
  const after = await player.cell('a1').boundingBox();
  expect(after?.y).toBeLessThan(before?.y ?? 0);
  expect(after?.x).toBeGreaterThan(before?.x ?? 0);
});

test('a game of somebody else can be looked at, not played', async ({ page, words, browser, baseURL }) => {
  const owner = new Player(page, words);
  await owner.begin({ kind: 'cornered', board: '2a0' });
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' });
  const guest = new Player(await context.newPage(), words);
  await guest.page.goto(page.url());
  await expect(guest.grid).toBeVisible();
  await guest.expectStill();
  await owner.move(['d1']);
  await expect(guest.cell('d1')).toHaveAccessibleName(words.within('board.white-pawn'));
  await context.close();
});
