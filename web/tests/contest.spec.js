// Games between two, whose rules are to be fair: proposals, clocks, games that never begin, and what
// is asked while something else is under way.

import { PHONE, expect, test } from './fixtures.js';
import { pair } from './online.js';
import { Player, byClick, computer } from './player.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Route} Route */

/** Does something without the page. @param {Player} player @param {Record<string, unknown>} deed */
async function send(player, deed) {
  const { id, revision } = await player.game();
  const data = { revision, request: crypto.randomUUID(), ...deed };
  const answer = await player.page.request.post(`/api/games/${id}/commands`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Holds back commands of a page until they are let through. @param {Page} page */
async function hold(page) {
  /** @type {Route[]} */
  const held = [];
  let isOpen = false;
  await page.route('**/commands', (route) => (isOpen ? route.continue() : void held.push(route)));
  return {
    /** How many are held. */
    count: () => held.length,
    /** Lets all through, now and from then on. */
    async release() {
      isOpen = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

/** The place of what is proposed. @param {Player} player */
const proposal = (player) => player.page.locator('.proposal');

/** A button of the row below the game. @param {Player} player @param {string} name */
const action = (player, name) => player.page.locator(`.action-${name}`);

const FISCHER = { kind: 'fischer', minutes: 1, seconds: 180 };

test('F13: after a takeback and another move everything can be proposed again', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await two.play(1);
  await action(white, 'draw').click();
  await proposal(black).getByRole('button', { name: words.text('online.decline') }).click();
  await expect(action(white, 'draw')).toHaveAttribute('aria-disabled', 'true');
  await action(white, 'takeback').click();
  await proposal(black).getByRole('button', { name: words.text('online.accept') }).click();
  await two.expectMoves([]);
  await two.play(1);
  for (const name of ['draw', 'takeback']) await expect(action(white, name)).toHaveAttribute('aria-disabled', 'false');
  await action(white, 'takeback').click();
  await proposal(black).getByRole('button', { name: words.text('online.accept') }).click();
  await two.expectMoves([]);
  await two.close();
});

test('F14: a takeback gives back the clock as it was before the move', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, { clock: FISCHER });
  const { white, black } = two;
  await two.play(3);
  const clock = white.page.locator('.seat', { hasText: words.text('game.you') }).locator('.clock-time');
  await expect(clock).toHaveText(/^[34]:/);
  await action(white, 'takeback').click();
  await proposal(black).getByRole('button', { name: words.text('online.accept') }).click();
  await expect(clock).toHaveText(/^(1:00|0:\d\d|\d\d\D\d)/);
  await expect(clock.locator('xpath=..')).toHaveClass(/clock-runs/);
  await two.close();
});

test('F15: a game that has not begun is aborted by either, without loss', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, { clock: FISCHER, public: true });
  const { white, black } = two;
  // Both see how long the first move may take, and no button that would lose the game.
  for (const { page } of two.both) await expect(page.locator('.status-note')).toHaveText(/0:[0-5]\d|1:00/);
  await expect(action(black, 'resign')).toBeHidden();
  await two.play(1);
  await action(black, 'abort').click();
  await black.page.getByRole('dialog').getByRole('button', { name: words.text('online.abort-yes') }).click();
  for (const { status } of two.both) {
    await expect(status.getByText(words.text('online.aborted'))).toBeVisible();
    await expect(status.getByText(words.text('reason.aborted'))).toBeVisible();
    await expect(status.locator('.status-note')).toBeHidden();
  }
  // It is no draw in the lists, and needs not be kept.
  await black.page.goto('/');
  const entry = black.page.locator('.game-entry, li', { hasText: words.text('home.aborted') }).first();
  await expect(entry).toBeVisible();
  await white.page.goto('/lobby');
  await expect(white.page.locator(`a[href="/game/${two.id}"]`)).toHaveCount(0);
  await two.close();
});

test('F15: once both have moved a game is resigned and not aborted', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, { clock: FISCHER });
  await two.play(2);
  for (const player of two.both) {
    await expect(action(player, 'abort')).toBeHidden();
    await expect(action(player, 'resign')).toBeVisible();
    await expect(player.page.locator('.status-note')).toBeHidden();
  }
  await two.close();
});

