// A position that is tried out, as in lessons and puzzles: the engine of this browser answers, and nothing is kept.

import { post } from '../api.js';
import { errorText } from '../i18n.js';
import { ask, searcher } from '../local/engine.js';
import { content } from '../local/requests.js';

/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').Game} Game */

/** Both sides are moved by hand. */
const SEATS = { white: { player: 'human' }, black: { player: 'human' } };

/** The steps of a move as it is written. @param {string} text such as `e4-f6`, `e4xf6`, `e8-camp` */
export const pathOf = (text) => text.split(/[-x>]/);

export class Trial {
  /** Begins with a position. @param {string} text of the position */
  static async begin(text) {
    const answer = await ask({ method: 'POST', path: '/api/games', body: { text, ...SEATS } });
    return new Trial(content(answer), answer.keep[0]);
  }

  /** @param {Game} game @param {import('../local/store.js').Row | undefined} row what the engine gets of it */
  constructor(game, row) {
    this.game = game;
    this.row = row;
  }

  get position() {
    return this.game.position;
  }

  /** Whose turn it is. */
  get turn() {
    return this.game.position.turn;
  }

  /** Plays a legal move. @param {string[]} path */
  play(path) {
    return this.#command({ do: 'move', path });
  }

  /** Takes back the last move. */
  undo() {
    return this.#command({ do: 'undo' });
  }

  /** Why steps begin no legal move; empty where they do. @param {string[]} path @returns {Promise<string>} */
  async why(path) {
    const refusal = await this.#get(`refusal?${new URLSearchParams({ path: path.join() })}`);
    return refusal ? errorText(refusal) : '';
  }

  /** The text of the position as it stands. @returns {Promise<string>} */
  text() {
    return this.#get('position');
  }

  /** All positions, the start first. @returns {Promise<import('../types.js').Position[]>} */
  async positions() {
    return (await this.#get('history')).positions;
  }

  /** The position after a ply as an SVG drawing. @param {number} ply @param {boolean} flip whether Black is at the bottom @returns {Promise<string>} */
  drawing(ply, flip) {
    return this.#get(`diagram.svg?ply=${ply}&flip=${flip}`);
  }

  /**
   * What the engine finds in a time; an unfinished analysis counts.
   * @param {number} time in milliseconds
   * @param {AbortSignal} signal
   * @returns {Promise<Analysis | null>}
   */
  async analyse(time, signal) {
    const own = new AbortController();
    const end = () => own.abort();
    signal.addEventListener('abort', end);
    /** @type {Analysis | null} */
    let last = null;
    const look = await searcher(own.signal);
    const found = look(this.#request('GET', 'analysis?lines=1'), (report) => (last = report)).then(content);
    const late = new Promise((done) => setTimeout(() => done(null), time));
    return Promise.race([found, late])
      .then((analysis) => analysis ?? last)
      .finally(end);
  }

  /** Begins a game that is kept, from the position as it stands. @param {Record<string, unknown>} seats */
  async keep(seats) {
    return post('/api/games', { text: await this.text(), ...seats });
  }

  /** @param {Record<string, unknown>} command */
  async #command(command) {
    const body = { revision: this.game.revision, request: crypto.getRandomValues(new Uint32Array(2)).join('-'), ...command };
    const answer = await ask(this.#request('POST', 'commands', body));
    this.game = content(answer);
    this.row = answer.keep[0] ?? this.row;
  }

  /** @param {string} what */
  async #get(what) {
    return content(await ask(this.#request('GET', what)));
  }

  /** @param {string} method @param {string} what @param {unknown} [body] */
  #request(method, what, body) {
    const { row } = this;
    return { method, path: `/api/games/${this.game.id}/${what}`, body, game: row?.game, series: row ? [row.match] : [] };
  }
}
