// Which moves count as faults.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { countOf, lapses } from '../review/judge.js';

/** White makes the odd plies. @param {number} ply */
const mover = (ply) => (ply % 2 === 1 ? 'white' : 'black');

/** @param {number[]} shares @returns {import('../review/judge.js').Point[]} */
const points = (shares) => shares.map((share, ply) => ({ ply, share, wins: null }));

test('a move counts by how much of its side’s chance it loses', () => {
  const found = lapses(points([0.5, 0.45, 0.56, 0.3, 0.75, 0.74]), mover);
  assert.deepEqual(
    found.map(({ ply, side, fault }) => [ply, side, fault]),
    [
      [2, 'black', 'inaccuracy'],
      [3, 'white', 'mistake'],
      [4, 'black', 'blunder'],
    ],
  );
  assert.deepEqual(countOf(found, 'black'), [['blunder', 1], ['mistake', 0], ['inaccuracy', 1]]);
});

test('what a side gains is no fault of it', () => {
  assert.deepEqual(lapses(points([0.5, 0.9, 0.1, 0.9]), () => 'white').map(({ ply }) => ply), [2]);
});

test('a win that was certain and is not any more was thrown away', () => {
  /** @type {import('../review/judge.js').Point[]} */
  const certain = [
    { ply: 4, share: 1, wins: 'white' },
    { ply: 5, share: 0.5, wins: null },
    { ply: 6, share: 0.5, wins: 'black' },
  ];
  assert.deepEqual(lapses(certain, mover).map(({ ply, fault, threw }) => [ply, fault, threw]), [[5, 'blunder', 'win']]);
});

test('nothing is said where a ply is not known', () => {
  assert.deepEqual(lapses([{ ply: 1, share: 0.9, wins: null }, { ply: 3, share: 0.1, wins: null }], mover), []);
  assert.deepEqual(lapses([], mover), []);
});
