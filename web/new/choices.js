// What a visitor chose for the last game, to be offered again.

import { recall, remember } from '../store.js';

/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {'white' | 'black' | 'random'} Chance */
/**
 * @typedef {object} Choices
 * @property {'computer' | 'human'} opponent
 * @property {number} level
 * @property {Chance} side the visitor's, against the computer
 * @property {Chance} first
 * @property {string | null} layout
 * @property {number | null} target
 * @property {'usual' | 'random' | 'built'} source where the board comes from
 * @property {string} code of the board, where it was built
 */

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
/** @type {readonly Chance[]} */
export const CHANCES = ['white', 'black', 'random'];
const SOURCES = /** @type {const} */ (['usual', 'random', 'built']);
/** A newcomer should be able to win. */
const EASY = 2;

/**
 * The last choices, as far as they fit a kind of game.
 * @param {Kind} kind
 * @returns {Choices}
 */
export function lastChoices(kind) {
  const all = recall('choices') ?? {};
  const own = all.kinds?.[kind.name] ?? {};
  const target = Number.isInteger(own.target) || own.target === null ? own.target : kind.target;
  return {
    opponent: one(['computer', 'human'], all.opponent, 'computer'),
    level: one(LEVELS, all.level, EASY),
    side: one(CHANCES, all.side, 'white'),
    first: one(CHANCES, all.first, 'white'),
    layout: one(kind.layouts, own.layout, kind.layouts[0]) ?? null,
    target,
    source: one(SOURCES, own.source, 'usual'),
    code: typeof own.code === 'string' ? own.code : kind.board,
  };
}

/**
 * @param {Kind} kind
 * @param {Choices} choices
 */
export function keepChoices(kind, { layout, target, source, code, ...shared }) {
  const kinds = { ...recall('choices')?.kinds, [kind.name]: { layout, target, source, code } };
  remember('choices', { ...shared, kinds });
}

/**
 * @template T
 * @param {readonly T[]} known
 * @param {unknown} value
 * @param {T} otherwise
 */
const one = (known, value, otherwise) => known.find((item) => item === value) ?? otherwise;

/**
 * What the server is asked for.
 * @param {Kind} kind
 * @param {Choices} choices
 * @param {string} board its code
 */
export function beginning(kind, choices, board) {
  const { opponent, level, side, first, layout, target } = choices;
  /** @type {Seat} */
  const human = { player: 'human' };
  /** @type {Seat} */
  const other = opponent === 'human' ? human : { player: 'computer', level };
  const isBlack = side === 'random' ? Math.random() < 0.5 : side === 'black';
  const isSwapped = opponent === 'computer' && isBlack;
  return {
    kind: kind.name,
    board,
    first,
    ...(layout === null ? {} : { layout }),
    ...(target === null ? {} : { target }),
    white: isSwapped ? other : human,
    black: isSwapped ? human : other,
  };
}
