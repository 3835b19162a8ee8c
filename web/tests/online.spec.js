// Two people at two places, and others who watch.

import { PHONE, expect, shot, test } from './fixtures.js';
import { Pair, pair, watch } from './online.js';
import { Player, byClick } from './player.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./player.js').Game} Game */

/** Plays without the page. @param {Player} player @param {Record<string, unknown>} deed */
async function send(player, deed) {
  const { id, revision } = await player.game();
  const data = { revision, request: crypto.randomUUID(), ...deed };
  return player.page.request.post(`/api/games/${id}/commands`, { data });
}

/** Plays the first legal move without the page. @param {Player} player */
async function sendMove(player) {
  const { position } = await player.game();
  const answer = await send(player, { do: 'move', path: position.paths[0] });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** @param {Page} page */
const banner = (page) => page.locator('#offline');

/** The place of what is proposed. @param {Player} player */
const proposal = (player) => player.page.locator('.proposal');

/** All say whose turn it is as the server does, and show its moves. @param {Pair} two */
async function expectInStep(two) {
  const { moves, position } = await two.white.game();
  await two.expectMoves(moves);
  for (const { page, words, status } of two.both) {
    await expect(page.locator('.seat-turn strong')).toHaveText(words.text(`side.${position.turn}`));
    await expect(status.locator('.status-error')).toHaveCount(0);
  }
  for (const player of two.both) {
    const own = two[position.turn] === player;
    await expect(player.cellsThat('board.can-move'), 'only the side to move can').toHaveCount(own ? new Set(position.paths.map(([from]) => from)).size : 0);
  }
}

test.describe('the player sees their move, the server never got it', () => {
  test('a move sent while the network is away is sent again, and arrives once', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL });
    const { white, black } = two;
    await white.offered(['a4', 'a3']);
    let isCut = true;
    await white.page.route('**/commands', (route) => (isCut ? route.abort() : route.continue()));
    await byClick(white, ['a4', 'a3']);
    await expect(white.status.getByText(words.text('game.waiting'))).toBeVisible();
    await expect(banner(white.page)).toBeVisible();
    isCut = false;
    await two.expectMoves(['a4-a3']);
    await expectInStep(two);
    expect((await black.game()).revision).toBe(1);
    await two.close();
  });

  test('a move whose answer is lost is played once', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL });
    let lost = 0;
    await two.white.page.route('**/commands', async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await two.white.offered(['a4', 'a3']);
    await byClick(two.white, ['a4', 'a3']);
    await two.expectMoves(['a4-a3']);
    await expect.poll(() => lost).toBe(2);
    await two.play(1);
    expect((await two.black.game()).revision).toBe(2);
    await two.close();
  });

  test('a move that is refused is visibly taken back, with the reason', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL });
    const { white } = two;
    await white.page.route('**/commands', (route) =>
      route.fulfill({ status: 429, json: { code: 'too-many-requests', message: '', details: { seconds: 3 } } }));
    await white.offered(['a4', 'a3']);
    await byClick(white, ['a4', 'a3']);
    await expect(white.status.getByText(words.like('error.too-many-requests'))).toBeVisible();
    await expect(white.cell('a4')).toHaveAccessibleName(words.within('board.white-pawn'));
    await two.expectMoves([]);
    await white.page.unroute('**/commands');
    await byClick(white, ['a4', 'a3']);
    await two.expectMoves(['a4-a3']);
    await expect(white.status.getByText(words.like('error.too-many-requests'))).toHaveCount(0);
    await two.close();
  });

  test('a move that crosses a proposal stands', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL });
    const { white, black } = two;
    let holds = true;
    await white.page.routeWebSocket('**/live', (socket) => {
      socket.connectToServer().onMessage((message) => holds || socket.send(message));
    });
    await white.page.reload();
    await white.offered(['a4', 'a3']);
    expect((await send(black, { do: 'offer', what: 'draw' })).status()).toBe(200);
    await byClick(white, ['a4', 'a3']);
    holds = false;
    await two.expectMoves(['a4-a3']);
    expect(await black.game()).toMatchObject({ revision: 2, moves: ['a4-a3'] });
    await two.close();
  });

  test('a move that was overtaken is taken back, and the page says why', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL });
    const { white } = two;
    await white.page.routeWebSocket('**/live', (socket) => {
      socket.connectToServer().onMessage(() => {});
    });
    await white.page.reload();
    await white.offered(['a4', 'a3']);
    // Another one is there just before it: the page has no time to hear of it otherwise.
    await white.page.route('**/commands', async (route) => {
      expect((await send(white, { do: 'move', path: ['b1', 'b2'] })).status()).toBe(200);
      await route.continue();
    }, { times: 1 });
    await byClick(white, ['a4', 'a3']);
    await two.expectMoves(['b1-b2']);
    // The reason stays, though the other move is shown a moment later.
    await expect(white.cell('b2')).toHaveAccessibleName(words.within('board.white-pawn'));
    await expect(white.status.getByText(words.text('error.stale'))).toBeVisible();
    await two.close();
  });
});

