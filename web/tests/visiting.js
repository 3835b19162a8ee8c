// A page that keeps games itself: what it has of them, asked through its own client of the API; and how it loads.

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./player.js').Game} Game */

/**
 * A request as the page makes it.
 * @param {Page} page
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const ask = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const main = [...document.scripts].find(({ src }) => src.endsWith('/main.js'))?.src ?? '';
      const { request } = await import(main.replace(/main\.js$/, 'api.js'));
      return request(method, path, body);
    },
    /** @type {const} */ ([method, path, body]),
  );

/** The id of the game that the page shows. @param {Page} page */
export const shownId = (page) => /\/game\/([^/?]+)/.exec(page.url())?.[1] ?? '';

/** The game that the page shows, as the browser has it. @param {Page} page @returns {Promise<Game>} */
export const shownGame = (page) => ask(page, 'GET', `/api/games/${shownId(page)}`);

/** Waits until the page works without a network. @param {Page} page */
export async function kept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    }
  });
}

/**
 * Plays the game that is shown to its end: moves by chance against the computer, which the page has think.
 * @param {Page} page
 * @param {() => number} next
 * @param {number} most plies; then White resigns
 */
export async function playOn(page, next, most) {
  const path = `/api/games/${shownId(page)}/commands`;
  for (;;) {
    const game = await shownGame(page);
    if (game.outcome) return game;
    if (game.thinking) {
      await page.waitForTimeout(20);
      continue;
    }
    const { paths } = game.position;
    const command = game.moves.length >= most ? { do: 'resign', side: 'white' } : { do: 'move', path: paths[Math.floor(next() * paths.length)] };
    await ask(page, 'POST', path, { revision: game.revision, request: String(next()), ...command });
  }
}

/** The time of the largest contentful paint, in milliseconds. @param {Page} page @returns {Promise<number>} */
export const largestPaint = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
