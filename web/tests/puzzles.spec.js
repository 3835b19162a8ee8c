// Puzzles: solved, failed, looked up, shared; the puzzle of the day; the visitor's own record.

import { readFileSync } from 'node:fs';

import { PHONE, expect, shot, test } from './fixtures.js';
import { Folder } from './folder.js';
import { pathOf, puzzleKinds, puzzlesOf, shownOn, solve } from './learning.js';
import { Player, byClick, byKeys, hold } from './player.js';
import { speak } from './screens.js';
import { Words } from './words.js';

/** @typedef {import('./learning.js').Puzzle} Puzzle */

/** A number as the page writes it in English. @param {number} number */
const written = (number) => number.toLocaleString('en');

/** @param {Player} player @param {Puzzle} puzzle */
async function open({ page, grid }, puzzle) {
  await page.goto(`/puzzles?kind=${puzzle.kind}&id=${puzzle.id}`);
  await expect(grid).toBeVisible();
}

/** A puzzle of some moves that isn't hard. @param {string} kind @param {number} least */
function longOne(kind, least) {
  const puzzle = puzzlesOf(kind).find(({ moves, level }) => moves.length >= least && level <= 3);
  if (!puzzle) throw new Error(`no puzzle of ${least} moves`);
  return puzzle;
}

test('ten puzzles one after the other, by keyboard alone', async ({ page, words }) => {
  test.setTimeout(120_000);
  const player = new Player(page, words);
  await page.goto('/puzzles');
  for (let solved = 1; solved <= 10; solved += 1) {
    await expect(page).toHaveURL(/id=/);
    await expect(player.grid).toBeVisible();
    const puzzle = shownOn(page);
    await player.focusBoard();
    await solve(player, puzzle, byKeys);
    await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { solved: String(solved), tries: String(solved) }));
    await expect(player.button('puzzles.next')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`id=${puzzle.id}`));
  }
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('puzzles') ?? '{}'));
  expect(record).toMatchObject({ tries: 10, solved: 10, streak: 10, best: 10 });
  expect(record.rating).toBeGreaterThan(1000);
});

test('a wrong move is answered by what refutes it; then the puzzle is tried again', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('troika', 3);
  await open(player, puzzle);
  const data = { text: puzzle.position, white: { player: 'human' }, black: { player: 'human' } };
  const game = await (await page.request.post('/api/games', { data })).json();
  const right = pathOf(puzzle.moves[0] ?? '').join();
  const wrong = game.position.paths.find((/** @type {string[]} */ path) => path.join() !== right);
  await byClick(player, wrong);
  await expect(page.locator('.trial-answer')).toContainText(words.text('puzzles.wrong').replace('.', ''));
  await expect(player.button('puzzles.again')).toBeFocused();
  await page.keyboard.press('Enter');
  await solve(player, puzzle, byClick);
  // The first try counted.
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('puzzles') ?? '{}'));
  expect(record).toMatchObject({ tries: 1, solved: 0, streak: 0 });
  expect(record.rating).toBeLessThan(1000);
  await shot(page, 'puzzle');
});

/** A move that is not the solution's. @param {Player} player @param {Puzzle} puzzle @returns {Promise<string[]>} */
async function wrongMove({ page }, puzzle) {
  const data = { text: puzzle.position, white: { player: 'human' }, black: { player: 'human' } };
  const game = await (await page.request.post('/api/games', { data })).json();
  const right = pathOf(puzzle.moves[0] ?? '').join();
  return game.position.paths.find((/** @type {string[]} */ path) => path.join() !== right);
}

/** The record that the browser keeps. @param {import('@playwright/test').Page} page */
const keptRecord = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('puzzles') ?? '{}'));

test('another language in the middle of a puzzle: its moves stay', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('troika', 3);
  await open(player, puzzle);
  const [first, , second] = puzzle.moves.map(pathOf);
  const answer = page.locator('.trial-answer');
  await byClick(player, first ?? []);
  await expect(answer).toHaveText(words.text('puzzles.right'));
  await speak(page, 'fr');
  const french = new Player(page, new Words('fr'));
  await expect(answer).toHaveText(french.words.text('puzzles.right'));
  await french.offered(second ?? []);
  await byClick(french, second ?? []);
  await expect(answer).toHaveText(french.words.text(puzzle.moves.length === 3 ? 'puzzles.solved' : 'puzzles.right'));
  // Another try begins anew.
  await french.button('puzzles.again').click();
  await french.offered(first ?? []);
  await speak(page, 'en');
  await player.offered(first ?? []);
  await expect(answer).toHaveText('');
});

