// French and English: by the browser's wish, by the switch, remembered; dates and numbers too.

import { expect, test } from './fixtures.js';
import { Player } from './player.js';
import { OUSTING } from './positions.js';
import { Words } from './words.js';

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
