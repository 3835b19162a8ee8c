// The puzzles: a file for each game, a line for each puzzle (docs/puzzles.md).

import { Offline } from '../api.js';
import { unpacked } from '../local/engine.js';

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} kind of game
 * @property {string} position its text
 * @property {string[]} moves the right ones, and the answers between them
 * @property {string} goal `win`, `draw` or `points:N`
 * @property {boolean} isProven
 * @property {string[]} themes
 * @property {number} level the lowest that solves it
 */

/** @type {Map<string, Promise<Puzzle[]>>} */
const known = new Map();

/** How many puzzles each game has, of those that have some. @type {Promise<Record<string, number>> | null} */
let counts = null;

/** The names of the games that have puzzles, with their numbers. @returns {Promise<Record<string, number>>} */
export function gamesWithPuzzles() {
  counts ??= fetched('index.json').then((answer) => answer.json());
  // What could not be fetched now can be later.
  counts.catch(() => (counts = null));
  return counts;
}

/** The puzzles of a game. @param {string} kind @returns {Promise<Puzzle[]>} */
export function puzzlesOf(kind) {
  const puzzles = known.get(kind) ?? load(kind);
  known.set(kind, puzzles);
  // What could not be fetched now can be later.
  puzzles.catch(() => known.delete(kind));
  return puzzles;
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(`./of/${name}`, import.meta.url)).catch(() => {
    throw new Offline();
  });
  if (!answer.ok) throw new Offline();
  return answer;
}

/** @param {string} kind */
async function load(kind) {
  const answer = await fetched(`${kind}.txt.gz`);
  const text = new TextDecoder().decode(await unpacked(await answer.arrayBuffer()));
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map(read);
}

/** @param {string} line @returns {Puzzle} */
function read(line) {
  const [id = '', position = '', moves = '', goal = '', proof, themes = '', level] = line.split(' | ');
  const [kind = ''] = position.split(' ');
  return { id, kind, position, moves: moves.split(' '), goal, isProven: proof === 'proven', themes: themes === '-' ? [] : themes.split(','), level: Number(level) };
}

/** The themes of puzzles, each once. @param {Puzzle[]} puzzles */
export const themesOf = (puzzles) => [...new Set(puzzles.flatMap(({ themes }) => themes))];