test('a hint after a wrong move is one for the puzzle, and solves nothing', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('colorado', 1);
  await open(player, puzzle);
  const first = pathOf(puzzle.moves[0] ?? '');
  await player.offered(first);
  await byClick(player, await wrongMove(player, puzzle));
  await expect(player.button('puzzles.again')).toBeFocused();
  await player.button('puzzles.hint').click();
  await expect(page.locator('.trial-answer')).toHaveText(words.like('puzzles.hint-square', { square: first[0] ?? '' }));
  // The wrong move is gone from the board.
  await player.offered(first);
  await solve(player, puzzle, byClick);
  await expect(page.locator('.trial-answer')).toHaveText(words.text('puzzles.solved'));
  expect(await keptRecord(page)).toMatchObject({ tries: 1, solved: 0 });
});

test('the solution is played once, however often and whenever it is asked for', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('troika', 3);
  await open(player, puzzle);
  const answer = page.locator('.trial-answer');
  const first = pathOf(puzzle.moves[0] ?? '');
  await player.offered(first);
  await byClick(player, first);
  // Before the answer has come.
  await player.button('puzzles.solution').click();
  await expect(answer).toContainText(puzzle.moves.at(-1) ?? '');
  await expect(player.button('puzzles.next')).toBeFocused();
  await player.button('puzzles.again').click();
  await player.offered(first);
  await player.button('puzzles.solution').dblclick();
  await expect(answer).toContainText(puzzle.moves.at(-1) ?? '');
});

test('only the first try at a puzzle counts, after a reload and in another language too', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('troika', 3);
  await open(player, puzzle);
  await player.button('puzzles.hint').click();
  await expect.poll(() => keptRecord(page)).toMatchObject({ tries: 1, solved: 0 });
  await page.reload();
  await player.offered(pathOf(puzzle.moves[0] ?? ''));
  await solve(player, puzzle, byClick);
  await expect(page.locator('.trial-answer')).toHaveText(words.text('puzzles.solved'));
  expect(await keptRecord(page)).toMatchObject({ tries: 1, solved: 0, streak: 0 });
});

test('a move that wins fewer points is not refuted: it says so', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = puzzlesOf('cornered').find(({ id }) => id === '6qs6eq5');
  if (!puzzle) throw new Error('no such puzzle');
  await open(player, puzzle);
  await player.offered(['b1']);
  await byClick(player, ['b1']);
  await expect(page.locator('.trial-answer')).toHaveText(words.text('puzzles.fewer'));
});

test('a theme holds for all games', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/puzzles');
  await expect(player.grid).toBeVisible();
  await page.locator('#puzzle-kind').selectOption('katarenga');
  await page.locator('#puzzle-theme').selectOption('camp');
  await page.locator('#puzzle-kind').selectOption('');
  // No other game has camps.
  await page.locator('#puzzle-theme').selectOption('camp');
  for (let i = 0; i < 4; i += 1) {
    await expect.poll(() => shownOn(page).kind).toBe('katarenga');
    await expect(page.locator('#puzzle-theme')).toHaveValue('camp');
    const before = page.url();
    await player.button('puzzles.next').click();
    await expect.poll(() => page.url()).not.toBe(before);
  }
});