test('joining or reloading exactly when a move lands misses it', async ({ browser, words, baseURL }) => {
  test.setTimeout(180_000);
  const two = await pair({ browser, words, baseURL });
  const { page } = await watch(two, { browser, words, baseURL });
  const assets = ((await page.locator('script[type=module]').getAttribute('src')) ?? '').replace(/main\.js$/, '');
  for (let round = 0; round < 60; round += 1) {
    const before = await two.white.game();
    // A client that connects now gets the move before, during or after its connection.
    const joined = page.evaluate(
      async ({ assets, id, revision, wait }) => {
        await new Promise((done) => setTimeout(done, wait));
        const { Session } = await import(`${assets}game/session.js`);
        return new Promise((done) => {
          const session = new Session(id, () => {
            const { game, positions } = session;
            if (game.revision <= revision || positions.length <= game.position.ply) return;
            session.close();
            done({ moves: game.moves, plies: positions.map((/** @type {{ ply: number }} */ position) => position.ply) });
          });
          session.open();
        });
      },
      { assets, id: two.id, revision: before.revision, wait: round % 12 },
    );
    await sendMove(two[before.position.turn]);
    const after = await two.white.game();
    expect(await joined).toEqual({ moves: after.moves, plies: [...Array(after.moves.length + 1).keys()] });
    if (after.outcome) break;
  }
  for (let round = 0; round < 4; round += 1) {
    const { outcome, position } = await two.white.game();
    if (outcome) break;
    await Promise.all([two.black.page.reload(), sendMove(two[position.turn])]);
    await two.expectMoves((await two.white.game()).moves);
  }
  await two.close();
});

test('a takeback to the ply that is looked at: the page goes on with the game', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await two.play(4);
  await white.button('online.ask-takeback').click();
  await expect(black.button('online.accept')).toBeVisible();
  await white.button('game.previous').click();
  await white.button('game.previous').click();
  await expect(white.page).toHaveURL(/ply=2$/);
  await black.button('online.accept').click();
  await expect(white.page.locator('.moves .move')).toHaveCount(2);
  await two.play(2);
  await expect(white.page).not.toHaveURL(/ply=/);
  await expect(white.page.locator('.moves .move')).toHaveCount(4);
  await expectInStep(two);
  await two.close();
});

test('the own draw offer is accepted by oneself', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, {}, { names: { white: 'Ada' } });
  const { white, black } = two;
  await white.button('online.offer-draw').click();
  await expect(proposal(white)).toContainText(words.text('online.draw-offered-by-you'));
  await expect(white.button('online.accept')).toHaveCount(0);
  const answer = await send(white, { do: 'accept' });
  expect(answer.status()).toBe(409);
  expect((await white.game()).outcome).toBeNull();

  await expect(proposal(black)).toContainText(words.text('online.draw-offered'));
  await expect(proposal(black)).toContainText('Ada');
  await black.button('online.decline').click();
  await expect(proposal(white)).toContainText(words.text('online.declined'));
  await expect(white.button('online.offer-draw')).toBeDisabled();

  await two.play(1);
  await black.button('online.offer-draw').click();
  await expect(proposal(white)).toContainText(words.text('online.draw-offered'));
  await black.button('online.withdraw').click();
  await expect(white.button('online.accept')).toHaveCount(0);
  await expect(proposal(black)).not.toContainText(words.text('online.declined'));

  await two.play(1);
  await black.button('online.offer-draw').click();
  await white.button('online.accept').click();
  for (const { status } of two.both) await expect(status.getByText(words.text('reason.agreement'))).toBeVisible();
  expect((await white.game()).outcome).toMatchObject({ winner: null, reason: 'agreement' });
  await two.close();
});

