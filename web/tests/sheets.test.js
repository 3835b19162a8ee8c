// What addresses of sheets mean, and which puzzles are on a sheet.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawn, isDay } from '../puzzles/choose.js';
import { addressOf, readSettings } from '../sheets/settings.js';

/** @typedef {import('../puzzles/files.js').Puzzle} Puzzle */

const KNOWN = { games: ['one', 'two', 'three'], withPuzzles: ['two'], board: '1a0' };

/** @param {string} query */
const read = (query) => readSettings(new URLSearchParams(query), KNOWN);

/** @param {string} query */
const notesOf = (query) => read(query).notes.map(({ key }) => key);

test('an address without anything is a sheet of puzzles of the day', () => {
  const { settings, notes } = read('');
  assert.deepEqual(notes, []);
  assert.ok(isDay(settings.seed));
  assert.deepEqual({ ...settings, seed: '' }, { what: 'puzzles', game: '', theme: '', seed: '', board: '1a0', square: 40, paper: 'a4' });
});

test('each address says what was chosen', () => {
  for (const query of [
    'what=puzzles&game=two&theme=long&seed=7&paper=a4',
    'what=rules&game=three&paper=letter',
    'what=board&board=2a0&square=33&paper=a4',
    'what=quarterboards&square=10&paper=letter',
    'what=scores&paper=a4',
  ]) {
    const { settings, notes } = read(query);
    assert.deepEqual(notes, []);
    assert.equal(addressOf(settings), `/sheets?${query}`);
  }
});

test('what makes no sense gets its default and a note', () => {
  assert.deepEqual(notesOf('what=poster&paper=a0'), ['sheets.no-sheet', 'sheets.no-paper']);
  assert.equal(read('what=poster&paper=a0').settings.what, 'puzzles');
  assert.deepEqual(notesOf('what=rules&game=chess'), ['sheets.no-game']);
  assert.equal(read('what=rules&game=chess').settings.game, 'one');
  // A game without puzzles.
  assert.deepEqual(notesOf('what=puzzles&game=one'), ['sheets.no-game']);
  assert.equal(read('what=puzzles&game=one').settings.game, '');
  // What a sheet doesn't depend on may be anything.
  assert.deepEqual(notesOf('what=quarterboards&game=chess'), []);
  assert.deepEqual(notesOf('what=scores&square=9000'), []);
  for (const [square, used] of [['9000', 40], ['-1', 10], ['0', 10], ['12.4', 12], ['much', 22], ['1e9', 40], ['NaN', 22]]) {
    const { settings, notes } = read(`what=board&square=${square}`);
    assert.equal(settings.square, used, String(square));
    assert.deepEqual(notes.map(({ key }) => key), ['sheets.no-square'], String(square));
  }
  assert.deepEqual(notesOf('what=board&square='), []);
});

test('what is repeated of an address is short', () => {
  const [note] = read(`what=${'x'.repeat(5000)}`).notes;
  assert.ok(String(note?.words['value']).length < 50);
  assert.equal(read(`seed=${'x'.repeat(5000)}`).settings.seed.length, 100);
});

/** @type {Puzzle[]} */
const PUZZLES = Array.from({ length: 60 }, (_, i) => ({
  id: `p${i}`,
  kind: `kind-${i % 4}`,
  position: '',
  moves: [],
  goal: 'win',
  isProven: true,
  themes: [],
  level: 1 + ((i * 7) % 8),
}));

test('the same seed draws the same puzzles, whatever their order; another one others', () => {
  const ids = (/** @type {Puzzle[]} */ puzzles, /** @type {string} */ seed) => drawn(puzzles, seed, 6).map(({ id }) => id).sort();
  assert.deepEqual(ids(PUZZLES, 'a'), ids([...PUZZLES].reverse(), 'a'));
  assert.notDeepEqual(ids(PUZZLES, 'a'), ids(PUZZLES, 'b'));
  // Over many seeds every puzzle has its turn.
  const all = new Set(Array.from({ length: 200 }, (_, seed) => ids(PUZZLES, String(seed))).flat());
  assert.equal(all.size, PUZZLES.length);
});

test('the puzzles of a sheet are of many games, each once, the easiest first', () => {
  const six = drawn(PUZZLES, '1', 6);
  assert.equal(new Set(six.map(({ id }) => id)).size, 6);
  assert.equal(new Set(six.map(({ kind }) => kind)).size, 4);
  const levels = six.map(({ level }) => level);
  assert.deepEqual(levels, [...levels].sort());
  assert.equal(drawn(PUZZLES.slice(0, 2), '1', 6).length, 2);
  assert.deepEqual(drawn([], '1', 6), []);
});