test('a later choice overtakes the puzzle of a day', async ({ page, words }) => {
  const player = new Player(page, words);
  await page.goto('/puzzles?kind=troika');
  await expect(player.grid).toBeVisible();
  await expect(page).toHaveURL(/kind=troika&id=/);
  // That of the day is another game's, whose puzzles come late.
  await page.getByRole('link', { name: words.text('puzzles.daily') }).evaluate((link) => link.setAttribute('href', '/puzzles?day=2026-11-30'));
  const release = await hold(page, '**/puzzles/ratings?kind=quartermaster*', '**/puzzles/of/quartermaster.txt*');
  const asked = page.waitForRequest(/ratings\?kind=quartermaster/);
  await page.getByRole('link', { name: words.text('puzzles.daily') }).click();
  await asked;
  await player.button('puzzles.next').click();
  await expect(page).toHaveURL(/kind=troika&id=/);
  const shown = page.url();
  const answered = page.waitForResponse(/puzzles\/of\/quartermaster/);
  release();
  await (await answered).finished();
  await page.waitForTimeout(500);
  expect(page.url()).toBe(shown);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.text('puzzles.title'));
});

test('playing on begins one game, however often it is asked for', async ({ page, words }) => {
  const player = new Player(page, words);
  await open(player, longOne('troika', 3));
  const before = await page.evaluate(() => history.length);
  await player.button('puzzles.play-on').dblclick();
  await expect(page).toHaveURL(/\/game\//);
  await expect(player.grid).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test('a hint, the solution, and on from there against the computer', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('troika', 3);
  await open(player, puzzle);
  await player.button('puzzles.hint').click();
  await expect(page.locator('.trial-answer')).toContainText(pathOf(puzzle.moves[0] ?? '')[0] ?? '');
  await player.button('puzzles.solution').click();
  await expect(page.locator('.trial-answer')).toContainText(puzzle.moves.at(-1) ?? '');
  await expect(player.button('puzzles.hint')).toBeHidden();
  // A hint counts as a failed try.
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('puzzles') ?? '{}'));
  expect(record).toMatchObject({ tries: 1, solved: 0 });
  await player.button('puzzles.again').click();
  await expect(player.button('puzzles.hint')).toBeVisible();
  await player.button('puzzles.play-on').click();
  await expect(page).toHaveURL(/\/game\//);
  expect(await player.game()).toMatchObject({ kind: 'troika' });
});

test('the puzzle of the day depends on the date alone, and another day has another', async ({ page, words, visitor }) => {
  const title = async (/** @type {import('@playwright/test').Page} */ of) => {
    await expect(of.getByRole('grid')).toBeVisible();
    return of.locator('.trial-say').innerText();
  };
  await page.goto('/puzzles?day=2026-11-30');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.like('puzzles.of-day', { day: '30 November 2026' }));
  const first = await title(page);
  const about = await page.locator('.puzzle-about').innerText();
  const other = await visitor();
  await other.goto('/puzzles?day=2026-11-30');
  expect(await title(other)).toBe(first);
  await expect(other.locator('.puzzle-about')).toHaveText(about);
  await other.goto('/puzzles?day=2026-12-01');
  await expect(other.locator('.puzzle-about')).not.toHaveText(about);
  await page.goto('/puzzles?day=2026-02-30');
  await expect(page.getByText(words.like('puzzles.no-day', { day: '2026-02-30' }))).toBeVisible();
});

test.describe('what is taken away', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a puzzle is shared as a link, a position and pictures', async ({ page, words }) => {
    const player = new Player(page, words);
    const puzzle = longOne('cornered', 1);
    await open(player, puzzle);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await player.button('puzzles.share').click();
    await player.button('puzzles.copy-link').click();
    await expect.poll(clipboard).toBe(page.url());
    await player.button('game.copy-position').click();
    await expect.poll(clipboard).toBe(puzzle.position);
    for (const [key, end, start] of /** @type {const} */ ([['game.download-svg', 'svg', '<svg'], ['game.download-png', 'png', '\x89PNG']])) {
      const saving = page.waitForEvent('download');
      await player.button(key).click();
      const download = await saving;
      expect(download.suggestedFilename()).toBe(`cornered-${puzzle.id}.${end}`);
      expect(readFileSync(await download.path(), 'latin1').startsWith(start)).toBe(true);
    }
  });
});

