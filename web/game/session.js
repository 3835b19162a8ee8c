// A game in progress: its newest state from where it is kept, the queue of commands, and what is shown.

import { ApiError, Offline, get, post } from '../api.js';
import { announce } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { retry } from '../offline.js';
import { isAchieved, isEnd, isSameCommand, isStillValid, labelOf, staleCode } from './command.js';
import { saveQueue, loadQueue } from './queue.js';
import { Live } from './live.js';
import { LocalLive } from '../local/live.js';
import { localId } from '../local/scope.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Message} Message */
/** @typedef {import('../types.js').News} News */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Presence} Presence */
/** @typedef {import('../types.js').Proposal} Proposal */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('./command.js').Command} Command */
/** @typedef {import('./command.js').QueuedCommand} QueuedCommand */
/** @typedef {'opened' | 'played' | 'taken-back' | 'proposed' | 'written' | 'gone' | 'other'} Change what is new about the game */

/** How long the computer may think before it counts as hanging, in milliseconds. */
const COMPUTER_TIMEOUT = 30_000;

/** How long a move is shown before the next one, in milliseconds. */
const MOVE_INTERVAL = 500;
/** The same while many moves wait: the time of one animation. */
const FAST_MOVE_INTERVAL = 260;
/** The number of waiting moves from which they are shown faster. */
const FAST_FROM = 8;

/** @param {unknown} error */
const isGone = (error) => error instanceof ApiError && error.status === 404;

/** @param {unknown} error */
const isStale = (error) => error instanceof ApiError && error.code === 'stale';

/** Whether the visitor plays against somebody at another place. @param {Game} game */
export const isOpponent = (game) => game.online && game.you.length > 0;

/** A random id. `crypto.randomUUID` exists on secure pages only. */
export function randomId() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return [...numbers].map((number) => number.toString(16).padStart(8, '0')).join('');
}

/** How many moves two games have in common from the start. @param {string[]} one @param {string[]} other */
function commonPlies(one, other) {
  const different = one.findIndex((move, i) => move !== other[i]);
  return different < 0 ? one.length : different;
}

/** What changed between two states of a game. @type {(before: Game | null, game: Game) => Change} */
function changeBetween(before, game) {
  if (!before) return 'opened';
  if (game.moves.length < before.moves.length) return 'taken-back';
  if (game.moves.join() !== before.moves.join()) return 'played';
  if (game.outcome && !before.outcome) return 'played';
  return game.offer?.what === before.offer?.what ? 'other' : 'proposed';
}

/** Whether two states of a game have the same position. @param {Game} one @param {Game} other */
const isSamePosition = (one, other) => one.moves.join() === other.moves.join() && !one.outcome === !other.outcome;

/** Keeps a game and the server in step. */
export class Session {
  /**
   * @param {string} id
   * @param {(change: Change) => void} changed called after every change of the game or of the queue
   */
  constructor(id, changed) {
    this.id = id;
    this.path = `/api/games/${encodeURIComponent(id)}`;
    this.changed = changed;
    /** @type {Game | null} */
    this.game = null;
    /** When that arrived, by `performance.now`. */
    this.heard = 0;
    /** The states that are not shown yet, by revision. @type {{ game: Game, heard: number }[]} */
    this.upcoming = [];
    /** When the next move may be shown, by `performance.now`. */
    this.ready = 0;
    this.pause = 0;
    /** All positions so far, as far as they are known. @type {Position[]} */
    this.positions = [];
    /** Who is there, once it is known. @type {Presence | null} */
    this.presence = null;
    /** The chat messages by their numbers. @type {Message[]} */
    this.messages = [];
    /** The move that was sent and not acknowledged. @type {string[] | null} */
    this.pending = null;
    /** The unacknowledged commands in order: the first is in flight. @type {QueuedCommand[]} */
    this.queue = [];
    /** The text of the last refusal, or empty. */
    this.error = '';
    /** The newest revision when it came. */
    this.refusedAt = 0;
    /** Whether the computer should have answered by now. */
    this.isSlow = false;
    /** Whether a command is in flight. */
    this.busy = false;
    /** Whether the next game of the match is being created. */
    this.isBeginning = false;
    /** Whether the game was deleted. */
    this.gone = false;
    /** Whether the queue waits for a server that is down. */
    this.isAway = false;
    /** Aborts all requests when the session ends. */
    this.life = new AbortController();
    const onNews = (/** @type {import('../local/live.js').LocalNews} */ news) => this.#onNews(news);
    /** What tells of all that happens. */
    this.live = localId(this.path) ? new LocalLive(this.path, onNews) : new Live(this.path, onNews);
    this.computerTimer = 0;
  }

