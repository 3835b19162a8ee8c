// What went wrong on other sites for board games, one test each.

import { PHONE, expect, shot, test } from './fixtures.js';
import { Player, byClick, byDrag, byFinger, byKeys, byTap, computer } from './player.js';
import { CAPTURES, OUSTING, SOLVABLE, WON } from './positions.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/**
 * Sends a command as the page does.
 * @param {Page} page
 * @param {string} id
 * @param {Record<string, unknown>} command
 */
const send = (page, id, command) =>
  page.request.post(`/api/games/${id}/commands`, { data: { request: crypto.randomUUID(), ...command } });

test.describe('a double click, or a client’s retry, plays twice', () => {
  test('a double click plays one move', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ kind: 'battle-stations', board: '1a0-2a0-3a0-4a0' });
    await player.offered(['d4']);
    await player.cell('d4').dblclick();
    await expect(player.cell('d4')).toHaveAccessibleName(words.within('board.white-pawn'));
    // Black, too, may now place a pawn: the second click was not theirs.
    await player.offered(['e5']);
    expect((await player.game()).moves).toEqual(['d4']);
  });

  test('a move whose answer is lost is sent again, and played once', async ({ page, words, faults }) => {
    faults.allow(/ERR_FAILED/);
    const player = new Player(page, words);
    await player.begin({ kind: 'cornered', board: '2a0' });
    let lost = 0;
    await page.route('**/commands', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await byClick(player, ['d1']);
    await expect(player.cell('d1')).toHaveAccessibleName(words.within('board.white-pawn'));
    await player.offered(['b2']);
    expect(await player.game()).toMatchObject({ moves: ['d1'], revision: 1 });
  });

  test('the same command twice in parallel plays one move', async ({ page, words }) => {
    const player = new Player(page, words);
    const { id, revision } = await player.begin({ kind: 'cornered', board: '2a0' });
    const command = { request: 'the same', revision, do: 'move', path: ['d1'] };
    const answers = await Promise.all([send(page, id, command), send(page, id, command)]);
    expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
    expect((await player.game()).moves).toEqual(['d1']);
  });
});

test('an illegal or malformed command changes or ends the game', async ({ page, words }) => {
  const player = new Player(page, words);
  const { id, revision } = await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0' });
  const before = await player.game();
  const wrong = [
    { revision, do: 'move', path: ['a1', 'a1'] },
    { revision, do: 'move', path: [] },
    { revision, do: 'move', path: ['z9', 'camp'] },
    { revision, do: 'move', path: 'a1-a2' },
    { revision, do: 'win' },
    { revision: revision + 7, do: 'move', path: before.position.paths[0] },
    { revision: 'now', do: 'undo' },
    { revision, do: 'undo' },
    { revision, do: 'redo' },
    { revision, do: 'resign', side: 'green' },
    {},
  ];
  for (const command of wrong) {
    const answer = await send(page, id, command);
    expect(answer.status(), JSON.stringify(command)).toBeGreaterThanOrEqual(400);
    expect(answer.status(), JSON.stringify(command)).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  }
  expect(await player.game()).toEqual(before);
});

test('a finished game can still be played, resigned, taken back', async ({ page, words }) => {
  const player = new Player(page, words);
  const { id, revision } = await player.begin({ text: WON });
  await player.expectStill();
  for (const key of ['game.undo', 'game.redo', 'game.resign']) await expect(player.button(key)).toBeDisabled();
  const before = await player.game();
  for (const deed of [{ do: 'move', path: ['c3'] }, { do: 'undo' }, { do: 'redo' }, { do: 'resign', side: 'white' }]) {
    const answer = await send(page, id, { revision, ...deed });
    expect(answer.status()).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'over' });
  }
  expect(await player.game()).toEqual(before);
});

for (const side of /** @type {const} */ (['white', 'black'])) {
  test(`at one screen, resigning is charged to the wrong side: ${side} resigns`, async ({ page, words }) => {
    const player = new Player(page, words);
    const { revision } = await player.begin({ kind: 'cornered', board: '2a0' });
    await player.button('game.resign').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.like('game.resign-side', { side: words.text(`side.${side}`) }) }).click();
    const { outcome } = await player.settled(revision);
    expect(outcome).toMatchObject({ winner: side === 'white' ? 'black' : 'white', reason: 'resignation' });
    await expect(page.getByText(words.text('reason.resignation')).first()).toBeVisible();
  });
}

