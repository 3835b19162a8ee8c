// What a sheet shows and how, as the address has it.

import { today } from '../puzzles/choose.js';

/** @typedef {'puzzles' | 'rules' | 'board' | 'quarterboards' | 'scores'} What */
/** @typedef {'a4' | 'letter'} PaperName */
/**
 * @typedef {object} Settings
 * @property {What} what
 * @property {string} game empty for none in particular
 * @property {string} theme empty for all
 * @property {string} seed the same puzzles for the same seed, such as a day
 * @property {string} board its code
 * @property {number} square the side of a square in millimetres
 * @property {PaperName} paper
 */
/** @typedef {{ key: string, words: Record<string, unknown> }} Note what is wrong with an address: a text of the locales */
/** @typedef {{ games: string[], withPuzzles: string[], board: string }} Known the games, and the board that is shown where none is named */

/** @type {readonly What[]} */
export const SHEETS = ['puzzles', 'rules', 'board', 'quarterboards', 'scores'];

/** Width and height in millimetres. @type {Record<PaperName, { width: number, height: number }>} */
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } };

/** The sides of squares in millimetres: 40 are those of the published game. */
export const SQUARES = { min: 10, max: 40 };

/** The largest squares with which a whole board of 8 x 8 fits both papers. */
const WHOLE_BOARD = 22;

/** How many characters of an address are repeated in a sentence. */
const REPEATED = 40;

/** The longest seed, in characters. */
const LONGEST_SEED = 100;

/** What each sheet depends on, besides the paper. @type {Record<What, readonly (keyof Settings)[]>} */
export const FIELDS = {
  puzzles: ['game', 'theme', 'seed'],
  rules: ['game'],
  board: ['board', 'square'],
  quarterboards: ['square'],
  scores: ['game'],
};

/** The games for which a sheet can be had. @param {What} what @param {Known} known */
export const gamesFor = (what, { games, withPuzzles }) => (what === 'puzzles' ? withPuzzles : games);

/** Whether a sheet can be had without a game. @param {What} what */
export const isGeneral = (what) => what !== 'rules';

/**
 * Reads an address. What makes no sense gets its default, and a note.
 * @param {URLSearchParams} query
 * @param {Known} known
 * @returns {{ settings: Settings, notes: Note[] }}
 */
export function readSettings(query, known) {
  /** @type {Note[]} */
  const notes = [];
  const what = one(query, 'what', SHEETS, 'puzzles', (words) => notes.push({ key: 'sheets.no-sheet', words }));
  const paper = one(query, 'paper', PAPER_NAMES, 'a4', (words) => notes.push({ key: 'sheets.no-paper', words }));
  const games = gamesFor(what, known);
  const usual = isGeneral(what) ? '' : (games[0] ?? '');
  const isAsked = FIELDS[what].includes('game');
  const game = one(query, 'game', games, usual, (words) => isAsked && notes.push({ key: 'sheets.no-game', words }));
  const square = squareOf(query.get('square'), what === 'board' ? WHOLE_BOARD : SQUARES.max);
  if (square.isChanged && FIELDS[what].includes('square')) {
    const words = { value: shortened(query.get('square')), used: String(square.used), min: String(SQUARES.min), max: String(SQUARES.max) };
    notes.push({ key: 'sheets.no-square', words });
  }
  const settings = {
    what,
    game,
    theme: query.get('theme') ?? '',
    seed: query.get('seed')?.slice(0, LONGEST_SEED) || today(),
    board: query.get('board') || known.board,
    square: square.used,
    paper,
  };
  return { settings, notes };
}

const PAPER_NAMES = /** @type {PaperName[]} */ (Object.keys(PAPERS));

/**
 * A value of the address, if it is one of those that are known.
 * @template {string} T
 * @param {URLSearchParams} query
 * @param {string} name
 * @param {readonly T[]} known
 * @param {T} usual
 * @param {(words: { value: string }) => void} refuse
 * @returns {T}
 */
function one(query, name, known, usual, refuse) {
  const value = query.get(name);
  const found = known.find((each) => each === value?.toLowerCase());
  if (value && !found) refuse({ value: shortened(value) });
  return found ?? usual;
}

/** What is repeated of a value in a sentence. @param {string | null} value */
export const shortened = (value) => (value !== null && value.length > REPEATED ? `${value.slice(0, REPEATED)}…` : (value ?? ''));

/** @param {string | null} text @param {number} usual */
function squareOf(text, usual) {
  if (text === null || text === '') return { used: usual, isChanged: false };
  const wanted = Number(text);
  const used = Number.isFinite(wanted) ? Math.min(Math.max(Math.round(wanted), SQUARES.min), SQUARES.max) : usual;
  return { used, isChanged: used !== wanted };
}

/** The address of a sheet, with what it depends on. @param {Settings} settings */
export function addressOf(settings) {
  const { what, paper } = settings;
  const values = FIELDS[what].map((name) => [name, String(settings[name])]).filter(([, value]) => value !== '');
  return `/sheets?${new URLSearchParams([['what', what], ...values, ['paper', paper]])}`;
}
