// The commands of a game, and whether a command is still valid after the game has changed.

import { t } from '../i18n.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Offer} Offer */
/** @typedef {import('../types.js').Proposal} Proposal */
/** @typedef {import('../types.js').Side} Side */
/**
 * A command of a game.
 * @typedef {{ do: 'move', path: string[] } | { do: 'undo' | 'redo' | 'accept' | 'decline' | 'abort' } | { do: 'resign', side: Side } | { do: 'offer', what: Proposal }} Command
 */
/**
 * A queued command with the state that the visitor saw: the open proposal, the number of moves and,
 * once it was sent, the revision that it answers to.
 * @typedef {{ command: Command, request: string, offer: Offer | null, moves: number, revision: number | null }} QueuedCommand
 */

/** @type {(one: Command, other: Command) => boolean} */
export const isSameCommand = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether it ends the game, and is meant whatever was done meanwhile. @param {Command} command */
export const isEnd = ({ do: what }) => what === 'resign' || what === 'abort';

/** @param {Command} command */
const isAnswer = ({ do: what }) => what === 'accept' || what === 'decline';

/** @type {(one: Offer | null, other: Offer | null) => boolean} */
const isSameOffer = (one, other) => one?.side === other?.side && one?.what === other?.what;

/**
 * The error code of a command that is stale, or an empty text: a move belongs to its position, an answer
 * to the proposal that was seen.
 * @type {(queued: QueuedCommand, game: Game) => string}
 */
export function staleCode({ command, offer, moves }, game) {
  if (command.do === 'move' && game.moves.length !== moves) return 'stale';
  return isAnswer(command) && !isSameOffer(offer, game.offer) ? 'nothing-proposed' : '';
}

/**
 * Whether a command that came too late is still valid in the current game.
 * @type {(queued: QueuedCommand, game: Game, moves: number) => boolean}
 */
export function isStillValid({ command, offer }, { can, moves: played, offer: now, outcome }, moves) {
  if (command.do === 'resign') return can.resign.includes(command.side);
  if (command.do === 'abort') return can.abort;
  // The computer has moved meanwhile: both moves are taken back.
  if (command.do === 'undo') return can.undo;
  if (played.length !== moves || outcome) return command.do === 'offer' && command.what.startsWith('rematch');
  // Proposals came meanwhile, but no moves.
  if (command.do === 'move') return can.move;
  return command.do === 'offer' || (isAnswer(command) && isSameOffer(offer, now));
}

/**
 * Whether the command has no effect left: the game is over, or the proposal is closed.
 * @type {(command: Command, code: string, game: Game) => boolean}
 */
export function isAchieved(command, code, { outcome, match }) {
  if (isEnd(command)) return code === 'over';
  if (code !== 'nothing-proposed') return false;
  return command.do === 'decline' || (command.do === 'accept' && (outcome?.reason === 'agreement' || match.next !== null));
}

/** What stands on its button. @param {Command} command */
export function labelOf(command) {
  switch (command.do) {
    case 'move':
      return t('game.move');
    case 'resign':
      return t('game.resign');
    case 'offer':
      return t(OFFERS[command.what]);
    default:
      return t(LABELS[command.do]);
  }
}

const LABELS = {
  undo: 'game.undo',
  redo: 'game.redo',
  accept: 'online.accept',
  decline: 'online.decline',
  abort: 'online.abort',
};

const OFFERS = {
  draw: 'online.offer-draw',
  takeback: 'online.ask-takeback',
  'rematch-same': 'online.rematch-same',
  'rematch-random': 'online.rematch-random',
};
