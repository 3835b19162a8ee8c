// The visitor's own record: a rating, a streak, which puzzles were seen. It is kept in this browser.

import { readSetting } from '../storage.js';

/** @typedef {{ rating: number, tries: number, solved: number, streak: number, best: number, seen: string[] }} Record */

const KEY = 'puzzles';

/** @type {Record} */
const NEW = { rating: 1000, tries: 0, solved: 0, streak: 0, best: 0, seen: [] };

/** Puzzles that were seen come again after this number of others. */
const MOST_SEEN = 2000;

/** @returns {Record} */
export function record() {
  const kept = readSetting(KEY);
  const isRecord = kept !== null && typeof kept === 'object' && Object.entries(NEW).every(([name, value]) => typeof kept[name] === typeof value && Array.isArray(kept[name]) === Array.isArray(value));
  return isRecord ? kept : NEW;
}

/** What a puzzle of a level is rated before people have tried it. @param {number} level */
export const ratingOf = (level) => 600 + 200 * level;

/**
 * By how much one try can change a rating: by more at first, while little is known of the visitor.
 * @param {number} tries
 */
const weight = (tries) => (tries < 10 ? 80 : tries < 40 ? 40 : 20);

/**
 * The record after the first try at a puzzle.
 * @param {Record} before @param {{ id: string, level: number }} puzzle @param {boolean} isSolved
 * @returns {Record}
 */
export function after(before, { id, level }, isSolved) {
  // As in Elo: 400 points of difference stand for odds of ten to one.
  const expected = 1 / (1 + 10 ** ((ratingOf(level) - before.rating) / 400));
  const streak = isSolved ? before.streak + 1 : 0;
  return {
    rating: Math.round(before.rating + weight(before.tries) * (Number(isSolved) - expected)),
    tries: before.tries + 1,
    solved: before.solved + Number(isSolved),
    streak,
    best: Math.max(before.best, streak),
    seen: [...before.seen.filter((one) => one !== id), id].slice(-MOST_SEEN),
  };
}

/** Keeps a record; returns whether the browser does. @param {Record} record */
export function keep(record) {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}
