// What one does at the board and what it answers: tries that are refused, moves shown one after the
// other, the pawn in the hand, the legend, passing, sounds.

import { expect, test } from './fixtures.js';
import { Player, byClick, byDrag, byKeys, byTap, computer, middle } from './player.js';
import { CAMPS, CAPTURES, OUSTING, PASSING } from './positions.js';

/** @typedef {import('@playwright/test').Page} Page */

const START = { kind: 'katarenga', board: '1a0-2a0-3a0-4a0' };

/** North West Passage, in which White can evict: the start, and a move on. */
const PASSAGE = { kind: 'north-west-passage', board: '1a0-2a0-3a0-4a0' };

/** What was last said beside a square. @param {Page} page */
const bubble = (page) => page.locator('.board-bubble');

/** How many moves the page shows. @param {Page} page */
const shown = (page) => page.locator('.nav-where');

/** @type {(page: Page, id: string, revision: number, path: string[]) => Promise<void>} */
async function send(page, id, revision, path) {
  const data = { request: crypto.randomUUID(), revision, do: 'move', path };
  expect((await page.request.post(`/api/games/${id}/commands`, { data })).status()).toBe(200);
}

/**
 * What the page hears of its game over the live connection, from when it is loaded next.
 * @param {Page} page
 */
function listenIn(page) {
  /** @type {{ type: string, game?: import('./player.js').Game, watchers?: number }[]} */
  const heard = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload)))));
  return heard;
}

/** Stops the page's clock: from then on time passes by `page.clock.runFor`. @param {Page} page */
async function stopTime(page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

/** @type {[string, import('./player.js').Way][]} */
const WAYS = [['click', byClick], ['drag', byDrag], ['keys', byKeys]];

for (const [name, way] of WAYS) {
  test(`F19: a try that is refused says why, and the pawn stays chosen: by ${name}`, async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin(START);
    await player.offered(['f1', 'f2']);
    await player.enterBoard();
    await way(player, ['f1', 'f8']);
    const reason = /** @type {const} */ (['error.beyond-stop', { to: 'f8', from: 'f1', stop: 'f5', 'colour:colour': 'red' }]);
    await expect(bubble(page)).toHaveText(words.like(...reason));
    await expect(bubble(page)).toBeInViewport();
    // Before it may stand what was said a moment ago, such as a shorter reason where this one is long in coming.
    await expect(page.locator('#live')).toHaveText(words.within(...reason));
    await expect(player.cell('f1')).toHaveAccessibleName(words.within('board.chosen'));
    // It goes on from there.
    await player.cell('f3').click();
    await expect(bubble(page)).toBeHidden();
    expect((await player.settled(0)).moves).toEqual(['f1-f3']);
  });
}

test.describe('in French, on a phone', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('F19: a try that is refused says why in French', async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin(START);
    await byTap(player, ['f1', 'f8']);
    await expect(bubble(page)).toHaveText(words.like('error.beyond-stop', { stop: 'f5' }));
    await expect(bubble(page)).toBeInViewport({ ratio: 1 });
    await byTap(player, ['h8']);
    await expect(bubble(page)).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: 'tests/screenshots/refused-fr-phone.png' });
  });
});

test('F19: whatever is tapped is answered', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin(START);
  const tries = /** @type {const} */ ([
    ['e8', 'error.pawn-of-other-side', { square: 'e8' }],
    ['d4', 'error.no-pawn', { square: 'd4' }],
    ['camp-white', 'board.choose-first', {}],
    ['camp-black', 'board.other-camp', {}],
  ]);
  for (const [place, key, known] of tries) {
    await player.cell(place).click();
    await expect(bubble(page), place).toHaveText(words.like(key, known));
  }
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toBeHidden();
  await byClick(player, ['a1', 'camp-white']);
  await expect(bubble(page)).toHaveText(words.like('error.rule-not-on-far-rank'));
  await expect(player.cell('a1')).toHaveAccessibleName(words.within('board.chosen'));
});

