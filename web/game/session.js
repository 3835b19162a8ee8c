// A game in progress as the server tells it: what is known of it, what was asked of it, and what
// is still awaited.

import { ApiError, Offline, get, post } from '../api.js';
import { announce } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { insist } from '../offline.js';
import { isAchieved, isEnd, isSameCommand, isStillMeant, labelOf, lapsedIn } from './command.js';
import { keepAsked, keptAsked } from './asked.js';
import { Live } from './live.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Message} Message */
/** @typedef {import('../types.js').News} News */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Presence} Presence */
/** @typedef {import('../types.js').Proposal} Proposal */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('./command.js').Command} Command */
/** @typedef {import('./command.js').Asked} Asked */
/** @typedef {'opened' | 'played' | 'taken-back' | 'proposed' | 'written' | 'gone' | 'other'} Change what is new about the game */

/** After how many milliseconds a computer that thinks is taken for one that hangs. */
const PATIENCE = 30_000;

/** For how many milliseconds a move is seen before the next one is shown. */
const LOOK = 500;
/** The same for moves that come faster than they can be looked at: pawns land, no more. */
const GLIMPSE = 260;
/** How many moves wait before they are shown faster. */
const CROWD = 8;

/** @param {unknown} error */
const isGone = (error) => error instanceof ApiError && error.status === 404;

/** @param {unknown} error */
const isStale = (error) => error instanceof ApiError && error.code === 'stale';

/** Whether the visitor plays against somebody at another place. @param {Game} game */
export const isOpponent = (game) => game.online && game.you.length > 0;

/** A text that no other request has. `crypto.randomUUID` exists on secure pages only. */
export function uniqueText() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return [...numbers].map((number) => number.toString(16).padStart(8, '0')).join('');
}

/** How many moves two games have in common from the start. @param {string[]} one @param {string[]} other */
function common(one, other) {
  const different = one.findIndex((move, i) => move !== other[i]);
  return different < 0 ? one.length : different;
}

