// A game against the computer from a position of a game that is over.

import { get } from '../api.js';
import { Trial } from './trial.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Side} Side */

/** The level of the computer where none played. */
const LEVEL = 5;

/**
 * What is asked for again while it is under way isn't begun again.
 * @param {() => Promise<void>} task
 */
export function once(task) {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    await task().finally(() => (isUnderWay = false));
  };
}

/** The position of a game after a ply, to be tried out. @param {string} id @param {number} ply */
export const trialAt = async (id, ply) => Trial.begin(await get(`/api/games/${encodeURIComponent(id)}/position?ply=${ply}`));

/**
 * Whether the last position of a game that is over can be played on: a player may have resigned, or the time was up.
 * @param {Game} game
 */
export async function goesOn({ id, moves }) {
  const { position } = (await trialAt(id, moves.length)).game;
  return position.paths.length > 0;
}

/**
 * Begins it, from the position after a ply; the game itself stays as it is.
 * @param {Game} game
 * @param {number} ply
 * @param {Side} turn whose turn it is there: the visitor plays that side, unless the game was played from one side
 * @returns {Promise<string>} its id
 */
export async function playOn(game, ply, turn) {
  const trial = await trialAt(game.id, ply);
  const [own, ...others] = game.you;
  const side = own && others.length === 0 ? own : turn;
  const { level = LEVEL } = /** @type {{ level?: number }} */ (side === 'white' ? game.black : game.white);
  const [human, computer] = [{ player: 'human' }, { player: 'computer', level }];
  const begun = await trial.keep(side === 'white' ? { white: human, black: computer } : { white: computer, black: human });
  return begun.id;
}
