// Analyses in this browser: of its own games, and of those that a server keeps.

import { get } from '../api.js';
import { searcher, searches } from './engine.js';
import { content, kept, known } from './requests.js';
import { localId } from './scope.js';

/** How long an analysis takes at most, in milliseconds. */
const LONGEST = 10_000;

/** The record of the last game of a server that was looked at, which doesn't change within a revision. @type {{ of: string, text: Promise<string> } | null} */
let record = null;

/** @param {string} path of the game @param {number} revision */
function recordOf(path, revision) {
  const of = `${path} ${revision}`;
  if (record?.of !== of) record = { of, text: get(`${path}/record`) };
  // What could not be fetched now can be later.
  record.text.catch(() => (record = null));
  return record.text;
}

/**
 * What the engine gets of a game, wherever it is kept.
 * @param {string} path of the game
 * @param {number} revision
 * @returns {Promise<(what: string) => import('./engine.js').Request>} the request for what is to be found
 */
async function asking(path, revision) {
  if (localId(path)) {
    const told = await known(await kept(localId(path) ?? ''));
    return (what) => ({ method: 'GET', path: `${path}/${what}`, ...told });
  }
  const body = { text: await recordOf(path, revision) };
  return (what) => ({ method: 'POST', path: `/api/${what}`, body });
}

/**
 * Analyses a position of a game; the last report has `done`.
 * @param {string} path of the game
 * @param {{ revision: number, ply: number, lines: number }} wanted
 * @param {AbortSignal} signal
 * @param {(report: any) => void} onReport
 */
export async function analyse(path, { revision, ply, lines }, signal, onReport) {
  const request = (await asking(path, revision))(`analysis?ply=${ply}&lines=${lines}`);
  if (signal.aborted) return;
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end);
  /** @type {any} */
  let last = { ply, depth: 0, nodes: 0, lines: [], proven: null, verdicts: [] };
  const tell = (/** @type {any} */ report) => {
    last = report;
    if (!signal.aborted) onReport(report);
  };
  const ask = await searcher(own.signal);
  // The engine has no clock: it is ended from outside.
  const late = new Promise((done) => setTimeout(() => done(null), LONGEST));
  const answer = await Promise.race([ask(request, tell), late]).finally(end);
  if (!signal.aborted) onReport({ ...(answer ? content(answer) : last), done: true });
}

/**
 * Looks at every position of a game, several at once; each point of the graph comes as it is found.
 * @param {string} path of the game
 * @param {{ revision: number, plies: number }} wanted how many moves it has
 * @param {AbortSignal} signal
 * @param {(point: any) => void} onPoint
 */
export async function graph(path, { revision, plies }, signal, onPoint) {
  const request = await asking(path, revision);
  if (signal.aborted) return;
  const own = new AbortController();
  signal.addEventListener('abort', () => own.abort());
  let next = 0;
  const work = async () => {
    const ask = await searcher(own.signal);
    while (next <= plies && !signal.aborted) {
      const ply = next;
      next += 1;
      onPoint(content(await ask(request(`graph?ply=${ply}`))));
    }
  };
  const works = Array.from({ length: Math.min(searches(), plies + 1) }, work);
  await Promise.all(works).finally(() => own.abort());
}
