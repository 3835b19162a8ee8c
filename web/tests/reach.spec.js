// Where a pawn could go from a square: shown while a pointer rests, a finger holds, or a key has asked.

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player, byClick, byKeys, middle, touch } from './player.js';
import { WON } from './positions.js';

/** @typedef {import('@playwright/test').Page} Page */

/** In this position White, to move, has pawns on e4 (red) and g4, Black on c5 and e7. */
const POSITION = 'katarenga 1a0-2a0-3a0-4a0 8/4b3/8/2b5/4w1w1/8/8/8 w w';

/** @param {Page} page */
const marks = (page) => page.locator('.marks-reach');

/** How many squares, and how many pawns, are marked as in reach. @param {Page} page @param {number} squares @param {number} pawns */
async function expectReach(page, squares, pawns) {
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  await expect(marks(page).locator('.reach')).toHaveCount(squares);
  await expect(marks(page).locator('.reach-taken')).toHaveCount(pawns);
}

/** @param {Page} page */
const expectNone = (page) => expect(marks(page).locator('*')).toHaveCount(0);

/** What is read out. @param {Page} page */
const spoken = (page) => page.locator('#live');

/** The squares that the rules give a pawn of White. @param {Player} player @param {string} text @param {string} from */
async function legal({ page }, text, from) {
  const answer = await page.request.post('/api/games', { data: { text, white: { player: 'human' }, black: { player: 'human' } } });
  /** @type {string[][]} */
  const paths = (await answer.json()).position.paths;
  return paths.filter(([one, to]) => one === from && to !== 'camp').map(([, to = '']) => to);
}

/** Begins a game and rests the mouse nowhere. @param {Page} page @param {import('./words.js').Words} words */
async function begin(page, words) {
  const player = new Player(page, words);
  await player.begin({ text: POSITION });
  return player;
}

test('a mouse that rests shows the reach of any square, and one that goes on hides it', async ({ page, words }) => {
  const player = await begin(page, words);
  // A pawn that can move: its moves.
  await player.cell('e4').hover();
  const own = await legal(player, POSITION, 'e4');
  const [taken, free] = [own.filter((square) => ['c5', 'e7'].includes(square)), own.filter((square) => !['c5', 'e7'].includes(square))];
  await expectReach(page, free.length, taken.length);
  expect(taken).toEqual(['e7']);
  await shot(page, 'reach-own');
  // A pawn of the other side, as if it were to move: c5 is red.
  await player.cell('c5').hover();
  const others = await legal(player, 'katarenga 1a0-2a0-3a0-4a0 8/4w3/8/2w5/4b1b1/8/8/8 w w', 'c5');
  await expectReach(page, others.length, 0);
  // An empty square: of White, who is to move.
  await player.cell('c4').hover();
  const there = await legal(player, 'katarenga 1a0-2a0-3a0-4a0 8/4b3/8/2b5/2w1w1w1/8/8/8 w w', 'c4');
  expect(there).toContain('c5');
  await expectReach(page, there.length - 1, 1);
  // Its sentence is for those who ask by key or finger.
  await expect(spoken(page)).not.toContainText('c4');
  await page.mouse.move(5, 5);
  await expectNone(page);
});

test('choosing and dragging go on as before', async ({ page, words }) => {
  const player = await begin(page, words);
  await player.cell('c4').hover();
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  // A press hides it, and a click means what it always does.
  const point = await middle(player.cell('e4'));
  await page.mouse.move(point.x, point.y);
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  await page.mouse.down();
  await expectNone(page);
  await page.waitForTimeout(700);
  await expectNone(page);
  await page.mouse.up();
  await expect(player.cell('e4')).toHaveAccessibleName(words.within('board.chosen'));
  // Where its pawn can go is shown already.
  await player.cell('c4').hover();
  await page.waitForTimeout(700);
  await expectNone(page);
  await page.keyboard.press('Escape');
  const game = await player.move(['e4', 'e5'], byClick);
  expect(game.moves).toEqual(['e4-e5']);
  // The pointer has not moved since.
  await page.waitForTimeout(700);
  await expectNone(page);
});

