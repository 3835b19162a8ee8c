// What the marks on the board mean, and how a pawn moves from each colour.

import { h, svg } from '../dom.js';
import { t } from '../i18n.js';
import { FRAME, Geometry, SQUARE } from './geometry.js';
import * as marks from './marks.js';
import { drawPawn } from './pawns.js';
import { COLOURS, definitions, sign } from './squares.js';

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {{ draw: () => Element[], pawn?: Side }} Sample a mark, and the pawn that it is about */

const PREFIX = 'legend';
const GEOMETRY = new Geometry(1, 'white', false);
const SQUARE_NAME = 'a1';

/** @type {(kind: Mark['kind'], side?: Side | null) => () => Element[]} */
const ruleMark = (kind, side = null) => () => marks.drawMarks([{ kind, side, squares: [SQUARE_NAME] }], () => true, false, GEOMETRY);

/** @type {(taken: boolean) => () => Element[]} */
const destination = (taken) => () => marks.drawDestinations([SQUARE_NAME], () => taken, GEOMETRY, false);

/** @type {(worth: { wins: boolean, draws: boolean }) => () => Element[]} */
const verdict = (worth) => () => marks.drawVerdicts([{ path: [SQUARE_NAME], points: 5, ...worth }], GEOMETRY);

/** @type {() => Element[]} */
const nothing = () => [];

/**
 * The marks by the class with which each is drawn, in the order in which one meets them.
 * @type {Record<string, { words: string, sample: Sample }>}
 */
const MARKS = {
  movable: { words: 'legend.movable', sample: { draw: () => marks.drawMovable([SQUARE_NAME], GEOMETRY), pawn: 'white' } },
  chosen: { words: 'legend.chosen', sample: { draw: () => [marks.drawChosen(SQUARE_NAME, GEOMETRY)], pawn: 'white' } },
  destination: { words: 'legend.destination', sample: { draw: destination(false) } },
  'destination-taken': { words: 'legend.destination-taken', sample: { draw: destination(true), pawn: 'black' } },
  'destination-camp': { words: 'legend.destination-camp', sample: { draw: () => [marks.drawRing(SQUARE_NAME, 'destination-camp', GEOMETRY)] } },
  lifted: { words: 'legend.lifted', sample: { draw: nothing, pawn: 'black' } },
  'trace-from': { words: 'legend.trace-from', sample: { draw: () => marks.drawLast([SQUARE_NAME, ''], GEOMETRY).slice(0, 1) } },
  'trace-to': { words: 'legend.trace-to', sample: { draw: () => marks.drawLast([SQUARE_NAME], GEOMETRY), pawn: 'black' } },
  'goal-white': { words: 'legend.goal-white', sample: { draw: ruleMark('goal', 'white') } },
  'goal-black': { words: 'legend.goal-black', sample: { draw: ruleMark('goal', 'black') } },
  'goal-both': { words: 'legend.goal-both', sample: { draw: ruleMark('goal') } },
  'mark-home': { words: 'legend.home', sample: { draw: ruleMark('home'), pawn: 'white' } },
  'mark-forced': { words: 'legend.forced', sample: { draw: ruleMark('forced'), pawn: 'white' } },
  'mark-safe': { words: 'legend.safe', sample: { draw: ruleMark('safe'), pawn: 'white' } },
  'mark-exposed': { words: 'legend.exposed', sample: { draw: ruleMark('exposed'), pawn: 'black' } },
  'mark-closed': { words: 'legend.closed', sample: { draw: ruleMark('closed') } },
  'mark-answer': { words: 'legend.answer', sample: { draw: ruleMark('answer'), pawn: 'black' } },
  'area-edge': { words: 'legend.area', sample: { draw: ruleMark('area') } },
  'reach-from': { words: 'legend.reach-from', sample: { draw: () => marks.drawReach(SQUARE_NAME, [], () => false, GEOMETRY) } },
  reach: { words: 'legend.reach', sample: { draw: () => marks.drawReach(SQUARE_NAME, [SQUARE_NAME], () => false, GEOMETRY).slice(1) } },
  'reach-taken': { words: 'legend.reach-taken', sample: { draw: () => marks.drawReach(SQUARE_NAME, [SQUARE_NAME], () => true, GEOMETRY).slice(1), pawn: 'black' } },
  star: { words: 'legend.star', sample: { draw: () => marks.drawStars([SQUARE_NAME], GEOMETRY) } },
  arrow: { words: 'legend.arrow', sample: { draw: () => [marks.drawRing(SQUARE_NAME, 'arrow', GEOMETRY)] } },
  'verdict-wins': { words: 'legend.verdict-wins', sample: { draw: verdict({ wins: true, draws: false }) } },
  'verdict-draws': { words: 'legend.verdict-draws', sample: { draw: verdict({ wins: false, draws: true }) } },
  'verdict-loses': { words: 'legend.verdict-loses', sample: { draw: verdict({ wins: false, draws: false }) } },
};

