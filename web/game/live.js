// The WebSocket of a game. It reconnects by itself.

import { ApiError, get } from '../api.js';
import { retry, offlineBanner, pause } from '../offline.js';

/** @typedef {import('../types.js').News} News */

/** A connection silent for this long is dead, in milliseconds: the server sends every 20 s. */
const SILENCE_TIMEOUT = 45_000;
/** How long to wait for a connection's first message, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** A connection that ends sooner counts as failed, in milliseconds: else the page would reconnect in a loop. */
const MIN_CONNECTION = 3_000;

export class Live {
  /**
   * @param {string} path of the game
   * @param {(news: News) => void} onNews
   */
  constructor(path, onNews) {
    this.path = path;
    this.onNews = onNews;
    /** Aborts the connection and all attempts to make one. @type {AbortController | null} */
    this.life = null;
    /** When the last message arrived, by `Date.now`: monotonic clocks stop while a machine sleeps. */
    this.heard = 0;
    this.onNetwork = () => this.again();
  }

  /** Connects and stays connected. */
  open() {
    if (this.life) return;
    this.life = new AbortController();
    // A connection made before the network changed may be dead unnoticed.
    addEventListener('online', this.onNetwork);
    addEventListener('offline', this.onNetwork);
    this.#stay(this.life.signal);
  }

  close() {
    this.life?.abort();
    this.life = null;
    removeEventListener('online', this.onNetwork);
    removeEventListener('offline', this.onNetwork);
  }

  /** Reconnects. */
  again() {
    this.close();
    this.open();
  }

  /** The page is visible again: reconnects if the last message is too old. */
  wake() {
    if (this.life && Date.now() - this.heard > SILENCE_TIMEOUT) this.again();
  }

  /** @param {AbortSignal} signal */
  async #stay(signal) {
    for (let failures = 0; !signal.aborted; ) {
      const hasLasted = await this.#listen(signal);
      failures = hasLasted ? 0 : failures + 1;
      if (failures > 1) await pause(failures - 2);
      if (failures > 0 && !signal.aborted) await this.#look(signal);
    }
  }

  /**
   * Passes on messages until the connection ends; resolves to whether it ever worked.
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>}
   */
  #listen(signal) {
    const address = new URL(`${this.path}/live`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    const begun = Date.now();
    return new Promise((done) => {
      let timer = 0;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        socket.onmessage = null;
        socket.onclose = null;
        hangUp(socket);
        done(Date.now() - begun > MIN_CONNECTION && this.heard > begun);
      };
      timer = window.setTimeout(end, CONNECT_TIMEOUT);
      signal.addEventListener('abort', end);
      socket.onclose = end;
      socket.onmessage = ({ data }) => {
        clearTimeout(timer);
        timer = window.setTimeout(end, SILENCE_TIMEOUT);
        this.heard = Date.now();
        offlineBanner(false);
        this.onNews(JSON.parse(data));
      };
    });
  }

  /**
   * Polls the game where no connection could be made: the server is down, the game is deleted, or a
   * proxy passes no WebSockets.
   * @param {AbortSignal} signal
   */
  async #look(signal) {
    try {
      const game = await retry(() => get(this.path, signal), signal);
      this.onNews({ type: 'game', game });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) this.onNews({ type: 'gone' });
    }
  }
}

/** Closes a connection; one that is being made is an error to the browser if it is closed too soon. @param {WebSocket} socket */
function hangUp(socket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
