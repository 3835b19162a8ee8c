// Shows the screen of an address. Reload, links, back and forward all come here.

import { addressOf, here, hrefOf, placeOf } from './address.js';
import { h } from './dom.js';
import { fillFields, readFields } from './fields.js';
import { onLanguage, t } from './i18n.js';
import { reloadButton } from './offline.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').Screen} Screen */
/** @typedef {{ screen: (context: Context) => Screen }} ScreenModule */
/**
 * A pattern is an address with `:name` for what varies; `begin` begins what its screen will need.
 * @typedef {{ pattern: string, load: () => Promise<ScreenModule>, begin?: (params: Record<string, string>) => void }} Route
 */

/** The storage key of the scroll positions of the history's entries, for a reload. */
const SCROLL = 'scroll';

export class Router {
  /**
   * @param {HTMLElement} place where screens are shown
   * @param {Route[]} routes
   * @param {ScreenModule} missing for addresses of nothing
   * @param {() => void} onShow told after each change of the address
   */
  constructor(place, routes, missing, onShow) {
    this.place = place;
    this.routes = routes;
    this.missing = missing;
    this.onShow = onShow;
    /** @type {Screen | null} */
    this.screen = null;
    /** @type {ScreenModule} */
    this.module = missing;
    this.path = '';
    this.search = '';
    /** @type {Record<string, unknown>} */
    this.memory = {};
    /** That of each entry of the history, for the way back. @type {Map<string, Record<string, unknown>>} */
    this.memories = new Map();
    /** What was typed on a screen that is being made anew, until it is back. @type {import('./fields.js').Typed | null} */
    this.typed = null;
    this.turn = 0;
    /** @type {Record<string, number>} */
    this.scroll = readScroll();
  }

  /** Begins to fetch the screen of the present address, which need not wait for anything. */
  prefetch() {
    const found = this.#find(here().pathname);
    found?.begin?.(found.params);
    found?.load().catch(() => {});
  }

  /** Keeps what the visitor has typed and chosen on the screen, for a page that is reloaded. */
  keep() {
    this.screen?.leave?.();
    const kept = { memory: this.memory, typed: readFields(this.place) };
    try {
      history.replaceState({ ...history.state, kept }, '');
    } catch {
      // It holds what can't be copied: then it is lost.
    }
  }

  /** Shows the screen of the present address, and from now on of each that follows. */
  start() {
    history.scrollRestoration = 'manual';
    if (!history.state?.entry) this.#mark();
    document.addEventListener('click', (event) => this.#onClick(event));
    addEventListener('popstate', () => this.#onPop());
    addEventListener('scroll', () => this.#noteScroll(), { passive: true });
    addEventListener('pagehide', () => this.#keepScroll());
    onLanguage(() => this.#remake());
    return this.#show('load');
  }

  /**
   * Goes to an address of the page.
   * @param {string} path
   * @param {{ replace?: boolean }} [options]
   */
  navigate(path, { replace = false } = {}) {
    // The address is that of the next screen already.
    if (replace && this.#isBusy) return;
    this.#noteScroll();
    const entry = { entry: newEntry() };
    if (replace) history.replaceState(history.state ?? entry, '', hrefOf(path));
    else history.pushState(entry, '', hrefOf(path));
    const isSame = here().pathname === this.path && this.screen?.onQuery;
    if (!isSame) this.#show(replace ? 'replace' : 'go');
    else this.#changeQuery();
  }

  #mark() {
    history.replaceState({ ...history.state, entry: newEntry() }, '');
  }

  #onPop() {
    if (!history.state?.entry) this.#mark();
    const { pathname, search } = here();
    // Only the place within the screen changed, or the way back came before the next screen did.
    if (pathname === this.path && search === this.search) this.#stay();
    else if (pathname === this.path && this.screen?.onQuery) this.#changeQuery();
    else this.#show('back');
  }

  /** The screen stays: one that is being fetched is no longer wanted. */
  #stay() {
    if (!this.#isBusy) return;
    this.turn += 1;
    this.place.removeAttribute('aria-busy');
  }

  /** Whether the screen of the address is being fetched, and the one before is still shown. */
  get #isBusy() {
    return this.place.hasAttribute('aria-busy');
  }

  #changeQuery() {
    this.#stay();
    this.search = here().search;
    this.screen?.onQuery?.(new URLSearchParams(this.search));
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download')) return;
    const place = placeOf(link);
    if (place) {
      event.preventDefault();
      place.focus();
      place.scrollIntoView();
      return;
    }
    const address = addressOf(link);
    if (!address) return;
    const { pathname, search, hash } = address;
    if (/^\/(?:api|assets)(?:\/|$)/.test(pathname)) return;
    const now = here();
    if (hash && pathname === now.pathname && search === now.search) return;
    event.preventDefault();
    this.navigate(pathname + search + hash);
  }

  /** @param {string} path */
  #find(path) {
    for (const { pattern, load, begin } of this.routes) {
      const params = match(pattern, path);
      if (params) return { load, begin, params };
    }
    return null;
  }

  /** @param {'load' | 'go' | 'replace' | 'back'} how */
  async #show(how) {
    this.turn += 1;
    const { turn } = this;
    const { pathname } = here();
    const found = this.#find(pathname);
    this.place.setAttribute('aria-busy', 'true');
    const module = found ? await loadOrFail(found.load) : this.missing;
    // The visitor has navigated on meanwhile.
    if (turn !== this.turn) return;
    this.place.removeAttribute('aria-busy');
    const { entry, kept, ...state } = history.state;
    if (kept) history.replaceState({ ...state, entry }, '');
    this.memory = kept?.memory ?? ((how === 'back' && this.memories.get(entry)) || {});
    this.memories.set(entry, this.memory);
    this.typed = null;
    this.#put(module, found?.params ?? {}, Boolean(kept));
    if (kept) this.#refill(kept.typed);
    if (how !== 'load') this.#focus();
    await this.#restoreScroll(how, turn);
  }

