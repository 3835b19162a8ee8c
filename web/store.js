// What the page remembers in this browser. Where that is forbidden it simply forgets.

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