test('taking back puts turn or clock out of step between the two', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, { clock: { kind: 'fischer', minutes: 5, seconds: 5 } });
  await expect(two.white.button('online.ask-takeback')).toBeDisabled();
  for (const plies of [1, 2, 3]) {
    await two.play(plies);
    for (const [asker, other] of /** @type {const} */ ([['white', 'black'], ['black', 'white']])) {
      const before = await two[asker].game();
      if (!(await two[asker].button('online.ask-takeback').isEnabled())) continue;
      await two[asker].button('online.ask-takeback').click();
      await two[other].button('online.accept').click();
      await expect.poll(async () => (await two[asker].game()).moves.length).toBeLessThan(before.moves.length);
      await expectInStep(two);
      await expectSameClocks(two);
    }
  }
  await two.play(1);
  await two.close();
});

/** Both pages show the server's clocks, as far as they can be read at once. @param {Pair} two */
async function expectSameClocks(two) {
  const seconds = async (/** @type {Player} */ player, /** @type {string} */ side) => {
    const name = player.words.like('online.clock', { side: player.words.text(`side.${side}`) });
    const [minutes = 0, rest = 0] = ((await player.page.getByRole('timer', { name }).textContent()) ?? '').split(':').map(Number);
    return minutes * 60 + rest;
  };
  for (const side of ['white', 'black']) {
    await expect(async () => {
      const { clock } = /** @type {any} */ (await two.white.game());
      for (const player of two.both) expect(Math.abs((await seconds(player, side)) - clock.left[side] / 1000)).toBeLessThan(3);
    }).toPass();
  }
}

test('a prepared move stays behind and is played later', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  await two.play(2);
  const { position } = await two.white.game();
  // Out of turn nothing is chosen, so that nothing stays behind.
  for (const place of [position.pawns.black[0] ?? '', position.pawns.white[0] ?? '']) await two.black.cell(place).click();
  await expect(two.black.page.locator('.pawn.lifted')).toHaveCount(0);
  await two.play(1);
  await two.black.offered((await two.black.game()).position.paths[0] ?? []);
  await expect(two.black.page.locator('.pawn.lifted')).toHaveCount(0);
  expect((await two.black.game()).position).toMatchObject({ ply: 3, turn: 'black' });
  await two.close();
});

test('two tabs of one player stay in step', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const second = new Player(await two.white.page.context().newPage(), words);
  await second.page.goto(`/game/${two.id}`);
  await second.move(['a4', 'a3']);
  await two.expectMoves(['a4-a3']);
  await two.play(1);
  await two.white.button('online.offer-draw').click();
  await expect(second.button('online.withdraw')).toBeVisible();
  await second.button('online.withdraw').click();
  await expect(two.white.button('online.withdraw')).toHaveCount(0);
  await expectInStep(new Pair(two.id, { white: second, black: two.black }));
  await expectInStep(two);
  await two.close();
});