  /** The same screen in another language; what the visitor has typed there stays. */
  async #remake() {
    // The screen that is being fetched will be in that language.
    if (this.#isBusy) return;
    const { scrollY } = window;
    // A screen that is not back yet has nothing of its own.
    this.typed ??= readFields(this.place);
    this.#put(this.module, this.#find(here().pathname)?.params ?? {}, true);
    scrollTo(0, scrollY);
    await this.#refill(this.typed);
    scrollTo(0, scrollY);
  }

  /** Puts back what was typed once the screen is there. @param {import('./fields.js').Typed} typed */
  async #refill(typed) {
    const { screen } = this;
    await screen?.ready?.catch(() => {});
    if (screen !== this.screen) return;
    this.typed = null;
    fillFields(this.place, typed);
  }

  /** @param {ScreenModule} module @param {Record<string, string>} params @param {boolean} isRemade */
  #put(module, params, isRemade) {
    this.screen?.leave?.();
    this.module = module;
    this.path = here().pathname;
    this.search = here().search;
    this.screen = module.screen({
      params,
      query: new URLSearchParams(this.search),
      navigate: (path, options) => this.navigate(path, options),
      setTitle,
      memory: this.memory,
      isRemade,
    });
    setTitle(this.screen.title);
    this.place.replaceChildren(this.screen.element);
    this.onShow();
  }

  /** Readers of the screen begin at its heading. */
  #focus() {
    const heading = this.place.querySelector('h1');
    const target = heading ?? this.place;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  #noteScroll() {
    const { entry } = history.state ?? {};
    if (entry && !this.#isBusy) this.scroll[entry] = Math.round(scrollY);
  }

  #keepScroll() {
    try {
      sessionStorage.setItem(SCROLL, JSON.stringify(this.scroll));
    } catch {
      // Then a reload begins at the top.
    }
  }

  /** @param {'load' | 'go' | 'replace' | 'back'} how @param {number} turn */
  async #restoreScroll(how, turn) {
    const wanted = how === 'go' ? 0 : (this.scroll[history.state?.entry] ?? 0);
    scrollTo(0, wanted);
    if (wanted === 0 || !this.screen?.ready) return;
    await this.screen.ready.catch(() => {});
    if (turn === this.turn) scrollTo(0, wanted);
  }
}

const newEntry = () => Math.random().toString(36).slice(2);

/** @returns {Record<string, number>} */
function readScroll() {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLL) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} title */
function setTitle(title) {
  const name = t('shell.name');
  document.title = title && title !== name ? `${title} – ${name}` : name;
}

/**
 * The varying parts of an address, if it fits a pattern.
 * @param {string} pattern
 * @param {string} path
 * @returns {Record<string, string> | null}
 */
function match(pattern, path) {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [i, name] of names.entries()) {
    const part = parts[i] ?? '';
    if (name.startsWith(':') && part) params[name.slice(1)] = decoded(part);
    else if (name !== part) return null;
  }
  return params;
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {() => Promise<ScreenModule>} load */
async function loadOrFail(load) {
  try {
    return await load();
  } catch {
    return { screen: failure };
  }
}

/**
 * The screen for code that could not be loaded: the server is down, or has a newer page.
 * @returns {Screen}
 */
function failure() {
  const element = h(
    'section',
    { class: 'notice-screen' },
    h('h1', {}, t('shell.not-loaded')),
    h('p', {}, t('shell.not-loaded-why')),
    reloadButton(),
  );
  return { element, title: t('shell.not-loaded') };
}