test('F19: a pawn that has no move, and a square where none can be placed', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: 'congress 1a0-2a0-3a0-4a0 bbb5/8/8/8/3wwwww/1w6/2w5/w2bbbbb w w' });
  await player.cell('a1').click();
  await expect(bubble(page)).toHaveText(words.like('error.no-moves-from', { square: 'a1' }));
  await player.begin({ text: 'cornered 2a0 4/4/4/3w b w last=d1' });
  await player.cell('a1').click();
  await expect(bubble(page)).toHaveText(words.like('error.rule-not-en-prise', { square: 'a1' }));
  await expect(bubble(page)).not.toHaveText(/en prise/);
});

test('F19: why nothing can be moved: the computer thinks, an earlier position, the end, somebody else’s game', async ({ page, words, visitor }) => {
  const player = new Player(page, words);
  const { id } = await player.begin(START);
  const watcher = await visitor();
  await watcher.goto(`/game/${id}`);
  await watcher.locator('[data-place=a1]').click();
  await expect(bubble(watcher)).toHaveText(words.text('error.not-yours'));

  await player.move(['f1', 'f3']);
  await player.button('game.previous').click();
  await player.cell('f1').click();
  await expect(bubble(page)).toHaveText(words.text('board.earlier'));
  await player.button('game.next').click();
  await expect(bubble(page)).toBeHidden();

  // Without the live connection the page goes on believing that the computer thinks.
  await page.routeWebSocket(/\/live$/, () => {});
  await player.begin({ ...START, white: computer(8) });
  await page.reload();
  await expect(player.cell('a8')).toBeVisible();
  await player.begin({ text: CAMPS });
  await player.move(['a8', 'camp']);
  await expect(page.locator('.status-over')).toBeVisible();
  await player.cell('e4').click();
  await expect(bubble(page)).toHaveText(words.text('error.over'));
});

test('F19: where the server can’t be asked the page says what it knows', async ({ page, words, faults }) => {
  faults.allow(/ERR_FAILED/);
  const player = new Player(page, words);
  await player.begin(START);
  await page.route('**/refusal?*', (route) => route.abort());
  await byClick(player, ['f1', 'f8']);
  await expect(bubble(page)).toHaveText(words.like('board.not-destination', { square: 'f8' }));
  // Nor does it wait for one that doesn't answer.
  await page.unroute('**/refusal?*');
  await page.route('**/refusal?*', () => {});
  await player.cell('g8').click();
  await expect(bubble(page)).toHaveText(words.like('board.not-destination', { square: 'g8' }));
  await expect(player.cell('f1')).toHaveAccessibleName(words.within('board.chosen'));
});

test('F20: the computer’s answer waits until one’s own move was seen for half a second', async ({ page, words }) => {
  const player = new Player(page, words);
  await stopTime(page);
  await player.begin({ ...START, black: computer(1) });
  await byClick(player, ['f1', 'f3']);
  await expect.poll(async () => (await player.game()).moves.length).toBe(2);
  // The page knows: it has shown its own move as played.
  await expect(shown(page)).toHaveText('1 / 1');
  await page.clock.runFor(480);
  await expect(shown(page)).toHaveText('1 / 1');
  await page.clock.runFor(100);
  await expect(shown(page)).toHaveText('2 / 2');
});

test('F20: what is asked while the answer waits is asked of the game as it stands', async ({ page, words }) => {
  const player = new Player(page, words);
  await stopTime(page);
  await player.begin({ ...START, black: computer(1) });
  await byClick(player, ['f1', 'f3']);
  await expect.poll(async () => (await player.game()).moves.length).toBe(2);
  await expect(shown(page)).toHaveText('1 / 1');
  await player.button('game.undo').click();
  await expect(shown(page)).toHaveText('0 / 0');
  await expect(page.locator('.status-error')).toHaveCount(0);
  await page.clock.runFor(2000);
  await expect(shown(page)).toHaveText('0 / 0');
  await player.offered(['f1', 'f3']);
});

