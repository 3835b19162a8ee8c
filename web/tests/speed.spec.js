// How fast the page is: figures to read, not to pass. `SPEED=1 cargo xtask page speed` prints them.

import { expect, test } from './fixtures.js';
import { Player, computer } from './player.js';
import { largestPaint } from './visiting.js';

/** @typedef {import('@playwright/test').Page} Page */

test.skip(!process.env['SPEED'], 'asked for alone');
test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** How many times slower the processor seems to be. */
const SLOWER = 4;

/** @param {Page} page @param {number} [rate] */
async function slowed(page, rate = SLOWER) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

test('first load', async ({ page, words }) => {
  const player = new Player(page, words);
  const { id } = await player.begin({ kind: 'katarenga', black: computer(1) });
  for (const address of ['/', '/new/katarenga', `/game/${id}`, '/rules/katarenga']) {
    const context = await page.context().browser()?.newContext();
    const fresh = await context?.newPage();
    if (!context || !fresh) throw new Error('no browser');
    const session = await slowed(fresh);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await fresh.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
    const paint = await largestPaint(fresh);
    console.log(`${address.padEnd(20)} ${(bytes / 1024).toFixed(1)} KB, largest contentful paint ${paint.toFixed(0)} ms`);
    await context.close();
  }
});

for (const rate of [1, SLOWER]) {
  test(`a pawn in motion, ${rate} times slower`, async ({ page, words }) => {
    const player = new Player(page, words);
    await player.begin({ kind: 'congress', board: '1a0-2a0-3a0-4a0' });
    await slowed(page, rate);
    const frames = page.evaluate(
      () =>
        new Promise((resolve) => {
          /** @type {number[]} */
          const times = [];
          const look = (/** @type {number} */ now) => {
            times.push(now);
            if (times.length < 90) requestAnimationFrame(look);
            else resolve(times.slice(1).map((time, i) => time - (times[i] ?? 0)));
          };
          requestAnimationFrame(look);
        }),
    );
    const { position } = await player.game();
    const [path = []] = position.paths.filter((steps) => steps.length === 2);
    for (const cell of await player.cells(path)) await cell.click();
    const gaps = /** @type {number[]} */ (await frames).sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => (gaps[Math.floor(gaps.length * share)] ?? 0).toFixed(1);
    console.log(`frames while a pawn moves, ${rate} times slower: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, slowest ${at(0.999)} ms`);
  });
}

test('the computer is seen to think', async ({ page, words }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0', black: computer(8) });
  const { position } = await player.game();
  const [path = []] = position.paths;
  const cells = await player.cells(path);
  await cells[0]?.click();
  await page.evaluate((thinking) => {
    const status = document.querySelector('.status');
    document.addEventListener('pointerup', () => {
      const begun = performance.now();
      const look = () => {
        if (status?.textContent?.includes(thinking)) document.body.dataset['seen'] = `${performance.now() - begun}`;
        else requestAnimationFrame(look);
      };
      look();
    });
  }, words.text('game.thinking'));
  await cells[1]?.click();
  await expect(page.locator('body')).toHaveAttribute('data-seen', /\d/);
  console.log(`thinking is shown after ${Number(await page.locator('body').getAttribute('data-seen')).toFixed(0)} ms`);
});
