// The visitor's own record: a rating, a streak, which puzzles were seen. It is kept in this browser; with a
// server the rating is the server's.

import { readSetting, writeSetting } from '../storage.js';

/** @typedef {{ rating: number, tries: number, solved: number, streak: number, best: number, seen: string[] }} Record */

const KEY = 'puzzles';

/** @type {Record} */
const NEW = { rating: 1000, tries: 0, solved: 0, streak: 0, best: 0, seen: [] };

/** Puzzles that were seen come again after this number of others. */
const MOST_SEEN = 2000;

/** The record that the browser doesn't keep, which is lost with the page. @type {Record | null} */
let unkept = null;

/** @returns {Record} */
export function record() {
  if (unkept) return unkept;
  const kept = readSetting(KEY);
  const isRecord = kept !== null && typeof kept === 'object' && Object.entries(NEW).every(([name, value]) => typeof kept[name] === typeof value && Array.isArray(kept[name]) === Array.isArray(value));
  return isRecord ? kept : NEW;
}

/** Whether the browser keeps the record. */
export const isKept = () => unkept === null;

/**
 * By how much one try can change a rating: by more at first, while little is known of the visitor.
 * @param {number} tries
 */
const weight = (tries) => (tries < 10 ? 80 : tries < 40 ? 40 : 20);

/**
 * The record after the first try at a puzzle.
 * @param {Record} before @param {{ id: string, rating: number }} puzzle @param {boolean} isSolved
 * @returns {Record}
 */
export function after(before, { id, rating }, isSolved) {
  // As in Elo: 400 points of difference stand for odds of ten to one.
  const expected = 1 / (1 + 10 ** ((rating - before.rating) / 400));
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

/** Keeps a record, as long as the page where the browser keeps nothing. @param {Record} record */
export function keep(record) {
  unkept = writeSetting(KEY, record) ? null : record;
}

/** Takes the server's rating of the visitor. @param {number} rating */
export const rateVisitor = (rating) => keep({ ...record(), rating });