test('losing the network in mid-move ends in a correct board on both sides', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  await two.play(2);
  // Cut off with a pawn in the hand, and with the move made.
  const { paths } = (await white.game()).position;
  const [from = '', to = ''] = paths[0] ?? [];
  await white.cell(from).click();
  await white.page.context().setOffline(true);
  await expect(banner(white.page)).toBeVisible();
  await white.cell(to).click();
  await expect(white.status.getByText(words.text('game.waiting'))).toBeVisible();
  await two.expectMoves((await black.game()).moves);
  await white.page.context().setOffline(false);
  await expect(banner(white.page)).toBeHidden();
  await expect.poll(async () => (await black.game()).moves.length).toBe(3);
  await expectInStep(two);

  // The other one plays while one is away.
  await white.page.context().setOffline(true);
  await expect(banner(white.page)).toBeVisible();
  await black.move((await black.game()).position.paths[0] ?? []);
  await expect(white.page.locator('.moves .move')).toHaveCount(3);
  await white.page.context().setOffline(false);
  await expectInStep(two);
  await expect(banner(white.page)).toBeHidden();
  await two.play(2);
  await two.close();
});

test('a server that is killed is found again by both', async ({ browser, words, baseURL, server }) => {
  const two = await pair({ browser, words, baseURL });
  await two.play(2);
  await server.kill();
  for (const { page } of two.both) await expect(banner(page)).toBeVisible();
  await server.start();
  for (const { page } of two.both) await expect(banner(page)).toBeHidden();
  await expectInStep(two);
  await two.play(2);
  await two.close();
});

test('a spectator sees everything and can do nothing', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL }, { chat: true }, { names: { white: 'Ada', black: 'Böhm' } });
  const watcher = await watch(two, { browser, words, baseURL });
  for (const { page } of [...two.both, watcher]) await expect(page.locator('.game-watchers')).toHaveText(words.like('online.watchers'));
  for (const name of ['Ada', 'Böhm']) await expect(watcher.page.locator('.seat').getByText(name)).toBeVisible();
  await two.play(1);
  await two.white.page.locator('#chat-text').fill('For us alone');
  await two.white.page.keyboard.press('Enter');
  await expect(two.black.page.locator('.chat-text')).toHaveText('For us alone');
  await two.black.button('online.offer-draw').click();
  await expect(proposal(watcher)).toContainText('Böhm');
  await watcher.expectStill();
  for (const key of ['online.accept', 'online.decline', 'online.ask-takeback', 'online.offer-draw', 'game.resign', 'notify.title']) {
    await expect(watcher.button(key)).toHaveCount(0);
  }
  await expect(watcher.page.locator('.chat')).toBeHidden();
  for (const deed of [{ do: 'move', path: ['b2', 'b3'] }, { do: 'accept' }, { do: 'decline' }, { do: 'resign', side: 'white' }]) {
    expect((await send(watcher, deed)).status()).toBe(403);
  }
  await watcher.button('game.analyst').click();
  await expect(watcher.status.getByText(words.text('error.analysis-later'))).toBeVisible();
  await two.close();
});

test('the layout jumps and a click lands on “resign”: proposals and presence', async ({ browser, words, baseURL }) => {
  for (const contexts of [{}, PHONE]) {
    const two = await pair({ browser, words, baseURL }, { chat: true, clock: { kind: 'days', days: 3 } }, { names: { white: 'W'.repeat(24), black: 'M'.repeat(24) }, contexts });
    const { white, black } = two;
    // Until both have moved, a game is not resigned.
    for (const player of two.both) await sendMove(player);
    await two.expectMoves((await white.game()).moves);
    const watched = ['game.resign', 'online.offer-draw', 'game.first'].map((key) => white.button(key));
    // On the page, however far it is scrolled.
    const place = (/** @type {Element} */ element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y: y + scrollY, width, height };
    };
    const places = () => Promise.all([...watched, white.grid].map((one) => one.evaluate(place)));
    const before = await places();
    /** @param {string} when */
    const expectInPlace = async (when) => {
      expect(await places(), when).toEqual(before);
      expect(await white.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), when).toBe(true);
    };

    await black.button('online.offer-draw').click();
    await expect(white.button('online.accept')).toBeVisible();
    await expectInPlace('a draw is offered');
    await white.button('online.decline').click();
    await expect(white.button('online.accept')).toHaveCount(0);
    await expectInPlace('it is declined');
    await white.button('online.offer-draw').click();
    await expect(white.button('online.withdraw')).toBeVisible();
    await expectInPlace('a draw is offered by oneself');
    const watcher = await watch(two, { browser, words, baseURL });
    await expect(white.page.locator('.game-watchers')).toHaveText(words.like('online.watchers'));
    await expectInPlace('somebody watches');
    await watcher.page.context().close();
    await black.page.close();
    await expect(white.page.getByRole('img', { name: words.text('online.away') })).toBeVisible();
    await expectInPlace('the other player has gone');
    await two.close();
  }
});