test('F20: moves that come fast are shown one after the other', async ({ page, words, visitor }) => {
  const player = new Player(page, words);
  const { id } = await player.begin(START);
  const watcher = await visitor();
  await stopTime(watcher);
  const heard = listenIn(watcher);
  // One that is not connected yet, or is busy, would hear of several moves at once.
  const plies = () => heard.filter(({ game }) => game).at(-1)?.game?.moves.length;
  await watcher.goto(`/game/${id}`);
  await expect(shown(watcher)).toHaveText('0 / 0');
  await expect.poll(plies).toBe(0);
  const moves = [['f1', 'f3'], ['f8', 'g7'], ['a1', 'b3']];
  for (const [i, path] of moves.entries()) {
    await send(page, id, i, path);
    await expect.poll(plies).toBe(i + 1);
  }
  await expect(shown(watcher)).toHaveText('1 / 1');
  for (const text of ['2 / 2', '3 / 3']) {
    await watcher.clock.runFor(400);
    await expect(shown(watcher)).not.toHaveText(text);
    await watcher.clock.runFor(120);
    await expect(shown(watcher)).toHaveText(text);
  }
});

test('F20: nobody has won before the last pawn has landed', async ({ page, words }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const player = new Player(page, words);
  await stopTime(page);
  await player.begin({ text: CAMPS });
  await byClick(player, ['a8', 'camp-white']);
  await expect(shown(page)).toHaveText('1 / 1');
  await expect(page.locator('.status-over')).toHaveCount(0);
  await expect(page.locator('.result')).toBeHidden();
  await page.clock.runFor(300);
  await expect(page.locator('.status-over')).toBeVisible();
  await expect(page.locator('.result')).toBeVisible();
});

test('F20: an update while a pawn is dragged leaves it under the pointer', async ({ page, words, visitor }) => {
  const player = new Player(page, words);
  const heard = listenIn(page);
  const { id } = await player.begin(START);
  await player.offered(['f1', 'f3']);
  const [from, to] = [await middle(player.cell('f1')), await middle(player.cell('f3'))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2 + 9, (from.y + to.y) / 2, { steps: 4 });
  const place = () => page.locator('.pawn.held').getAttribute('style');
  const before = await place();
  expect(before).toBeTruthy();
  // Somebody comes to watch: the page draws itself anew.
  const watcher = await visitor();
  await watcher.goto(`/game/${id}`);
  await expect(watcher.getByRole('grid')).toBeVisible();
  await expect.poll(() => heard.some(({ watchers = 0 }) => watchers > 0)).toBe(true);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await place()).toBe(before);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  expect((await player.settled(0)).moves).toEqual(['f1-f3']);
  await expect(page.locator('.pawn.held')).toHaveCount(0);
});

test('F25: the pawn that is dragged lies over all marks', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin(START);
  await player.offered(['f1', 'f3']);
  const [from, to] = [await middle(player.cell('f1')), await middle(player.cell('f3'))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  const isAbove = await page.locator('.pawn.held').evaluate((pawn) =>
    [...document.querySelectorAll('.board-drawing .mark, .board-drawing .destination, .board-drawing .pawn:not(.held)')].every(
      (mark) => Boolean(mark.compareDocumentPosition(pawn) & Node.DOCUMENT_POSITION_FOLLOWING),
    ),
  );
  expect(isAbove).toBe(true);
  await page.screenshot({ path: 'tests/screenshots/dragged.png' });
  await page.mouse.up();
  await player.settled(0);
});

test('F25: a pawn that is ousted bears no ring of home, nor does any mark stay where its pawn has left', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: OUSTING });
  const rings = page.locator('.mark-home');
  const before = await rings.count();
  await byClick(player, ['e7', 'g8']);
  await expect(page.locator('.pawn.lifted')).toHaveCount(1);
  await expect(rings).toHaveCount(before);
  const style = (/** @type {string} */ selector) => page.locator(selector).first().evaluate((element) => {
    const { stroke, strokeDasharray } = getComputedStyle(element);
    return { stroke, dashes: strokeDasharray };
  });
  const halo = await style('.pawn.lifted .pawn-halo');
  expect(halo.dashes).not.toBe('none');
  await page.screenshot({ path: 'tests/screenshots/ousted.png' });
  // The move is on its way: the marks of the last one are gone.
  await page.route('**/commands', () => {});
  await player.cell('a1').click();
  await expect(page.locator('.board.pending')).toBeVisible();
  await expect(page.locator('.trace-from, .trace-to')).toHaveCount(3);
  await expect(page.locator('.chosen')).toHaveCount(0);
});

