// Two people come together: by a link, by the lobby; and nobody else comes between.

import { PHONE, expect, shot, test } from './fixtures.js';
import { LONG_NAME, invite, join } from './inviting.js';
import { Player } from './player.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./words.js').Words} Words */

/** A button by the key of its text. @type {(page: Page, words: Words, key: string) => import('@playwright/test').Locator} */
const button = (page, words, key) => page.getByRole('button', { name: words.text(key), exact: true });

/** @param {Page} page @param {Words} words */
const nameField = (page, words) => page.getByRole('textbox', { name: words.text('me.name') });

/** Chooses to play with somebody elsewhere, and makes the invitation. @param {Page} page @param {Words} words @param {string} kind */
async function inviteElsewhere(page, words, kind) {
  await page.goto(`/new/${kind}`);
  await page.getByRole('radio', { name: words.text('new.elsewhere') }).check();
  await button(page, words, 'new.invite').click();
  const link = page.getByRole('textbox', { name: words.text('invite.link') });
  await expect(link).toHaveValue(/\/invitation\/\w+$/);
  return link.inputValue();
}

/** Whether somebody sees the game's board, and which sides they play. @param {Page} page */
async function sidesAtGame(page) {
  await expect(page).toHaveURL(/\/game\/\w+$/);
  await expect(page.getByRole('grid')).toBeVisible();
  const answer = await page.request.get(page.url().replace('/game/', '/api/games/'));
  return /** @type {string[]} */ ((await answer.json()).you);
}

/** @param {Page} page @param {string} id of a game */
async function sidesOf(page, id) {
  return /** @type {string[]} */ ((await (await page.request.get(`/api/games/${id}`)).json()).you);
}

test('one invites by a link, the other joins, and both are at the game', async ({ page, visitor, words }) => {
  await page.goto('/new/cornered');
  await page.getByRole('radio', { name: words.text('new.elsewhere') }).check();
  await page.getByRole('group', { name: words.text('new.side') }).getByRole('radio', { name: words.text('side.black') }).check();
  await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
  await page.getByRole('button', { name: words.like('new.clock-short', { minutes: '5', seconds: '3' }) }).click();
  await page.getByRole('checkbox', { name: words.text('new.chat-allow') }).check();
  await button(page, words, 'new.invite').click();
  const link = await page.getByRole('textbox', { name: words.text('invite.link') }).inputValue();
  expect(link).toBe(page.url());
  await nameField(page, words).fill('Zoé');
  await button(page, words, 'me.save').click();
  await expect(page.getByText(words.text('me.saved'))).toBeVisible();

  const guest = await visitor();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(words.like('invite.invites', { name: 'Zoé', kind: words.text('kind.cornered.title') }));
  // What was chosen, from the other side.
  const terms = guest.locator('.terms');
  const row = (/** @type {string} */ key) => terms.locator('div').filter({ has: guest.getByText(words.text(key), { exact: true }) }).locator('dd');
  await expect(row('invite.you-play')).toHaveText(words.text('side.white'));
  await expect(row('invite.chat')).toHaveText(words.text('invite.chat-on'));
  await expect(row('invite.listed')).toHaveText(words.text('invite.listed-no'));
  await expect(row('invite.clock')).toHaveText(/^5\smin \+ 3\ss\b/);
  await expect(guest.getByRole('link', { name: words.text('new.rules') })).toHaveAttribute('href', '/rules/cornered');
  // Looking has taken nothing.
  await expect(page.getByText(words.text('invite.waiting'))).toBeVisible();

  await nameField(guest, words).fill('Bob');
  await button(guest, words, 'invite.join').click();
  expect(await sidesAtGame(guest)).toEqual(['white']);
  // The other page goes there by itself.
  expect(await sidesAtGame(page)).toEqual(['black']);
  expect(page.url()).toBe(guest.url());
  const game = await (await page.request.get(page.url().replace('/game/', '/api/games/'))).json();
  expect(game).toMatchObject({ names: { white: 'Bob', black: 'Zoé' }, can: { chat: true }, clock: { pace: { minutes: 5, seconds: 3 } } });
  // Going back does not lead to where the way leads only on.
  await page.goBack();
  await expect(page).toHaveURL(/\/new\/cornered$/);
});

