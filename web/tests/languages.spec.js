// French and English: by the browser's wish, by the switch, remembered; dates and numbers too.

import { expect, test } from './fixtures.js';
import { invite, join } from './inviting.js';
import { Player, withoutEngine } from './player.js';
import { OUSTING } from './positions.js';
import { speak } from './screens.js';
import { Words } from './words.js';

/** @typedef {import('@playwright/test').Page} Page */

const ENGLISH = new Words('en');
const FRENCH = new Words('fr');

for (const [locale, language] of /** @type {const} */ ([['fr-CA', 'fr'], ['en-US', 'en'], ['de-DE', 'en']])) {
  test.describe(`a browser that wishes ${locale}`, () => {
    test.use({ locale });

    test(`is shown ${language}`, async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });
  });
}

test('F27: what the buttons of the languages show is a word of their names', async ({ page }) => {
  await page.goto('/');
  const buttons = page.locator('button[lang]');
  for (const [i, shown] of ['EN', 'FR'].entries()) {
    await expect(buttons.nth(i)).toHaveText(shown);
    await expect(buttons.nth(i)).toHaveAccessibleName(new RegExp(`^${shown} `));
  }
});

test('the switch changes everything at once, and is remembered', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('button', { name: FRENCH.text('game.resign'), exact: true })).toBeVisible();
  await expect(player.cell('g8')).toHaveAccessibleName(FRENCH.within('board.white-pawn'));
  await expect(page.getByText(ENGLISH.within('task.move-or-oust'))).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: FRENCH.text('game.resign'), exact: true })).toBeVisible();
  await page.goto('/rules/big-bang');
  await expect(page.getByRole('heading', { name: 'Un tour de jeu' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'A turn' })).toBeVisible();
});

test('in mid-move the switch does no harm', async ({ page, words }) => {
  const player = new Player(page, words);
  const { revision } = await player.begin({ text: OUSTING });
  await player.cell('e7').click();
  await page.getByRole('button', { name: 'Français' }).click();
  // What was chosen stays chosen.
  const french = new Player(page, FRENCH);
  await expect(french.cell('e7')).toHaveAccessibleName(FRENCH.within('board.chosen'));
  for (const square of ['g8', 'a1']) await french.cell(square).click();
  await expect.poll(async () => (await french.game()).revision).toBe(revision + 1);
});

// The world's first and last time zones: fourteen hours before, eleven after.
for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId, locale: 'fr-FR' });

    test('dates a day off', async ({ page, words }) => {
      const player = new Player(page, words);
      await player.begin({ text: OUSTING });
      const { updated } = await (await page.request.get(page.url().replace('/game/', '/api/games/'))).json();
      await page.goto('/');
      const day = new Intl.DateTimeFormat('fr', { dateStyle: 'medium', timeZone: timezoneId }).format(updated);
      await expect(page.getByText(day).first()).toBeVisible();
    });
  });
}

