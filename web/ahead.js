// Fetches what the page may need later, so that it opens even while the server is away.
//
// Fetched, not imported: a module whose import has failed once stays broken until the page is loaded
// again. What is fetched the browser keeps, and an import finds it there.

const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[\w./-]+\.js)'/g;

/** Types are imported in comments, and are nothing that runs. */
const COMMENTS = /\/\*[\s\S]*?\*\//g;

/** So long the page's first screen has the line for itself, in milliseconds. */
const PAUSE = 1500;

/** So long until the next attempt while the server is away, in milliseconds. */
const AGAIN = 5000;

/**
 * Fetches a module, all that it imports now or later, and other files.
 * @param {string} module
 * @param {string[]} others
 */
export function fetchAhead(module, others) {
  setTimeout(() => Promise.all([...others, module].map((address) => fetchAll(address, new Set()))), PAUSE);
}

/** @param {string} address @param {Set<string>} known what is being fetched */
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
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