test('a guest sees the layout, which the start alone does not show', async ({ page, visitor, words }) => {
  const made = await page.request.post('/api/invitations', { data: { kind: 'greengage', layout: 'green-red', public: true } });
  const layout = words.text('layout.green-red');
  const guest = await visitor();
  await guest.goto(`/invitation/${(await made.json()).id}`);
  await expect(guest.locator('.terms').getByText(layout)).toBeVisible();
  await guest.goto('/lobby');
  await expect(guest.locator('.lobby-entry').filter({ hasText: layout })).not.toHaveCount(0);
});

test('the maker who waits sees the game although the server was down meanwhile', async ({ page, visitor, words, faults, server }) => {
  faults.allow(/Failed to load resource/);
  const link = await inviteElsewhere(page, words, 'cornered');
  await expect(page.getByText(words.text('invite.waiting'))).toBeVisible();
  await server.stop();
  await expect(page.locator('#offline')).toHaveText(words.text('shell.unreachable'));
  await server.start();
  const guest = await visitor();
  await guest.goto(link);
  await button(guest, words, 'invite.join').click();
  expect(await sidesAtGame(guest)).toHaveLength(1);
  expect(await sidesAtGame(page)).toHaveLength(1);
  await expect(page.locator('#offline')).toBeHidden();
});

test('an open page of an invitation shows that somebody else joined', async ({ page, visitor, words }) => {
  const [guest, third] = [await visitor(), await visitor()];
  const taken = await inviteElsewhere(page, words, 'cornered');
  await third.goto(taken);
  await nameField(third, words).focus();
  await guest.goto(taken);
  await button(guest, words, 'invite.join').click();
  await expect(third.getByRole('heading', { name: words.text('invite.taken') })).toBeFocused();
  await expect(button(third, words, 'invite.join')).toHaveCount(0);
  await expect(third.getByRole('link', { name: words.text('invite.to-game') })).toBeVisible();
});

test('the link for watching gives the seat: a third browser opens every link there is', async ({ page, visitor, words, faults }) => {
  faults.allowStatus(409);
  const link = await inviteElsewhere(page, words, 'cornered');
  const [guest, third] = [await visitor(), await visitor()];
  // The third had it open in time, does not hear of it, and presses too late.
  await third.route('**/wait?*', () => {});
  await third.goto(link);
  await expect(button(third, words, 'invite.join')).toBeEnabled();
  await guest.goto(link);
  await button(guest, words, 'invite.join').click();
  await sidesAtGame(guest);
  await button(third, words, 'invite.join').click();
  await expect(third.getByRole('heading', { name: words.text('invite.taken') })).toBeFocused();
  await expect(button(third, words, 'invite.join')).toHaveCount(0);
  const id = guest.url().split('/').at(-1) ?? '';

  await third.goto(link);
  await third.getByRole('link', { name: words.text('invite.to-game') }).click();
  expect(await sidesAtGame(third)).toEqual([]);
  await expect(third.getByRole('button', { name: words.text('game.resign'), exact: true, disabled: false })).toHaveCount(0);
  await new Player(third, words).expectStill();
  await third.goto(guest.url());
  expect(await sidesAtGame(third)).toEqual([]);
  // Nothing of the game changes by what a third asks for.
  const before = await (await guest.request.get(`/api/games/${id}`)).json();
  const deeds = [{ do: 'move', path: before.position.paths[0] }, { do: 'resign', side: 'white' }, { do: 'offer', what: 'draw' }];
  for (const deed of deeds) {
    const answer = await third.request.post(`/api/games/${id}/commands`, { data: { revision: before.revision, ...deed } });
    expect(answer.status(), JSON.stringify(deed)).toBeGreaterThanOrEqual(400);
  }
  expect((await third.request.post(`/api/invitations/${link.split('/').at(-1)}/join`)).status()).toBe(409);
  expect((await (await guest.request.get(`/api/games/${id}`)).json()).revision).toBe(before.revision);
  expect(await sidesOf(third, id)).toEqual([]);
});

