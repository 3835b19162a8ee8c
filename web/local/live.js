// A game that is kept here, as it goes on: the same interface as the WebSocket of a game of the server.

import { ApiError } from '../api.js';
import { think } from './computer.js';
import { answerOfGame } from './requests.js';
import { localId } from './scope.js';
import { onChange } from './store.js';

/** @typedef {import('../types.js').News} News */
/** @typedef {News | { type: 'trouble', error: unknown }} LocalNews what the engine or the storage of the browser has against it */

export class LocalLive {
  /**
   * @param {string} path of the game
   * @param {(news: LocalNews) => void} onNews
   */
  constructor(path, onNews) {
    this.path = path;
    this.id = localId(path) ?? '';
    this.onNews = onNews;
    /** Ends the search too. @type {AbortController | null} */
    this.life = null;
    this.forget = () => {};
    /** The revision in which the computer's move failed: it is not tried again before somebody asks. @type {number | null} */
    this.failed = null;
  }

  /** Tells the game as it stands, and each change; the computer thinks meanwhile. */
  open() {
    if (this.life) return;
    this.life = new AbortController();
    this.forget = onChange((ids) => ids.includes(this.id) && this.#look());
    this.#look();
  }

  close() {
    this.life?.abort();
    this.life = null;
    this.forget();
  }

  /** Begins anew, as when the computer seems to hang. */
  again() {
    this.close();
    this.failed = null;
    this.open();
  }

  wake() {
    this.failed = null;
    if (this.life) this.#look();
  }

  async #look() {
    const { life } = this;
    if (!life) return;
    try {
      const game = await answerOfGame('GET', this.path);
      if (life.signal.aborted) return;
      this.onNews({ type: 'game', game });
      if (!game.thinking || game.revision === this.failed) return;
      await think(this.id, game.revision, life.signal).catch((error) => {
        if (!life.signal.aborted) this.failed = game.revision;
        throw error;
      });
    } catch (error) {
      if (life.signal.aborted) return;
      const isGone = error instanceof ApiError && error.status === 404;
      this.onNews(isGone ? { type: 'gone' } : { type: 'trouble', error });
    }
  }
}