test('F15: nothing moves on a phone when the game has begun', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, { clock: FISCHER }, { contexts: PHONE });
  const { white } = two;
  const top = () => white.grid.evaluate((grid) => grid.getBoundingClientRect().y + scrollY);
  await expect(white.page.locator('.status-note')).toBeVisible();
  const before = await top();
  for (const player of two.both) {
    const { position } = await player.game();
    await send(player, { do: 'move', path: position.paths[0] });
  }
  await expect(white.page.locator('.status-note')).toBeHidden();
  expect(await top()).toBe(before);
  await two.close();
});

test('F15: an invitation with minutes leaves the lobby with its maker', async ({ browser, words, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const [maker, other] = [await context.newPage(), await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()];
  const data = { kind: 'congress', side: 'white', public: true, clock: FISCHER };
  const invited = await (await context.request.post('/api/invitations', { data })).json();
  await maker.goto(`/invitation/${invited.id}`);
  const listed = async () => {
    const { invitations } = await (await other.request.get('/api/lobby')).json();
    return invitations.find((/** @type {{ id: string }} */ { id }) => id === invited.id)?.here ?? null;
  };
  await expect.poll(listed).toBe(true);
  await maker.close();
  await expect.poll(listed).toBe(null);
  // Its link is as good as before, and says that nobody is there.
  await other.goto(`/invitation/${invited.id}`);
  await expect(other.getByText(words.text('invite.away'))).toBeVisible();
  await context.close();
  await other.context().close();
});

test('F16: a draw is offered right after a move whose answer is slow', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await white.offered(['a4', 'a3']);
  const held = await hold(white.page);
  await byClick(white, ['a4', 'a3']);
  await action(white, 'draw').click();
  // It waits visibly, and isn't asked twice.
  await expect(white.status.getByText(words.like('game.queued', { what: words.text('online.offer-draw') }))).toBeVisible();
  await expect(action(white, 'draw')).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(held.count).toBe(1);
  await held.release();
  await expect(proposal(black).getByText(words.text('online.draw-offered'))).toBeVisible();
  await two.expectMoves(['a4-a3']);
  expect((await black.game()).revision).toBe(2);
  await two.close();
});

test('F16: a move is played while a proposal is on its way', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await white.offered(['a4', 'a3']);
  const held = await hold(white.page);
  await action(white, 'draw').click();
  await expect.poll(held.count).toBe(1);
  await byClick(white, ['a4', 'a3']);
  await held.release();
  await two.expectMoves(['a4-a3']);
  await expect(proposal(black).getByText(words.text('online.draw-offered'))).toBeVisible();
  await two.close();
});

test('F16: who resigns while a move waits for the network has resigned after it', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await two.play(2);
  const { position, moves } = await white.game();
  await white.offered(position.paths[0] ?? []);
  let isCut = true;
  await white.page.route('**/commands', (route) => (isCut ? route.abort() : route.continue()));
  await byClick(white, position.paths[0] ?? []);
  await expect(white.status.getByText(words.text('game.waiting'))).toBeVisible();
  await action(white, 'resign').click();
  await white.page.getByRole('dialog').getByRole('button', { name: words.text('game.resign-yes') }).click();
  await expect(white.status.getByText(words.like('game.queued', { what: words.text('game.resign') }))).toBeVisible();
  isCut = false;
  for (const { status } of two.both) await expect(status.getByText(words.text('reason.resignation'))).toBeVisible();
  const game = await black.game();
  expect(game.moves.length).toBe(moves.length + 1);
  expect(game.outcome).toMatchObject({ winner: 'black', reason: 'resignation' });
  await two.close();
});

