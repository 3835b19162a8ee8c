// The games that are kept in this browser, in its IndexedDB.

import { ApiError } from '../api.js';

/** @typedef {import('../types.js').Summary} Summary */
/**
 * A game: `Row` in `crates/browser`. The page looks at nothing of `game` and `match`, which the engine
 * gets back as they are. Of a deleted one in a match of several, what the others need to know stays.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} series the id of the first game of its match
 * @property {number} revision
 * @property {boolean} ended
 * @property {number} updated in milliseconds since 1970
 * @property {{ number: number, id: string | null }} match
 * @property {Summary | null} summary null where it was deleted
 * @property {unknown} game
 */

const NAME = 'board-games';
const GAMES = 'games';
const VERSION = 1;

/** The database; null where the browser forbids it. @type {Promise<IDBDatabase | null> | null} */
let opened = null;

/** The games of a page whose browser keeps nothing. @type {Map<string, Row>} */
const memory = new Map();

/** @typedef {(ids: string[]) => void} Listener gets the ids of games */

/** @type {Set<Listener>} */
const listeners = new Set();

/** @type {Set<Listener>} */
const early = new Set();

/** Tells the other tabs of this browser, unless it forbids that as it forbids storage. */
const channel = openChannel();
channel?.addEventListener('message', ({ data }) => tellHere(data));

function openChannel() {
  try {
    return new BroadcastChannel('board-games');
  } catch {
    return null;
  }
}

/** @param {string[]} ids */
const tellHere = (ids) => listeners.forEach((listener) => listener(ids));

/** @param {string[]} ids */
function tell(ids) {
  tellHere(ids);
  channel?.postMessage(ids);
}

/**
 * Calls a listener with the ids of games that have changed, here or in another tab; returns what ends that.
 * @param {Listener} listener
 */
export const onChange = (listener) => listen(listeners, listener);

/**
 * Calls a listener with the ids of games that are about to change in this tab; returns what ends that. Where
 * nothing comes of it, those of `onChange` are called.
 * @param {Listener} listener
 */
export const beforeChange = (listener) => listen(early, listener);

/** @param {Set<Listener>} all @param {Listener} listener */
function listen(all, listener) {
  all.add(listener);
  return () => void all.delete(listener);
}

/** Whether games stay when the page is closed. */
export const isKept = async () => (await database()) !== null;

function database() {
  opened ??= open().catch((error) => {
    // What failed now can succeed later.
    opened = null;
    throw error;
  });
  return opened;
}

/** The names of errors by which browsers say that a page may keep nothing. */
const FORBIDDEN = ['SecurityError', 'InvalidStateError', 'NotSupportedError'];

/** Whether a browser has said that a page may keep nothing; Chromium says so in words alone. @param {unknown} error */
const isForbidden = (error) => isNamed(error, FORBIDDEN) || (isNamed(error, ['UnknownError']) && /denied permission/.test(String(error)));

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  return new Promise((done, fail) => {
    if (!globalThis.indexedDB) {
      done(null);
      return;
    }
    const onError = (/** @type {unknown} */ error) => (isForbidden(error) ? done(null) : fail(trouble(error)));
    /** @type {IDBOpenDBRequest} */
    let request;
    try {
      request = indexedDB.open(NAME, VERSION);
    } catch (error) {
      onError(error);
      return;
    }
    request.onupgradeneeded = () => {
      const games = request.result.createObjectStore(GAMES, { keyPath: 'id' });
      games.createIndex('series', 'series');
    };
    request.onsuccess = () => {
      const close = () => {
        request.result.close();
        opened = null;
      };
      // A tab with a later version of the page would otherwise wait for this one.
      request.result.onversionchange = close;
      // The browser may close it, as when its data are cleared; it is then opened again.
      request.result.onclose = close;
      done(request.result);
    };
    request.onerror = () => onError(request.error);
  });
}

/** @param {unknown} error @param {string[]} names */
const isNamed = (error, names) => error instanceof DOMException && names.includes(error.name);

/**
 * Does something in one transaction: all of it or nothing.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore, give: (value: T) => void) => void} work
 * @returns {Promise<T | undefined>} what was given
 */
async function transaction(mode, work) {
  const one = await begin(mode).catch(() => begin(mode));
  return new Promise((done, fail) => {
    /** @type {T | undefined} */
    let given;
    one.oncomplete = () => done(given);
    one.onabort = () => fail(trouble(one.error));
    work(one.objectStore(GAMES), (value) => (given = value));
  });
}

