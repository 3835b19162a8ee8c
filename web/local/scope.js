// Which requests of the API this browser answers by itself.

/**
 * - `game`: it is about a game that this browser keeps;
 * - `begin`: a game begins that nobody else plays; the server keeps it where this browser can't;
 * - `list`: both keep games;
 * - `text`: a text is read, which leaves this browser only where it can't read it;
 * - `alone`: it needs nobody else: the server is asked, and this browser where it can't be reached;
 * - `server`: the server alone can answer.
 * @typedef {'game' | 'begin' | 'list' | 'text' | 'alone' | 'server'} Scope
 */

/** What the ids of games begin with that are kept here: no server gives such. */
const LOCAL = 'local-';

const ALONE = /^\/api\/(?:kinds|quarters|board|board\/random|rules\/[^/]+)(?:\?|$)/;

const TEXT = /^\/api\/read(?:\/all)?$/;

/** Whether this browser keeps the game with an id. @param {string} id */
export const isLocal = (id) => id.startsWith(LOCAL);

/** The id of the game that a path is about, if this browser keeps it. @param {string} path */
export function localId(path) {
  const [, id = ''] = /^\/api\/games\/([^/?]+)/.exec(path) ?? [];
  return isLocal(id) ? id : null;
}

/** @param {string} method @param {string} path @returns {Scope} */
export function scopeOf(method, path) {
  if (localId(path)) return 'game';
  if (TEXT.test(path)) return 'text';
  if (ALONE.test(path)) return 'alone';
  if (/^\/api\/games(?:\?|$)/.test(path)) return method === 'POST' ? 'begin' : 'list';
  return 'server';
}

/** Whether the page was written to a folder that any web host serves: there is no server of its own. */
export const isStatic = typeof document !== 'undefined' && document.documentElement.dataset['edition'] === 'static';