test('a puzzle is analysed: a game with the analyst beside it', async ({ page, words }) => {
  const player = new Player(page, words);
  const puzzle = longOne('cornered', 1);
  await open(player, puzzle);
  await player.button('puzzles.analyse').click();
  await expect(page).toHaveURL(/\/game\//);
  const analyst = page.getByRole('region', { name: words.text('analyst.title') });
  await expect(analyst).toBeVisible();
  await player.button('game.analyst').click();
  await expect(analyst).toBeHidden();
  await page.reload();
  await expect(player.grid).toBeVisible();
  // It counts as help.
  await page.goto('/puzzles');
  await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { solved: '0', tries: '1' }));
});

test('what a link to the puzzle of a day shows is what the page has', async ({ page, words }) => {
  const player = new Player(page, words);
  const all = puzzleKinds().flatMap(puzzlesOf);
  for (const day of ['2026-11-30', '2027-02-28', '2031-07-14']) {
    const head = await (await page.request.get(`/puzzles?day=${day}`)).text();
    const [, id] = /og:image" content="[^"]*\/api\/puzzles\/(\w+)\/diagram\.png"/.exec(head) ?? [];
    const puzzle = all.find((one) => one.id === id);
    await page.goto(`/puzzles?day=${day}`);
    await player.offered(pathOf(puzzle?.moves[0] ?? ''));
    await expect(page.locator('.puzzle-about')).toContainText(words.text(`kind.${puzzle?.kind}.title`));
  }
});

test('a damaged link says so, and leads to other puzzles', async ({ page, words }) => {
  for (const query of ['kind=troika&id=zzzzzzz', 'kind=chess&id=abc', 'id=%3Cb%3E']) {
    await page.goto(`/puzzles?${query}`);
    await expect(page.getByRole('alert').filter({ hasText: words.text('puzzles.damaged') })).toBeVisible();
  }
  await page.getByRole('link', { name: words.text('puzzles.others') }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.locator('.trial-say')).toBeFocused();
});

test('a link to puzzles of a game, or of a theme, that has none says so', async ({ page, words, faults }) => {
  const alert = page.locator('.puzzles').getByRole('alert');
  for (const query of ['kind=chess', 'kind=toString', 'kind=%3Cb%3E']) {
    await page.goto(`/puzzles?${query}`);
    await expect(alert).toHaveText(words.text('puzzles.damaged'));
  }
  await page.goto('/puzzles?kind=congress');
  await expect(alert).toHaveText(words.like('puzzles.none-of', { kind: words.text('kind.congress.title') }));
  for (const query of ['theme=fork', 'kind=cornered&theme=camp', 'theme=%3Cb%3E']) {
    await page.goto(`/puzzles?${query}`);
    await expect(alert).toHaveText(words.text('puzzles.none'));
  }
  // What fails next is said there too.
  faults.allow(/Failed to load resource|ERR_/);
  await page.route('**/puzzles/of/troika*', (route) => route.abort());
  await page.goto('/puzzles?kind=chess');
  await expect(alert).toBeVisible();
  await page.getByLabel(words.text('puzzles.kind')).selectOption('troika');
  await expect(alert).toHaveText(words.text('error.offline'));
  await page.getByLabel(words.text('puzzles.kind')).selectOption('cornered');
  await expect(page).toHaveURL(/kind=cornered&id=/);
  await expect(page.getByRole('grid')).toBeVisible();
});

test('a link to puzzles of a theme chooses it', async ({ page, words }) => {
  for (const query of ['theme=camp', 'kind=katarenga&theme=camp']) {
    await page.goto(`/puzzles?${query}`);
    await expect(page).toHaveURL(/kind=katarenga&id=/);
    const shown = new URL(page.url()).searchParams.get('id');
    expect(puzzlesOf('katarenga').find(({ id }) => id === shown)?.themes).toContain('camp');
    await expect(page.getByLabel(words.text('puzzles.theme'))).toHaveValue('camp');
    await expect(page.getByLabel(words.text('puzzles.kind'))).toHaveValue(new URLSearchParams(query).get('kind') ?? '');
  }
});

test('games and themes are chosen', async ({ page, words }) => {
  await page.goto('/puzzles?kind=cornered');
  await expect(page).toHaveURL(/kind=cornered&id=/);
  await page.getByLabel(words.text('puzzles.theme')).selectOption('points');
  await expect(page.locator('.trial-say')).toContainText(/\d/);
  await page.getByLabel(words.text('puzzles.kind')).selectOption('troika');
  await expect(page).toHaveURL(/kind=troika/);
});

test('the only puzzle of a theme comes again, from its beginning', async ({ page, words }) => {
  const player = new Player(page, words);
  const [only, ...others] = puzzlesOf('quebec').filter(({ themes }) => themes.includes('sacrifice'));
  if (!only) throw new Error('there is no such puzzle');
  expect(others).toEqual([]);
  await page.goto('/puzzles?kind=quebec&theme=sacrifice');
  await solve(player, only, byClick);
  await player.button('puzzles.next').click();
  await solve(player, only, byClick);
});

test('a browser that keeps nothing loses the rating, not the puzzle, and says so', async ({ page, words }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const player = new Player(page, words);
  const puzzle = longOne('cornered', 3);
  await open(player, puzzle);
  const answered = answerTo(page, puzzle);
  await solve(player, puzzle, byClick);
  const { visitor: own } = await answered;
  await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.not-kept', { rating: written(own.rating) }));
});

test('what the storage holds may be anything', async ({ page, words }) => {
  await page.addInitScript(() => localStorage.setItem('puzzles', '{"rating":"much","seen":7}'));
  await page.goto('/puzzles?kind=troika');
  await expect(page.locator('.puzzle-record')).toHaveText(words.text('puzzles.no-record'));
});

/** What the server says of a puzzle, if somebody has tried it. @param {import('@playwright/test').Page} page @param {Puzzle} puzzle */
async function ratingOf(page, puzzle) {
  const { ratings } = await (await page.request.get(`/api/puzzles/ratings?kind=${puzzle.kind}`)).json();
  return ratings.find((/** @type {{ id: string }} */ { id }) => id === puzzle.id);
}

/** Waits for the answer to a try. @param {import('@playwright/test').Page} page @param {Puzzle} puzzle @returns {Promise<any>} */
const answerTo = async (page, { id }) => (await page.waitForResponse((answer) => answer.url().endsWith(`/api/puzzles/${id}/tries`))).json();

/** The tries that wait for the server. @param {import('@playwright/test').Page} page */
const waiting = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('puzzle-tries') ?? '[]'));

