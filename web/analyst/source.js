// Where analyses come from: this browser's engine, or the server's where there is none.

import { ApiError, stream } from '../api.js';
import { engine, isWithoutEngine } from '../local/engine.js';
import { localId } from '../local/scope.js';

/**
 * What is heard of an analysis.
 * @template T
 * @typedef {object} Told
 * @property {(data: T) => void} onData the last one has `done`
 * @property {(error: unknown) => void} onError it broke off before its end
 * @property {() => void} [onWaiting] the server has no free place yet
 */

/** Whether this browser searches. @param {string} path of the game */
async function searchesHere(path) {
  try {
    await engine();
    return true;
  } catch (error) {
    // What is kept here, no server knows.
    if (localId(path)) throw error;
    return false;
  }
}

/**
 * False where memory was too short here, and the server knows the game; else the error is thrown.
 * @param {unknown} error
 * @param {string} path of the game
 */
function isForServer(error, path) {
  if (!isWithoutEngine(error) || localId(path)) throw error;
  return false;
}

/** Why the server sends nothing, which its stream can't say. @param {string} address */
async function why(address) {
  const control = new AbortController();
  try {
    const answer = await fetch(address, { signal: control.signal });
    return answer.ok ? null : new ApiError(answer.status, await answer.json());
  } catch {
    return null;
  } finally {
    control.abort();
  }
}

/**
 * Does something here, or follows the server's stream; returns what stops it.
 * @template T
 * @param {string} path of the game
 * @param {string} rest of the address of the stream
 * @param {Told<T>} told
 * @param {(local: typeof import('../local/analysis.js'), signal: AbortSignal) => Promise<void>} here
 */
function follow(path, rest, { onData, onError, onWaiting = () => {} }, here) {
  const control = new AbortController();
  const { signal } = control;
  const begin = async () => {
    const isHere = await searchesHere(path);
    if (signal.aborted) return;
    if (isHere) {
      const local = await import('../local/analysis.js');
      const isDone = await here(local, signal).then(() => true, (error) => !signal.aborted && isForServer(error, path));
      if (isDone) return;
    }
    const address = `${path}/${rest}`;
    let isBegun = false;
    const take = (/** @type {T} */ data) => {
      isBegun = true;
      onData(data);
    };
    const fail = async () => onError(isBegun ? null : await why(address));
    signal.addEventListener('abort', stream(address, take, fail, onWaiting));
  };
  begin().catch((error) => signal.aborted || onError(error));
  return () => control.abort();
}

/**
 * Analyses a position.
 * @param {string} path of the game
 * @param {{ revision: number, ply: number, lines: number }} wanted
 * @param {Told<import('../types.js').Analysis>} told
 */
export const analysis = (path, wanted, told) =>
  follow(path, `analysis?ply=${wanted.ply}&lines=${wanted.lines}`, told, (local, signal) => local.analyse(path, wanted, signal, told.onData));

/**
 * Looks at every position of a game.
 * @param {string} path of the game
 * @param {{ revision: number, plies: number }} wanted how many moves it has
 * @param {Told<import('../types.js').GraphEvent>} told
 */
export const graph = (path, wanted, told) =>
  follow(path, 'graph', told, async (local, signal) => {
    await local.graph(path, wanted, signal, told.onData);
    if (!signal.aborted) told.onData({ done: true });
  });