test('by keyboard: R shows it and says it, R or Escape or the next square hides it', async ({ page, words }) => {
  const player = await begin(page, words);
  await player.enterBoard();
  // The path is not chosen: only the square is gone to.
  await player.cell('c4').focus();
  await page.keyboard.press('r');
  await expectReach(page, 7, 1);
  await expect(spoken(page)).toHaveText(/^A pawn on c4 \(blue\) reaches .+\. Pawns in its reach: c5\.$/);
  await page.keyboard.press('r');
  await expectNone(page);
  await page.keyboard.press('R');
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expectNone(page);
  await page.keyboard.press('r');
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expectNone(page);
  // It is no step of a move.
  const game = await player.move(['e4', 'e5'], byKeys);
  expect(game.moves).toEqual(['e4-e5']);
  await page.goto('/about');
  await expect(page.getByText(words.text('about.keys-board-reach'))).toBeVisible();
});

test('a small board, an earlier position and a finished game have it too', async ({ page, words }) => {
  const player = new Player(page, words);
  const small = await player.begin({ kind: 'cornered', board: '2a0' });
  // The first pawn's reach is where the second is placed.
  const next = await player.move(small.position.paths[0] ?? [], byClick);
  const [placed = ''] = small.position.paths[0] ?? [];
  await page.mouse.move(5, 5);
  await player.cell(placed).hover();
  await expectReach(page, next.position.paths.length, 0);
  await player.begin({ text: WON });
  await player.cell('d4').hover();
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  // At the start no pawn is in the way.
  await page.keyboard.press('Home');
  await expectNone(page);
  await page.mouse.move(5, 5);
  await player.cell('c3').hover();
  await expect(marks(page).locator('.reach-from')).toHaveCount(1);
  await expect(marks(page).locator('.reach-taken')).toHaveCount(0);
});

test('lessons, puzzles and stars have it as well', async ({ page, words }) => {
  const player = new Player(page, words);
  for (const path of ['/learn/first-minute', '/puzzles?day=2026-11-30', '/learn/stars?seed=7&level=6']) {
    await page.goto(path);
    await expect(player.grid).toBeVisible();
    await page.mouse.move(5, 5);
    await player.cell('d4').hover();
    await expect(marks(page).locator('.reach-from'), path).toHaveCount(1);
  }
});

test('without an engine a key says why, and a pointer that rests nothing', async ({ page, words, faults }) => {
  faults.allowStatus(404);
  await page.route('**/local/engine.wasm.gz', (route) => route.fulfill({ status: 404 }));
  const player = await begin(page, words);
  await player.cell('c4').hover();
  await page.waitForTimeout(900);
  await expectNone(page);
  await expect(page.locator('.board-bubble')).toBeHidden();
  await player.cell('c4').focus();
  await page.keyboard.press('r');
  await expect(page.locator('.board-bubble')).toHaveText(words.text('error.engine-missing'));
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('a finger that holds a square shows its reach until it is lifted, which is no tap', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ kind: 'battle-stations', board: '1a0-2a0-3a0-4a0' });
    await player.cell('d4').scrollIntoViewIfNeeded();
    const point = await middle(player.cell('d4'));
    const browser = await page.context().newCDPSession(page);
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(marks(page).locator('.reach-from')).toHaveCount(1);
    await expect(spoken(page)).toContainText('d4');
    await shot(page, 'reach-phone');
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectNone(page);
    await page.waitForTimeout(300);
    // Nothing was placed; a short tap places.
    expect((await player.game()).moves).toEqual([]);
    await player.cell('d4').tap();
    await expect(async () => expect((await player.game()).moves).toEqual(['d4'])).toPass();
  });

  test('a finger that scrolls, or drags a pawn, shows none', async ({ page, words }) => {
    const player = await begin(page, words);
    await player.cell('e4').scrollIntoViewIfNeeded();
    const [from, to] = [await middle(player.cell('a7')), await middle(player.cell('a3'))];
    await touch(page, to, from);
    await expectNone(page);
    await page.evaluate(() => scrollTo(0, 0));
    const [e4, e5] = [await middle(player.cell('e4')), await middle(player.cell('e5'))];
    await touch(page, e4, e5);
    await expectNone(page);
    await expect(async () => expect((await player.game()).moves).toEqual(['e4-e5'])).toPass();
  });
});
