// What was asked of a game and may not have arrived, kept in this window: a page that is loaded again
// sends it again, under the same name, so that it is done once.

/** @typedef {import('./command.js').Asked} Asked */

/** @param {string} id */
const nameOf = (id) => `asked-${id}`;

/** @type {(id: string, asked: Asked[]) => void} */
export function keepAsked(id, asked) {
  try {
    if (asked.length === 0) sessionStorage.removeItem(nameOf(id));
    else sessionStorage.setItem(nameOf(id), JSON.stringify(asked));
  } catch {
    // Where that is forbidden, what is on its way goes with the page.
  }
}

/** @type {(id: string) => Asked[]} */
export function keptAsked(id) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
