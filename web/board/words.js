// What is on a place, in words.

import { t } from '../i18n.js';
import { campOf, isCamp } from './geometry.js';
import { colourOf } from './squares.js';

/** @typedef {import('./pieces.js').Piece} Piece */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {'movable' | 'placeable' | 'chosen' | 'destination' | 'takeable' | null} Role what can be done at a place */

/**
 * A place with all that is to know of it: "e4, green, white pawn, can move".
 * @param {object} scene
 * @param {Board} scene.board
 * @param {Position} scene.position
 * @param {Piece[]} scene.pieces
 * @param {{ stars?: string[] }} [scene.overlays]
 * @param {import('./marks.js').Verdict | undefined} [scene.verdict] what playing there is worth
 * @param {string} place
 * @param {Role} role
 */
export function describe({ board, position, pieces, overlays, verdict }, place, role) {
  const here = pieces.filter((piece) => piece.place === place);
  const parts = isCamp(place)
    ? [campWords(position, place)]
    : [place, t('board.colour', { colour: colourOf(board, place) }), ...pawnsWords(here)];
  const marks = position.marks
    .filter((mark) => mark.kind !== 'area' && mark.squares.includes(place))
    .map((mark) => markWords(mark, here));
  const star = overlays?.stars?.includes(place) ? [t('board.star')] : [];
  const last = position.last?.path.includes(place) ? [t('board.last')] : [];
  return [...parts, ...star, ...marks, ...last, ...verdictWords(verdict), ...roleWords(role)].join(t('board.separator'));
}

/** @param {import('./marks.js').Verdict | undefined} verdict */
function verdictWords(verdict) {
  if (!verdict) return [];
  const { wins, draws, points: count } = verdict;
  if (draws) return [t('board.verdict-draws')];
  return [wins ? t('board.verdict-wins', { count }) : t('board.verdict-loses', { count })];
}

/** @type {(position: Position, place: string) => string} */
function campWords(position, place) {
  const counter = position.counters.find(({ kind, side }) => kind === 'camp' && campOf(side) === place);
  const { side = 'white', count = 0, of = 0 } = counter ?? {};
  return t('board.camp', { side, count, of });
}

/** A mark with the side it is about, unless a pawn of that side tells. @type {(mark: Mark, here: Piece[]) => string} */
function markWords({ kind, side }, here) {
  const isPlain = side === null || here.some((piece) => piece.side === side);
  return isPlain ? t('board.mark', { mark: kind }) : t('board.mark-of', { mark: kind, side });
}

/** @param {Piece} piece */
const pawnWords = ({ side }) => (side === 'white' ? t('board.white-pawn') : t('board.black-pawn'));

/** Two pawns of a side on one square are named together. @param {Piece[]} here */
function pawnsWords(here) {
  const [one, two] = here;
  if (!one || !two || one.side !== two.side) return here.map(pawnWords);
  return [one.side === 'white' ? t('board.two-white-pawns') : t('board.two-black-pawns')];
}

/** @param {Role} role */
function roleWords(role) {
  switch (role) {
    case 'movable':
      return [t('board.can-move')];
    case 'placeable':
      return [t('board.can-place')];
    case 'chosen':
      return [t('board.chosen')];
    case 'destination':
      return [t('board.can-go')];
    case 'takeable':
      return [t('board.can-land')];
    default:
      return [];
  }
}

/**
 * What is asked after some steps.
 * @param {string[]} chosen
 * @param {number} count how many continuations there are
 */
export function promptAfter(chosen, count) {
  const [from = '', to] = chosen;
  if (to === undefined) return t('board.prompt-to', { square: from, count });
  return t('board.prompt-put', { square: to, count });
}