test('the layout jumps and a click lands on “resign”', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0', black: computer(8) });
  const resign = player.button('game.resign');
  const place = await resign.boundingBox();
  /** @param {string} when */
  const expectInPlace = async (when) => expect(await resign.boundingBox(), when).toEqual(place);

  await player.offered(['a4', 'a3']);
  await player.cell('a4').click();
  await expectInPlace('a pawn is chosen');
  await player.cell('a3').click();
  await expectInPlace('the move is sent');
  await expect(player.status.getByText(words.text('game.thinking-text'))).toBeVisible();
  await expectInPlace('the computer thinks');
  await player.settled(1);
  await expect(player.status.getByText(words.text('game.thinking-text'))).toBeHidden();
  await expectInPlace('the computer has played');
  await player.button('game.previous').click();
  await expectInPlace('an earlier move is looked at');
  await player.button('game.last').click();
  await player.button('game.undo').click();
  await expect(player.button('game.redo')).toBeEnabled();
  await expectInPlace('the moves are taken back');
});

test.describe('a player undoes the opponent’s move', () => {
  test('against the computer one comes back to one’s own turn', async ({ page, words }) => {
    const player = new Player(page, words);
    let game = await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0', black: computer(1) });
    game = await player.move(['a4', 'a3']);
    game = await player.move(game.position.paths[0] ?? []);
    expect(game.moves).toHaveLength(4);
    await player.button('game.undo').click();
    game = await player.settled(game.revision);
    expect(game).toMatchObject({ position: { turn: 'white', ply: 2 }, undone: 2 });
    await player.button('game.undo').click();
    game = await player.settled(game.revision);
    expect(game).toMatchObject({ position: { turn: 'white', ply: 0 } });
    await expect(player.button('game.undo')).toBeDisabled();
    await player.button('game.redo').click();
    game = await player.settled(game.revision);
    expect(game).toMatchObject({ position: { turn: 'white', ply: 2 } });
  });

  test('somebody else can do nothing', async ({ page, words, browser, baseURL }) => {
    const player = new Player(page, words);
    const { id } = await player.begin({ kind: 'cornered', board: '2a0' });
    const { revision } = await player.move(['d1']);
    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    for (const deed of [{ do: 'undo' }, { do: 'move', path: ['b2'] }, { do: 'resign', side: 'white' }]) {
      const data = { request: crypto.randomUUID(), revision, ...deed };
      const answer = await other.request.post(`/api/games/${id}/commands`, { data });
      expect(answer.status()).toBe(403);
    }
    expect((await other.request.delete(`/api/games/${id}`)).status()).toBe(403);
    await other.close();
    expect((await player.game()).moves).toEqual(['d1']);
  });
});

test('the computer never answers', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.clock.install();
  let hangs = true;
  await page.routeWebSocket('**/live', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => hangs || socket.send(message));
  });
  const { id, revision } = await player.begin({ kind: 'cornered', board: '2a0', black: computer(1) });
  // A client without messages polls, which hangs as well.
  await page.route(`**/api/games/${id}`, (route) => (hangs ? undefined : route.continue()));
  await byClick(player, ['d1']);
  await expect(player.status.getByText(words.text('game.thinking-text'))).toBeVisible();
  // Its time runs from when the page knows that the move was kept.
  await expect(async () => {
    await page.clock.runFor(45_000);
    await expect(player.status.getByText(words.text('game.slow'))).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(player.button('game.resign')).toBeEnabled();
  await shot(page, 'computer-never-answers');
  hangs = false;
  await player.button('game.ask-again').click();
  const game = await player.settled(revision + 1);
  expect(game.moves).toHaveLength(2);
  await expect(player.status.getByText(words.text('game.slow'))).toBeHidden();
});

test('a computer that thinks looks like a page that died', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0', black: computer(8) });
  await player.offered(['a4', 'a3']);
  await player.cell('a4').click();
  // The page itself measures: a test that looks again and again is late on a machine that is busy.
  await page.evaluate((thinking) => {
    const status = document.querySelector('.status');
    let begun = NaN;
    document.addEventListener('pointerup', () => (begun = performance.now()), { capture: true, once: true });
    const look = () => {
      if (status?.textContent?.includes(thinking)) Object.assign(window, { shownAfter: performance.now() - begun });
      else requestAnimationFrame(look);
    };
    look();
  }, words.text('game.thinking-text'));
  await player.cell('a3').click();
  await expect(player.status.getByText(words.text('game.thinking-text'))).toBeVisible();
  expect(await (await page.waitForFunction(() => /** @type {any} */ (window).shownAfter)).jsonValue()).toBeLessThan(1000);
});

