// A visitor's games: a page of those in progress, of the finished, or of the archived ones.

import { get, request } from '../api.js';
import { announce, h, replace, svg } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { offlineBanner, pause, retry } from '../offline.js';
import { gameLink, isOwnTurn } from './entry.js';
import { pager } from './pager.js';

/** @typedef {import('../api.js').Offline} Offline */
/** @typedef {import('../types.js').GameList} List */
/** @typedef {import('../types.js').Summary} Summary */

/** @typedef {List & { away?: Offline, trouble?: unknown }} Found with why games of one place are missing */

/** The number of games in progress that are shown above the games to choose: two rows at most. */
const PREVIEW_COUNT = 4;

/** A list that fetches its pages; hidden while there are no games. */
export class GameList {
  /**
   * @param {string} title
   * @param {'going' | 'ended' | 'archived'} which
   * @param {AbortSignal} signal the screen is left
   * @param {import('../types.js').Context['memory']} memory of the screen
   */
  constructor(title, which, signal, memory) {
    this.which = which;
    this.signal = signal;
    this.memory = memory;
    this.isShort = which === 'going' && !memory[which];
    /** Whether the games of the server are still to come. */
    this.isWaiting = false;
    const id = `games-${which}`;
    this.heading = h('h2', { id }, title);
    this.list = h('ul', { class: 'games' });
    this.problem = h('p', { class: 'error' });
    this.paging = h('nav', { class: 'paging row', 'aria-label': title });
    this.element = h(
      'section',
      { class: 'game-list', hidden: true, 'aria-labelledby': id },
      [this.heading, this.list, this.problem, this.paging],
    );
  }

  /** Shows the page that was shown last, or else the first. */
  begin() {
    return this.#attempt(() => this.show(Number(this.memory[this.which] ?? 1)));
  }

  /**
   * @param {number} page from 1
   * @returns {Promise<void>}
   */
  async show(page) {
    const list = await this.#ask(page);
    if (list.away) this.#awaitServer(list.away);
    // The last game of the last page was deleted.
    if (list.games.length === 0 && page > 1) return this.show(Math.max(list.pages, 1));
    this.#draw(list, page);
  }

  /** @param {number} page @returns {Promise<Found>} */
  #ask(page) {
    return retry(() => get(`/api/games?list=${this.which}&page=${page}`), this.signal);
  }

  /** @param {Found} list @param {number} page */
  #draw({ games, pages, trouble }, page) {
    this.element.hidden = games.length === 0 && !trouble;
    this.problem.textContent = trouble ? errorText(trouble) : '';
    this.isShort &&= games.length > PREVIEW_COUNT;
    const shown = this.isShort ? games.slice(0, PREVIEW_COUNT) : games;
    replace(this.list, shown.map((game) => entry(game, () => this.#remove(game, page))));
    this.paging.hidden = !this.isShort && pages <= 1;
    replace(this.paging, this.isShort ? this.#whole() : pager(page, pages, (other) => this.#turn(other)));
  }

  /** Only the games of this browser are there: the others follow when the server is back. @param {Offline} away */
  async #awaitServer(away) {
    offlineBanner(true, away.code);
    if (this.isWaiting) return;
    this.isWaiting = true;
    for (let attempt = 0; this.isWaiting && !this.signal.aborted; attempt += 1) {
      await pause(attempt);
      if (this.signal.aborted) return;
      const page = Number(this.memory[this.which] ?? 1);
      const list = await this.#ask(page).catch(() => null);
      // What is shown stays as it is until there is more.
      this.isWaiting = !list || Boolean(list.away);
      if (list && !this.isWaiting) this.#draw(list, page);
    }
  }

  #whole() {
    return h('button', { type: 'button', onclick: () => this.#showWhole() }, t('home.all-going-on'));
  }

  async #showWhole() {
    this.isShort = false;
    this.memory[this.which] = 1;
    await this.#attempt(() => this.show(1));
    this.list.querySelectorAll('a')[PREVIEW_COUNT]?.focus();
  }

  /** @param {number} page */
  async #turn(page) {
    this.memory[this.which] = page;
    await this.#attempt(() => this.show(page));
    announce(this.paging.querySelector('span')?.textContent ?? '');
    this.heading.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Summary} game @param {number} page */
  #remove(game, page) {
    return this.#attempt(async () => {
      await request('DELETE', `/api/games/${encodeURIComponent(game.id)}`);
      const place = [...this.list.children].findIndex((one) => one.contains(document.activeElement));
      await this.show(page);
      this.#focus(place);
      announce(t('home.deleted'));
    });
  }

  /** Goes on at the entry that took the place of one that is gone. @param {number} place */
  #focus(place) {
    const links = this.list.querySelectorAll('a');
    const next = this.element.hidden ? document.querySelector('h1') : links[Math.min(Math.max(place, 0), links.length - 1)];
    if (!next) return;
    if (next instanceof HTMLHeadingElement) next.tabIndex = -1;
    next.focus();
  }

  /** @param {() => Promise<void>} action */
  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      this.problem.textContent = errorText(error);
      this.element.hidden = false;
      announce(this.problem.textContent);
    }
  }
}

/** @param {Summary} game @param {() => void} remove */
function entry(game, remove) {
  return h(
    'li',
    { class: isOwnTurn(game) ? 'game-entry own-turn' : 'game-entry' },
    gameLink(game),
    // What two people play is not for one of them to delete, unless it never began.
    (!game.online || game.outcome?.reason === 'aborted') && deleteButton(game.kind, remove),
  );
}

const BIN_ICON = 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5';

/** The time before the question can be answered, in milliseconds. */
const CONFIRM_DELAY = 500;

/** A button that asks once more. @param {string} kind @param {() => void} remove */
function deleteButton(kind, remove) {
  const label = t('home.delete-game', { kind });
  const bin = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: BIN_ICON }));
  const sure = h('span', { hidden: true }, t('home.delete-sure'));
  const button = h('button', { type: 'button', class: 'game-delete quiet', title: t('home.delete'), 'aria-label': label }, bin, sure);
  /** @param {boolean} isAsked */
  const ask = (isAsked) => {
    button.classList.toggle('danger', isAsked);
    sure.hidden = !isAsked;
    if (isAsked) button.removeAttribute('aria-label');
    else button.setAttribute('aria-label', label);
  };
  let asked = 0;
  button.addEventListener('click', ({ detail, timeStamp }) => {
    if (sure.hidden) {
      asked = timeStamp;
      ask(true);
      // The second click of a double click does not confirm.
    } else if (detail <= 1 && timeStamp - asked > CONFIRM_DELAY) remove();
  });
  button.addEventListener('blur', () => ask(false));
  return button;
}
