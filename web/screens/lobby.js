// The lobby: open invitations and games to watch.

import { get } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { pager } from '../home/pager.js';
import { errorText, t } from '../i18n.js';
import { availableGames } from '../games.js';
import { linksByGroup } from '../groups.js';
import { invitationEntry, watchEntry } from '../lobby/entries.js';
import { LobbyList } from '../lobby/list.js';
import { retry, offlineBanner } from '../offline.js';
import { pause, whileVisible } from '../visibility.js';

/** @typedef {import('../types.js').Lobby} Lobby */

/** The interval between two requests, in milliseconds. */
const POLL_INTERVAL = 4000;

/** @param {import('../types.js').Context} context @returns {import('../types.js').Screen} */
export function screen({ memory }) {
  const control = new AbortController();
  const view = new LobbyScreen(control.signal, memory);
  return {
    element: view.element,
    title: t('lobby.title'),
    ready: view.begin(),
    leave: () => {
      control.abort();
      offlineBanner(false);
    },
  };
}

class LobbyScreen {
  /** @param {AbortSignal} signal @param {import('../types.js').Context['memory']} memory */
  constructor(signal, memory) {
    this.signal = signal;
    this.memory = memory;
    this.page = Number(memory['page'] ?? 1);
    this.invitations = new LobbyList(invitationEntry);
    this.games = new LobbyList(watchEntry);
    /** The last answer, if it is not shown yet. @type {Lobby | null} */
    this.latest = null;
    this.news = h('button', { type: 'button', class: 'lobby-news unseen', onclick: () => this.#showNews() });
    this.nobody = h('p', { class: 'soft' }, t('lobby.nobody'));
    this.nothing = h('p', { class: 'soft' }, t('lobby.nothing'));
    this.paging = h('nav', { class: 'paging row', 'aria-label': t('lobby.watch') });
    this.kinds = h('section', { class: 'lobby-kinds', 'aria-label': t('lobby.invite') });
    this.problem = h('p', { class: 'error', role: 'alert' });
    this.body = h('div', { class: 'lobby-body', hidden: true });
    this.loading = h('p', { class: 'soft' }, t('lobby.loading'));
    this.element = h(
      'section',
      { class: 'lobby' },
      h('h1', {}, t('lobby.title')),
      h('p', { class: 'lead' }, t('lobby.intro')),
      this.problem,
      this.loading,
      this.body,
    );
    this.#build();
  }

  #build() {
    replace(
      this.body,
      this.kinds,
      h(
        'div',
        { class: 'lobby-lists' },
        h(
          'section',
          { 'aria-labelledby': 'open-invitations' },
          h('div', { class: 'lobby-head' }, h('h2', { id: 'open-invitations', tabindex: -1 }, t('lobby.open')), this.news),
          this.nobody,
          this.invitations.element,
        ),
        h(
          'section',
          { 'aria-labelledby': 'to-watch' },
          h('div', { class: 'lobby-head' }, h('h2', { id: 'to-watch', tabindex: -1 }, t('lobby.watch'))),
          this.nothing,
          this.games.element,
          this.paging,
        ),
      ),
    );
  }

  /** Shows the lobby and updates it while the page is visible. */
  async begin() {
    try {
      const [all, lobby] = await Promise.all([availableGames(this.signal), this.#ask(this.signal)]);
      const link = (/** @type {string} */ kind) =>
        h('a', { class: 'button', href: `/new/${kind}?with=elsewhere` }, t(`kind.${kind}.title`));
      replace(this.kinds, linksByGroup(t('lobby.invite'), all, link));
      this.#show(lobby);
      this.loading.hidden = true;
      this.body.hidden = false;
      whileVisible((signal) => this.#follow(signal), this.signal);
    } catch (error) {
      this.loading.hidden = true;
      this.problem.textContent = errorText(error);
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<Lobby>} */
  async #ask(signal) {
    /** @type {Lobby} */
    const lobby = await retry(() => get(`/api/lobby?page=${this.page}`, signal), signal);
    if (lobby.games.length > 0 || this.page === 1) return lobby;
    // There are fewer pages than there were.
    this.page = Math.max(lobby.pages, 1);
    return this.#ask(signal);
  }

  /** @param {AbortSignal} signal */
  async #follow(signal) {
    for (;;) {
      await pause(POLL_INTERVAL, signal);
      try {
        const { page } = this;
        const lobby = await this.#ask(signal);
        this.problem.textContent = '';
        if (page === this.page) this.#hear(lobby);
      } catch (error) {
        if (signal.aborted) return;
        this.problem.textContent = errorText(error);
      }
    }
  }

  /** Shows all there is. @param {Lobby} lobby */
  #show(lobby) {
    this.latest = null;
    this.invitations.fill(lobby.invitations);
    this.games.fill(lobby.games);
    this.nobody.hidden = !this.invitations.isEmpty;
    this.nothing.hidden = !this.games.isEmpty;
    this.paging.hidden = lobby.pages <= 1;
    replace(this.paging, pager(this.page, lobby.pages, (page) => this.#turn(page)));
    this.#offerNews(0);
  }

  /** Brings what is shown up to date. @param {Lobby} lobby */
  #hear(lobby) {
    const count = this.invitations.refresh(lobby.invitations) + this.games.refresh(lobby.games);
    this.latest = lobby;
    // Where nothing is, nothing can be missed.
    if (count > 0 && this.invitations.isEmpty && this.games.isEmpty) {
      this.#show(lobby);
      announce(t('lobby.news', { count }));
    } else this.#offerNews(count);
  }

  /** The button keeps its place while there is nothing new. @param {number} count */
  #offerNews(count) {
    const words = count > 0 ? t('lobby.news', { count }) : '';
    if (words && words !== this.news.textContent) announce(words);
    this.news.textContent = words;
    this.news.classList.toggle('unseen', count === 0);
  }

  #showNews() {
    if (!this.latest) return;
    this.#show(this.latest);
    document.getElementById('open-invitations')?.focus();
  }

  /** @param {number} page */
  async #turn(page) {
    this.page = page;
    this.memory['page'] = page;
    try {
      this.#show(await this.#ask(this.signal));
      announce(this.paging.querySelector('span')?.textContent ?? '');
      document.getElementById('to-watch')?.focus();
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
  }
}
