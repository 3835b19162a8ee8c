// The page's settings in the local storage. Where the browser forbids it, nothing is kept.

/**
 * @param {string} name
 * @returns {any} null when nothing is known
 */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Remembering is a convenience.
  }
}

/** The most entries under one name; the oldest are dropped. */
const MAX_ENTRIES = 200;

/**
 * What is remembered of one of many things.
 * @param {string} name
 * @param {string} id
 * @returns {unknown} null when nothing is known
 */
export const recallOf = (name, id) => entriesOf(name).find(([known]) => known === id)?.[1] ?? null;

/**
 * Remembers something of one of many things; of those that were longest ago nothing more.
 * @param {string} name
 * @param {string} id
 * @param {unknown} value
 */
export function rememberOf(name, id, value) {
  const others = entriesOf(name).filter(([known]) => known !== id);
  remember(name, [...others, [id, value]].slice(-MAX_ENTRIES));
}

/** In the order in which they were remembered; whatever else stands there is nothing. @param {string} name @returns {unknown[][]} */
function entriesOf(name) {
  const known = recall(name);
  return Array.isArray(known) ? known.filter((entry) => Array.isArray(entry) && entry.length === 2) : [];
}
