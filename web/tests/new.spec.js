// From the first page to a game: what can be chosen, and boards that are built.

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player, hold, middle, touch } from './player.js';
import { kindNames } from './sources.js';

/** Opens the builder for a kind of game. @param {Player} player @param {string} kind */
async function build(player, kind) {
  await player.page.goto(`/new/${kind}`);
  await player.button('new.board-build').click();
  const code = player.page.getByRole('textbox', { name: player.words.text('builder.code') });
  await expect(code).toBeVisible();
  return code;
}

/** What chooses a colour of the layout. @param {Player} player @param {'start' | 'target'} end @param {string} colour */
const layoutColour = ({ page, words }, end, colour) =>
  page.getByRole('group', { name: words.text(`new.layout-${end}`) }).getByRole('radio', { name: words.text(`colour.${colour}`) });

/** A quarterboard by its place. @param {Player} player @param {0 | 1 | 2 | 3} place */
function quarter({ page, words }, place) {
  const name = words.like('builder.quarter', { place: words.text(`builder.place-${place}`) });
  return page.getByRole('button', { name });
}

/** @param {Player} player */
const verdict = ({ page }) => page.locator('.verdict');

test('each kind of game has its card, with a picture, a sentence and the rules', async ({ page, words }) => {
  await page.goto('/');
  await expect(page.locator('.card')).toHaveCount(kindNames().length);
  for (const kind of kindNames()) {
    const title = words.text(`kind.${kind}.title`);
    const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(card.getByText(words.text(`kind.${kind}.summary`))).toBeVisible();
    await expect(card.locator('.board-drawing .pawn').first()).toBeAttached();
    await expect(card.getByRole('link', { name: words.like('home.rules-kind', { kind: title }) })).toHaveAttribute('href', `/rules/${kind}`);
  }
});

test('a game begins as it was chosen, and the choice is remembered', async ({ page, words }) => {
  const player = new Player(page, words);
  const level3 = /^Level 3\b/;
  await page.goto('/new/big-bang');
  await page.getByRole('radio', { name: level3 }).check();
  const side = page.getByRole('group', { name: words.text('new.side') });
  await side.getByRole('radio', { name: words.text('side.black') }).check();
  await page.getByRole('radio', { name: words.text('layout.halves') }).check();
  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  const game = await player.settled(0);
  expect(game).toMatchObject({
    kind: 'big-bang',
    layout: 'halves',
    white: { player: 'computer', level: 3 },
    black: { player: 'human' },
    position: { turn: 'black', ply: 1 },
  });
  // Black sits at the bottom.
  const [a1, a8] = [await player.cell('a1').boundingBox(), await player.cell('a8').boundingBox()];
  expect(a8?.y).toBeGreaterThan(a1?.y ?? 0);

  await page.goto('/new/big-bang');
  await expect(page.getByRole('radio', { name: words.text('layout.halves') })).toBeChecked();
  await expect(page.getByRole('radio', { name: level3 })).toBeChecked();
});

test('two people at one screen need neither level nor side', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/new/congress');
  await page.getByRole('radio', { name: words.text('new.human') }).check();
  await expect(page.getByRole('radio', { name: words.within('new.level-is') })).toHaveCount(0);
  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  expect(await player.game()).toMatchObject({ white: { player: 'human' }, black: { player: 'human' } });
});

test('one goes on with a game, and deletes it', async ({ page, words }) => {
  const player = new Player(page, words);
  const game = await player.begin({ kind: 'cornered', board: '2a0' });
  await player.move(['d1']);
  await page.goto('/');
  const list = page.getByRole('region', { name: words.text('home.going-on') });
  await list.getByRole('link', { name: words.within('kind.cornered.title') }).click();
  await expect(page).toHaveURL(new RegExp(game.id));
  await page.goto('/');
  await list.getByRole('button', { name: words.within('home.delete-game') }).dblclick();
  // The second click of a double click is no answer.
  await expect(player.button('home.delete-sure')).toBeVisible();
  await page.waitForTimeout(600);
  await player.button('home.delete-sure').click();
  await expect(list).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.locator('.card').first()).toBeVisible();
  await expect(list).toBeHidden();
});

