// The requests of the API that this browser answers by itself, in the same shapes.

import { ApiError } from '../api.js';
import { ask } from './engine.js';
import { localId } from './scope.js';
import { find, forget, isKept, keep, ofMatch } from './store.js';

/** @typedef {import('./engine.js').Answer} Answer */
/** @typedef {import('./store.js').Row} Row */

/** How often a change is tried that meets another one. */
const ATTEMPTS = 5;

/** What is wrong with an answer, else its body. @param {Answer} answer */
export function content({ status, body }) {
  if (status >= 400) throw new ApiError(status, body);
  return body;
}

const missing = () => new ApiError(404, { code: 'not-found' });

/** @param {string} id @returns {Promise<Row>} */
export async function kept(id) {
  const row = await find(id);
  if (row?.summary) return row;
  throw (await isKept()) ? missing() : new ApiError(507, { code: 'browser-forbidden' });
}

/**
 * What the engine gets of a game.
 * @param {Row} row
 */
export async function known(row) {
  const games = await ofMatch(row.series);
  return { game: row.game, series: games.map(({ match }) => match) };
}

/**
 * Answers a request that concerns no game that is kept.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function answer(method, path, body) {
  const answered = await ask({ method, path, body });
  const answeredBody = content(answered);
  // A game that begins.
  if (answered.keep.length > 0 && !(await keep(answered.keep, null))) throw new ApiError(409, { code: 'stale' });
  return answeredBody;
}

/**
 * Answers a request about a game that is kept here.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function answerOfGame(method, path, body) {
  const id = localId(path) ?? '';
  if (method === 'DELETE') return forget(await kept(id));
  for (let attempt = 1; ; attempt += 1) {
    const row = await kept(id);
    const answered = await ask({ method, path, body, ...(await known(row)) });
    // Asked twice for the next game, it is the same.
    if (answered.body?.code === 'next-begun') return answerOfGame('GET', `/api/games/${answered.body.details.id}`);
    const answeredBody = content(answered);
    const isNew = answered.keep.some((one) => one.id !== id);
    if (answered.keep.length === 0 || (await keep(answered.keep, isNew ? null : row.revision))) return answeredBody;
    // Another tab has changed the game meanwhile: the engine says what that means for the request.
    if (attempt === ATTEMPTS) throw new ApiError(409, { code: 'stale' });
  }
}