/** A transaction; the connection may have been closed unnoticed, and is then opened again. @param {IDBTransactionMode} mode */
async function begin(mode) {
  const base = await database();
  try {
    if (!base) throw new Error('this browser keeps nothing');
    // What a page shows as kept is on the disk.
    return base.transaction(GAMES, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
  } catch (error) {
    opened = null;
    throw trouble(error);
  }
}

/** Why something could not be kept or read, in the shape of a refusal. @param {unknown} error */
function trouble(error) {
  if (isNamed(error, ['VersionError'])) return new ApiError(409, { code: 'kept-by-later-version' });
  const code = isNamed(error, ['QuotaExceededError']) ? 'browser-full' : 'browser-failing';
  return new ApiError(507, { code, message: String(error) });
}

/** @param {string} id @returns {Promise<Row | undefined>} */
export async function find(id) {
  if (!(await isKept())) return memory.get(id);
  return transaction('readonly', (games, give) => {
    games.get(id).onsuccess = ({ target }) => give(/** @type {IDBRequest} */ (target).result);
  });
}

/** All games of a match, those that were deleted too. @param {string} series @returns {Promise<Row[]>} */
export async function ofMatch(series) {
  if (!(await isKept())) return [...memory.values()].filter((row) => row.series === series);
  const rows = await transaction('readonly', (games, give) => {
    games.index('series').getAll(series).onsuccess = ({ target }) => give(/** @type {IDBRequest} */ (target).result);
  });
  return /** @type {Row[]} */ (rows ?? []);
}

/** All games but the deleted ones. @returns {Promise<Row[]>} */
export async function all() {
  const rows = (await isKept())
    ? await transaction('readonly', (games, give) => {
        games.getAll().onsuccess = ({ target }) => give(/** @type {IDBRequest} */ (target).result);
      })
    : [...memory.values()];
  return /** @type {Row[]} */ (rows ?? []).filter(({ summary }) => summary !== null);
}

/**
 * Keeps games, unless one of them has changed since.
 * @param {Row[]} rows
 * @param {number | null} revision that the game had, of which a later one is kept; null where all are new
 * @returns {Promise<boolean>} false where it has changed, and nothing was kept
 */
export async function keep(rows, revision) {
  const ids = rows.map(({ id }) => id);
  early.forEach((listener) => listener(ids));
  let isKeptNow = false;
  try {
    isKeptNow = (await isKept()) ? await keepInBase(rows, revision) : keepInMemory(rows, revision);
  } finally {
    if (isKeptNow) tell(ids);
    else tellHere(ids);
  }
  return isKeptNow;
}

/** @param {Row[]} rows @param {number | null} revision */
async function keepInBase(rows, revision) {
  const done = await transaction('readwrite', (games, give) => {
    const [first] = rows;
    if (!first) return;
    games.get(first.id).onsuccess = ({ target }) => {
      const known = /** @type {Row | undefined} */ (/** @type {IDBRequest} */ (target).result);
      if (!isSame(known, revision)) return;
      games.index('series').getAll(first.series).onsuccess = (event) => {
        // Of a match, another tab may have begun the same game.
        if (isTaken(first, /** @type {IDBRequest<Row[]>} */ (event.target).result)) return;
        for (const row of rows) games.put(row);
        give(true);
      };
    };
  });
  return done === true;
}

/** @param {Row[]} rows @param {number | null} revision */
function keepInMemory(rows, revision) {
  const [first] = rows;
  if (!first || !isSame(memory.get(first.id), revision)) return false;
  for (const row of rows) memory.set(row.id, row);
  return true;
}

/** Whether another game has the place of one in its match. @param {Row} row @param {Row[]} series */
const isTaken = (row, series) => series.some(({ id, match }) => id !== row.id && match.number === row.match.number);

/** @param {Row | undefined} known @param {number | null} revision */
const isSame = (known, revision) => (known?.summary ? known.revision === revision : revision === null);

/**
 * Deletes a game. In a match of several its result goes on counting.
 * @param {Row} row
 */
export async function forget({ id, series }) {
  if (await isKept()) {
    await transaction('readwrite', (games) => {
      // As the match is then: another tab may have begun its next game.
      games.index('series').getAll(series).onsuccess = ({ target }) => {
        const { put, gone } = without(id, /** @type {IDBRequest<Row[]>} */ (target).result);
        if (put) games.put(put);
        for (const one of gone) games.delete(one);
      };
    });
  } else {
    const { put, gone } = without(id, [...memory.values()].filter((row) => row.series === series));
    if (put) memory.set(id, put);
    for (const one of gone) memory.delete(one);
  }
  tell([id]);
}

/**
 * What stays of a match without one of its games, and what goes.
 * @param {string} id
 * @param {Row[]} games all of the match
 * @returns {{ put: Row | null, gone: string[] }}
 */
function without(id, games) {
  const row = games.find((one) => one.id === id);
  const isLast = games.every((one) => one.id === id || one.summary === null);
  if (!row || isLast) return { put: null, gone: games.map((one) => one.id) };
  return { put: { ...row, summary: null, game: null, match: { ...row.match, id: null } }, gone: [] };
}