/** What is new in a game since it stood otherwise. @type {(before: Game | null, game: Game) => Change} */
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
   * @param {(change: Change) => void} changed called after every change, of the game or of what is awaited
   */
  constructor(id, changed) {
    this.id = id;
    this.path = `/api/games/${encodeURIComponent(id)}`;
    this.changed = changed;
    /** @type {Game | null} */
    this.game = null;
    /** When that was heard, by `performance.now`. */
    this.heard = 0;
    /** How the game went on, as far as it is not shown yet, by revisions. @type {{ game: Game, heard: number }[]} */
    this.unshown = [];
    /** When the next move may be shown, by `performance.now`. */
    this.ready = 0;
    this.pause = 0;
    /** All positions so far, as far as they are known. @type {Position[]} */
    this.positions = [];
    /** Who is there, once it is known. @type {Presence | null} */
    this.presence = null;
    /** What the players wrote, by their numbers. @type {Message[]} */
    this.messages = [];
    /** A move that is on its way. @type {string[] | null} */
    this.pending = null;
    /** What was asked and is not answered, in its order: the first is on its way. @type {Asked[]} */
    this.asked = [];
    /** Why the last request was refused, in words; empty when it was not. */
    this.error = '';
    /** Whether the computer should have answered by now. */
    this.isSlow = false;
    /** Whether something that was asked is on its way. */
    this.busy = false;
    /** Whether the next game of the match is being begun. */
    this.isBeginning = false;
    /** Whether the game was deleted. */
    this.gone = false;
    /** Whether what was asked waits for a server that is away. */
    this.isAway = false;
    /** Ends with the session, and with it whatever is still tried. */
    this.life = new AbortController();
    this.live = new Live(this.path, (news) => this.#hear(news));
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

  /** Fetches the game, and follows it from then on. Throws what the server refuses. */
  async open() {
    this.#accept(await this.#insist(() => get(this.path)));
    // What was asked before the page was loaded again, and may not have arrived.
    this.asked.push(...keptAsked(this.id));
    if (this.asked.length > 0) this.#work();
    if (!this.#knowsAll) await this.#loadHistory();
  }

  get #knowsAll() {
    return this.positions.length > (this.game?.position.ply ?? 0);
  }

  /** Lets go of the game: nothing is awaited any more. */
  close() {
    this.life.abort();
    this.live.close();
    clearTimeout(this.patience);
    clearTimeout(this.pause);
  }

  /** The game as it stands, which may not be shown yet. */
  get newest() {
    return this.unshown.at(-1)?.game ?? this.game;
  }

  /** Whether the visitor may move now: nothing that was asked may change the position. */
  get isFree() {
    const isStill = (/** @type {Asked} */ { command }) => ['offer', 'decline', 'move'].includes(command.do);
    return this.game !== null && !this.gone && !this.isBeginning && this.pending === null && this.asked.every(isStill);
  }

  /** Whether the same was asked already, and is not answered. @param {Command} command */
  isAsked(command) {
    return this.asked.some((one) => isSameCommand(one.command, command));
  }

  /** What waits for what is on its way, in words. */
  get waiting() {
    return this.asked.slice(1).filter(({ command }) => command.do !== 'move').map(({ command }) => labelOf(command));
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

  /** The page was brought to the front, or put away. */
  onVisibility() {
    this.#showNext();
    this.#follow();
    if (!document.hidden) this.live.wake();
  }

  /**
   * Keeps a connection, but for a page that nobody sees: unless the computer is to think for it, or
   * its visitor waits for the other player.
   */
  #follow() {
    const { game } = this;
    if (!game || this.gone || this.life.signal.aborted) return;
    if (!document.hidden || game.thinking || isOpponent(game)) this.live.open();
    else this.live.close();
  }

  /** @param {News} news */
  #hear(news) {
    if (this.gone || this.life.signal.aborted) return;
    if (news.type === 'game') this.#accept(news.game);
    if (news.type === 'presence') {
      this.presence = news;
      this.changed('other');
    }
    if (news.type === 'messages') this.#read(news.messages);
    if (news.type === 'gone') this.#lose();
  }

  /** After a connection was made anew all of them come again. @param {Message[]} messages */
  #read(messages) {
    const last = this.messages.at(-1)?.number ?? 0;
    const fresh = messages.filter(({ number }) => number > last);
    if (fresh.length === 0) return;
    this.messages = [...this.messages, ...fresh];
    this.changed('written');
  }

  /** The game is no more. */
  #lose() {
    this.gone = true;
    this.live.close();
    clearTimeout(this.patience);
    this.changed('gone');
  }

  /** Says something that the visitor should know, in the place of what was refused. @param {string} text */
  tell(text) {
    this.error = text;
    this.changed('other');
  }

  /**
   * Asks for something. What is asked while something else is on its way is sent after it, once
   * however often it was asked.
   * @param {Command} command
   */
  async ask(command) {
    const { game } = this;
    if (!game || this.gone || this.isBeginning || this.isAsked(command)) return;
    if (command.do === 'move' && !this.isFree) return;
    this.asked.push({ command, request: uniqueText(), offer: game.offer, moves: game.moves.length, revision: null });
    this.error = '';
    if (command.do === 'move') {
      this.pending = command.path;
      this.ready = performance.now() + LOOK;
    }
    if (this.busy) {
      keepAsked(this.id, this.asked);
      this.changed('other');
      announce(t('game.queued', { what: labelOf(command) }));
    } else await this.#work();
  }

  /** Sends what was asked, one after the other. */
  async #work() {
    this.busy = true;
    for (let [first] = this.asked; first && !this.gone; [first] = this.asked) {
      const { command } = first;
      // One that was sent before the page was loaded again may be on the board already.
      if (command.do === 'move' && this.newest?.moves.length === first.moves) this.pending = command.path;
      keepAsked(this.id, this.asked);
      this.changed('other');
      const isDone = await this.#attempt(() => this.#send(first), command);
      if (this.life.signal.aborted) return;
      this.asked.shift();
      // A move that is not shown yet as the server has it is shown as it was made.
      if (command.do === 'move' && this.unshown.length === 0) this.pending = null;
      if (!isDone) this.#drop();
    }
    this.asked = [];
    keepAsked(this.id, []);
    this.busy = false;
    this.changed('other');
  }

  /** What waited for something that was refused is not sent, and that is said; but giving up is. */
  #drop() {
    const dropped = this.asked.filter(({ command }) => !isEnd(command));
    this.asked = this.asked.filter(({ command }) => isEnd(command));
    this.pending = null;
    const names = dropped.map(({ command }) => labelOf(command)).join(', ');
    if (names) this.error = [this.error, t('game.not-sent', { what: names })].filter(Boolean).join(' ');
  }

  /** @param {Asked} asked */
  async #send(asked) {
    const game = /** @type {Game} */ (this.newest);
    const { command, request } = asked;
    // What was sent before the page was loaded again is sent as it was.
    if (asked.revision === null) {
      const lapsed = lapsedIn(asked, game);
      if (lapsed) throw new ApiError(409, { code: lapsed });
      asked.revision = game.revision;
      asked.moves = game.moves.length;
      keepAsked(this.id, this.asked);
    }
    const { revision, moves } = asked;
    const body = { revision, request, ...command };
    try {
      // Sent again and again while the server is away: it knows a request that it has seen.
      this.#accept(await this.#insist(() => this.#noticing(() => post(`${this.path}/commands`, body))));
    } catch (error) {
      if (!isStale(error)) throw error;
      await this.#look();
      const now = /** @type {Game} */ (this.newest);
      if (now.revision === revision || !isStillMeant(asked, now, moves)) throw error;
      Object.assign(asked, { revision: null, request: uniqueText() });
      await this.#send(asked);
    }
  }

  /**
   * Writes to the other player. Throws what the server refuses.
   * @param {string} text
   */
  async write(text) {
    const body = { text, request: uniqueText() };
    const { messages } = await this.#insist(() => post(`${this.path}/messages`, body));
    this.#read(messages);
  }

  /**
   * Begins the next game of the match. The answer is its id.
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
      next = await this.#insist(() => post(`${this.path}/next`, { board }));
    });
    this.isBeginning = false;
    if (!this.life.signal.aborted) this.changed('other');
    return next ? /** @type {Game} */ (next).id : null;
  }

  /** Asks a computer that seems to hang once more: it thinks for whoever connects. */
  askAgain() {
    this.live.again();
    this.#awaitComputer();
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

  /**
   * Does what may be refused; whether it was not.
   * @param {() => Promise<void>} action
   * @param {Command} [command] what is asked by it
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
    if (isGone(error)) return this.#lose();
    // Somebody was faster, or the page was behind: the server's word counts.
    if (error.status === 409) await this.#look();
    // The browser is no longer that of the player: whoever listens is somebody else as well.
    if (error.status === 403) this.live.again();
    // Who wanted an end sees that there is one.
    const isNeeded = !command || !this.game || !isAchieved(command, error.code, this.game);
    this.error = isNeeded ? errorText(error) : '';
  }

  /** Fetches the game as it stands. */
  async #look() {
    this.#accept(await this.#insist(() => get(this.path)));
  }

  /**
   * Hears how the game stands, whoever told it: the answers to what was asked and what the
   * connection tells come in any order.
   * @param {Game} game
   */
  #accept(game) {
    const { newest } = this;
    // The server was started again, perhaps with games put back to a backup: what it says counts.
    if (newest && newest.epoch !== game.epoch) {
      clearTimeout(this.pause);
      this.unshown = [];
      // All messages come again with the connection.
      this.messages = [];
      this.#take(game, performance.now());
      return;
    }
    if (this.game && isOlder(game, this.game)) return;
    // What was taken back before it was shown is not shown.
    if (newest && !isOlder(game, newest) && changeBetween(newest, game) === 'taken-back') this.unshown = [];
    this.unshown = [...this.unshown.filter((one) => one.game.revision !== game.revision), { game, heard: performance.now() }];
    this.unshown.sort((one, other) => one.game.revision - other.game.revision);
    this.#showNext();
  }

  /** Shows how the game went on, each move when the one before has been seen. */
  #showNext() {
    clearTimeout(this.pause);
    for (let next = this.unshown[0]; next; next = this.unshown[0]) {
      const wait = this.#waitBefore(next.game);
      if (wait > 0) {
        this.pause = window.setTimeout(() => this.#showNext(), wait);
        return;
      }
      this.unshown.shift();
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
   * Takes in how the game stands.
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
    // What was refused before is past.
    if (change !== 'other') this.error = '';
    this.#remember(before, game);
    this.#follow();
    // The same once more is no answer of the computer.
    if (game.epoch !== before?.epoch || game.revision !== before?.revision) this.#awaitComputer();
    this.changed(change);
    // Where it can't be had now, it is asked for after the next change.
    if (before && !this.#knowsAll) this.#loadHistory().catch(() => {});
  }

  /** A move is seen from now on; one that was made here was seen before, but for what became of other pawns. @param {boolean} confirmed */
  #beginLook(confirmed) {
    const look = confirmed || this.unshown.length > CROWD ? GLIMPSE : LOOK;
    this.ready = Math.max(confirmed ? this.ready : 0, performance.now() + look);
  }

  /** Keeps the positions in step where that is possible without asking. @type {(before: Game | null, game: Game) => void} */
  #remember(before, { moves, position }) {
    const shared = common(before?.moves ?? [], moves);
    const kept = this.positions.slice(0, Math.min(shared + 1, position.ply));
    this.positions = kept.length === position.ply ? [...kept, position] : kept;
  }

  async #loadHistory() {
    const history = await this.#insist(() => get(`${this.path}/history`));
    if (history.revision !== this.newest?.revision) return;
    this.positions = history.positions.slice(0, (this.game?.position.ply ?? 0) + 1);
    this.changed('other');
  }

  /** A computer that takes too long is noticed. */
  #awaitComputer() {
    clearTimeout(this.patience);
    this.isSlow = false;
    if (!this.game?.thinking) return;
    this.patience = window.setTimeout(() => {
      this.isSlow = true;
      this.changed('other');
    }, PATIENCE);
  }
}

/**
 * Whether a game stood so before: the same revision comes twice when something changed beside it,
 * as when the next game has begun.
 * @type {(game: Game, known: Game) => boolean}
 */
function isOlder(game, known) {
  if (game.revision !== known.revision) return game.revision < known.revision;
  return known.match.next !== null && game.match.next === null;
}
