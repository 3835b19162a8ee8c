// Preloads the modules that the page may need later, so that they open even while the server is down.
//
// They are fetched, not imported: a module whose import has failed once stays broken until the page is
// reloaded. An import then finds them in the browser's cache.

const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[\w./-]+\.js)'/g;

/** Comments import types alone. */
const COMMENTS = /\/\*[\s\S]*?\*\//g;

/** The delay after which preloading begins, so that the first screen loads alone, in milliseconds. */
const START_DELAY = 1500;

/** The delay before the next attempt while the server is down, in milliseconds. */
const RETRY_INTERVAL = 5000;

/**
 * Fetches a module, all that it imports now or later, and other files.
 * @param {string} module
 * @param {string[]} others
 */
export function preload(module, others) {
  setTimeout(() => Promise.all([...others, module].map((address) => fetchAll(address, new Set()))), START_DELAY);
}

/** @param {string} address @param {Set<string>} known addresses that are being fetched */
async function fetchAll(address, known) {
  if (known.has(address)) return;
  known.add(address);
  const text = await fetchOne(address);
  if (!address.endsWith('.js')) return;
  const imports = [...text.replace(COMMENTS, '').matchAll(IMPORTS)].map(([, name]) => new URL(name ?? '', address).href);
  await Promise.all(imports.map((one) => fetchAll(one, known)));
}

/** @param {string} address @returns {Promise<string>} */
async function fetchOne(address) {
  for (;;) {
    try {
      const answer = await fetch(address, { priority: 'low' });
      // A newer page has other files: these are gone for good.
      return answer.ok ? await answer.text() : '';
    } catch {
      await new Promise((done) => setTimeout(done, RETRY_INTERVAL));
    }
  }
}