test('the creator opens the own link and is both sides: two tabs of one browser', async ({ page, context, visitor, words }) => {
  const link = await inviteElsewhere(page, words, 'cornered');
  const second = await context.newPage();
  await second.goto(link);
  await expect(second.getByText(words.text('invite.waiting'))).toBeVisible();
  await expect(button(second, words, 'invite.join')).toHaveCount(0);
  const id = link.split('/').at(-1);
  const answer = await page.request.post(`/api/invitations/${id}/join`);
  expect(answer.status()).toBe(409);
  expect(await answer.json()).toMatchObject({ code: 'own-invitation' });
  // Somebody else still can, and both tabs go to the game.
  const guest = await visitor();
  await guest.goto(link);
  await button(guest, words, 'invite.join').click();
  const [seat] = await sidesAtGame(guest);
  for (const tab of [page, second]) {
    const sides = await sidesAtGame(tab);
    expect(sides).toHaveLength(1);
    expect(sides).not.toContain(seat);
  }
});

test('an offer that is open in a browser that has become the maker’s says so', async ({ page, visitor, words, faults }) => {
  faults.allowStatus(409);
  const link = await inviteElsewhere(page, words, 'cornered');
  const other = await visitor();
  // It does not hear of it by itself.
  await other.route('**/wait?*', () => {});
  await other.goto(link);
  await expect(button(other, words, 'invite.join')).toBeVisible();
  const { secret } = await (await page.request.post('/api/me/link')).json();
  await other.request.post('/api/me/enter', { data: { secret } });
  await button(other, words, 'invite.join').click();
  await expect(other.getByText(words.text('invite.waiting'))).toBeVisible();
  await expect(other.locator('#live')).toHaveText(words.text('error.own-invitation'));
});

