// How hard puzzles are: the server's ratings of those that people have tried, else what their level says.

import { get } from '../api.js';
import { isStatic } from '../local/scope.js';

/** @typedef {import('../types.js').Rating} Rating */

/** The name of the event: something is rated otherwise than it was. */
export const RATED = 'puzzles-rated';

/** How long a puzzle waits for the ratings of its game, in milliseconds: it can be solved without. */
const PATIENCE = 1000;

/** How long ratings are good enough, in milliseconds. */
const FRESH = 180_000;

/** The server's ratings by the ids of puzzles. @type {Map<string, Rating>} */
const known = new Map();

/** When the ratings of a game were asked for; they may not have come yet. @type {Map<string, number>} */
const asked = new Map();

/** The rating of a puzzle. @param {{ id: string, level: number }} puzzle */
export const ratingOf = ({ id, level }) => known.get(id)?.rating ?? 600 + 200 * level;

/** How many people have tried it. @param {{ id: string }} puzzle */
export const triesOf = ({ id }) => known.get(id)?.tries ?? 0;

/** Notes a rating of the server; of two the one of more tries is newer. @param {string} id @param {Rating} rating */
export function note(id, rating) {
  if (rating.tries > triesOf({ id })) known.set(id, rating);
}

/** Asks the server for the ratings of a game's puzzles, and waits a moment for them. @param {string} kind */
export async function learnRatings(kind) {
  // One that is slow holds up one puzzle, not each.
  if (isStatic || !navigator.onLine || performance.now() - (asked.get(kind) ?? -Infinity) < FRESH) return;
  asked.set(kind, performance.now());
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  await Promise.race([load(kind), late]);
}

/** @param {string} kind */
async function load(kind) {
  try {
    /** @type {import('../types.js').PuzzleRatings} */
    const { ratings } = await get(`/api/puzzles/ratings?${new URLSearchParams({ kind })}`);
    for (const { id, ...rating } of ratings) note(id, rating);
    dispatchEvent(new Event(RATED));
  } catch {
    // The levels say enough until the next puzzle.
    asked.delete(kind);
  }
}
