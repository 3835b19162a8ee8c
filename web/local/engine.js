// The engine in the visitor's browser: compiled once, at work in workers.

import { ApiError, Offline } from '../api.js';

/** @typedef {import('./worker.js').Said} Said */
/**
 * A request to the engine: `Request` in `crates/browser`.
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {unknown} [body]
 * @property {unknown} [game] what is kept of the game that the path names
 * @property {unknown[]} [series] what is kept of all games of its match
 */
/**
 * What it answers: `Answer` there.
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} type
 * @property {string | null} name
 * @property {any} body
 * @property {import('./store.js').Row[]} keep
 */

/** Compressed, so that every server sends it small. */
const ENGINE = './engine.wasm.gz';

/** The compiled engine, or why there is none. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** There is no engine in this browser: it is too old, or the page has none. */
export class NoEngine extends ApiError {
  /** @param {'no-engine' | 'engine-missing'} code @param {string} message */
  constructor(code, message) {
    super(501, { code, message });
  }
}

/** Fetches and compiles the engine, once. Throws `NoEngine` where there is none, `Offline` where it can't be fetched. */
export function engine() {
  compiled ??= load().catch((error) => {
    // What could not be fetched now can be later.
    if (!(error instanceof NoEngine)) compiled = null;
    throw error;
  });
  return compiled;
}

/** Whether the browser has what an engine needs. */
const isPossible = () => ['DecompressionStream', 'WebAssembly', 'Worker'].every((name) => name in globalThis);

/** @returns {Promise<WebAssembly.Module>} */
async function load() {
  if (!isPossible()) throw new NoEngine('no-engine', 'this browser has no WebAssembly');
  const answer = await fetch(new URL(ENGINE, import.meta.url)).catch(() => {
    throw new Offline();
  });
  if (answer.status === 404) throw new NoEngine('engine-missing', 'the page was built without the engine, or is older than its server');
  if (!answer.ok) throw new Offline();
  const bytes = await answer.arrayBuffer().catch(() => {
    throw new Offline();
  });
  try {
    return await WebAssembly.compile(await unpacked(bytes));
  } catch (error) {
    // Memory that is short now may not be later.
    if (error instanceof RangeError) throw broken(String(error));
    throw new NoEngine('no-engine', String(error));
  }
}

/** A file, compressed or not: some hosts say of a compressed file that it is, and the browser unpacks it. @param {ArrayBuffer} bytes */
export function unpacked(bytes) {
  const [first, second] = new Uint8Array(bytes);
  // How gzip begins.
  if (first !== 0x1f || second !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** How long a quick request may take, in milliseconds: after that the worker is taken for dead. */
const DEADLINE = 20_000;

/** A worker with an engine of its own, and the requests that it has not answered. */
class Hand {
  /** @type {Map<number, { done: (answer: Answer) => void, fail: (error: Error) => void, report: (text: string) => void }>} */
  #waiting = new Map();
  #number = 0;
  #hasSpoken = false;
  isBroken = false;

  /** @param {Promise<WebAssembly.Module>} compiling the engine, which may still be fetched while the worker is */
  constructor(compiling) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      // One that never spoke could not be fetched.
      this.#fail(this.#hasSpoken ? new Broken(event.message) : new Offline());
    };
    compiling.then(
      (module) => this.worker.postMessage({ module }),
      () => this.end(),
    );
  }

  /** Asks what is answered at once; a worker can end without a word. @param {Request} request @returns {Promise<Answer>} */
  askQuick(request) {
    const timer = setTimeout(() => this.#fail(new Broken('no answer came')), DEADLINE);
    return this.ask(request, () => {}).finally(() => clearTimeout(timer));
  }

  /** @param {Request} request @param {(text: string) => void} report @returns {Promise<Answer>} */
  ask(request, report) {
    this.#number += 1;
    const number = this.#number;
    return new Promise((done, fail) => {
      this.#waiting.set(number, { done, fail, report });
      this.worker.postMessage({ number, request: JSON.stringify({ ...request, now: Date.now(), chance: chance() }) });
    });
  }

  /** Ends it at once, whatever it does. */
  end() {
    this.worker.terminate();
    this.isBroken = true;
  }

  /** @param {Said} said */
  #hear(said) {
    this.#hasSpoken = true;
    const asked = this.#waiting.get(said.number);
    if ('report' in said) asked?.report(said.report);
    if ('answer' in said) {
      this.#waiting.delete(said.number);
      asked?.done(JSON.parse(said.answer));
    }
    if ('broken' in said) this.#fail(new Broken(said.broken));
  }

  /** @param {Error} error */
  #fail(error) {
    this.end();
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

/** The engine broke down at a request. */
class Broken extends Error {}

/** A number that no page can guess, exact in JSON. */
function chance() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** The worker of quick requests. @type {Hand | null} */
let hand = null;

async function quick() {
  const compiling = engine();
  const present = () => {
    if (!hand || hand.isBroken) hand = new Hand(compiling);
    return hand;
  };
  if (isPossible()) present();
  await compiling;
  return present();
}

/** Starts the worker of quick requests before the first of them, which then reports a failure. */
export const start = () => quick().then(() => {}, () => {});

/**
 * Asks what is answered at once.
 * @param {Request} request
 * @returns {Promise<Answer>}
 */
export function ask(request) {
  const attempt = async () => (await quick()).askQuick(request);
  return attempt().catch(attempt).catch(brokenDown);
}

/**
 * A worker of its own for what takes a while; it ends when the caller does, whatever it does then.
 * @param {AbortSignal} signal
 * @returns {Promise<(request: Request, onReport?: (found: any) => void) => Promise<Answer>>} what asks it; never
 *   settled once it was aborted
 */
export async function searcher(signal) {
  const compiling = engine();
  await compiling;
  if (signal.aborted) return () => new Promise(() => {});
  const own = new Hand(compiling);
  signal.addEventListener('abort', () => own.end());
  return (request, onReport = () => {}) => own.ask(request, (text) => onReport(JSON.parse(text))).catch(brokenDown);
}

/** @param {unknown} error @returns {never} */
function brokenDown(error) {
  throw error instanceof Broken ? broken(error.message) : error;
}

const BROKEN = 'engine-broken';

/** @param {string} message */
const broken = (message) => new ApiError(500, { code: BROKEN, message });

/** Whether something failed for want of an engine, or of memory for it. @param {unknown} error */
export const isWithoutEngine = (error) => error instanceof NoEngine || (error instanceof ApiError && error.code === BROKEN);

/** How many workers search at once: one for each processor, within what a phone's memory holds. */
export const searches = () => Math.min(navigator.hardwareConcurrency || 2, 8);
