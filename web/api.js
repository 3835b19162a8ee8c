// Requests to the API: of the server, or of this browser.

import { isStatic, scopeOf } from './local/scope.js';

/** The server refused. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, details?: Record<string, any> }} body
   */
  constructor(status, { code = 'internal', message = '', details = {} }) {
    super(message || `status ${status}`);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The server can't be reached, or can't keep anything for the moment. */
export class Offline extends Error {
  /** @param {string} [code] what it says itself */
  constructor(code = 'offline') {
    super(`the server cannot be reached: ${code}`);
    this.code = code;
  }
}

/** The timeout of requests without whose answer this browser can show something, in milliseconds. */
const PATIENCE = 8_000;

/**
 * The server's answer. After a timeout the page is shown without it.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
export function soon(answer) {
  let timer = 0;
  const late = new Promise((_, fail) => (timer = window.setTimeout(() => fail(new Offline()), PATIENCE)));
  return Promise.race([answer, /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
}

/** What a proxy answers while the server is down. */
const UNAVAILABLE = [502, 503, 504];

/**
 * A request of the API. What concerns no other visitor is answered by this browser itself.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} nothing where the answer is empty; a text where it is none of JSON
 */
export async function request(method, path, body, signal) {
  const scope = scopeOf(method, path);
  if (scope === 'server' && !isStatic) return ask(method, path, body, signal);
  const { answerHere } = await import('./local/answers.js').catch(() => {
    // A browser doesn't fetch a module again that it could not fetch once: only a reload helps.
    throw new ApiError(503, { code: 'page-incomplete' });
  });
  const answer = await answerHere({ method, path, body }, scope, (other = path) => ask(method, other, body, signal));
  signal?.throwIfAborted();
  return answer;
}

/**
 * A request to the server.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, signal) {
  /** @type {RequestInit} */
  const init = { method, headers: { accept: 'application/json' } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const answer = await reach(path, init);
  if (UNAVAILABLE.includes(answer.status)) throw new Offline(await reason(answer));
  const content = await read(answer);
  if (!answer.headers.has('x-kept')) dispatchEvent(new Event('server-answered'));
  if (!answer.ok) throw new ApiError(answer.status, typeof content === 'object' ? content : {});
  return content;
}

/** @param {string} path @param {RequestInit} init */
async function reach(path, init) {
  try {
    return await fetch(path, init);
  } catch (error) {
    // The caller aborted the request itself.
    if (init.signal?.aborted) throw error;
    throw new Offline();
  }
}

/**
 * The server's own code for why it is unavailable, or `offline` where the answer is a proxy's.
 * @param {Response} answer
 */
async function reason(answer) {
  const content = await answer.json().catch(() => null);
  return /^storage-/.test(content?.code) ? content.code : 'offline';
}

/** @param {Response} answer */
async function read(answer) {
  const isJson = answer.headers.get('content-type')?.includes('json');
  try {
    const text = await answer.text();
    return isJson && text ? JSON.parse(text) : text;
  } catch (error) {
    if (error instanceof DOMException) throw error;
    // The connection broke during the body.
    throw new Offline();
  }
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => request('GET', path, undefined, signal);

/** @param {string} path @param {unknown} body */
export const post = (path, body) => request('POST', path, body);

/**
 * Server-sent events until one says that it is the last, or the answer is called.
 * @param {string} path
 * @param {(data: any) => void} onData
 * @param {() => void} [onError] the stream broke off before its end
 * @param {() => void} [onWaiting] the server has no free place yet
 */
export function stream(path, onData, onError = () => {}, onWaiting = () => {}) {
  const source = new EventSource(path);
  source.addEventListener('waiting', onWaiting);
  source.onmessage = ({ data }) => {
    const value = JSON.parse(data);
    if (value.done) source.close();
    onData(value);
  };
  // Otherwise the browser would reconnect by itself, from the beginning.
  source.onerror = () => {
    source.close();
    onError();
  };
  return () => source.close();
}