/** The rating of a visitor, as the page shows it. @param {Player} player @param {number} rating */
const showsRating = ({ page, words }, rating) => expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { rating: written(rating) }));

test('with a server the visitor and the puzzle rate each other, and others see it', async ({ page, words, visitor }) => {
  const player = new Player(page, words);
  const puzzle = puzzlesOf('cornered').filter(({ moves, level }) => moves.length >= 3 && level <= 4).at(-1);
  if (!puzzle) throw new Error('no puzzle');
  const about = page.locator('.puzzle-about');
  // Another test may have come upon it by chance.
  const before = (await ratingOf(page, puzzle)) ?? { rating: 600 + 200 * puzzle.level, tries: 0 };
  await open(player, puzzle);
  await expect(about).toContainText(words.within('puzzles.rated', { rating: written(before.rating) }));
  const answered = answerTo(page, puzzle);
  await solve(player, puzzle, byClick);
  const { visitor: own, puzzle: rated } = await answered;
  expect(own.rating).toBeGreaterThan(1000);
  // A newcomer moves no puzzle.
  expect(rated.rating).toBe(before.rating);
  expect(rated.tries).toBe(before.tries + 1);
  await showsRating(player, own.rating);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('puzzles') ?? '{}'));
  expect(kept).toMatchObject({ rating: own.rating, tries: 1, solved: 1 });
  expect(await waiting(page)).toEqual([]);
  const shown = words.within('puzzles.rated-by', { rating: written(rated.rating), count: String(rated.tries) });
  await expect(about).toContainText(shown);
  // Somebody else sees what became of the puzzle, and only the first try counts.
  const other = new Player(await visitor(), words);
  await open(other, puzzle);
  await expect(other.page.locator('.puzzle-about')).toContainText(shown);
  await player.button('puzzles.again').click();
  await page.reload();
  await expect(player.grid).toBeVisible();
  await player.button('puzzles.hint').click();
  await expect(page.locator('.trial-answer')).toHaveText(words.like('puzzles.hint-square'));
  await showsRating(player, own.rating);
  expect(await waiting(page)).toEqual([]);
  expect(await ratingOf(page, puzzle)).toMatchObject(rated);
});

