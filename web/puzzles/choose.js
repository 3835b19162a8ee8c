// Which puzzle comes next, which is that of the day, and which are on a sheet.

import { ratingOf } from './ratings.js';

/** @typedef {import('./files.js').Puzzle} Puzzle */

/** One of this number of puzzles nearest to the visitor's rating is next. */
const NEAREST = 12;

/**
 * The next puzzle: one near the rating that was not seen, or the one that was seen longest ago.
 * @param {Puzzle[]} puzzles
 * @param {{ rating: number, seen: string[] }} record
 * @param {() => number} chance from 0 to 1
 * @returns {Puzzle | null}
 */
export function next(puzzles, { rating, seen }, chance = Math.random) {
  const known = new Map(seen.map((id, i) => [id, i]));
  const fresh = puzzles.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return puzzles.reduce((/** @type {Puzzle | null} */ oldest, one) => ((known.get(one.id) ?? 0) < (known.get(oldest?.id ?? '') ?? Infinity) ? one : oldest), null);
  const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(ratingOf(puzzle) - rating);
  const nearest = fresh.map((puzzle) => ({ puzzle, order: distance(puzzle) + chance() })).sort((one, other) => one.order - other.order).slice(0, NEAREST);
  return nearest[Math.floor(chance() * nearest.length)]?.puzzle ?? null;
}

/** A day as in `2026-11-30`, in universal time: it is the same everywhere. @param {Date} [now] */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/** Whether a text is a day. @param {string} text */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && today(new Date(text)) === text;

/** The hash FNV-1a of 32 bits. @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** The game of a day: each in turn, by their names. @param {string} day @param {string[]} kinds */
export const kindOfDay = (day, kinds) => [...kinds].sort().at(Math.floor(Date.parse(day) / 86_400_000) % kinds.length) ?? '';

/**
 * The puzzle of a day among those of its game. A server shows the same before the link is opened (crates/server/src/puzzles.rs).
 * @param {string} day
 * @param {Puzzle[]} puzzles
 * @returns {Puzzle | null}
 */
export function puzzleOfDay(day, puzzles) {
  const inOrder = [...puzzles].sort((one, other) => (one.id < other.id ? -1 : 1));
  return inOrder[hash(day) % inOrder.length] ?? null;
}

/**
 * Some puzzles, the easiest first: the same for the same seed, in whatever order they are given, and of as many games
 * as there are.
 * @param {Puzzle[]} puzzles
 * @param {string} seed
 * @param {number} count
 */
export function drawn(puzzles, seed, count) {
  // The seed is at the beginning, where it stirs the hash the most.
  const all = puzzles.map((puzzle) => ({ puzzle, order: hash(`${seed} ${puzzle.kind} ${puzzle.id}`) })).sort((one, other) => one.order - other.order).map(({ puzzle }) => puzzle);
  const firsts = all.filter(({ kind }, i) => all.findIndex((one) => one.kind === kind) === i);
  return [...new Set([...firsts, ...all])].slice(0, count).sort((one, other) => one.level - other.level);
}
