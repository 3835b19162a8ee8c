// What visitors found wrong with the game's screen.

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player, computer, hold } from './player.js';
import { CAPTURES, OUSTING, WON } from './positions.js';
import { Words } from './words.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the analyst’s lines keep the page in the window', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ text: CAPTURES });
    await player.button('game.analyst').click();
    await expect(page.locator('.line-moves').first()).toBeVisible();
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await shot(page, 'visitor-analyst-phone');
  });

  test('going back closes the rules', async ({ page, words }) => {
    const player = new Player(page, words);
    const { id } = await player.begin({ text: OUSTING });
    await player.button('game.rules').click();
    const rules = page.getByRole('complementary', { name: words.text('game.rules') });
    await expect(rules).toBeVisible();
    await page.goBack();
    await expect(rules).toBeHidden();
    await expect(page).toHaveURL(new RegExp(id));
    await expect(player.grid).toBeVisible();
  });
});

for (const viewport of [{ width: 640, height: 360 }, { width: 568, height: 320 }, { width: 640, height: 430 }]) {
  test(`the board fits a window of ${viewport.width} by ${viewport.height}, and lets it scroll`, async ({ page, words }) => {
    await page.setViewportSize(viewport);
    const player = new Player(page, words);
    await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0' });
    await shot(page, `visitor-landscape-${viewport.height}`);
    const box = await page.locator('.board-stage').boundingBox();
    expect(box?.height).toBeLessThan(viewport.height);
    const action = (/** @type {string} */ place) => player.cell(place).evaluate((cell) => getComputedStyle(cell).touchAction);
    await player.offered(['a1', 'b3']);
    expect(await action('a1')).toBe('none');
    expect(await action('e5')).not.toBe('none');
  });
}

test('a game that was deleted says so', async ({ page, words, faults }) => {
  faults.allowStatus(404);
  const player = new Player(page, words);
  const { id } = await player.begin({ kind: 'cornered', board: '2a0' });
  expect((await page.request.delete(`/api/games/${id}`)).ok()).toBe(true);
  await player.cell('d1').click();
  await expect(player.status.getByText(words.text('game.gone'), { exact: true })).toBeVisible();
  await expect(player.status.getByRole('link')).toHaveAttribute('href', '/');
  await player.expectStill();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('game.missing'));
  await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/');
});

test('the keyboard keeps its place on buttons that have no more to do', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'cornered', board: '2a0' });
  const { revision } = await player.move(['d1']);
  const undo = player.button('game.undo');
  // A key waits for nothing: the page may not show yet what the server has.
  await expect(undo).toBeEnabled();
  await undo.focus();
  await page.keyboard.press('Enter');
  const undone = await player.settled(revision);
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  const redo = player.button('game.redo');
  await expect(redo).toBeEnabled();
  await redo.focus();
  await page.keyboard.press('Enter');
  await player.settled(undone.revision);
  await expect(redo).toBeDisabled();
  await expect(redo).toBeFocused();
  const first = player.button('game.first');
  await expect(first).toBeEnabled();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ply=0$/);
  await expect(first).toBeFocused();
  await expect(player.status.getByText(words.text('game.at-start'))).toBeVisible();
  await player.button('game.back-to-game').click();
  await expect(page).not.toHaveURL(/ply/);
});

test('the names of the players are whole', async ({ page, words }) => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 1366, height: 650 }, { width: 900, height: 600 }, { width: 360, height: 740 }]) {
    await page.setViewportSize(viewport);
    const player = new Player(page, words);
    await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0', black: computer(2), target: 100 });
    await shot(page, `visitor-seats-${viewport.width}`);
    for (const seat of await page.locator('.seat').all()) {
      const spill = await seat.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(spill).toBeLessThanOrEqual(0);
    }
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  }
});

test('a finished game shows its outcome in the analyst', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: WON });
  await player.button('game.analyst').click();
  await shot(page, 'visitor-over-analyst');
  const balance = page.locator('.balance');
  await expect(balance).toHaveAccessibleName(words.like('game.wins', { side: words.text('side.white'), count: '3' }));
});

test('a change of language keeps the steps chosen so far', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  await player.cell('e7').click();
  await player.cell('g8').click();
  await page.locator('#language-fr').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('.pawn.lifted')).toHaveCount(1);
});

test.describe('a screen is still being fetched', () => {
  /** Lets the code of a screen wait for the returned function. @param {Page} page @param {string} name */
  const holdScreen = (page, name) => hold(page, `**/screens/${name}.js`);

  test('the way back is heard', async ({ page, words }) => {
    const release = await holdScreen(page, 'about');
    await page.goto('/me');
    await page.locator('#name').fill('Zoé');
    await page.getByRole('navigation').getByRole('link', { name: words.text('shell.about') }).click();
    await expect(page).toHaveURL(/\/about$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/me$/);
    const answer = page.waitForResponse('**/screens/about.js');
    release();
    await (await answer).finished();
    await expect(page.locator('#main')).not.toHaveAttribute('aria-busy');
    await expect(page.locator('#name')).toHaveValue('Zoé');
    await page.getByRole('navigation').getByRole('link', { name: words.text('shell.about') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('shell.about'));
  });

  test('the screen before leaves the address alone', async ({ page, words }) => {
    const release = await holdScreen(page, 'about');
    await page.goto('/sheets');
    await page.getByRole('navigation').getByRole('link', { name: words.text('shell.about') }).click();
    await expect(page).toHaveURL(/\/about$/);
    // What is chosen there is a part of that screen's own address.
    await page.getByLabel(words.text('sheets.paper')).selectOption('letter');
    await expect(page).toHaveURL(/\/about$/);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('shell.about'));
    await expect(page).toHaveURL(/\/about$/);
  });

  test('another language is chosen', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ text: OUSTING });
    const release = await holdScreen(page, 'about');
    await page.reload();
    await expect(player.grid).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: words.text('shell.about') }).click();
    await expect(page).toHaveURL(/\/about$/);
    await page.locator('#language-fr').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    // The game has no part in the address of the next screen.
    await expect(player.grid).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new Words('fr').text('shell.about'));
  });
});
