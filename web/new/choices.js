// The choices for the last game, which become the defaults of the next one.

import { isWithin, numbersOf } from '../games.js';
import { readSetting, writeSetting } from '../storage.js';
import { paceOf, readClock } from './clock.js';

/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {'white' | 'black' | 'random'} SideChoice */
/**
 * @typedef {object} Choices
 * @property {'computer' | 'human' | 'elsewhere'} opponent `human` is at the same screen
 * @property {number} level
 * @property {SideChoice} side the visitor's, but at one screen
 * @property {SideChoice} first
 * @property {string | null} layout
 * @property {number | null} target
 * @property {'usual' | 'random' | 'built'} source where the board comes from
 * @property {string} code of the board, where it was built
 * @property {import('./clock.js').ClockChoice} clock with somebody elsewhere, as what follows
 * @property {boolean} isPublic whether everybody finds the invitation
 * @property {boolean} hasChat whether the players may write to each other
 */

/** @type {readonly SideChoice[]} */
export const SIDE_CHOICES = ['white', 'black', 'random'];
const SOURCES = /** @type {const} */ (['usual', 'random', 'built']);
/** A newcomer should be able to win. */
const DEFAULT_LEVEL = 2;

/**
 * The last choices, as far as they fit a kind of game.
 * @param {Kind} kind
 * @returns {Choices}
 */
export function lastChoices(kind) {
  const all = readSetting('choices') ?? {};
  const own = all.kinds?.[kind.name] ?? {};
  const { limits } = kind;
  const target = isWithin(own.target, limits.target) || own.target === null ? own.target : kind.target;
  return {
    opponent: one(['computer', 'human', 'elsewhere'], all.opponent, 'computer'),
    level: one(numbersOf(limits.levels), all.level, DEFAULT_LEVEL),
    side: one(SIDE_CHOICES, all.side, 'white'),
    first: one(SIDE_CHOICES, all.first, 'white'),
    layout: one(kind.layouts, own.layout, kind.layouts[0]) ?? null,
    target,
    source: one(SOURCES, own.source, 'usual'),
    code: typeof own.code === 'string' ? own.code : kind.board,
    clock: readClock(all.clock, limits),
    isPublic: all.isPublic === true,
    hasChat: all.hasChat === true,
  };
}

/**
 * @param {Kind} kind
 * @param {Choices} choices
 */
export function keepChoices(kind, { layout, target, source, code, ...shared }) {
  const kinds = { ...readSetting('choices')?.kinds, [kind.name]: { layout, target, source, code } };
  writeSetting('choices', { ...shared, kinds });
}

/**
 * @template T
 * @param {readonly T[]} known
 * @param {unknown} value
 * @param {T} otherwise
 */
const one = (known, value, otherwise) => known.find((item) => item === value) ?? otherwise;

/**
 * The part of a request that is the same for all opponents.
 * @param {Kind} kind
 * @param {Choices} choices
 * @param {string} board its code
 */
const game = ({ name }, { first, layout, target }, board) => ({
  kind: name,
  board,
  first,
  ...(layout === null ? {} : { layout }),
  ...(target === null ? {} : { target }),
});

/**
 * The body of `POST /api/games`.
 * @param {Kind} kind
 * @param {Choices} choices
 * @param {string} board its code
 */
export function newGameRequest(kind, choices, board) {
  const { opponent, level, side } = choices;
  /** @type {Seat} */
  const human = { player: 'human' };
  /** @type {Seat} */
  const other = opponent === 'human' ? human : { player: 'computer', level };
  const isBlack = side === 'random' ? Math.random() < 0.5 : side === 'black';
  const isSwapped = opponent === 'computer' && isBlack;
  return {
    ...game(kind, choices, board),
    white: isSwapped ? other : human,
    black: isSwapped ? human : other,
  };
}

/**
 * The body of `POST /api/invitations`.
 * @param {Kind} kind
 * @param {Choices} choices
 * @param {string} board its code
 */
export function invitationRequest(kind, choices, board) {
  const { side, clock, isPublic, hasChat } = choices;
  const pace = paceOf(clock);
  return {
    ...game(kind, choices, board),
    // The server draws the sides once both players have joined.
    ...(side === 'random' ? {} : { side }),
    ...(pace === null ? {} : { clock: pace }),
    public: isPublic,
    chat: hasChat,
  };
}