test('tries made without a network are sent later', async ({ page, words, context, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const player = new Player(page, words);
  const puzzle = longOne('cornered', 3);
  await open(player, puzzle);
  await player.offered(pathOf(puzzle.moves[0] ?? ''));
  const before = (await ratingOf(page, puzzle))?.tries ?? 0;
  await context.setOffline(true);
  await player.button('puzzles.hint').click();
  await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { solved: '0', tries: '1' }));
  expect(await waiting(page)).toEqual([[puzzle.id, false]]);
  const answered = answerTo(page, puzzle);
  await context.setOffline(false);
  const { visitor: own, puzzle: rated } = await answered;
  expect(rated.tries).toBe(before + 1);
  await showsRating(player, own.rating);
  expect(await waiting(page)).toEqual([]);
});

test('a server that refuses takes no puzzle away, and gets the try at the next visit', async ({ page, words, faults }) => {
  faults.allow(/status of (429|500)/);
  const player = new Player(page, words);
  const puzzle = longOne('troika', 3);
  const limited = { code: 'too-many-requests', message: 'wait', details: { seconds: 1 } };
  await page.route('**/api/puzzles/*/tries', (route) => route.fulfill({ status: 429, json: limited }));
  await page.route('**/api/puzzles/ratings?*', (route) => route.fulfill({ status: 500, body: 'a fault' }));
  await open(player, puzzle);
  await expect(page.locator('.puzzle-about')).toContainText(words.within('puzzles.rated', { rating: written(600 + 200 * puzzle.level) }));
  await solve(player, puzzle, byClick);
  await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { solved: '1', tries: '1' }));
  expect(await waiting(page)).toEqual([[puzzle.id, true]]);
  await page.unrouteAll();
  const answered = answerTo(page, puzzle);
  await page.goto('/puzzles?kind=cornered');
  const { visitor: own } = await answered;
  await showsRating(player, own.rating);
});

test('a server that does not answer holds up no puzzle', async ({ page, words }) => {
  const player = new Player(page, words);
  // They are never answered.
  await page.route('**/api/puzzles/**', (route) => (route.request().resourceType() === 'fetch' ? undefined : route.continue()));
  const puzzle = longOne('troika', 3);
  await open(player, puzzle);
  await solve(player, puzzle, byClick);
  await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { solved: '1', tries: '1' }));
  await player.button('puzzles.next').click();
  await expect(page).not.toHaveURL(new RegExp(`id=${puzzle.id}`));
  await expect(player.grid).toBeVisible();
});

test('where the page is a folder nobody is asked, and nothing waits', async ({ page, words, faults }) => {
  faults.allow(/request to another host|ERR_CONNECTION_REFUSED/);
  const folder = new Folder();
  await folder.write();
  await folder.start();
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const player = new Player(page, words);
  const puzzle = longOne('cornered', 3);
  await page.goto(`${folder.url}#/puzzles?kind=${puzzle.kind}&id=${puzzle.id}`);
  await solve(player, puzzle, byClick);
  await expect(page.locator('.puzzle-record')).toHaveText(words.like('puzzles.record', { solved: '1', tries: '1' }));
  expect(asked.filter((path) => path.includes('/api/'))).toEqual([]);
  expect(await waiting(page)).toEqual([]);
  // What the page still fetches for later would fail.
  await page.goto('about:blank');
  await folder.close();
});

test.describe('in French on a phone', () => {
  test.use({ ...PHONE, locale: 'fr-FR' });

  test('the first of a month has its ordinal', async ({ page, words }) => {
    await page.goto('/puzzles?day=2026-12-01');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.like('puzzles.of-day', { day: '1er décembre 2026' }));
  });

  test('a puzzle by finger', async ({ page, words }) => {
    const player = new Player(page, words);
    const puzzle = longOne('troika', 3);
    await open(player, puzzle);
    await solve(player, puzzle, byClick);
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    await shot(page, 'puzzle-phone');
  });
});
