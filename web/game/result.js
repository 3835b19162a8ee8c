// What follows a finished game: the match, the next game, its review, and what begins at a position of it.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { isDisabled, setDisabled } from './actions.js';
import { isOpponent } from './session.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('./session.js').Session} Session */

/**
 * The score of the match in words; nothing when there is but one game so far.
 * @param {Game} game
 */
export function matchWords(game) {
  const { number, target, white, black, winner } = game.match;
  if (winner) return t('game.match-won', { side: winner, white, black });
  if (number === 1 && !target && white === 0 && black === 0) return '';
  const score = { number, white, black };
  return target ? t('game.match-to', { ...score, target }) : t('game.match-score', score);
}

/** @typedef {(text: string, act: () => void, style?: string) => HTMLElement} MakeButton */

/** @type {MakeButton} */
const button = (text, act, style = '') => h('button', { type: 'button', class: style, onclick: (/** @type {Event} */ event) => isDisabled(event) || act() }, text);

/**
 * @typedef {object} Acts
 * @property {(board: 'same' | 'random') => void} next begins the next game of the match
 * @property {(path: string) => void} go
 * @property {() => void} playOn plays on from the position that is shown
 * @property {() => void} retry looks for a better move there
 */

/**
 * Makes the panel shown when a game is over.
 * @param {Acts} on
 */
export function createResult(on) {
  const element = h('section', { class: 'result', hidden: true });
  const fromHere = [button(t('puzzles.play-on'), on.playOn), button(t('review.from-here'), on.retry)];
  let written = '';
  return {
    element,
    /** @param {Session} session @param {boolean} isOpen whether something can be played in the position that is shown */
    update(session, isOpen) {
      const game = /** @type {Game} */ (session.game);
      const isPlayed = game.moves.length > 0;
      element.hidden = !game.outcome || (isOpponent(game) && !isPlayed);
      // The next game is being created.
      for (const one of element.querySelectorAll('button')) setDisabled(one, session.isBeginning);
      for (const one of fromHere) setDisabled(one, session.isBeginning || !isOpen);
      if (element.hidden) return;
      // Made anew only when something is new, so that the keyboard keeps its place.
      const key = JSON.stringify([game.match, game.can]);
      if (key === written) return;
      written = key;
      replace(element, ...choices(game, on), ...(isPlayed ? fromHere : []));
    },
  };
}

/** @type {(game: Game, on: Acts) => HTMLElement[]} */
function choices(game, { next, go }) {
  const { id, match, kind, can, moves } = game;
  const review = moves.length > 0 ? [button(t('game.review'), () => go(`/review/${id}`))] : [];
  // Two people agree on the next game first.
  if (isOpponent(game)) return review;
  if (match.next) return [button(t('game.to-next'), () => go(`/game/${match.next}`), 'primary'), ...review];
  const other = button(t('game.other-game'), () => go(`/new/${kind}`));
  if (!can.next) return [other, ...review];
  return [
    button(t('game.next-same'), () => next('same'), 'primary'),
    button(t('game.next-random'), () => next('random')),
    other,
    ...review,
  ];
}