test.describe('on a phone, dragging scrolls the page, or taps do nothing', () => {
  test.use(PHONE);

  for (const [name, way] of /** @type {const} */ ([['taps', byTap], ['drags', byFinger]])) {
    test(`a game by ${name}`, async ({ page, words }) => {
      const player = new Player(page, words);
      const { revision } = await player.begin({ kind: 'north-west-passage', board: '1a0-2a0-3a0-4a0' });
      await page.evaluate(() => scrollTo(0, 40));
      const before = await page.evaluate(() => scrollY);
      let game = await player.move(['e4', 'e2'], way);
      game = await player.move(game.position.paths[0] ?? [], way);
      expect(game.revision).toBe(revision + 2);
      expect(await page.evaluate(() => scrollY)).toBe(before);
    });
  }
});

for (const [name, way] of /** @type {const} */ ([['click', byClick], ['drag', byDrag], ['keys', byKeys]])) {
  test(`clicking an enemy pawn that can be taken selects instead of taking: by ${name}`, async ({ page, words }) => {
    const player = new Player(page, words);
    let game = await player.begin({ text: CAPTURES });
    const captures = game.position.paths.filter(([, to = '']) => game.position.pawns.black.includes(to));
    expect(captures.length).toBe(8);
    for (const path of captures) {
      if (way === byKeys) await player.focusBoard();
      game = await player.move(path, way);
      expect(game.moves.at(-1)).toBe(path.join('x'));
      game = await player.command('undo');
    }
  });
}

test('raw keys or the wrong language appear: errors too', async ({ page, words, faults }) => {
  faults.allowStatus(404);
  await page.goto('/game/nosuchgame');
  await expect(page.getByText(words.text('error.not-found')).first()).toBeVisible();
});

test('“database is locked” under two writers', async ({ page, words, context }) => {
  const players = [new Player(page, words), new Player(await context.newPage(), words)];
  // One after the other: the first is given the cookie by which both are known.
  for (const player of players) await player.begin(SOLVABLE);
  await Promise.all(
    players.map(async (player) => {
      for (let i = 0; i < 12; i += 1) {
        await player.move(['d1']);
        await player.command('undo');
      }
    }),
  );
  for (const player of players) expect((await player.game()).revision).toBe(24);
});

test.describe('after an update old and new scripts mix in one page', () => {
  test('a page finds no newer script at its own address, and offers to load itself again', async ({ page, words, faults }) => {
    faults.allowStatus(404);
    faults.allow(/Failed to load|dynamically imported/);
    await page.goto('/');
    await expect(page.locator('.card').first()).toBeVisible();
    // As the server does after an update: the old version’s address is gone, with all below it.
    const { pathname } = new URL((await page.locator('script[type=module]').getAttribute('src')) ?? '', page.url());
    const old = pathname.split('/').slice(0, 3).join('/');
    expect((await page.request.get(`${old.slice(0, -1)}x/main.js`)).status()).toBe(404);
    await page.route(`**${old}/**`, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: words.text('shell.about') }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('shell.not-loaded'));
    await page.unroute(`**${old}/**`);
    await page.getByRole('button', { name: words.text('shell.reload') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('about.title'));
  });

  test('the rules beside a game say so too', async ({ page, words, faults }) => {
    faults.allowStatus(404);
    faults.allow(/Failed to load/);
    const player = new Player(page, words);
    await player.begin(SOLVABLE);
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    await player.button('game.rules').click();
    await expect(page.getByRole('alert').getByText(words.text('shell.not-loaded-why'))).toBeVisible();
  });

  test('and so does the board builder', async ({ page, words, faults }) => {
    faults.allowStatus(404);
    faults.allow(/Failed to load/);
    const player = new Player(page, words);
    await page.goto('/new/congress');
    await expect(player.button('new.board-build')).toBeVisible();
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    await player.button('new.board-build').click();
    await expect(page.getByRole('alert').getByText(words.text('shell.not-loaded-why'))).toBeVisible();
  });
});

test('a dialog stays when one goes back', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/about');
  await player.begin(SOLVABLE);
  for (const key of ['game.record', 'game.resign']) {
    await player.button(key).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('about.title'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(player.grid).toBeVisible();
  }
});

test('a move of several steps is not half made when the page is left', async ({ page, words }) => {
  const player = new Player(page, words);
  const { revision } = await player.begin({ text: OUSTING });
  await player.cell('e7').click();
  await player.cell('g8').click();
  await page.reload();
  await player.offered(['e7', 'g8', 'a1']);
  expect((await player.game()).revision).toBe(revision);
});
