// The page's settings in the local storage. Where the browser forbids it, nothing is kept.

/**
 * @param {string} name
 * @returns {any} null when nothing is known
 */
export function readSetting(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Keeps a setting; returns whether the browser does.
 * @param {string} name
 * @param {unknown} value
 */
export function writeSetting(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The most entries under one name; the oldest are dropped. */
const MAX_ENTRIES = 200;

/**
 * The value of one id under a name.
 * @param {string} name
 * @param {string} id
 * @returns {unknown} null when nothing is known
 */
export const readEntry = (name, id) => entriesOf(name).find(([known]) => known === id)?.[1] ?? null;

/**
 * Sets the value of one id under a name; the oldest ids are dropped.
 * @param {string} name
 * @param {string} id
 * @param {unknown} value
 */
export function writeEntry(name, id, value) {
  const others = entriesOf(name).filter(([known]) => known !== id);
  writeSetting(name, [...others, [id, value]].slice(-MAX_ENTRIES));
}

/** The ids and values, oldest first; anything else in the storage is ignored. @param {string} name @returns {unknown[][]} */
function entriesOf(name) {
  const known = readSetting(name);
  return Array.isArray(known) ? known.filter((entry) => Array.isArray(entry) && entry.length === 2) : [];
}
