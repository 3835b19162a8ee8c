// The page has no limits of its own: where a server has others, its fields have these.

import { expect, test } from './fixtures.js';
import { invite, join } from './inviting.js';
import { Player } from './player.js';

/** @typedef {import('@playwright/test').Page} Page */

const LIMITS = {
  plies: 100,
  target: { min: 2, max: 7 },
  minutes: { min: 4, max: 12 },
  seconds: { min: 3, max: 6 },
  days: { min: 2, max: 5 },
  levels: { min: 1, max: 3 },
  name: 5,
  message: 9,
  body: 1_000,
};

test.beforeEach(({ context }) =>
  context.route('/api/kinds', async (route) => {
    const kinds = await (await route.fetch()).json();
    await route.fulfill({ json: kinds.map((/** @type {object} */ kind) => ({ ...kind, limits: LIMITS })) });
  }));

/** @param {Page} page @param {string} field */
const range = (page, field) =>
  page.locator(field).evaluate((/** @type {HTMLInputElement} */ { min, max }) => [Number(min), Number(max)]);

test('the limits of the mock are those that the server has', async ({ request }) => {
  const [{ limits }] = await (await request.get('/api/kinds')).json();
  expect(Object.keys(limits).sort()).toEqual(Object.keys(LIMITS).sort());
});

test('a new game is asked for within the limits of the server', async ({ page, words }) => {
  await page.goto('/new/cornered?with=elsewhere');
  await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
  expect(await range(page, '#clock-minutes')).toEqual([4, 12]);
  expect(await range(page, '#clock-seconds')).toEqual([3, 6]);
  expect(await range(page, '#points')).toEqual([2, 7]);
  // Of the usual clocks, those within the limits.
  await expect(page.locator('.clock-usual button')).toHaveText([
    words.like('new.clock-short', { minutes: '5', seconds: '3' }),
    words.like('new.clock-short', { minutes: '10', seconds: '5' }),
  ]);
  await page.locator('#clock-minutes').fill('13');
  await expect(page.locator('#clock-fault')).toHaveText(words.like('new.clock-wrong', { 'min-minutes': '4', minutes: '12', 'min-seconds': '3', seconds: '6' }));
  await page.locator('#match').check();
  await page.locator('#points').fill('8');
  await expect(page.locator('#points-fault')).toHaveText(words.like('new.match-wrong', { min: '2', max: '7' }));
  await page.getByRole('radio', { name: words.text('new.clock-days') }).check();
  expect(await page.locator('#clock-days option').evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value))).toEqual(['2', '3', '4', '5']);
  await page.getByRole('radio', { name: words.text('new.computer') }).check();
  await expect(page.locator('input[name=level]')).toHaveCount(3);
});

test('what was chosen under other limits gives way', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(() => {
    const kinds = { cornered: { target: 1000, layout: null, source: 'usual', code: '1a0' } };
    const clock = { kind: 'fischer', minutes: 180, seconds: 0, days: 14 };
    localStorage.setItem('choices', JSON.stringify({ opponent: 'elsewhere', level: 8, clock, kinds }));
  });
  await page.goto('/new/cornered');
  await expect(page.locator('#clock-minutes')).toHaveValue('10');
  await expect(page.locator('#clock-seconds')).toHaveValue('5');
  await expect(page.locator('#clock-days')).toHaveValue('3');
  await expect(page.locator('input[name=level]:checked')).toHaveValue('2');
  for (const field of ['#clock-minutes', '#clock-seconds', '#points']) await expect(page.locator(field)).not.toHaveAttribute('aria-invalid', 'true');
});

test('a text that is opened fits a request', async ({ page, words, faults }) => {
  faults.allowStatus(422);
  await page.goto('/open');
  const problem = page.getByRole('alert').getByText(words.within('open.too-long'));
  await page.locator('#open-text').fill('x'.repeat(900));
  await expect(problem).toBeVisible();
  await page.locator('#open-text').fill('x'.repeat(700));
  await expect(problem).toBeHidden();
  await expect(page.locator('#seat-white option')).toHaveCount(1 + 3);
});

test('a message is as long as the server takes it', async ({ page, visitor }) => {
  const host = await visitor();
  const { id } = await invite(host.request, { chat: true });
  await page.goto(`/game/${await join(page.request, id)}`);
  await expect(page.locator('#chat-text')).toHaveAttribute('maxlength', '9');
});

test('a name is as long as the server takes it', async ({ page, words }) => {
  await page.route('/api/me', async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), longest_name: 5 } }));
  const player = new Player(page, words);
  await page.goto('/me');
  await page.locator('#name').pressSequentially('Wolfgang');
  await expect(page.locator('#name')).toHaveValue('Wolfg');
  await expect(player.button('me.save')).toBeVisible();
});
