// The connection over which a game tells what is new. It comes back by itself when it breaks off.

import { ApiError, get } from '../api.js';
import { insist, offlineBanner, pause } from '../offline.js';

/** @typedef {import('../types.js').News} News */

/** After how many milliseconds of silence a connection is dead: the server says something every 20 s. */
const SILENCE = 45_000;
/** After how many milliseconds a connection that tells nothing at all has failed. */
const PATIENCE = 10_000;
/** What ends sooner, in milliseconds, doesn't count as a connection: it would be made without end. */
const LASTING = 3_000;

export class Live {
  /**
   * @param {string} path of the game
   * @param {(news: News) => void} onNews
   */
  constructor(path, onNews) {
    this.path = path;
    this.onNews = onNews;
    /** Ends with the connection and all attempts to make one. @type {AbortController | null} */
    this.life = null;
    /** When anything was heard last, in milliseconds since 1970: other clocks stop while a machine sleeps. */
    this.heard = 0;
    this.onNetwork = () => this.again();
  }

  /** Connects, and stays so. */
  open() {
    if (this.life) return;
    this.life = new AbortController();
    // What was connected before the network changed may be dead without knowing it.
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

  /** Connects anew. */
  again() {
    this.close();
    this.open();
  }

  /** Somebody looks: what was heard too long ago is out of date. */
  wake() {
    if (this.life && Date.now() - this.heard > SILENCE) this.again();
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
   * Tells what is heard until the connection ends; then whether it was one.
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
        done(Date.now() - begun > LASTING && this.heard > begun);
      };
      timer = window.setTimeout(end, PATIENCE);
      signal.addEventListener('abort', end);
      socket.onclose = end;
      socket.onmessage = ({ data }) => {
        clearTimeout(timer);
        timer = window.setTimeout(end, SILENCE);
        this.heard = Date.now();
        offlineBanner(false);
        this.onNews(JSON.parse(data));
      };
    });
  }

  /**
   * Looks how the game stands where no connection could be made: the server is away, the game is
   * gone, or something between here and there lets no connection through.
   * @param {AbortSignal} signal
   */
  async #look(signal) {
    try {
      const game = await insist(() => get(this.path, signal), signal);
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