test.describe('chat', () => {
  test('is plain text, told once, and counted where it is not seen', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL }, { chat: true }, { names: { white: 'Ada' }, contexts: PHONE });
    const { white, black } = two;
    const toggle = (/** @type {Player} */ player) => player.page.locator('.chat-toggle');
    const lines = (/** @type {Player} */ player) => player.page.locator('.chat-text');
    await toggle(white).click();
    const text = `<img src=x onerror=alert(1)> & ${'w'.repeat(120)}`;
    for (const said of [text, 'Good luck!']) {
      await white.page.locator('#chat-text').fill(said);
      await white.page.locator('#chat-text').press('Enter');
      await expect(lines(white).last()).toHaveText(said);
      await expect(white.page.locator('#chat-text')).toHaveValue('');
    }
    await expect(black.page.locator('.chat-unread')).toHaveText(words.like('chat.unread', { count: '2' }));
    await expect(black.page.locator('#live')).toContainText('Good luck!');
    await black.page.reload();
    await toggle(black).click();
    await expect(lines(black)).toHaveText([text, 'Good luck!']);
    await expect(black.page.locator('.chat img')).toHaveCount(0);
    await expect(black.page.locator('.chat-unread')).toBeEmpty();
    expect(await black.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await shot(black.page, 'chat-phone');
    await white.page.context().setOffline(true);
    await expect(banner(white.page)).toBeVisible();
    await white.page.context().setOffline(false);
    await expect(banner(white.page)).toBeHidden();
    await black.page.locator('#chat-text').fill('Back again?');
    await black.page.locator('#chat-text').press('Enter');
    await expect(lines(white)).toHaveText([text, 'Good luck!', 'Back again?']);
    await black.page.reload();
    await expect(toggle(black)).toBeVisible();
    await expect(black.page.locator('.chat-unread')).toBeEmpty();
    await two.close();
  });

  test('says when it was too much at once, and keeps what was written', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL }, { chat: true });
    const { page } = two.white;
    await page.route('**/messages', (route) =>
      route.fulfill({ status: 429, json: { code: 'too-many-requests', message: '', details: { seconds: 2 } } }));
    await page.locator('#chat-text').fill('Hello');
    await page.locator('#chat-text').press('Enter');
    await expect(page.locator('.chat').getByRole('alert')).toHaveText(words.like('error.too-many-requests'));
    await expect(page.locator('#chat-text')).toHaveValue('Hello');
    await two.close();
  });

  test('is not there when the players chose so', async ({ browser, words, baseURL }) => {
    const two = await pair({ browser, words, baseURL });
    await expect(two.white.page.locator('.chat')).toBeHidden();
    await two.close();
  });
});

