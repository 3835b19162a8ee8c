// The computer's moves in games that are kept here.

import { searcher } from './engine.js';
import { content, kept, known } from './requests.js';
import { beforeChange, keep, onChange } from './store.js';

/** The games for which a search is under way, with the revision that is searched. @type {Map<string, number>} */
const searching = new Map();

/**
 * Finds the computer's move in a game as it stands, and plays it. It ends when the game goes on otherwise.
 * @param {string} id
 * @param {number} revision
 * @param {AbortSignal} signal
 */
export async function think(id, revision, signal) {
  if (searching.get(id) === revision) return;
  searching.set(id, revision);
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end);
  const forget = onChange(async (ids) => {
    if (!ids.includes(id)) return;
    const row = await kept(id).catch(() => null);
    if (row?.revision !== revision) end();
  });
  // A change in this tab ends it before it is written, which takes a moment.
  const ignore = beforeChange((ids) => ids.includes(id) && end());
  own.signal.addEventListener('abort', done);
  function done() {
    signal.removeEventListener('abort', end);
    forget();
    ignore();
    if (searching.get(id) === revision) searching.delete(id);
  }
  // In several tabs one of them searches; the others hear of the move.
  await alone(`board-games ${id}`, own.signal, async () => {
    const row = await kept(id);
    if (row.revision !== revision) return;
    const path = `/api/games/${id}/computer`;
    const ask = await searcher(own.signal);
    const answer = await ask({ method: 'POST', path, ...(await known(row)) });
    content(answer);
    ignore();
    await keep(answer.keep, revision);
  }).finally(end);
}

/** @param {string} name @param {AbortSignal} signal @param {() => Promise<void>} work */
async function alone(name, signal, work) {
  // On pages that are not secure there are no locks: the revision decides whose move is kept.
  if (!navigator.locks) return work();
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return Promise.race([work(), aborted(signal)]);
  };
  try {
    await navigator.locks.request(name, { signal }, begin);
  } catch (error) {
    if (signal.aborted) return;
    if (isBegun) throw error;
    // A browser that forbids storage forbids locks as well.
    await work();
  }
}

/** @param {AbortSignal} signal @returns {Promise<void>} */
const aborted = (signal) => new Promise((done) => (signal.aborted ? done() : signal.addEventListener('abort', () => done())));