test('two colours make a layout, by mouse and by keyboard', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/new/greengage');
  await expect(layoutColour(player, 'start', 'green')).toBeChecked();
  // The picture shows where the pawns of each start, a moment after a colour was chosen.
  const pawns = page.locator('.board-chooser-picture .pawn');
  await expect(pawns).toHaveCount(16);
  // On the board: the page may be scrolled meanwhile.
  const places = () => pawns.evaluateAll((all) => all.map((pawn) => {
    const [board, { x, y }] = [pawn.closest('.board-drawing')?.getBoundingClientRect(), pawn.getBoundingClientRect()];
    return [x - (board?.x ?? 0), y - (board?.y ?? 0)].map(Math.round);
  }));
  const ofGreen = await places();
  await layoutColour(player, 'start', 'red').click();
  await expect(page.getByRole('status').filter({ hasText: words.text('layout.red-green') })).toBeVisible();
  await expect(layoutColour(player, 'target', 'red')).toBeDisabled();
  await expect.poll(places).not.toEqual(ofGreen);
  const ofRed = await places();
  await layoutColour(player, 'start', 'blue').click();
  await expect.poll(places).not.toEqual(ofRed);
  await layoutColour(player, 'start', 'red').click();
  await expect.poll(places).toEqual(ofRed);
  await shot(page, 'layout-colours');
  // The keyboard passes over what makes no layout.
  await layoutColour(player, 'target', 'green').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(layoutColour(player, 'target', 'blue')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(player.grid).toBeVisible();
  expect(await player.game()).toMatchObject({ kind: 'greengage', layout: 'red-blue' });
  await expect(page.getByText(words.text('layout.red-blue'))).toBeVisible();
  await page.goto('/');
  await expect(page.locator('.game-entry').filter({ hasText: words.text('layout.red-blue') })).toHaveCount(1);
  await page.goto('/new/greengage');
  await expect(layoutColour(player, 'start', 'red')).toBeChecked();
  await expect(layoutColour(player, 'target', 'blue')).toBeChecked();
});

test('a game begins on the board that was asked for, however late it comes', async ({ page, words }) => {
  const player = new Player(page, words);
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\/api\/board(\/random)?\?/, async (route) => {
    if (route.request().url().includes('code=1a0')) return route.continue();
    await held;
    return route.continue();
  });
  await page.goto('/new/katarenga?board=4a0-2a0-3a0-1a0');
  await player.button('new.play').click();
  await page.waitForTimeout(300);
  release();
  await expect(player.grid).toBeVisible();
  expect(await player.game()).toMatchObject({ board: { code: '4a0-2a0-3a0-1a0' } });
});

test('an answer that comes after another choice is dropped', async ({ page, words }) => {
  const player = new Player(page, words);
  const release = await hold(page, '**/api/board/random?*');
  await page.goto('/new/katarenga');
  await player.button('new.board-random').click();
  await player.button('new.board-usual').click();
  const answered = page.waitForResponse('**/api/board/random?*');
  release();
  await (await answered).finished();
  await expect(player.button('new.board-usual')).toHaveAttribute('aria-pressed', 'true');
  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  expect(await player.game()).toMatchObject({ board: { code: '1a0-2a0-3a0-4a0' } });
});

test('quarterboards are swapped by two taps and by a drag, turned and flipped', async ({ page, words }) => {
  const player = new Player(page, words);
  const code = await build(player, 'katarenga');
  await expect(code).toHaveValue('1a0-2a0-3a0-4a0');
  await quarter(player, 0).click();
  await quarter(player, 3).click();
  await expect(code).toHaveValue('4a0-2a0-3a0-1a0');
  await quarter(player, 1).dragTo(quarter(player, 2), { steps: 5 });
  await expect(code).toHaveValue('4a0-3a0-2a0-1a0');
  const [first = '', second = ''] = [words.text('builder.place-0'), words.text('builder.place-1')];
  await page.getByRole('button', { name: words.like('builder.turn-place', { place: first }) }).click();
  await page.getByRole('button', { name: words.like('builder.flip-place', { place: second }) }).click();
  await expect(code).toHaveValue('4a1-3b0-2a0-1a0');
  await expect(verdict(player)).toHaveText(words.within('builder.suits'));
  await shot(page, 'builder');

  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  expect(await player.game()).toMatchObject({ board: { code: '4a1-3b0-2a0-1a0' } });
});

test('quarterboards by keyboard', async ({ page, words }) => {
  const player = new Player(page, words);
  const code = await build(player, 'katarenga');
  await quarter(player, 0).focus();
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  await page.keyboard.press('f');
  await expect(code).toHaveValue('1b2-2a0-3a0-4a0');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(code).toHaveValue('4a0-2a0-3a0-1b2');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('quarterboards are swapped by a drag, and the next tap is heard', async ({ page, words }) => {
    const player = new Player(page, words);
    const code = await build(player, 'katarenga');
    await quarter(player, 0).scrollIntoViewIfNeeded();
    await touch(page, await middle(quarter(player, 0)), await middle(quarter(player, 1)));
    await expect(code).toHaveValue('2a0-1a0-3a0-4a0');
    await quarter(player, 0).tap();
    await quarter(player, 3).tap();
    await expect(code).toHaveValue('4a0-1a0-3a0-2a0');
  });
});

test('a code is typed, pasted, refused with the reason', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  const player = new Player(page, words);
  const code = await build(player, 'katarenga');
  await code.fill('2b1-1a3-4b0-3a2');
  await expect(verdict(player)).toHaveText(words.within('builder.suits'));
  await expect(quarter(player, 0)).toHaveAccessibleName(words.like('builder.quarter', { place: words.text('builder.place-0'), number: '2', face: 'b', turns: '1' }));
  const fault = page.locator('#code-fault');
  for (const wrong of ['1a0-1a0-3a0-4a0', '1a9', 'nonsense', '1a0-2a0-3a0']) {
    // Not what was said of the one before.
    await code.fill('1a0-2a0-3a0-4a0');
    await expect(fault).toHaveText('');
    await expect(verdict(player)).toHaveText(words.within('builder.suits'));
    await code.fill(wrong);
    await expect(fault, wrong).not.toHaveText('');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(verdict(player)).toHaveText('');
  }
  // Not on the board that lay there before.
  await player.button('new.play').click();
  await expect(code).toBeFocused();
  await expect(page).toHaveURL(/\/new\/katarenga$/);
  await code.fill('1a0-2a0-3a0-4a0');
  await expect(fault).toHaveText('');
});

