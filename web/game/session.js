// A game in progress as the server tells it: what is known of it, what was asked of it, and what
// is still awaited.

import { ApiError, Offline, get, post, waitForGame } from '../api.js';
import { errorText } from '../i18n.js';
import { insist } from '../offline.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */
/**
 * What is asked of a game.
 * @typedef {{ do: 'move', path: string[] } | { do: 'undo' } | { do: 'redo' } | { do: 'resign', side: Side }} Command
 */
/** @typedef {'opened' | 'played' | 'taken-back' | 'gone' | 'other'} Change what is new about the game */

/** After how many milliseconds a computer that thinks is taken for one that hangs. */
const PATIENCE = 30_000;
/** How often one looks whether the next game of a match has begun. */
const SLOWLY = 15_000;

/** @param {unknown} error */
const isGone = (error) => error instanceof ApiError && error.status === 404;

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A text that no other request has. `crypto.randomUUID` exists on secure pages only. */
function uniqueText() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return [...numbers].map((number) => number.toString(16).padStart(8, '0')).join('');
}

/** Keeps a game and the server in step. */
export class Session {
  /**
   * @param {string} id
   * @param {(change: Change) => void} changed called after every change, of the game or of what is awaited
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {Game | null} */
    this.game = null;
    /** All positions so far, as far as they are known. @type {Position[]} */
    this.positions = [];
    /** A move that is on its way. @type {string[] | null} */
    this.pending = null;
    /** Why the last request was refused, in words; empty when it was not. */
    this.error = '';
    /** Whether the computer should have answered by now. */
    this.isSlow = false;
    this.busy = false;
    /** Whether the game was deleted. */
    this.gone = false;
    /** Whether what was asked waits for a server that is away. */
    this.isAway = false;
    /** Ends with the session, and with it whatever is still tried. */
    this.life = new AbortController();
    /** @type {AbortController | null} */
    this.watch = null;
    this.patience = 0;
  }

  /**
   * Does something as soon as the server can be reached.
   * @template T
   * @param {() => Promise<T>} action
   */
  #insist(action) {
    return insist(action, this.life.signal);
  }

  /** @param {string} [rest] */
  #path(rest = '') {
    return `/api/games/${encodeURIComponent(this.id)}${rest}`;
  }

  /** Fetches the game. Throws what the server refuses. */
  async open() {
    await this.#accept(await this.#insist(() => get(this.#path())), 'opened');
  }

  /** Lets go of the game: nothing is awaited any more. */
  close() {
    this.life.abort();
    this.watch?.abort();
    clearTimeout(this.patience);
  }

  /** Whether the visitor may ask for something now. */
  get isFree() {
    return this.game !== null && !this.busy && !this.gone;
  }

  /** The side whose computer thinks, or will as soon as the move on its way is there. */
  get thinker() {
    const { game, pending } = this;
    if (!game || this.isAway || this.gone) return null;
    const { turn } = game.position;
    if (game.thinking) return turn;
    const other = turn === 'white' ? 'black' : 'white';
    return pending && game[other].player === 'computer' ? other : null;
  }

  /**
   * The page was brought to the front, or put away: a page that nobody sees keeps no connection
   * open, since a browser has few for all its windows.
   */
  onVisibility() {
    if (this.busy) return;
    if (!document.hidden && this.awaitsNext) this.#look();
    this.#await();
  }

  /** Whether somebody may yet begin the next game of the match. */
  get awaitsNext() {
    const { game } = this;
    return Boolean(game?.outcome) && !game?.match.winner && !game?.match.next && !this.gone;
  }

  /** Looks whether the next game has begun. */
  async #look() {
    try {
      const game = await get(this.#path(), this.life.signal);
      if (!this.busy) await this.#accept(game, 'other');
    } catch (error) {
      if (this.life.signal.aborted) return;
      if (isGone(error)) this.#lose();
      else this.#await();
    }
  }

  /** The game is no more. */
  #lose() {
    this.gone = true;
    this.watch?.abort();
    clearTimeout(this.patience);
    this.changed('gone');
  }

  /**
   * Asks for something. While one request is on its way, no other is sent.
   * @param {Command} command
   */
  async ask(command) {
    const { game } = this;
    if (!game || this.busy || this.gone) return;
    this.busy = true;
    // What is awaited now would come back as the answer to this very request.
    this.watch?.abort();
    this.error = '';
    this.pending = command.do === 'move' ? command.path : null;
    this.changed('other');
    const body = { revision: game.revision, request: uniqueText(), ...command };
    await this.#attempt(async () => {
      // Sent again and again while the server is away: it knows a request that it has seen.
      const answer = await this.#insist(() => this.#noticing(() => post(this.#path('/commands'), body)));
      await this.#accept(answer, command.do === 'undo' ? 'taken-back' : 'played');
    });
  }

  /**
   * Begins the next game of the match. The answer is its id.
   * @param {'same' | 'random'} board
   * @returns {Promise<string | null>}
   */
  async next(board) {
    if (this.busy) return null;
    this.busy = true;
    /** @type {Game | null} */
    let next = null;
    await this.#attempt(async () => {
      const body = { board, request: uniqueText() };
      next = await this.#insist(() => post(this.#path('/next'), body));
    });
    return next ? /** @type {Game} */ (next).id : null;
  }

  /** Asks a computer that seems to hang once more. */
  askAgain() {
    this.isSlow = false;
    this.#await();
    this.changed('other');
  }

  /**
   * Notes whether the server is away.
   * @template T
   * @param {() => Promise<T>} action
   */
  async #noticing(action) {
    try {
      const answer = await action();
      this.isAway = false;
      return answer;
    } catch (error) {
      const before = this.isAway;
      this.isAway = error instanceof Offline;
      if (this.isAway !== before && !this.life.signal.aborted) this.changed('other');
      throw error;
    }
  }

  /** Does what may be refused. @param {() => Promise<void>} action */
  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      await this.#onRefusal(error);
    }
    this.busy = false;
    this.pending = null;
    if (this.life.signal.aborted) return;
    this.#await();
    this.changed('other');
  }

  /** @param {unknown} error */
  async #onRefusal(error) {
    if (!(error instanceof ApiError)) throw error;
    if (isGone(error)) return this.#lose();
    if (error.code !== 'stale') this.error = errorText(error);
    // Somebody was faster, or the page was behind: the server's word counts.
    if (error.status !== 409) return;
    await this.#accept(await this.#insist(() => get(this.#path())), 'other');
  }

  /** @type {(game: Game, change: Change) => Promise<void>} */
  async #accept(game, change) {
    const known = this.game?.revision ?? 0;
    if (game.revision < known) return;
    const isNews = change === 'opened' || game.revision > known;
    this.game = game;
    this.pending = null;
    this.isSlow = false;
    this.#remember(game);
    this.#await();
    this.changed(isNews ? change : 'other');
    if (this.positions.length <= game.position.ply) await this.#loadHistory();
  }

  /** Keeps the positions in step where that is possible without asking. @param {Game} game */
  #remember({ position }) {
    const known = this.positions;
    if (known.length >= position.ply) this.positions = [...known.slice(0, position.ply), position];
  }

  async #loadHistory() {
    const history = await this.#insist(() => get(this.#path('/history')));
    if (history.revision !== this.game?.revision) return;
    this.positions = history.positions;
    this.changed('other');
  }

  /**
   * Waits for what others do: the computer, the players of a game one only watches, the visitor's
   * other windows. It tells as well when the server goes away.
   */
  #await() {
    this.watch?.abort();
    clearTimeout(this.patience);
    const { game } = this;
    if (!game || this.gone || (!game.thinking && document.hidden)) return;
    if (game.outcome) {
      if (this.awaitsNext) this.patience = window.setTimeout(() => this.#look(), SLOWLY);
      return;
    }
    const control = new AbortController();
    this.watch = control;
    this.#follow(control.signal);
    if (!game.thinking) return;
    this.patience = window.setTimeout(() => {
      this.isSlow = true;
      this.changed('other');
    }, PATIENCE);
  }

  /**
   * The game as soon as it is newer than a revision, or as it was after a while.
   * @param {number} revision
   * @param {AbortSignal} signal
   * @returns {Promise<Game>}
   */
  async #newer(revision, signal) {
    try {
      return await waitForGame(this.id, revision, signal);
    } catch (error) {
      if (!(error instanceof Offline) || signal.aborted) throw error;
      // What is answered at once tells at once that the server is back.
      return insist(() => get(this.#path()), signal);
    }
  }

  /** @param {AbortSignal} signal */
  async #follow(signal) {
    while (!signal.aborted && this.game) {
      const { revision } = this.game;
      try {
        const game = await this.#newer(revision, signal);
        if (game.revision > revision) {
          await this.#accept(game, 'played');
          return;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isGone(error)) return this.#lose();
        // The server is there but can't say: not so often, then.
        await sleep(2000);
      }
    }
  }
}
