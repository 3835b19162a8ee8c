// Requests of the API that this browser answers, with the server or without.

import { ApiError, Offline, soon } from '../api.js';
import { fetchFile } from '../files.js';
import { engine, isWithoutEngine } from './engine.js';
import { PAGE_SIZE, listPage, ownGames } from './lists.js';
import { answer, answerOfGame } from './requests.js';
import { isStatic } from './scope.js';
import { isKept } from './store.js';
import { readSetting, writeSetting } from '../storage.js';

/** @typedef {import('./scope.js').Scope} Scope */
/** @typedef {{ method: string, path: string, body?: unknown }} Request */

/**
 * @param {Request} request
 * @param {Scope} scope
 * @param {(path?: string) => Promise<any>} ofServer the server's answer, to another path where one is given
 * @returns {Promise<any>}
 */
export async function answerHere({ method, path, body }, scope, ofServer) {
  switch (scope) {
    case 'game':
      return answerOfGame(method, path, body);
    case 'begin':
      return begin({ method, path, body }, ofServer);
    case 'list':
      return list(path, ofServer);
    case 'text':
      return read({ method, path, body }, ofServer);
    case 'alone':
      return isStatic ? alone({ method, path, body }) : soon(ofServer()).catch((error) => instead(error, { method, path, body }));
    case 'server':
      throw new ApiError(404, { code: 'no-server' });
  }
}

/** @param {Request} request @param {() => Promise<any>} ofServer */
async function begin({ method, path, body }, ofServer) {
  // What the browser would forget with the page, the server keeps.
  const isBetterThere = !isStatic && !(await isKept().catch(() => false));
  if (isBetterThere) return ofServer();
  try {
    await engine();
    const begun = await answer(method, path, body);
    askToKeep();
    return begun;
  } catch (error) {
    if (isStatic || !canServerHelp(error)) throw error;
    return ofServer();
  }
}

/** Whether the engine is missing, or could not be fetched: the server may be there all the same. @param {unknown} error */
const canServerHelp = (error) => isWithoutEngine(error) || error instanceof Offline;

/** @param {Request} request @param {() => Promise<any>} ofServer */
async function read({ method, path, body }, ofServer) {
  try {
    return await answer(method, path, body);
  } catch (error) {
    if (isStatic || !canServerHelp(error)) throw error;
    return ofServer();
  }
}

/**
 * Asks the browser not to drop the games of a page that is seldom visited: once, and once more when the page
 * is installed, since a browser may refuse without a question to the visitor until then.
 */
async function askToKeep() {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  const asked = readSetting('asked-to-keep');
  if (asked && (asked === 'installed' || !isInstalled)) return;
  writeSetting('asked-to-keep', isInstalled ? 'installed' : true);
  await navigator.storage?.persist?.().catch(() => {});
}

/** @param {string} path @param {(path: string) => Promise<any>} ofServer */
async function list(path, ofServer) {
  const [, search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  const which = query.get('list') ?? 'going';
  const nothing = { games: [], pages: 0, count: 0, size: PAGE_SIZE };
  /** @type {{ away?: Offline, trouble?: unknown }} why games of one place are missing */
  const missing = {};
  const own = await ownGames(which).catch((error) => {
    if (isStatic) throw error;
    missing.trouble = error;
    return [];
  });
  const page = async (/** @type {number} */ number) => {
    if (isStatic) return nothing;
    query.set('page', String(number));
    try {
      return await soon(ofServer(`/api/games?${query}`));
    } catch (error) {
      if (error instanceof Offline) missing.away = error;
      else if (own.length > 0) missing.trouble = error;
      else throw error;
      return nothing;
    }
  };
  return { ...(await listPage(own, Number(query.get('page') ?? 1), page)), ...missing };
}

/** What stands in files of the static edition. @param {string} path */
function fileOf(path) {
  const { pathname, searchParams } = new URL(path, 'http://page');
  const [, , section = '', name = ''] = pathname.split('/');
  if (section === 'kinds' || section === 'quarters') return `${section}.json`;
  return section === 'rules' ? `rules/${name}.${searchParams.get('lang') ?? 'en'}.json` : null;
}

/** What needs no server, and nobody else. @param {Request} request */
async function alone({ method, path, body }) {
  const file = fileOf(path);
  if (!file) return answer(method, path, body);
  return (await fetchFile(new URL(`../data/${file}`, import.meta.url))).json();
}

/** @param {unknown} error @param {Request} request */
async function instead(error, { method, path, body }) {
  // A server that is overloaded, or has a fault, is none for now. Rules are texts, which the engine has not.
  const isAway = error instanceof Offline || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
  if (!isAway || path.startsWith('/api/rules/')) throw error;
  try {
    return await answer(method, path, body);
  } catch (other) {
    throw other instanceof ApiError ? other : error;
  }
}
