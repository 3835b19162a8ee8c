// A visitor's games: a page of those that go on, or of those that are over.

import { get, request } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { date, errorText, t } from '../i18n.js';
import { insist } from '../offline.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('../types.js').GameList} List */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Summary} Summary */

/** So many of the games that go on are shown before the games to choose: two rows at most. */
const FEW = 4;

/**
 * A list that fetches its pages; hidden while there are no games.
 * @param {object} options
 * @param {string} options.title
 * @param {boolean} options.ended
 * @param {AbortSignal} options.signal the screen is left
 */
export function gameList({ title, ended, signal }) {
  const id = ended ? 'ended' : 'going-on';
  const list = h('ul', { class: 'games' });
  const paging = h('nav', { class: 'paging row', 'aria-label': title });
  const problem = h('p', { class: 'error' });
  const element = h('section', { class: 'game-list', hidden: true, 'aria-labelledby': id }, h('h2', { id }, title), list, problem, paging);

  let isShort = !ended;

  /** @param {number} page */
  async function show(page) {
    /** @type {List} */
    const { games, pages } = await insist(() => get(`/api/games?ended=${ended}&page=${page}`), signal);
    if (games.length === 0 && page > 1) return show(Math.max(pages, 1));
    element.hidden = games.length === 0;
    problem.textContent = '';
    isShort &&= games.length > FEW;
    const shown = isShort ? games.slice(0, FEW) : games;
    replace(list, shown.map((game) => entry(game, () => remove(game, page))));
    paging.hidden = !isShort && pages <= 1;
    replace(paging, isShort ? all() : pager(page, pages));
  }

  const all = () => h('button', { type: 'button', onclick: showAll }, t('home.all-going-on'));

  async function showAll() {
    isShort = false;
    await attempt(() => show(1));
    list.querySelectorAll('a')[FEW]?.focus();
  }

  /** @param {number} page @param {number} pages */
  const pager = (page, pages) => [
    h('button', { type: 'button', disabled: page <= 1, onclick: () => turn(page - 1) }, t('home.newer')),
    h('span', {}, t('home.page', { page, pages })),
    h('button', { type: 'button', disabled: page >= pages, onclick: () => turn(page + 1) }, t('home.older')),
  ];

  /** @param {number} page */
  async function turn(page) {
    await attempt(() => show(page));
    announce(paging.querySelector('span')?.textContent ?? '');
    element.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Summary} game @param {number} page */
  const remove = (game, page) =>
    attempt(async () => {
      await request('DELETE', `/api/games/${encodeURIComponent(game.id)}`);
      await show(page);
      announce(t('home.deleted'));
    });

  /** @param {() => Promise<void>} action */
  async function attempt(action) {
    try {
      await action();
    } catch (error) {
      problem.textContent = errorText(error);
      announce(problem.textContent);
    }
  }

  return { element, show };
}

/** @param {Summary} game @param {() => void} remove */
function entry(game, remove) {
  const { id, kind, plies, updated } = game;
  const when = h('time', { datetime: new Date(updated).toISOString() }, date(updated));
  return h(
    'li',
    { class: 'game-entry' },
    h(
      'a',
      { class: 'game-link', href: `/game/${encodeURIComponent(id)}` },
      thumbnail(game.colours, game.position),
      h(
        'span',
        { class: 'game-words' },
        h('strong', {}, t(`kind.${kind}.title`)),
        h('span', {}, players(game)),
        h('span', { class: 'game-state' }, state(game)),
        h('span', { class: 'soft' }, t('home.plies', { count: plies }), ' · ', when),
      ),
    ),
    deleter(kind, remove),
  );
}

/** A button that asks once more. @param {string} kind @param {() => void} remove */
function deleter(kind, remove) {
  const button = h('button', { type: 'button', class: 'quiet', 'aria-label': t('home.delete-game', { kind }) }, t('home.delete'));
  let asked = false;
  /** @param {boolean} value */
  const ask = (value) => {
    asked = value;
    button.classList.toggle('danger', asked);
    button.textContent = asked ? t('home.delete-sure') : t('home.delete');
    if (asked) button.removeAttribute('aria-label');
    else button.setAttribute('aria-label', t('home.delete-game', { kind }));
  };
  button.addEventListener('click', () => (asked ? remove() : ask(true)));
  button.addEventListener('blur', () => ask(false));
  return button;
}

/** @param {Summary} game */
function players({ white, black }) {
  if (white.player === 'computer' && black.player === 'computer') {
    return t('home.two-computers', { white: white.level, black: black.level });
  }
  if (white.player === 'computer') return t('home.against', { side: 'black', level: white.level });
  if (black.player === 'computer') return t('home.against', { side: 'white', level: black.level });
  return t('home.two-people');
}

/** @param {Summary} game */
function state({ outcome, turn }) {
  if (!outcome) return t('home.turn', { side: turn });
  if (!outcome.winner) return t('home.drawn');
  return t('home.won', { side: outcome.winner, count: outcome.points });
}
