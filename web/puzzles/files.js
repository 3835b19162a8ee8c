// The puzzles: a file for each game, a line for each puzzle (docs/puzzles.md).

import { fetchFile, once } from '../files.js';
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

/** @param {string} name */
const fetched = (name) => fetchFile(new URL(`./of/${name}`, import.meta.url));

/** @type {(name: string) => Promise<Record<string, number>>} */
const countsOf = once(async (name) => (await fetched(name)).json());

/** The names of the games that have puzzles, with their numbers. */
export const gamesWithPuzzles = () => countsOf('index.json');

/** The puzzles of a game. */
export const puzzlesOf = once(load);

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
