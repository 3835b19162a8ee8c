// What is asked of a game, and whether it is still meant when something else came first.

import { t } from '../i18n.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Offer} Offer */
/** @typedef {import('../types.js').Proposal} Proposal */
/** @typedef {import('../types.js').Side} Side */
/**
 * What is asked of a game.
 * @typedef {{ do: 'move', path: string[] } | { do: 'undo' | 'redo' | 'accept' | 'decline' | 'abort' } | { do: 'resign', side: Side } | { do: 'offer', what: Proposal }} Command
 */
/**
 * A command that was asked, with the game as it was seen: the proposal that lay there, how many moves
 * there were, and once it was sent the revision to which it answers.
 * @typedef {{ command: Command, request: string, offer: Offer | null, moves: number, revision: number | null }} Asked
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
 * Why what waited is no longer meant, as the code of an error: a move belongs to its position, and an
 * answer to the proposal that was seen.
 * @type {(asked: Asked, game: Game) => string}
 */
export function lapsedIn({ command, offer, moves }, game) {
  if (command.do === 'move' && game.moves.length !== moves) return 'stale';
  return isAnswer(command) && !isSameOffer(offer, game.offer) ? 'nothing-proposed' : '';
}

/**
 * Whether what came too late is still meant in the game as it stands.
 * @type {(asked: Asked, game: Game, moves: number) => boolean}
 */
export function isStillMeant({ command, offer }, { can, moves: played, offer: now, outcome }, moves) {
  if (command.do === 'resign') return can.resign.includes(command.side);
  if (command.do === 'abort') return can.abort;
  // The computer has answered: both moves are taken back.
  if (command.do === 'undo') return can.undo;
  if (played.length !== moves || outcome) return command.do === 'offer' && command.what.startsWith('rematch');
  // Nothing was played meanwhile, only proposed.
  if (command.do === 'move') return can.move;
  return command.do === 'offer' || (isAnswer(command) && isSameOffer(offer, now));
}

/**
 * Whether what was wanted has come about without it: the game is over, or the proposal is off.
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