test('a code that was typed just now counts', async ({ page, words }) => {
  const player = new Player(page, words);
  const code = await build(player, 'katarenga');
  await code.fill('2b1-1a3-4b0-3a2');
  await page.keyboard.press('Enter');
  await expect(player.grid).toBeVisible();
  expect(await player.game()).toMatchObject({ board: { code: '2b1-1a3-4b0-3a2' } });
});

test('a match to no points does not begin', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/new/congress');
  await page.getByRole('checkbox').check();
  const points = page.getByRole('spinbutton');
  await points.fill('0');
  await player.button('new.play').click();
  await expect(points).toBeFocused();
  await expect(page).toHaveURL(/\/new\/congress$/);
});

test('a board that does not suit is said to be so again', async ({ page, words }) => {
  const player = new Player(page, words);
  const code = await build(player, 'big-bang');
  await code.fill('1b0-2b1-3b2-4a3');
  await expect(verdict(player).getByRole('button')).toBeVisible();
  await page.goto('/new/big-bang');
  await expect(page.locator('.board-chooser > .error')).toHaveText(words.within('builder.mend-quarters'));
});

/** Boards that a game can't be played on, and what is said of them. */
const FORBIDDEN = /** @type {const} */ ([
  // Two colours must be on one corner and seven edge squares each: here none is.
  ['big-bang', '1b0-2b1-3b2-4a3', 'error.unsuitable-eligible-colours'],
  // Each half must have eight squares of each colour: the north has nine yellow ones.
  ['greengage', 'YYBGRYGB/GRGBGYRY/YYBRBBGR/BGRYYRBG/RGBYBGBY/YYGRYYBR/BBRGBGRG/GRYBGRYB', 'error.unsuitable-colours-of-halves'],
]);

for (const [kind, board, why] of FORBIDDEN) {
  test(`what ${kind} forbids is said while one builds, with a way out`, async ({ page, words }) => {
    const player = new Player(page, words);
    const code = await build(player, kind);
    await code.fill(board);
    await expect(verdict(player).getByRole('button')).toBeVisible();
    await expect(verdict(player)).toHaveText(words.within(why));
    await expect(verdict(player)).not.toHaveText(words.within('builder.suits'));
    await shot(page, `builder-forbidden-${kind}`);
    await player.button('builder.make-suit').click();
    await expect(verdict(player)).toHaveText(words.within('builder.suits'));
  });
}

test('a board of one’s own squares is painted and played on', async ({ page, words }) => {
  const player = new Player(page, words);
  const code = await build(player, 'katarenga');
  await player.button('builder.mode-squares').click();
  const square = (/** @type {string} */ name) => page.getByRole('button', { name: words.like('builder.square', { square: name }) });
  await expect(square('a8')).toBeVisible();
  const brushes = page.getByRole('group', { name: words.text('builder.paint') });
  await brushes.getByRole('button', { name: words.text('colour.yellow') }).click();
  await square('a8').click();
  await square('e4').focus();
  await page.keyboard.press('4');
  await expect(square('a8')).toHaveAccessibleName(words.within('colour.yellow'));
  await expect(square('e4')).toHaveAccessibleName(words.within('colour.blue'));
  await shot(page, 'builder-squares');
  await expect(code).toHaveValue('YYBGRYGB/GRGBGYRY/YYBRBBGR/BGRYYRBG/RGBYBGBY/YYGRYYBR/BBRGBGRG/GRYBGRYB');
  await expect(verdict(player)).toHaveText(words.within('builder.suits'));
  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  await expect(player.cell('a8')).toHaveAccessibleName(words.within('colour.yellow'));
  await expect(player.cell('e4')).toHaveAccessibleName(words.within('colour.blue'));
});

test('a random board is another each time, and the one that is played on', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/new/congress');
  const shown = page.locator('.board-chooser-code');
  const codes = new Set();
  for (let i = 0; i < 4; i += 1) {
    const before = await shown.innerText();
    await player.button('new.board-random').click();
    await expect(shown).not.toHaveText(before);
    codes.add(await shown.innerText());
  }
  expect(codes.size).toBeGreaterThan(1);
  const last = await shown.innerText();
  await player.button('new.play').click();
  await expect(player.grid).toBeVisible();
  const { board } = /** @type {any} */ (await player.game());
  expect(last).toContain(board.code);
});

test('a kind that doesn’t exist is no dead end', async ({ page, words }) => {
  await page.goto('/new/chess');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('new.unknown-kind'));
  await page.getByRole('link', { name: words.text('shell.to-games') }).click();
  await expect(page).toHaveURL(/\/$/);
});