  /**
   * Repeats an action until the server can be reached.
   * @template T
   * @param {() => Promise<T>} action
   */
  #retry(action) {
    return retry(action, this.life.signal);
  }

  /** Loads the game and follows it. Throws the server's refusal. */
  async open() {
    this.#accept(await this.#retry(() => get(this.path)));
    // Commands from before a reload that may not have arrived.
    this.queue.push(...loadQueue(this.id));
    if (this.queue.length > 0) this.#drainQueue();
    if (!this.#knowsAll) await this.#loadHistory();
  }

  get #knowsAll() {
    return this.positions.length > (this.game?.position.ply ?? 0);
  }

  /** Ends the connection, the timers and all requests. */
  close() {
    this.life.abort();
    this.live.close();
    clearTimeout(this.computerTimer);
    clearTimeout(this.pause);
  }

  /** The newest state, which may not be shown yet. */
  get newest() {
    return this.upcoming.at(-1)?.game ?? this.game;
  }

  /** Whether the visitor may move now: no queued command may change the position. */
  get isFree() {
    const isStill = (/** @type {QueuedCommand} */ { command }) => ['offer', 'decline', 'move'].includes(command.do);
    return this.game !== null && !this.gone && !this.isBeginning && this.pending === null && this.queue.every(isStill);
  }

  /** Whether an equal command is queued. @param {Command} command */
  isQueued(command) {
    return this.queue.some((one) => isSameCommand(one.command, command));
  }

  /** The labels of the commands that wait behind the first. */
  get waiting() {
    return this.queue.slice(1).filter(({ command }) => command.do !== 'move').map(({ command }) => labelOf(command));
  }

  /** The side whose computer thinks, or will once the sent move has arrived. */
  get thinker() {
    const { game, pending } = this;
    if (!game || this.isAway || this.gone) return null;
    const { turn } = game.position;
    if (game.thinking) return turn;
    const other = turn === 'white' ? 'black' : 'white';
    return pending && game[other].player === 'computer' ? other : null;
  }

  /** The page became visible or hidden. */
  onVisibility() {
    this.#showNext();
    this.#follow();
    if (!document.hidden) this.live.wake();
  }

  /**
   * Keeps a connection while the page is visible, the computer is to move, or the visitor has an
   * opponent elsewhere.
   */
  #follow() {
    const { game } = this;
    if (!game || this.gone || this.life.signal.aborted) return;
    if (!document.hidden || game.thinking || isOpponent(game)) this.live.open();
    else this.live.close();
  }

  /** @param {import('../local/live.js').LocalNews} news */
  #onNews(news) {
    if (this.gone || this.life.signal.aborted) return;
    if (news.type === 'trouble') this.#onTrouble(news.error);
    if (news.type === 'game') this.#accept(news.game);
    if (news.type === 'presence') {
      this.presence = news;
      this.changed('other');
    }
    if (news.type === 'messages') this.#read(news.messages);
    if (news.type === 'gone') this.#markGone();
  }

  /** The engine of this browser has broken down, or its storage: what can be done is to ask again. @param {unknown} error */
  #onTrouble(error) {
    this.isSlow = this.game?.thinking ?? false;
    this.showError(errorText(error));
  }

  /** After a reconnect the server sends all of them again. @param {Message[]} messages */
  #read(messages) {
    const last = this.messages.at(-1)?.number ?? 0;
    const fresh = messages.filter(({ number }) => number > last);
    if (fresh.length === 0) return;
    this.messages = [...this.messages, ...fresh];
    this.changed('written');
  }

  /** The game was deleted. */
  #markGone() {
    this.gone = true;
    this.live.close();
    clearTimeout(this.computerTimer);
    this.changed('gone');
  }

  /** Shows a text in the place of refusals. @param {string} text */
  showError(text) {
    this.#noteRefusal(text);
    this.changed('other');
  }

  /** @param {string} text */
  #noteRefusal(text) {
    this.error = text;
    this.refusedAt = this.newest?.revision ?? 0;
  }

  /**
   * Queues a command. Commands are sent one after the other; an equal one is queued once.
   * @param {Command} command
   */
  async ask(command) {
    const { game } = this;
    if (!game || this.gone || this.isBeginning || this.isQueued(command)) return;
    if (command.do === 'move' && !this.isFree) return;
    this.queue.push({ command, request: randomId(), offer: game.offer, moves: game.moves.length, revision: null });
    this.error = '';
    if (command.do === 'move') {
      this.pending = command.path;
      this.ready = performance.now() + MOVE_INTERVAL;
    }
    if (this.busy) {
      saveQueue(this.id, this.queue);
      this.changed('other');
      announce(t('game.queued', { what: labelOf(command) }));
    } else await this.#drainQueue();
  }

  /** Sends the queued commands one after the other. */
  async #drainQueue() {
    this.busy = true;
    for (let [first] = this.queue; first && !this.gone; [first] = this.queue) {
      const { command } = first;
      // A move sent before a reload may be on the board already.
      if (command.do === 'move' && this.newest?.moves.length === first.moves) this.pending = command.path;
      saveQueue(this.id, this.queue);
      this.changed('other');
      const isDone = await this.#attempt(() => this.#send(first), command);
      if (this.life.signal.aborted) return;
      this.queue.shift();
      // A move that is not shown yet as the server has it is shown as it was made.
      if (command.do === 'move' && this.upcoming.length === 0) this.pending = null;
      if (!isDone) this.#dropQueue();
    }
    this.queue = [];
    saveQueue(this.id, []);
    this.busy = false;
    this.changed('other');
  }

  /** After a refusal drops the queue and says so; resignations and aborts stay. */
  #dropQueue() {
    const dropped = this.queue.filter(({ command }) => !isEnd(command));
    this.queue = this.queue.filter(({ command }) => isEnd(command));
    this.pending = null;
    const names = dropped.map(({ command }) => labelOf(command)).join(', ');
    if (names) this.#noteRefusal([this.error, t('game.not-sent', { what: names })].filter(Boolean).join(' '));
  }

  /** @param {QueuedCommand} queued */
  async #send(queued) {
    const game = /** @type {Game} */ (this.newest);
    const { command, request } = queued;
    // A command sent before a reload keeps its revision.
    if (queued.revision === null) {
      const lapsed = staleCode(queued, game);
      if (lapsed) throw new ApiError(409, { code: lapsed });
      queued.revision = game.revision;
      queued.moves = game.moves.length;
      saveQueue(this.id, this.queue);
    }
    const { revision, moves } = queued;
    const body = { revision, request, ...command };
    try {
      // Repeated while the server is down: it recognises a request by its id.
      this.#accept(await this.#retry(() => this.#trackServer(() => post(`${this.path}/commands`, body))));
    } catch (error) {
      if (!isStale(error)) throw error;
      await this.#refresh();
      const now = /** @type {Game} */ (this.newest);
      if (now.revision === revision || !isStillValid(queued, now, moves)) throw error;
      Object.assign(queued, { revision: null, request: randomId() });
      await this.#send(queued);
    }
  }

  /**
   * Sends a chat message. Throws the server's refusal.
   * @param {string} text
   */
  async write(text) {
    const body = { text, request: randomId() };
    const { messages } = await this.#retry(() => post(`${this.path}/messages`, body));
    this.#read(messages);
  }

  /**
   * Creates the next game of the match; returns its id.
   * @param {'same' | 'random'} board
   * @returns {Promise<string | null>}
   */
  async next(board) {
    if (this.isBeginning) return null;
    this.isBeginning = true;
    this.changed('other');
    /** @type {Game | null} */
    let next = null;
    await this.#attempt(async () => {
      next = await this.#retry(() => post(`${this.path}/next`, { board }));
    });
    this.isBeginning = false;
    if (!this.life.signal.aborted) this.changed('other');
    return next ? /** @type {Game} */ (next).id : null;
  }

  /** Reconnects when the computer seems to hang: the server searches for connected clients. */
  askAgain() {
    this.error = '';
    this.live.again();
    this.#watchComputer();
    this.changed('other');
  }

  /**
   * Tracks whether the server is down.
   * @template T
   * @param {() => Promise<T>} action
   */
  async #trackServer(action) {
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

  /**
   * Runs an action that may be refused; returns whether it succeeded.
   * @param {() => Promise<void>} action
   * @param {Command} [command] the command that it sends
   */
  async #attempt(action, command) {
    try {
      await action();
      return true;
    } catch (error) {
      await this.#onRefusal(error, command);
      return false;
    }
  }

  /** @param {unknown} error @param {Command} [command] */
  async #onRefusal(error, command) {
    if (!(error instanceof ApiError)) throw error;
    if (isGone(error)) return this.#markGone();
    // The game changed meanwhile, or the page was behind: the server's state counts.
    if (error.status === 409) await this.#refresh().catch((other) => (error = other));
    // The browser's visitor has changed, so the connection must be made again as the new one.
    if (error.status === 403) this.live.again();
    // The outcome already shows that the game has ended.
    const isNeeded = !command || !this.game || !isAchieved(command, error.code, this.game);
    this.#noteRefusal(isNeeded ? errorText(error) : '');
  }

  /** Fetches the current state. */
  async #refresh() {
    this.#accept(await this.#retry(() => get(this.path)));
  }

  /**
   * Takes a state of the game: answers to commands and messages of the connection come in any order.
   * @param {Game} game
   */
  #accept(game) {
    const { newest } = this;
    // The server was restarted, perhaps from a backup: its state counts.
    if (newest && newest.epoch !== game.epoch) {
      clearTimeout(this.pause);
      this.upcoming = [];
      // All messages come again with the connection.
      this.messages = [];
      this.#take(game, performance.now());
      return;
    }
    if (this.game && isOlder(game, this.game)) return;
    // What was taken back before it was shown is not shown.
    if (newest && !isOlder(game, newest) && changeBetween(newest, game) === 'taken-back') this.upcoming = [];
    this.upcoming = [...this.upcoming.filter((one) => one.game.revision !== game.revision), { game, heard: performance.now() }];
    this.upcoming.sort((one, other) => one.game.revision - other.game.revision);
    this.#showNext();
  }

  /** Shows the waiting states, each after the interval of the one before. */
  #showNext() {
    clearTimeout(this.pause);
    for (let next = this.upcoming[0]; next; next = this.upcoming[0]) {
      const wait = this.#waitBefore(next.game);
      if (wait > 0) {
        this.pause = window.setTimeout(() => this.#showNext(), wait);
        return;
      }
      this.upcoming.shift();
      this.#take(next.game, next.heard);
    }
  }

  /** How many milliseconds a state is kept back. @param {Game} next */
  #waitBefore(next) {
    const { game } = this;
    if (!game || document.hidden || next.moves.length <= game.moves.length || this.#isConfirmed(next)) return 0;
    return this.ready - performance.now();
  }

  /** Whether all that is new in a state is the move that was made here, and is seen already. @param {Game} next */
  #isConfirmed({ moves, position }) {
    const known = this.game?.moves.length ?? 0;
    return this.pending !== null && moves.length === known + 1 && position.last?.path.join() === this.pending.join();
  }

  /**
   * Shows a state of the game.
   * @param {Game} game
   * @param {number} heard
   */
  #take(game, heard) {
    const before = this.game;
    // Where nothing was played the position is the one that is shown: what was chosen in it stays.
    if (before && isSamePosition(before, game)) game = { ...game, position: before.position };
    const confirmed = this.#isConfirmed(game);
    this.game = game;
    this.heard = heard;
    const change = changeBetween(before, game);
    if (change === 'played') this.#beginLook(confirmed);
    if (change === 'played' || change === 'taken-back') this.pending = null;
    // A refusal is outdated by what came after it, not by the move that caused it and is shown a moment later.
    const isLater = game.epoch !== before?.epoch || game.revision > this.refusedAt;
    if (change !== 'other' && isLater) this.error = '';
    this.#writeSetting(before, game);
    this.#follow();
    // An equal state is not the computer's answer.
    if (game.epoch !== before?.epoch || game.revision !== before?.revision) this.#watchComputer();
    this.changed(change);
    // If this fails, it is requested again after the next change.
    if (before && !this.#knowsAll) this.#loadHistory().catch(() => {});
  }

  /** A move is seen from now on; one that was made here was seen before, but for what became of other pawns. @param {boolean} confirmed */
  #beginLook(confirmed) {
    const look = confirmed || this.upcoming.length > FAST_FROM ? FAST_MOVE_INTERVAL : MOVE_INTERVAL;
    this.ready = Math.max(confirmed ? this.ready : 0, performance.now() + look);
  }

  /** Updates the known positions where that needs no request. @type {(before: Game | null, game: Game) => void} */
  #writeSetting(before, { moves, position }) {
    const shared = commonPlies(before?.moves ?? [], moves);
    const kept = this.positions.slice(0, Math.min(shared + 1, position.ply));
    this.positions = kept.length === position.ply ? [...kept, position] : kept;
  }

  async #loadHistory() {
    /** @type {import('../types.js').GameHistory} */
    const history = await this.#retry(() => get(`${this.path}/history`));
    if (history.revision !== this.newest?.revision) return;
    this.positions = history.positions.slice(0, (this.game?.position.ply ?? 0) + 1);
    this.changed('other');
  }

  /** Starts the timer after which the computer counts as hanging. */
  #watchComputer() {
    clearTimeout(this.computerTimer);
    this.isSlow = false;
    // A search of this browser says itself when it breaks down, however slow it is.
    if (!this.game?.thinking || localId(this.path)) return;
    this.computerTimer = window.setTimeout(() => {
      this.isSlow = true;
      this.changed('other');
    }, COMPUTER_TIMEOUT);
  }
}

/**
 * Whether a state is older than the known one: a revision comes again when something else changed, as
 * when the next game has begun.
 * @type {(game: Game, known: Game) => boolean}
 */
function isOlder(game, known) {
  if (game.revision !== known.revision) return game.revision < known.revision;
  return known.match.next !== null && game.match.next === null;
}
