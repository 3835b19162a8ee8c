// How far the visitor has come with stars, kept in this browser.

import { readSetting, writeSetting } from '../storage.js';

/** @typedef {{ level: number, streak: number, best: number }} Record the level is that of the next problem */

const KEY = 'stars';

/** @type {Record} */
const NEW = { level: 1, streak: 0, best: 0 };

/** @returns {Record} */
export function record() {
  const kept = readSetting(KEY);
  const isRecord = kept !== null && typeof kept === 'object' && Object.keys(NEW).every((name) => Number.isInteger(kept[name]) && kept[name] >= 0);
  return isRecord ? { ...kept, level: Math.max(1, kept.level) } : NEW;
}

/**
 * The record after a problem. In a row count those that were solved at the first try.
 * @param {Record} before
 * @param {number} level of the problem
 * @param {{ isSolved: boolean, isFirst: boolean }} how in the least number of moves; at the first try
 * @returns {Record}
 */
export function after(before, level, { isSolved, isFirst }) {
  const streak = !isFirst ? before.streak : isSolved ? before.streak + 1 : 0;
  return { level: isSolved ? Math.max(before.level, level + 1) : before.level, streak, best: Math.max(before.best, streak) };
}

/** Keeps a record; returns whether the browser does. @param {Record} record */
export const keep = (record) => writeSetting(KEY, record);
