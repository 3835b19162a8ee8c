// Six puzzles on a page, and their solutions on its back.

import { createBoard } from '../board/board.js';
import { COLOURS, swatch } from '../board/squares.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { drawn } from '../puzzles/choose.js';
import { puzzlesOf, themesOf } from '../puzzles/files.js';
import { Trial, pathOf } from '../trial/trial.js';
import { diamonds, head, page } from './paper.js';
import { shortened } from './settings.js';

/** @typedef {import('../puzzles/files.js').Puzzle} Puzzle */
/** @typedef {import('../board/board.js').BoardState} BoardState */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./settings.js').Note} Note */
/** @typedef {{ puzzle: Puzzle, number: number, start: BoardState, end: BoardState }} Played a puzzle with its first and its last position */

/** How many puzzles a page has. */
const COUNT = 6;

/**
 * @param {Settings} settings
 * @param {string[]} games those that have puzzles
 * @param {{ max: number }} levels of the computer
 * @returns {Promise<import('./boards.js').Sheet & { themes: string[] }>}
 */
export async function puzzleSheet({ game, theme, seed, paper }, games, levels) {
  const all = (await Promise.all((game ? [game] : games).map(puzzlesOf))).flat();
  const themes = themesOf(all);
  const isTheme = themes.includes(theme);
  const chosen = drawn(isTheme ? all.filter((puzzle) => puzzle.themes.includes(theme)) : all, seed, COUNT);
  /** @type {Note[]} */
  const notes = [];
  if (theme && !isTheme) notes.push({ key: 'sheets.no-theme', words: { value: shortened(theme) } });
  if (chosen.length < COUNT) notes.push({ key: 'sheets.few', words: { count: chosen.length } });
  const played = await Promise.all(chosen.map(play));
  const title = game ? t('sheets.puzzles-of', { kind: game }) : t('puzzles.title');
  const back = game ? t('sheets.solutions-of', { kind: game }) : t('sheets.solutions');
  const pages = [
    page(paper, 'puzzles', head(title, t('sheets.how-to-solve')), grid(played.map((one) => problem(one, !game, levels.max))), legend()),
    page(paper, 'puzzles', head(back, t('sheets.after')), grid(played.map((one) => solution(one, !game)))),
  ];
  return { title, pages, notes, themes };
}

/** @param {Puzzle} puzzle @param {number} index @returns {Promise<Played>} */
async function play(puzzle, index) {
  const trial = await Trial.begin(puzzle.position);
  const shown = () => ({ board: trial.game.board, position: trial.position });
  const start = shown();
  for (const move of puzzle.moves) await trial.play(pathOf(move));
  return { puzzle, number: index + 1, start, end: shown() };
}

/** @param {HTMLElement[]} cells */
const grid = (cells) => h('div', { class: 'paper-grid' }, cells);

/** What is to be reached. @param {Played} played */
function goalOf({ puzzle, start }) {
  const [what = '', points] = puzzle.goal.split(':');
  return t(`goal.${what}`, { side: start.position.turn, count: Number(points ?? 0) });
}

/** The number of a puzzle, and its game where it isn't said above. @param {Played} played @param {boolean} isMixed */
const numberOf = ({ number, puzzle }, isMixed) => h('h3', {}, number, isMixed && h('span', {}, t(`kind.${puzzle.kind}.title`)));

/** @param {BoardState} state @param {string} label */
const board = (state, label) => createBoard({ state, label, picture: true }).element;

/** @param {Played} played @param {boolean} isMixed @param {number} levels how many there are */
function problem(played, isMixed, levels) {
  const { puzzle, number, start } = played;
  const count = Math.ceil(puzzle.moves.length / 2);
  const level = t('sheets.level', { level: String(puzzle.level) });
  return h(
    'section',
    {},
    h('div', { class: 'paper-row' }, numberOf(played, isMixed), h('p', { class: 'paper-find' }, level, ' ', diamonds(puzzle.level, levels))),
    h('div', { class: 'paper-row' }, h('p', {}, goalOf(played)), h('p', { class: 'paper-find' }, h('i', {}, t('sheets.to-find', { count })))),
    board(start, t('sheets.puzzle-board', { number })),
  );
}

/** @param {Played} played @param {boolean} isMixed */
function solution(played, isMixed) {
  const { puzzle, number, end } = played;
  const turns = puzzle.moves.flatMap((move, i) => (i % 2 === 0 ? [h('b', {}, `${i / 2 + 1}.`), ` ${move} `] : [`${move} `]));
  return h(
    'section',
    {},
    h('div', { class: 'paper-row' }, numberOf(played, isMixed), h('p', {}, h('i', {}, goalOf(played)))),
    h('p', { class: 'paper-moves' }, turns),
    board(end, t('sheets.solution-board', { number })),
  );
}

/** The sign of each colour, and what it means. */
function legend() {
  const words = [t('sheets.red'), t('sheets.yellow'), t('sheets.green'), t('sheets.blue')];
  const items = Object.values(COLOURS).map((colour, i) => h('li', {}, swatch(colour), words[i]));
  return h('ul', { class: 'paper-legend' }, items);
}
