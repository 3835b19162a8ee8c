// A game in a list: a link with a small picture and a few words.

import { h, svg } from '../dom.js';
import { date, t } from '../i18n.js';
import { timeControlText } from '../invite/time-control.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('../types.js').Summary} Summary */

/** @param {Summary} game */
export const gameLink = (game) => h('a', { class: 'game-link', href: `/game/${encodeURIComponent(game.id)}` }, gameWords(game));

/** What the link of a game holds. @param {Summary} game */
export function gameWords(game) {
  const { kind, layout, pace, plies, updated, deadline } = game;
  const when = h('time', { datetime: new Date(updated).toISOString() }, date(updated));
  return [
    thumbnail(game.colours, game.position),
    h(
      'span',
      { class: 'game-words' },
      h('strong', {}, t(`kind.${kind}.title`)),
      layout && h('span', {}, t(`layout.${layout}`)),
      h('span', { class: 'game-players' }, players(game)),
      pace && h('span', {}, timeControlText(pace)),
      h('span', { class: 'game-state' }, isOwnTurn(game) && turnSign(), state(game)),
      // Minutes are gone before they are read.
      pace?.kind === 'days' && deadline !== null && h('span', {}, t('home.time-until', { date: date(deadline) })),
      h('span', { class: 'game-when soft' }, t('home.plies', { count: plies }), ' · ', when),
    ),
  ];
}

/** Whether the one side that the visitor plays is to move. @param {Summary} game */
export const isOwnTurn = ({ outcome, turn, you }) => !outcome && you.length === 1 && you[0] === turn;

const turnSign = () =>
  svg('svg', { class: 'turn-sign', viewBox: '0 0 10 10', 'aria-hidden': 'true' }, svg('path', { d: 'M1 0l8 5l-8 5z' }));

/** @param {Summary} game */
function players({ white, black, online, names, you }) {
  if (online) return people(names, you);
  if (white.player === 'computer' && black.player === 'computer') {
    return t('home.two-computers', { white: white.level, black: black.level });
  }
  if (white.player === 'computer') return t('home.against', { side: 'black', level: white.level });
  if (black.player === 'computer') return t('home.against', { side: 'white', level: black.level });
  return t('home.two-people');
}

/** @param {Summary['names']} names @param {Summary['you']} you */
function people({ white, black }, [own]) {
  if (!own) return t('home.white-and-black', { white: white ?? t('home.somebody'), black: black ?? t('home.somebody') });
  const other = own === 'white' ? black : white;
  return other ? t('home.against-name', { side: own, name: other }) : t('home.against-somebody', { side: own });
}

/** @param {Summary} game */
function state(game) {
  const { outcome, turn, you } = game;
  if (!outcome) return isOwnTurn(game) ? t('home.your-turn') : t('home.turn', { side: turn });
  const { winner, points, reason } = outcome;
  if (reason === 'aborted') return t('home.aborted');
  if (!winner) return t('home.drawn');
  if (you.length !== 1) return t('home.won', { side: winner, count: points });
  return winner === you[0] ? t('home.you-won', { count: points }) : t('home.you-lost', { count: points });
}