test('F25: an evicted pawn that has moved leaves no mark behind', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: EVICTED });
  await expect(page.locator('.mark-forced')).toHaveCount(1);
  const [path = []] = (await player.game()).position.paths;
  await page.route('**/commands', () => {});
  await player.cell(path[0] ?? '').click();
  await expect(page.locator('.mark-forced')).toHaveCount(0);
  await player.cell(path[1] ?? '').click();
  await expect(page.locator('.board.pending')).toBeVisible();
  await expect(page.locator('.mark-forced')).toHaveCount(0);
});

/** North West Passage after an eviction: White's pawn on d5 must move. */
const EVICTED = 'north-west-passage 1a0-2a0-3a0-4a0 w6b/1w4b1/2w2b2/3*4/3b1w2/2b3w1/1b5w/b6w w w';

/** Colorado: White's pawn on f8 and Black's on b1 are safe, Black's on d1 has just landed. */
const LANDED = 'colorado 1a0-2a0-3a0-4a0 5w2/7b/6b1/8/8/2w5/8/1b1b4 w w landed=d1';

/** Isolation with one pawn, on a yellow square. */
const ISOLATED = 'isolation 1a0-2a0-3a0-4a0 8/8/8/8/3w4/8/8/8 b w';

test('pawns that are safe, or can be captured now, and closed squares are said to be so', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ text: LANDED });
  for (const square of ['f8', 'b1']) await expect(player.cell(square)).toHaveAccessibleName(words.within('mark.safe'));
  await expect(player.cell('d1')).toHaveAccessibleName(words.within('mark.exposed'));
  await expect(page.locator('.mark-safe')).toHaveCount(2);
  await expect(page.locator('.mark-exposed')).toHaveCount(1);
  await player.begin({ text: ISOLATED });
  await expect(player.cell('e5')).toHaveAccessibleName(words.within('mark.closed'));
  await byClick(player, ['e5']);
  await expect(bubble(page)).toHaveText(words.like('error.rule-would-be-en-prise', { square: 'd4' }));
});

for (const locale of ['en-GB', 'fr-FR']) {
  test.describe(`legend, ${locale}`, () => {
    test.use({ locale });

    test('F26: the legend explains the marks of the game and the four colours', async ({ page, words }) => {
      const player = new Player(page, words);
      await player.begin(PASSAGE);
      const button = player.button('legend.title');
      await player.tabTo(button);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: words.text('legend.title') });
      for (const colour of ['red', 'yellow', 'green', 'blue']) await expect(dialog.getByText(words.text(`legend.${colour}`))).toBeVisible();
      for (const mark of ['movable', 'goal-white', 'goal-black']) await expect(dialog.getByText(words.text(`legend.${mark}`))).toBeVisible();
      // What this game has not shown is no matter of it.
      for (const mark of ['area', 'home', 'verdict-wins', 'destination-camp']) await expect(dialog.getByText(words.text(`legend.${mark}`))).toHaveCount(0);
      // Each mark is drawn by a shape of its own, whatever its colour.
      const drawings = await dialog.locator('.legend-marks li').evaluateAll((all) => all.map((one) => one.querySelector('svg')?.innerHTML));
      expect(new Set(drawings).size).toBe(drawings.length);
      await page.screenshot({ path: `tests/screenshots/legend-${locale}.png` });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    });
  });
}

test('F26: every mark on the board is explained', async ({ page, words }) => {
  const player = new Player(page, words);
  for (const text of [OUSTING, EVICTED, CAMPS, LANDED, ISOLATED, 'quartermaster 1a0-2a0-3a0-4a0 8/8/8/3bw3/3w4/8/8/8 b w last=d4']) {
    await player.begin({ text });
    const { position } = /** @type {{ position: { marks: { kind: string }[] } }} */ (/** @type {unknown} */ (await player.game()));
    const kinds = position.marks.map(({ kind }) => kind);
    await player.button('legend.title').click();
    const dialog = page.getByRole('dialog');
    for (const kind of new Set(kinds)) {
      const key = kind === 'goal' ? 'legend.goal-white' : `legend.${kind}`;
      await expect(dialog.getByText(words.text(key)), kind).toBeVisible();
    }
  }
});

