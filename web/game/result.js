// What follows a finished game: the match, and the next game.

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

/**
 * Makes the panel shown when a game is over.
 * @param {(board: 'same' | 'random') => void} onNext
 * @param {(path: string) => void} onGo
 */
export function createResult(onNext, onGo) {
  const element = h('section', { class: 'result', hidden: true });
  let written = '';
  return {
    element,
    /** @param {Session} session */
    update(session) {
      const game = /** @type {Game} */ (session.game);
      // Two people agree on it first.
      element.hidden = !game.outcome || isOpponent(game);
      // The next game is being created.
      for (const one of element.querySelectorAll('button')) setDisabled(one, session.isBeginning);
      if (element.hidden) return;
      // Made anew only when something is new, so that the keyboard keeps its place.
      const key = JSON.stringify([game.match, game.can]);
      if (key === written) return;
      written = key;
      replace(element, ...choices(game, onNext, onGo));
    },
  };
}

/** @type {(game: Game, onNext: (board: 'same' | 'random') => void, onGo: (path: string) => void) => HTMLElement[]} */
function choices({ id, match, kind, can, moves }, onNext, onGo) {
  /** @type {(text: string, act: () => void, style?: string) => HTMLElement} */
  const button = (text, act, style = '') => h('button', { type: 'button', class: style, onclick: (/** @type {Event} */ event) => isDisabled(event) || act() }, text);
  const review = moves.length > 0 ? [button(t('game.review'), () => onGo(`/review/${id}`))] : [];
  if (match.next) return [button(t('game.to-next'), () => onGo(`/game/${match.next}`), 'primary'), ...review];
  const other = button(t('game.other-game'), () => onGo(`/new/${kind}`));
  if (!can.next) return [other, ...review];
  return [
    button(t('game.next-same'), () => onNext('same'), 'primary'),
    button(t('game.next-random'), () => onNext('random')),
    other,
    ...review,
  ];
}
