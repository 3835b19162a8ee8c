// Why a game can't be played on a board.

import { errorText, t } from '../i18n.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Refusal} Refusal */

/**
 * What is missing, and what can be done about it with this board.
 * @param {Refusal} unsuitable
 * @param {Pick<Board, 'quarters'>} board
 */
export function unsuitableText(unsuitable, { quarters }) {
  const why = errorText(unsuitable);
  if (quarters.length === 1) return why;
  return `${why} ${quarters.length > 0 ? t('builder.mend-quarters') : t('builder.mend-squares')}`;
}