test('F26: plain words: no “en prise” in what is asked, no points where there are none', async ({ page, words }) => {
  for (const [key, message] of words.messages) {
    if (key.startsWith('task.') || key.startsWith('error.')) expect(JSON.stringify(message), key).not.toContain('en prise');
  }
  expect(words.text('game.flip')).toBe('Flip');
  const player = new Player(page, words);
  await player.begin({ kind: 'cornered', board: '2a0', black: computer(1) });
  await player.button('game.resign').click();
  await page.getByRole('dialog').getByRole('button', { name: words.text('game.resign-yes') }).click();
  const { outcome } = await player.settled(0);
  expect(outcome?.points).toBe(0);
  await expect(page.locator('.status-title')).toHaveText(words.like('game.you-lost-plain'));
});

test('F26: a pass that is the only move is played by itself, once one could see why', async ({ page, words }) => {
  const player = new Player(page, words);
  await stopTime(page);
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith('/commands') ? 1 : 0));
  const { position, revision } = await player.begin({ text: PASSING });
  await expect(player.passButton).toBeVisible();
  await expect(page.locator('.status')).toContainText(words.text('task.pass'));
  await expect(page.locator('.status')).toContainText(words.text('game.passes-itself'));
  // No automatic pass while an earlier position is shown.
  await player.button('game.previous').click();
  await page.clock.runFor(5000);
  expect(sent).toBe(0);
  await player.button('game.next').click();
  await page.clock.runFor(1400);
  expect(sent).toBe(0);
  await page.clock.runFor(200);
  const game = await player.settled(revision);
  expect(game.moves.at(-1)).toBe('pass');
  expect(game.position.ply).toBe(position.ply + 1);
  await page.clock.runFor(5000);
  expect(sent).toBe(1);
  await expect(page.locator('.status')).toContainText(words.within('game.passed'));
  // Taken back, it is left to the visitor.
  await player.button('game.undo').click();
  await expect(player.passButton).toBeVisible();
  await page.clock.runFor(5000);
  expect(sent).toBe(2);
  await player.passButton.click();
  await expect(player.passButton).toBeHidden();
});

test.describe('sounds', () => {
  /** Writes down what sounds. @param {Page} page */
  async function listen(page) {
    await page.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('sound', 'true');
      Object.assign(window, { sounds: [] });
      addEventListener('sound', (event) => /** @type {any} */ (window).sounds.push(/** @type {CustomEvent} */ (event).detail));
    });
    return () => page.evaluate(() => /** @type {any} */ (window).sounds);
  }

  test('a move, a capture and the end sound differently', async ({ page, words }) => {
    const sounds = await listen(page);
    const player = new Player(page, words);
    const { position } = await player.begin({ text: CAPTURES });
    const taken = position.pawns.black;
    const capture = position.paths.find(([, to = '']) => taken.includes(to)) ?? [];
    await player.move(capture);
    await expect.poll(sounds).toEqual(['capture']);
    const [quiet = []] = (await player.game()).position.paths.filter(([, to = '']) => to !== 'camp' && !position.pawns.white.includes(to) && !capture.includes(to));
    await player.move(quiet);
    await expect.poll(sounds).toEqual(['capture', 'move']);
    await player.begin({ text: CAMPS });
    await player.move(['a8', 'camp']);
    await expect.poll(sounds).toEqual(['move', 'end']);
  });

  test('a switch turns them off, for good', async ({ page, words }) => {
    const player = new Player(page, words);
    await page.addInitScript(() => {
      Object.assign(window, { sounds: [] });
      addEventListener('sound', (event) => /** @type {any} */ (window).sounds.push(/** @type {CustomEvent} */ (event).detail));
    });
    const sounds = () => page.evaluate(() => /** @type {any} */ (window).sounds);
    await player.begin(START);
    const button = player.button('shell.sound');
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await player.move(['f1', 'f3']);
    await expect(shown(page)).toHaveText('1 / 1');
    expect(await sounds()).toEqual([]);
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  });
});
