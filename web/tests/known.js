// Games whose moves and results are known: those that the rules of the library are tested with.

import { readFileSync } from 'node:fs';

/** @typedef {{ game: string, board: string, first: string, layout?: string | null, moves: string[], result: string, points: number, why?: string }} KnownGame */

/** The known games that end by the rules of their game. @param {string[]} names of files @returns {KnownGame[]} */
export function knownGames(names = ['games', 'games-2']) {
  const files = names.map((name) => readFileSync(new URL(`../../crates/rules/tests/data/${name}.jsonl`, import.meta.url), 'utf8'));
  return files.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line)).filter(({ why }) => !why);
}

/** The shortest known game of a kind that somebody wins. @param {string} kind */
export function shortestGame(kind) {
  const won = knownGames().filter(({ game, result }) => game === kind && result !== 'draw');
  const [shortest] = won.sort((one, other) => one.moves.length - other.moves.length);
  if (!shortest) throw new Error(`no game of ${kind}`);
  return shortest;
}

/** The record of a known game. @param {KnownGame} game */
export const recordOf = ({ game, board, first, layout, moves }) =>
  [`[Game "${game}"]`, `[Board "${board}"]`, `[First "${first}"]`, ...(layout ? [`[Layout "${layout}"]`] : []), '', moves.join(' ')].join('\n');
