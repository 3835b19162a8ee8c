// The text of the status: whose turn it is and the task, or how the game ended.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { createCountdown } from './clock.js';
import { labelOf } from './command.js';
import { spokenProposal } from './proposal.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Outcome} Outcome */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('./session.js').Session} Session */

/**
 * How a game ended, in one sentence.
 * @param {Outcome} outcome
 */
export function outcomeTitle({ winner, points, reason }) {
  // It has no result.
  if (reason === 'aborted') return t('online.aborted');
  if (!winner) return t('game.draw');
  return points > 0 ? t('game.wins', { side: winner, count: points }) : t('game.wins-plain', { side: winner });
}

/** The same for the player of one side. @type {(game: Game, outcome: Outcome) => string} */
function ownOutcome({ you }, outcome) {
  const { winner, points } = outcome;
  if (!winner || you.length !== 1) return outcomeTitle(outcome);
  const isWon = winner === you[0];
  if (points === 0) return t(isWon ? 'game.you-won-plain' : 'game.you-lost-plain', { side: winner });
  return t(isWon ? 'game.you-won' : 'game.you-lost', { side: winner, count: points });
}

/**
 * Why it ended.
 * @param {Outcome} outcome
 */
export const outcomeReason = ({ reason }) => t('game.reason', { reason });

/** Makes the panel that says what is going on. */
export function createStatus() {
  const title = h('p', { class: 'status-title' });
  const text = h('p', { class: 'status-text' });
  const countdown = createCountdown((time) => t('online.first-move', { time }));
  const said = h('span', {});
  const note = h('p', { class: 'status-note' }, countdown.element, said);
  // Read out when it comes, and beside the answers.
  const offer = h('p', { class: 'status-offer', 'aria-hidden': 'true' });
  const again = h('button', { type: 'button', class: 'status-again' });
  const away = h('a', { class: 'button status-again', href: '/' }, t('shell.to-games'));
  const element = h('section', { class: 'status' }, title, text, offer, note, again, away);
  /** @type {(() => void) | null} */
  let onAgain = null;
  again.addEventListener('click', () => onAgain?.());
  return {
    element,
    leave: () => countdown.stop(),
    /**
     * @param {Session} session
     * @param {Position} position the one that is shown
     * @param {() => void} onBack back to the game as it stands
     */
    update(session, position, onBack) {
      const game = /** @type {Game} */ (session.game);
      const words = session.gone ? wordsGone() : position === game.position ? wordsNow(session, game) : wordsThen(game, position);
      replace(title, words.title);
      replace(text, session.error || words.text);
      text.classList.toggle('status-error', session.error !== '');
      replace(said, words.note);
      countdown.update(session);
      note.hidden = countdown.element.hidden && !words.note;
      const isAsked = !session.gone && !session.error && game.can.answer;
      replace(offer, isAsked && spokenProposal(game));
      const isThen = position !== game.position;
      again.textContent = isThen ? t('game.back-to-game') : t('game.ask-again');
      again.hidden = session.gone || !(isThen || session.isSlow);
      onAgain = isThen ? onBack : () => session.askAgain();
      away.hidden = !session.gone;
      element.classList.toggle('status-over', Boolean(game.outcome));
    },
  };
}

/** @typedef {{ title: string, text: string, note?: string }} Words */

/** @type {(session: Session, game: Game) => Words} */
function wordsNow(session, game) {
  const { outcome } = game;
  if (outcome) return { title: ownOutcome(game, outcome), text: outcomeReason(outcome) };
  const queued = session.waiting.length > 0 ? t('game.queued', { what: session.waiting.join(', ') }) : '';
  if (session.isAway) return { title: waitingTitle(session), text: t('game.waiting-text'), note: queued };
  if (queued) return { title: turnTitle(game), text: session.thinker ? t('game.thinking-text') : '', note: queued };
  if (session.isSlow) return { title: t('game.slow'), text: t('game.slow-text') };
  if (session.pending) return { title: turnTitle(game), text: session.thinker ? t('game.thinking-text') : '' };
  return { title: turnTitle(game), text: taskWords(game), note: noteWords(game) };
}

/** Whether the visitor has to pass now. @param {Game} game */
export const mustPass = ({ can, position }) => can.move && position.paths.length === 1 && position.paths[0]?.join() === 'pass';

/** @param {Game} game */
function noteWords(game) {
  const { last, repeated } = game.position;
  if (mustPass(game)) return t('game.passes-itself');
  if (repeated > 1) return t('game.repeated', { count: repeated });
  return last?.path.join() === 'pass' ? t('game.passed', { side: last.side }) : '';
}

/** Why nothing can be moved; nothing when something can. @type {(session: Session, position: Position) => string} */
export function idleWords(session, position) {
  const game = /** @type {Game} */ (session.game);
  const { turn } = game.position;
  if (session.gone) return t('game.gone');
  if (position !== game.position) return t('board.earlier');
  if (game.outcome) return t('error.over');
  if (game.you.length === 0) return t('error.not-yours');
  if (session.pending) return t('board.under-way');
  return game.can.move ? '' : t('error.not-your-turn', { side: turn });
}

/** What waits for the server. @param {Session} session */
function waitingTitle({ queue }) {
  const [first] = queue;
  return first && first.command.do !== 'move' ? t('game.waiting-other', { what: labelOf(first.command) }) : t('game.waiting');
}

const wordsGone = () => ({ title: t('game.gone'), text: t('game.gone-text'), note: '' });

/** The task of the side to move. @param {Game} game */
function taskWords({ thinking, position }) {
  if (thinking) return t('game.thinking-text');
  return position.task ? t('game.task', { task: position.task }) : '';
}

/** @param {Game} game */
function turnTitle(game) {
  const { turn } = game.position;
  const isYours = game.you.length === 1 && game.you[0] === turn;
  return isYours ? t('game.your-turn', { side: turn }) : t('game.turn', { side: turn });
}

/** @type {(game: Game, position: Position) => Words} */
const wordsThen = (game, position) => ({
  title: position.ply === 0 ? t('game.at-start') : t('game.earlier', { ply: position.ply, last: game.position.ply }),
  text: position.task ? t('game.then', { side: position.turn }) : '',
});

/** What is read out when a move was played. @param {Game} game */
export function spokenMove(game) {
  const { last } = game.position;
  const move = last?.text === 'pass' ? t('board.pass') : (last?.text ?? '');
  return last ? `${t('game.said-move', { side: last.side, move })} ${spokenTurn(game)}` : spokenTurn(game);
}

/** What is read out when it is somebody's turn, or nobody's any more. @param {Game} game */
export function spokenTurn(game) {
  const { outcome } = game;
  if (outcome) return `${ownOutcome(game, outcome)} ${outcomeReason(outcome)}`;
  return t('game.said-turn', { turn: turnTitle(game), task: taskWords(game) });
}