test.describe('what was made on a screen outlives a change of language', () => {
  /** @param {Page} page @param {'en' | 'fr'} language */
  async function change(page, language) {
    await page.locator(`#language-${language}`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }

  test('the recovery link, and a name that is not saved yet', async ({ page, words }) => {
    await page.goto('/me');
    await page.getByRole('button', { name: words.text('me.make-link') }).click();
    const link = page.locator('#link');
    await expect(link).toHaveValue(/\/enter#\w+/);
    const made = await link.inputValue();
    await page.locator('#name').fill('Zoé');
    for (const language of /** @type {const} */ (['fr', 'en'])) {
      await change(page, language);
      await expect(link).toHaveValue(made);
      await expect(page.locator('#name')).toHaveValue('Zoé');
      await expect(page.locator('.name-count')).toContainText('3');
    }
    // It is not shown to another visitor who comes back here.
    await page.getByRole('navigation').getByRole('link', { name: words.text('shell.about') }).click();
    // Until it is there, the screen before has not been left.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('about.title'));
    await page.goBack();
    await expect(page.locator('#name')).toBeVisible();
    await expect(link).toHaveCount(0);
  });

  test('two changes before the screen is back', async ({ page }) => {
    await page.goto('/me');
    await page.locator('#name').fill('Zoé');
    let count = 0;
    await page.route('/api/me', async (route) => {
      count += 1;
      await new Promise((done) => setTimeout(done, 300));
      await route.continue();
    });
    await page.locator('#language-fr').click();
    await page.locator('#language-en').click();
    await expect.poll(() => count).toBe(2);
    await expect(page.locator('#name')).toHaveValue('Zoé');
  });

  test('the name with which an invitation is taken', async ({ page, visitor }) => {
    const host = await visitor();
    const { id } = await invite(host.request, {});
    await page.goto(`/invitation/${id}`);
    await page.locator('#name').fill('Böhm');
    await change(page, 'fr');
    await expect(page.locator('#name')).toHaveValue('Böhm');
  });

  test('a form for a new game that is half filled', async ({ page, words, faults }) => {
    faults.allowStatus(422);
    await page.goto('/new/congress?with=elsewhere');
    await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
    await page.locator('#clock-minutes').fill('999');
    await page.locator('#match').check();
    await page.locator('#points').fill('');
    await page.getByRole('button', { name: words.text('new.board-build') }).click();
    await page.locator('#board-code').fill('1a0-2a0-3');
    await expect(page.locator('#code-fault')).not.toBeEmpty();
    await change(page, 'fr');
    await expect(page.locator('#clock-minutes')).toHaveValue('999');
    await expect(page.locator('#clock-minutes')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#match')).toBeChecked();
    await expect(page.locator('#points')).toHaveValue('');
    await expect(page.locator('#board-code')).toHaveValue('1a0-2a0-3');
    await expect(page.locator('#code-fault')).not.toBeEmpty();
  });

  test('how the board builder is used', async ({ page, words }) => {
    await page.goto('/new/congress');
    await page.getByRole('button', { name: words.text('new.board-build') }).click();
    await page.getByRole('button', { name: words.text('builder.mode-squares') }).click();
    await change(page, 'fr');
    const painting = page.getByRole('button', { name: FRENCH.text('builder.mode-squares') });
    await expect(painting).toHaveAttribute('aria-pressed', 'true');
    // Closed and opened again, it begins with the quarterboards.
    await page.getByRole('button', { name: FRENCH.text('new.board-done') }).click();
    await page.getByRole('button', { name: FRENCH.text('new.board-build') }).click();
    await expect(painting).toHaveAttribute('aria-pressed', 'false');
  });

  test('a text to be opened, which of its records, and who plays on', async ({ page, faults }) => {
    faults.allowStatus(422);
    const record = (/** @type {string} */ board) => `[Game "cornered"]\n[Board "${board}"]\n\n1. d1\n\n`;
    await page.goto('/open');
    await page.locator('#open-text').fill(record('2a0') + record('2b0'));
    await page.locator('.parts button').nth(1).click();
    await page.locator('#seat-black').selectOption('3');
    await change(page, 'fr');
    await expect(page.locator('#open-text')).toHaveValue(/2a0[^]*2b0/);
    await expect(page.locator('.parts button').nth(1)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.open-begin')).toBeVisible();
    await expect(page.locator('#seat-black')).toHaveValue('3');
    // One that is too long stays as well, to be cut.
    await page.locator('#open-text').fill('x'.repeat(20_000));
    await change(page, 'en');
    await expect(page.locator('#open-text')).toHaveValue(/^x{20000}$/);
    await expect(page.getByRole('alert').getByText(ENGLISH.within('open.too-long'))).toBeVisible();
  });

  test('a message that is being written, and the chat that was closed', async ({ page, visitor }) => {
    const host = await visitor();
    const { id } = await invite(host.request, { chat: true });
    await page.goto(`/game/${await join(page.request, id)}`);
    await page.locator('#chat-text').fill('Well pl');
    await change(page, 'fr');
    await expect(page.locator('#chat-text')).toHaveValue('Well pl');
    await page.locator('.chat-toggle').click();
    await expect(page.locator('#chat')).toBeHidden();
    await change(page, 'en');
    await expect(page.locator('.chat-toggle')).toBeVisible();
    await expect(page.locator('#chat')).toBeHidden();
  });

  for (const width of [1280, 600]) {
    test(`the rules beside a game, in a window of ${width}`, async ({ page, words }) => {
      await page.setViewportSize({ width, height: 800 });
      const player = new Player(page, words);
      const { id } = await player.begin({ text: OUSTING });
      await player.button('game.rules').click();
      await expect(page.locator('.drawer h2').first()).toBeVisible();
      await speak(page, 'fr');
      await expect(page.getByRole('complementary', { name: FRENCH.text('game.rules') })).toBeVisible();
      await page.getByRole('button', { name: FRENCH.text('game.close') }).click();
      await expect(page.locator('.drawer')).toBeHidden();
      await expect(page).toHaveURL(new RegExp(id));
      // Closed, it stays so.
      await speak(page, 'en');
      await expect(player.grid).toBeVisible();
      await expect(page.locator('.drawer')).toBeHidden();
    });
  }

  test('the analyst and its graph, which is not asked for again', async ({ page, words, faults }) => {
    await withoutEngine(page, faults);
    const player = new Player(page, words);
    await player.begin({ kind: 'cornered', board: '2a0' });
    await player.move(['d1']);
    await player.button('game.analyst').click();
    await player.button('analyst.show-graph').click();
    await expect(page.locator('.graph-white').first()).toBeAttached();
    await expect(page.locator('.graph-state')).toBeHidden();
    let isAsked = false;
    await page.route('**/graph', (route) => {
      isAsked = true;
      return route.continue();
    });
    await change(page, 'fr');
    await expect(page.getByRole('slider', { name: FRENCH.text('analyst.graph') })).toBeVisible();
    await expect(page.locator('.graph-state')).toBeHidden();
    expect(isAsked).toBe(false);
  });

  test('the page of a list', async ({ page, words }) => {
    const player = new Player(page, words);
    for (let i = 0; i < 5; i += 1) await player.begin({ kind: 'cornered', board: '2a0' });
    await page.goto('/');
    const games = page.locator('.game-list').first().locator('.game-entry');
    await expect(games).toHaveCount(4);
    await page.getByRole('button', { name: words.text('home.all-going-on') }).click();
    await expect(games).toHaveCount(5);
    await change(page, 'fr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FRENCH.text('home.title'));
    await expect(games).toHaveCount(5);
  });
});