test('a guest who loses the cookie loses the seat: the recovery link brings it back', async ({ page, context, visitor, words }) => {
  const host = await visitor();
  const { id: invitation } = await invite(host.request, { kind: 'cornered', side: 'black' });
  await page.goto(`/invitation/${invitation}`);
  await nameField(page, words).fill('Guest');
  await button(page, words, 'invite.join').click();
  expect(await sidesAtGame(page)).toEqual(['white']);
  const game = page.url().split('/').at(-1) ?? '';

  await page.goto('/me');
  await expect(nameField(page, words)).toHaveValue('Guest');
  await button(page, words, 'me.make-link').click();
  const field = page.getByRole('textbox', { name: words.text('me.link') });
  await expect(field).toHaveValue(/\/enter#[0-9a-f]{32,}$/);
  const link = await field.inputValue();

  await context.clearCookies();
  await page.goto(`/game/${game}`);
  expect(await sidesAtGame(page)).toEqual([]);
  await page.goto(link);
  const comeIn = button(page, words, 'enter.come-in');
  await expect(comeIn).toBeVisible();
  // What opens the door is not left in the address, and has opened nothing yet.
  await expect(page).toHaveURL(/\/enter$/);
  expect(await sidesOf(page, game)).toEqual([]);
  await comeIn.click();
  const mine = page.getByRole('region', { name: words.text('home.going-on') });
  await expect(mine.getByText(words.text('home.your-turn'))).toBeVisible();
  await mine.getByRole('link').first().click();
  expect(await sidesAtGame(page)).toEqual(['white']);
  const player = new Player(page, words);
  const { position: { paths } } = await player.game();
  await player.move(paths[0] ?? []);
});

test('a recovery link that a newer one has replaced opens nothing', async ({ page, visitor, words, faults }) => {
  faults.allowStatus(404);
  await page.goto('/me');
  await button(page, words, 'me.make-link').click();
  const field = page.getByRole('textbox', { name: words.text('me.link') });
  await expect(field).toBeVisible();
  const old = await field.inputValue();
  await button(page, words, 'me.make-link').click();
  await expect(field).not.toHaveValue(old);
  const other = await visitor();
  await other.request.put('/api/me', { data: { name: 'Other' } });
  await other.goto(old);
  // A known visitor sees which games they leave.
  await expect(other.getByText(words.like('enter.leaves-name', { name: 'Other' }))).toBeVisible();
  await button(other, words, 'enter.come-in').click();
  await expect(other.getByText(words.text('error.unknown-link'))).toBeVisible();
  // The right one, in the same window, works.
  await other.goto(await field.inputValue());
  await expect(other).toHaveURL(/\/enter$/);
  await button(other, words, 'enter.come-in').click();
  await expect(other).toHaveURL(/\/$/);
  expect(await (await other.request.get('/api/me')).json()).toMatchObject({ name: null });
});

test('an invitation is withdrawn: its maker and other viewers see it', async ({ page, visitor, words }) => {
  const link = await inviteElsewhere(page, words, 'cornered');
  const guest = await visitor();
  await guest.goto(link);
  await expect(button(guest, words, 'invite.join')).toBeVisible();
  await button(page, words, 'invite.withdraw').click();
  await expect(page.getByRole('heading', { name: words.text('invite.withdrawn') })).toBeFocused();
  await expect(guest.getByRole('heading', { name: words.text('invite.withdrawn') })).toBeVisible();
  await expect(guest.getByText(words.text('invite.withdrawn-why'))).toBeVisible();
  await expect(guest.getByRole('link', { name: words.text('invite.to-lobby') })).toHaveAttribute('href', '/lobby');
  await guest.getByRole('link', { name: words.within('invite.another') }).click();
  await expect(guest.getByRole('radio', { name: words.text('new.elsewhere') })).toBeChecked();
});

test('a maker who withdraws an invitation just as it is accepted gets the game', async ({ page, visitor, words, faults }) => {
  faults.allowStatus(409);
  await inviteElsewhere(page, words, 'cornered');
  const guest = await visitor();
  await page.route('**/wait?*', () => {});
  await page.reload();
  await page.route('**/api/invitations/*', async (route) => {
    if (route.request().method() === 'DELETE') await join(guest.request, page.url().split('/').at(-1) ?? '');
    await route.continue();
  });
  await button(page, words, 'invite.withdraw').click();
  expect(await sidesAtGame(page)).toHaveLength(1);
});

test('an invitation that has expired says so', async ({ page, visitor, words }) => {
  const host = await visitor();
  const { id } = await invite(host.request, {});
  await page.route(`**/api/invitations/${id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), state: 'expired' } });
  });
  await page.goto(`/invitation/${id}`);
  await expect(page.getByRole('heading', { name: words.text('invite.expired') })).toBeVisible();
  await expect(button(page, words, 'invite.join')).toHaveCount(0);
});

test('an address of no invitation says so', async ({ page, words, faults }) => {
  faults.allowStatus(404);
  await page.goto('/invitation/nothing');
  await expect(page.getByRole('heading', { name: words.text('invite.unknown') })).toBeVisible();
});

test('a name is text and nothing else, and a name that shows nothing is refused in words', async ({ page, visitor, words, faults }) => {
  faults.allowStatus(422);
  const host = await visitor();
  await host.request.put('/api/me', { data: { name: LONG_NAME } });
  const { id } = await invite(host.request, { public: true });
  await page.goto(`/invitation/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG_NAME);
  await expect(page.locator('main b')).toHaveCount(0);
  await nameField(page, words).fill('\u3164');
  await button(page, words, 'invite.join').click();
  await expect(page.getByText(words.like('error.bad-name', { most: '24' }))).toBeVisible();
  await expect(nameField(page, words)).toBeFocused();
  await expect(page).toHaveURL(/\/invitation\//);
  await page.goto('/lobby');
  await expect(page.locator('.lobby-entry').filter({ hasText: LONG_NAME })).not.toHaveCount(0);
  await expect(page.locator('main b')).toHaveCount(0);
});

test('a clock that there is none of is refused at its field', async ({ page, words }) => {
  await page.goto('/new/cornered?with=elsewhere');
  await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
  const minutes = page.getByRole('spinbutton', { name: words.text('new.clock-minutes-each') });
  await minutes.fill('181');
  await expect(page.getByText(words.like('new.clock-wrong', { 'min-minutes': '1', minutes: '180', 'min-seconds': '0', seconds: '180' }))).toBeVisible();
  await button(page, words, 'new.invite').click();
  await expect(minutes).toBeFocused();
  await expect(page).toHaveURL(/\/new\//);
  // Where it is not asked for, it does not matter.
  await page.getByRole('radio', { name: words.text('new.clock-days') }).check();
  await page.getByRole('combobox', { name: words.text('new.clock-days') }).selectOption('7');
  await button(page, words, 'new.invite').click();
  await expect(page.locator('.terms').getByText(words.like('invite.days', { count: '7' }))).toBeVisible();
});

test('a change of language keeps what was chosen for a game with somebody elsewhere', async ({ page, words }) => {
  await page.goto('/new/cornered?with=elsewhere');
  await page.getByRole('radio', { name: words.text('new.clock-minutes') }).check();
  await page.getByRole('button', { name: words.like('new.clock-short', { minutes: '15', seconds: '10' }) }).click();
  await page.locator('#language-fr').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('#clock-minutes')).toHaveValue('15');
  await expect(page.locator('input[name=opponent][value=elsewhere]')).toBeChecked();
});

test('the lobby lists what is for everybody, and nothing that is for one', async ({ page, visitor, words }) => {
  const host = await visitor();
  await host.request.put('/api/me', { data: { name: 'Public' } });
  await invite(host.request, { kind: 'quartermaster', public: true });
  const recluse = await visitor();
  await recluse.request.put('/api/me', { data: { name: 'Recluse' } });
  await invite(recluse.request, { kind: 'quartermaster' });
  await page.goto('/lobby');
  const open = page.getByRole('region', { name: words.text('lobby.open') });
  const listed = open.getByRole('listitem').filter({ hasText: 'Public' });
  await expect(listed).toBeVisible();
  await expect(open.getByText('Recluse')).toHaveCount(0);
  await expect(listed.getByText(words.text('lobby.away'))).toBeVisible();

  // The maker comes back: it is marked, and nothing moves.
  const join = listed.getByRole('link');
  const before = await join.boundingBox();
  const { invitations } = await (await host.request.get('/api/invitations')).json();
  await host.goto(`/invitation/${invitations[0].id}`);
  await expect(listed.getByText(words.text('lobby.here'))).toBeVisible();
  expect(await join.boundingBox()).toEqual(before);
  await join.click();
  await button(page, words, 'invite.join').click();
  expect(await sidesAtGame(page)).toHaveLength(1);
  expect(await sidesAtGame(host)).toHaveLength(1);
});

test('in the lobby nothing moves: what is gone stays in its place, what is new waits', async ({ page, visitor, words }) => {
  const host = await visitor();
  await host.request.put('/api/me', { data: { name: 'Mover' } });
  const made = [];
  for (const kind of ['cornered', 'big-bang']) made.push(await invite(host.request, { kind, public: true }));
  await page.goto('/lobby');
  const open = page.getByRole('region', { name: words.text('lobby.open') });
  const mine = open.getByRole('listitem').filter({ hasText: 'Mover' });
  await expect(mine).toHaveCount(2);
  const boxes = () => Promise.all([0, 1].map((i) => mine.nth(i).boundingBox()));
  const before = await boxes();
  await host.request.delete(`/api/invitations/${made[1]?.id}`);
  await invite(host.request, { kind: 'congress', public: true });
  await expect(mine.getByText(words.text('lobby.gone'))).toBeVisible();
  const news = page.getByRole('button', { name: words.like('lobby.news') });
  await expect(news).toBeVisible();
  await expect(mine).toHaveCount(2);
  expect(await boxes()).toEqual(before);
  await news.click();
  await expect(mine.filter({ hasText: words.text('kind.congress.title') })).toBeVisible();
  await expect(mine.getByText(words.text('lobby.gone'))).toHaveCount(0);
});

test('games that everybody may watch are in the lobby, page by page, and others are not', async ({ page, visitor, words }) => {
  const [white, black] = [await visitor(), await visitor()];
  await white.request.put('/api/me', { data: { name: 'Watched' } });
  await black.request.put('/api/me', { data: { name: 'Secret' } });
  for (let i = 0; i < 21; i += 1) {
    const { id } = await invite(white.request, { kind: 'cornered', public: true, side: 'white' });
    await join(black.request, id);
  }
  const { id } = await invite(black.request, { kind: 'cornered', side: 'white' });
  await join(page.request, id);
  await page.goto('/lobby');
  const watch = page.getByRole('region', { name: words.text('lobby.watch') });
  await expect(watch.getByRole('listitem')).toHaveCount(20);
  await expect(watch.getByText(words.like('home.against-name', { side: words.text('side.black'), name: 'Secret' }))).toHaveCount(0);
  await watch.getByRole('button', { name: words.text('home.older') }).click();
  await expect(watch.getByText(words.like('home.page', { page: '2' }))).toBeVisible();
  await watch.getByRole('link').first().click();
  expect(await sidesAtGame(page)).toEqual([]);
});

test('home lists the games with others: whose turn it is, with whom, with what clock, and no way to delete them', async ({ page, visitor, words }) => {
  const host = await visitor();
  await host.request.put('/api/me', { data: { name: 'Zoé' } });
  for (const [kind, side] of [['cornered', 'white'], ['congress', 'black']]) {
    const { id } = await invite(host.request, { kind, side, clock: { kind: 'days', days: 3 } });
    await join(page.request, id);
  }
  await invite(page.request, { kind: 'big-bang', public: true });
  await page.goto('/');
  const list = page.getByRole('region', { name: words.text('home.going-on') });
  const entries = list.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  // Where it is one's turn comes first, though it is the older one.
  await expect(entries.first()).toContainText(words.text('kind.congress.title'));
  await expect(entries.first()).toContainText(words.text('home.your-turn'));
  await expect(entries.first().locator('.turn-sign')).toBeVisible();
  await expect(entries.last()).toContainText('Zoé');
  await expect(entries.last()).toContainText(words.within('invite.days', { count: '3' }));
  await expect(entries.last()).toContainText(words.within('home.time-until'));
  await expect(entries.last().locator('.turn-sign')).toHaveCount(0);
  await expect(list.getByRole('button', { name: words.within('home.delete-game') })).toHaveCount(0);
  const invitations = page.getByRole('region', { name: words.text('home.invitations') });
  await invitations.getByRole('link', { name: words.within('kind.big-bang.title') }).click();
  await expect(page.getByText(words.text('invite.waiting'))).toBeVisible();
});

test('from the first page to the game by keyboard alone', async ({ page, visitor, words }) => {
  const player = new Player(page, words);
  await page.goto('/');
  await player.tabTo(page.getByRole('link', { name: words.text('home.lobby') }));
  await page.keyboard.press('Enter');
  await player.tabTo(page.locator('.lobby-kinds').getByRole('link', { name: words.text('kind.cornered.title') }));
  await page.keyboard.press('Enter');
  await player.tabTo(page.getByRole('radio', { name: words.text('new.clock-none') }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: words.text('new.clock-minutes') })).toBeChecked();
  await player.tabTo(button(page, words, 'new.invite'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.text('invite.waiting'))).toBeVisible();
  await player.tabTo(page.getByRole('textbox', { name: words.text('invite.link') }));
  await player.tabTo(button(page, words, 'invite.copy'));

  const guest = await visitor();
  const other = new Player(guest, words);
  await guest.goto(page.url());
  await expect(nameField(guest, words)).toBeVisible();
  await other.tabTo(nameField(guest, words));
  await guest.keyboard.type('Keys');
  await other.tabTo(button(guest, words, 'invite.join'));
  await guest.keyboard.press('Enter');
  await sidesAtGame(guest);
  await sidesAtGame(page);
});

test('the link is copied, and shared where that can be done', async ({ visitor, words, baseURL }) => {
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    Object.defineProperty(navigator, 'share', { value: async (/** @type {ShareData} */ data) => /** @type {any} */ (window).shared.push(data.url) });
  });
  const link = await inviteElsewhere(page, words, 'cornered');
  expect(new URL(link).origin).toBe(baseURL);
  await button(page, words, 'invite.copy').click();
  await expect(page.getByText(words.text('invite.copied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await button(page, words, 'invite.share').click();
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).shared)).toEqual([link]);
});

test.describe('on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('one joins from the lobby with a finger', async ({ page, visitor, words }) => {
    const host = await visitor();
    await host.request.put('/api/me', { data: { name: LONG_NAME } });
    await invite(host.request, { kind: 'battle-stations', public: true });
    await page.goto('/lobby');
    const mine = page.locator('.lobby-entry').filter({ hasText: words.text('kind.battle-stations.title') });
    await expect(mine).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await shot(page, 'invitations-lobby-phone');
    await mine.getByRole('link').tap();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG_NAME);
    await button(page, words, 'invite.join').tap();
    expect(await sidesAtGame(page)).toHaveLength(1);
  });
});