test('F16: what waited for the network is done after the page is loaded again', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await white.offered(['a4', 'a3']);
  let isCut = true;
  let isLost = true;
  await white.page.route('**/commands', async (route) => {
    if (!isCut) return route.continue();
    // The first arrives, and its answer doesn't.
    if (isLost) await route.fetch();
    isLost = false;
    return route.abort();
  });
  await byClick(white, ['a4', 'a3']);
  await action(white, 'draw').click();
  await expect.poll(async () => (await black.game()).moves.length).toBe(1);
  isCut = false;
  await white.page.reload();
  await expect(proposal(black).getByText(words.text('online.draw-offered'))).toBeVisible();
  await two.expectMoves(['a4-a3']);
  expect((await black.game()).revision).toBe(2);
  await expect(white.status.locator('.status-error')).toHaveCount(0);
  await two.close();
});

test('F16: what waited for something that was refused is said not to be done', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white } = two;
  await white.offered(['a4', 'a3']);
  /** @type {Route[]} */
  const held = [];
  await white.page.route('**/commands', (route) => void held.push(route));
  await byClick(white, ['a4', 'a3']);
  await action(white, 'draw').click();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.fulfill({ status: 429, json: { code: 'too-many-requests', message: '', details: { seconds: 3 } } });
  await expect(white.status.getByText(words.within('error.too-many-requests'))).toBeVisible();
  await expect(white.status.locator('.status-error')).toContainText(words.text('online.offer-draw'));
  await two.expectMoves([]);
  expect(held.length).toBe(1);
  await two.close();
});

test('F16: an answer that waited is not given to another proposal', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await two.play(2);
  await send(black, { do: 'offer', what: 'draw' });
  await expect(proposal(white).getByText(words.text('online.draw-offered'))).toBeVisible();
  const held = await hold(white.page);
  const { position } = await white.game();
  await byClick(white, position.paths[0] ?? []);
  // The move is on its way, and the offer lapses with it.
  await proposal(white).getByRole('button', { name: words.text('online.accept') }).click();
  await held.release();
  await expect(white.status.getByText(words.text('error.nothing-proposed'))).toBeVisible();
  expect((await black.game()).outcome).toBe(null);
  await two.close();
});

test('F16: a move is taken back while it is on its way to the computer', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0', black: computer(1) });
  await player.offered(['a4', 'a3']);
  const held = await hold(page);
  await byClick(player, ['a4', 'a3']);
  await expect.poll(held.count).toBe(1);
  // There is nothing to take back yet, and the button says so.
  await expect(action(player, 'undo')).toHaveAttribute('aria-disabled', 'true');
  await held.release();
  const game = await player.settled(1);
  await expect(page.locator('.moves .move')).toHaveText(game.moves);
  const again = await hold(page);
  await action(player, 'undo').click();
  await expect(action(player, 'undo')).toHaveAttribute('aria-disabled', 'true');
  await action(player, 'redo').click({ force: true });
  await again.release();
  await expect(page.locator('.moves .move')).toHaveCount(0);
});

test('F17: both press Rematch at once, and the next game begins', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  await two.play(2);
  await send(two.white, { do: 'resign', side: 'white' });
  const held = [];
  for (const player of two.both) {
    held.push(await hold(player.page));
    await player.button('online.rematch-same').click();
  }
  for (const one of held) await expect.poll(one.count).toBe(1);
  await Promise.all(held.map((one) => one.release()));
  for (const { page } of two.both) await expect(page).not.toHaveURL(new RegExp(two.id));
  const [one, other] = two.both.map(({ page }) => new URL(page.url()).pathname);
  expect(one).toBe(other);
  for (const { status } of two.both) await expect(status.locator('.status-error')).toHaveCount(0);
  await two.close();
});

test('F17: two that differ are answered one after the other', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await two.play(3);
  const held = await hold(black.page);
  await action(black, 'takeback').click();
  await action(white, 'draw').click();
  await expect(proposal(black).getByText(words.text('online.draw-offered'))).toBeVisible();
  await held.release();
  await expect(black.status.getByText(words.text('error.answer-first'))).toBeVisible();
  await proposal(black).getByRole('button', { name: words.text('online.accept') }).click();
  for (const { status } of two.both) await expect(status.getByText(words.text('reason.agreement'))).toBeVisible();
  await two.close();
});
