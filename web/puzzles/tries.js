// First tries on their way to the server, which rates visitors and puzzles by them. What can't be sent now
// is kept, and sent later.

import { ApiError, post } from '../api.js';
import { isStatic } from '../local/scope.js';
import { readSetting, writeSetting } from '../storage.js';
import { RATED, note } from './ratings.js';
import { rateVisitor } from './record.js';

/** @typedef {[id: string, isSolved: boolean]} Try */

const KEY = 'puzzle-tries';

/** The most tries that wait; the oldest are dropped. */
const MOST_WAITING = 200;

/** Those that the storage doesn't take, which are lost with the page. @type {Try[]} */
let unkept = [];

let isSending = false;

/** @param {unknown} entry */
const isTry = (entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && typeof entry[1] === 'boolean';

/** @returns {Try[]} */
function kept() {
  const all = readSetting(KEY);
  return Array.isArray(all) ? all.filter(isTry).slice(-MOST_WAITING) : [];
}

/** The tries that wait, the oldest first. @returns {Try[]} */
export const waiting = () => [...kept(), ...unkept];

/**
 * Sends a first try, now or later. Of one puzzle the first that waits counts.
 * @param {string} id @param {boolean} isSolved
 */
export async function sendTry(id, isSolved) {
  if (isStatic) return;
  if (!waiting().some(([known]) => known === id)) {
    const isKept = writeSetting(KEY, [...kept(), [id, isSolved]].slice(-MOST_WAITING));
    if (!isKept) unkept = [...unkept, /** @type {Try} */ ([id, isSolved])].slice(-MOST_WAITING);
  }
  await sendWaiting();
}

/** Sends what waits, one after the other, as far as the server takes it. */
export async function sendWaiting() {
  if (isStatic || isSending || !navigator.onLine) return;
  isSending = true;
  /** What was answered: a storage that can't be written keeps it all the same. @type {Set<string>} */
  const answered = new Set();
  try {
    for (let next = waiting()[0]; next; next = waiting().find(([id]) => !answered.has(id))) {
      const [id, isSolved] = next;
      if (!(await isAnswered(id, isSolved))) return;
      answered.add(id);
      drop(id);
    }
  } finally {
    isSending = false;
  }
}

/** Sends a try; returns whether it need not be sent again. @param {string} id @param {boolean} solved */
async function isAnswered(id, solved) {
  try {
    /** @type {import('../types.js').Tried} */
    const { visitor, puzzle } = await post(`/api/puzzles/${encodeURIComponent(id)}/tries`, { solved });
    note(id, puzzle);
    rateVisitor(visitor.rating);
    dispatchEvent(new Event(RATED));
    return true;
  } catch (error) {
    // A puzzle of another version of the page will never be known.
    return error instanceof ApiError && [404, 422].includes(error.status);
  }
}

/** @param {string} id */
function drop(id) {
  unkept = unkept.filter(([known]) => known !== id);
  const others = kept().filter(([known]) => known !== id);
  if (others.length < kept().length) writeSetting(KEY, others);
}
