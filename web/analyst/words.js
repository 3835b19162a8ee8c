// What the analyst has found, in words.

import { t } from '../i18n.js';

/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').AnalysisLine} Line */

/** A score of this many points, odds of e, is one step of the curve below. */
const SCORE_PER_E = 200;

/**
 * White's chance, from 0 to 1, that a line stands for.
 * @param {Line} line
 */
export function shareOf({ score, wins }) {
  if (wins) return wins.side === 'white' ? 1 : 0;
  return 1 / (1 + Math.exp(-(score ?? 0) / SCORE_PER_E));
}

/** @param {number} share */
export const percent = (share) => t('analyst.percent', { percent: Math.round(100 * share) });

/**
 * What a line is worth.
 * @param {Line} line
 */
export function worth(line) {
  const { wins, draws } = line;
  if (draws) return t('analyst.draws');
  if (!wins) return t('analyst.white-share', { percent: percent(shareOf(line)) });
  const points = t('analyst.wins', { side: wins.side, count: wins.points });
  return wins.plies === null ? points : `${points} ${t('analyst.in-plies', { count: wins.plies })}`;
}

/**
 * The same in a few letters.
 * @param {Line} line
 */
export function shortWorth(line) {
  const { wins, draws } = line;
  if (draws) return t('analyst.short-draw');
  if (!wins) return t('analyst.white-share', { percent: percent(shareOf(line)) });
  const { side, points, plies } = wins;
  return plies === null ? t('analyst.short', { side, points }) : t('analyst.short-in', { side, points, plies });
}

/**
 * What is proven, or who stands better.
 * @param {Analysis} analysis
 */
export function summary({ proven, lines, done, depth }) {
  if (proven) {
    if (proven.winner === null) return t('analyst.proven-draw');
    const words = { side: proven.winner, count: proven.points };
    return proven.first ? t('analyst.proven-first', words) : t('analyst.proven-second', words);
  }
  const [best] = lines;
  if (!best) return t('analyst.nothing');
  const state = done ? t('analyst.done', { depth }) : t('analyst.thinking', { depth });
  return `${worth(best)} ${state}`;
}
