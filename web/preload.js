// Preloads what the page may need later, so that it opens even while the server is down.
//
// Modules are fetched, not imported: a module whose import has failed once stays broken until the page
// is reloaded. An import then finds them in the browser's cache.

/** The names of all that the page may need, which the server lists when it is built. */
const LIST = './later.json';

/** The delay after which preloading begins, so that the first screen loads alone, in milliseconds. */
const START_DELAY = 1500;

/** The delay before the next attempt while the server is down, in milliseconds. */
const RETRY_INTERVAL = 5000;

/** Fetches all modules and texts, a while after the page has started. */
export function preload() {
  setTimeout(async () => {
    const list = await fetchOne(LIST);
    /** @type {string[]} */
    const names = list ? JSON.parse(list) : [];
    await Promise.all(names.map((name) => fetchOne(`./${name}`)));
  }, START_DELAY);
}

/** @param {string} name beside this module @returns {Promise<string>} */
async function fetchOne(name) {
  for (;;) {
    try {
      const answer = await fetch(new URL(name, import.meta.url), { priority: 'low' });
      // A newer page has other files: these are gone for good.
      return answer.ok ? await answer.text() : '';
    } catch {
      await new Promise((done) => setTimeout(done, RETRY_INTERVAL));
    }
  }
}