/** What belongs to every move of a pawn, and to every placing of one. */
const MOVING = ['movable', 'chosen', 'destination', 'trace-from', 'trace-to'];
const PLACING = ['destination', 'trace-to'];

/** The classes by which the marks of a drawing are known. */
export const MARK_CLASSES = Object.keys(MARKS);

const COLOUR_WORDS = {
  red: 'legend.red',
  yellow: 'legend.yellow',
  green: 'legend.green',
  blue: 'legend.blue',
};

/** A square by itself. @param {...Element} content */
const picture = (...content) => svg('svg', { class: 'legend-picture', viewBox: `${FRAME} ${FRAME} ${SQUARE} ${SQUARE}`, 'aria-hidden': 'true' }, ...content);

const ground = { x: FRAME + 1, y: FRAME + 1, width: SQUARE - 2, height: SQUARE - 2, rx: 5 };
const centre = `translate(${FRAME + SQUARE / 2} ${FRAME + SQUARE / 2})`;

/** @param {string} name @param {Sample} sample */
function drawSample(name, { draw, pawn }) {
  const piece = pawn && drawPawn(pawn, PREFIX);
  piece?.setAttribute('transform', centre);
  piece?.classList.toggle('lifted', name === 'lifted');
  return picture(svg('rect', { class: 'legend-ground', ...ground }), ...draw(), ...(piece ? [piece] : []));
}

/** @type {(picture: Element, words: string) => HTMLElement} */
const entry = (picture, words) => h('li', {}, picture, h('span', {}, words));

/**
 * What is explained of a game.
 * @param {Board} board
 * @param {string[][]} paths what can be played now
 * @param {Set<string>} seen the classes of the marks that it has shown
 */
export function legend(board, paths, seen) {
  const usual = paths.flatMap((path) => (path.length > 1 ? MOVING : path[0] === 'pass' ? [] : PLACING));
  const wanted = new Set([...usual, ...seen]);
  const colours = Object.entries(COLOURS).filter(([letter]) => board.colours.includes(letter));
  const squares = colours.map(([, colour]) => entry(picture(svg('rect', { class: `square-${colour}`, ...ground }), sign(colour, { transform: centre })), t(COLOUR_WORDS[colour])));
  const known = Object.entries(MARKS).filter(([name]) => wanted.has(name));
  const signs = known.map(([name, { words, sample }]) => entry(drawSample(name, sample), t(words)));
  return h(
    'div',
    { class: 'legend' },
    svg('svg', { width: 0, height: 0, 'aria-hidden': 'true' }, definitions(PREFIX)),
    h('h3', {}, t('legend.colours')),
    h('ul', { role: 'list', class: 'legend-colours' }, squares),
    signs.length > 0 && h('h3', {}, t('legend.marks')),
    signs.length > 0 && h('ul', { role: 'list', class: 'legend-marks' }, signs),
  );
}
