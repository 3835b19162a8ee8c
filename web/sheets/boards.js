// Boards and quarterboards in true size, to cut out and play on.

import { ApiError, get } from '../api.js';
import { createBoard } from '../board/board.js';
import { FRAME, SQUARE } from '../board/geometry.js';
import { COLOURS, drawSquare } from '../builder/quarter.js';
import { h, svg } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { BARE } from '../new/board-chooser.js';
import { retry } from '../offline.js';
import { head, page, ruler, wide } from './paper.js';
import { PAPERS } from './settings.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Quarter} Quarter */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./settings.js').Note} Note */
/** @typedef {{ title: string, pages: HTMLElement[], notes?: Note[] }} Sheet */

/** What printers leave white, in millimetres. */
const EDGE = 5;
/** Between boards that are cut out, and how far the lines to cut along go beyond them. */
const GAP = 12;
const CUT = 5;
/** The height of what stands above and below the boards. */
const WORDS = 48;

/** The side of a quarterboard, in squares. */
const QUARTER = 4;

/** @param {Settings} settings @param {string} usual the code of the usual board @param {AbortSignal} signal @returns {Promise<Sheet>} */
export async function boardSheet({ board: code, square, paper }, usual, signal) {
  const { board, notes } = await boardOf(code, usual, signal);
  const name = board.quarters.length > 0 ? board.code : t('new.board-own');
  const title = t('sheets.board-title', { board: name, square: String(square) });
  const side = ((board.size * SQUARE + 2 * FRAME) / SQUARE) * square;
  const isWhole = side <= PAPERS[paper].width - 2 * EDGE;
  if (!isWhole) return { title, notes, pages: parts(board, title, square, paper) };
  const { element } = createBoard({ state: { board, position: BARE }, label: title, picture: true });
  const content = h('div', { class: 'paper-middle' }, wide(element, side));
  return { title, notes, pages: [page(paper, 'board', head(title), content, ruler())] };
}

/** The board of a code; the usual one, and why, where it is none. @param {string} code @param {string} usual @param {AbortSignal} signal */
async function boardOf(code, usual, signal) {
  /** @type {(code: string) => Promise<Board>} */
  const read = async (code) => (await retry(() => get(`/api/board?${new URLSearchParams({ code })}`), signal)).board;
  try {
    return { board: await read(code), notes: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { board: await read(usual), notes: [{ key: 'sheets.no-board', words: { why: errorText(error) } }] };
  }
}

/**
 * The four parts of a board that is too large for one page.
 * @type {(board: Board, title: string, square: number, paper: Settings['paper']) => HTMLElement[]}
 */
function parts({ size, colours }, title, square, paper) {
  const rows = Array.from({ length: size }, (_, row) => colours.slice(row * size, (row + 1) * size));
  const places = [t('builder.place-0'), t('builder.place-1'), t('builder.place-2'), t('builder.place-3')];
  return places.map((place, i) => {
    const [top, left] = [i < 2 ? 0 : QUARTER, i % 2 === 0 ? 0 : QUARTER];
    const own = rows.slice(top, top + QUARTER).map((row) => row.slice(left, left + QUARTER));
    const middle = h('div', { class: 'paper-middle' }, cutOut(own, square, place));
    return page(paper, 'board', head(title, t('sheets.in-parts')), middle, ruler());
  });
}

/** @param {Settings} settings @param {AbortSignal} signal @returns {Promise<Sheet>} */
export async function quarterboardSheet({ square, paper }, signal) {
  /** @type {Quarter[]} */
  const quarters = await retry(() => get('/api/quarters'), signal);
  const title = t('sheets.quarterboards-title', { square: String(square) });
  const numbers = [...new Set(quarters.map(({ code }) => Number(code[0])))];
  const { columns, count } = roomFor(square, paper);
  const groups = Array.from({ length: Math.ceil(numbers.length / count) }, (_, i) => numbers.slice(i * count, (i + 1) * count));
  const sides = groups.flatMap((group) => [group.map((number) => ({ number, face: 'a' })), mirrored(group, columns).map((number) => ({ number, face: 'b' }))]);
  const pages = sides.map((faces) => {
    const content = faces.map(({ number, face }) => {
      const quarter = quarters.find(({ code }) => code === `${number}${face}0`);
      return quarter ? cutOut(quarter.rows, square, t('sheets.quarterboard', { number: String(number), face })) : wide(h('div'), QUARTER * square);
    });
    const middle = h('div', { class: 'paper-middle' }, content);
    middle.style.gridTemplateColumns = `repeat(${columns}, max-content)`;
    return page(paper, 'board', head(title, t('sheets.both-sides')), middle, ruler());
  });
  return { title, pages };
}

/** How many quarterboards a page has. @param {number} square @param {Settings['paper']} paper */
function roomFor(square, paper) {
  const { width, height } = PAPERS[paper];
  const most = (/** @type {number} */ length) => Math.floor((length + GAP) / (QUARTER * square + GAP));
  const columns = Math.min(2, most(width - 2 * (EDGE + CUT)));
  const rows = Math.min(2, most(height - WORDS));
  return { columns, count: columns * rows };
}

/**
 * What lies behind each thing of a page, when it is turned over along its long edge.
 * @param {number[]} group row by row
 * @param {number} columns
 * @returns {(number | null)[]}
 */
function mirrored(group, columns) {
  const rows = Math.ceil(group.length / columns);
  return Array.from({ length: rows }, (_, row) => {
    const own = Array.from({ length: columns }, (_, column) => group[row * columns + column] ?? null);
    return own.reverse();
  }).flat();
}

/** Squares with lines to cut along, and their name. @param {string[]} rows @param {number} square @param {string} name */
const cutOut = (rows, square, name) =>
  h('figure', { class: 'paper-part' }, h('figcaption', {}, name), wide(drawRows(rows, square, name), rows.length * square));

/** @param {string[]} rows @param {number} square @param {string} label */
function drawRows(rows, square, label) {
  const side = rows.length * SQUARE;
  const [from, to] = [(-CUT * SQUARE) / square, side + (CUT * SQUARE) / square];
  const lines = [0, side].map((at) => `M${from} ${at}H${to}M${at} ${from}V${to}`).join('');
  return svg(
    'svg',
    { class: 'paper-squares', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': label },
    svg('rect', { class: 'frame-bed', width: side, height: side }),
    rows.flatMap((row, y) => [...row].map((letter, x) => drawSquare(COLOURS[letter] ?? 'red', SQUARE * x, SQUARE * y))),
    svg('path', { class: 'paper-cut', d: lines, 'vector-effect': 'non-scaling-stroke' }),
  );
}
