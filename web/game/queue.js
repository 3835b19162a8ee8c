// The queue of unacknowledged commands in the session storage: a reloaded page sends them again with the
// same request ids, so that each is executed once.

/** @typedef {import('./command.js').QueuedCommand} QueuedCommand */

/** @param {string} id */
const nameOf = (id) => `asked-${id}`;

/** @type {(id: string, queued: QueuedCommand[]) => void} */
export function saveQueue(id, queued) {
  try {
    if (queued.length === 0) sessionStorage.removeItem(nameOf(id));
    else sessionStorage.setItem(nameOf(id), JSON.stringify(queued));
  } catch {
    // Without storage the queue is lost with the page.
  }
}

/** @type {(id: string) => QueuedCommand[]} */
export function loadQueue(id) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