test('a player who looks at something else is called: by the title, a sound, a notification', async ({ browser, words, baseURL }) => {
  const two = await pair({ browser, words, baseURL });
  const { white, black } = two;
  const { page } = black;
  await page.addInitScript(() => {
    const calls = /** @type {string[]} */ ([]);
    Object.assign(window, { calls });
    // The sounds of the board have a switch of their own.
    localStorage.setItem('sound', 'false');
    class Shown {
      static permission = 'default';
      static async requestPermission() {
        Shown.permission = 'granted';
        return 'granted';
      }
      /** @param {string} title */
      constructor(title) {
        calls.push(title);
      }
    }
    Object.assign(window, { Notification: Shown });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      calls.push('tone');
      start.call(this, when);
    };
  });
  await page.reload();
  // The tones come a moment after the rest, when the browser's audio is ready.
  const calls = () => page.evaluate(() => /** @type {any} */ (window).calls);
  const look = (/** @type {boolean} */ looks) =>
    page.evaluate((looks) => {
      document.hasFocus = () => looks;
      dispatchEvent(new Event(looks ? 'focus' : 'blur'));
    }, looks);
  await expect(black.grid).toBeVisible();
  await expect(page).not.toHaveTitle(/●/);
  await look(false);
  await sendMove(white);
  await expect(page).toHaveTitle(words.within('notify.title-mark'));
  expect(await calls(), 'silent unless the visitor wants it').toEqual([]);
  await look(true);
  await expect(page).not.toHaveTitle(/●/);

  await black.button('notify.title').click();
  await page.getByRole('checkbox', { name: words.text('notify.sound') }).check();
  await page.getByRole('checkbox', { name: words.text('notify.show') }).check();
  await page.keyboard.press('Escape');
  await expect.poll(calls, 'a sample').toEqual(['tone', 'tone']);
  await sendMove(black);
  await look(false);
  await sendMove(white);
  await expect(page).toHaveTitle(/●/);
  await expect.poll(calls).toHaveLength(2 + 3);
  await look(true);
  await black.button('notify.title').click();
  await expect(page.getByRole('checkbox', { name: words.text('notify.sound') })).toBeChecked();
  await two.close();
});

test('a match of three games by link, with a third who watches, until a clock has run out', async ({ browser, words, baseURL }) => {
  test.setTimeout(240_000);
  const two = await pair({ browser, words, baseURL }, { target: 20, chat: true, clock: { kind: 'fischer', minutes: 1, seconds: 0 } });
  const { white, black } = two;
  const watcher = await watch(two, { browser, words, baseURL });
  const follow = async () => {
    await watcher.button('game.to-next').click();
    await expect(watcher.page).toHaveURL(new URL(white.page.url()).pathname);
  };
  await two.play(2);
  await white.page.reload();
  await two.play(1);
  await white.button('online.ask-takeback').click();
  await black.button('online.accept').click();
  await expect(watcher.page.locator('.moves .move')).toHaveCount(2);
  await black.page.context().setOffline(true);
  await expect(banner(black.page)).toBeVisible();
  await black.page.context().setOffline(false);
  await two.play(1);
  await white.button('online.offer-draw').click();
  await black.button('online.accept').click();
  for (const player of [white, black, watcher]) await expect(player.status.getByText(words.text('reason.agreement'))).toBeVisible();

  const first = await white.game();
  await black.button('online.rematch-same').click();
  await white.button('online.accept').click();
  for (const { page } of two.both) await expect(page).not.toHaveURL(new RegExp(two.id));
  await follow();
  const second = await black.game();
  expect(second).toMatchObject({ first: 'black', board: /** @type {any} */ (first).board, match: { number: 2 } });
  const next = new Pair(second.id, two);
  await next.play(2);
  await white.button('game.resign').click();
  await white.page.getByRole('dialog').getByRole('button', { name: words.text('game.resign-yes'), exact: true }).click();
  for (const player of [white, black, watcher]) await expect(player.status.getByText(words.text('reason.resignation'))).toBeVisible();

  await white.button('online.rematch-random').click();
  await black.button('online.decline').click();
  await expect(proposal(white)).toContainText(words.text('online.declined'));
  await expect(proposal(watcher)).toContainText(words.text('online.declined-between'));
  await expect(white.button('online.rematch-random')).toHaveCount(0);
  await black.button('online.rematch-random').click();
  await white.button('online.accept').click();
  for (const { page } of two.both) await expect(page).not.toHaveURL(new RegExp(second.id));
  await follow();
  const third = await white.game();
  expect(third).toMatchObject({ first: 'white', match: { number: 3, black: 1 } });
  await new Pair(third.id, two).play(2);
  await expect(white.page.locator('#live')).toContainText(words.within('online.time-left'), { timeout: 65_000 });
  await shot(white.page, 'online-time-short');
  for (const player of [white, black, watcher]) await expect(player.status.getByText(words.text('reason.time'))).toBeVisible({ timeout: 75_000 });
  expect((await white.game()).outcome).toMatchObject({ winner: 'black', reason: 'time' });
  await two.close();
});
