// The least way to stars, against all ways; problems that are drawn; the record.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MOST_LEVEL, amounts, chance, draw } from '../stars/draw.js';
import { after } from '../stars/record.js';
import { distances, leastWay } from '../stars/way.js';

/** @typedef {Map<string, string[]>} Graph */

/** A few squares with ways between them, by chance. @param {() => number} next @param {number} count @returns {Graph} */
function graphOf(next, count) {
  const squares = Array.from({ length: count }, (_, i) => `s${i}`);
  return new Map(squares.map((square) => [square, squares.filter((other) => other !== square && next() < 0.3)]));
}

/** @param {Graph} graph */
const reachIn = (graph) => (/** @type {string} */ square) => graph.get(square) ?? [];

/** The length of the shortest of all ways, tried one after the other. @type {(at: string, left: string[], graph: Graph, most: number) => number | null} */
function bruteForce(at, left, graph, most) {
  const still = left.filter((square) => square !== at);
  if (still.length === 0) return 0;
  if (most === 0) return null;
  const found = (graph.get(at) ?? []).map((next) => bruteForce(next, still, graph, most - 1)).filter((moves) => moves !== null);
  return found.length > 0 ? 1 + Math.min(...found) : null;
}

test('breadth-first search finds the least number, of all ways there are', () => {
  const LONGEST = 7;
  let solved = 0;
  let unsolved = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = chance(seed);
    const graph = graphOf(next, 5 + (seed % 3));
    const stars = [...graph.keys()].slice(1, 2 + (seed % 3));
    const way = leastWay('s0', stars, reachIn(graph));
    const least = bruteForce('s0', stars, graph, LONGEST);
    if (way === null || way.length > LONGEST) {
      assert.equal(least, null, `seed ${seed}`);
      unsolved += 1;
      continue;
    }
    assert.equal(way.length, least, `seed ${seed}`);
    solved += 1;
    // It is a way: each step is in reach, and it ends as the last star is landed on.
    for (const [i, square] of way.entries()) assert.ok(graph.get(way[i - 1] ?? 's0')?.includes(square), `seed ${seed}`);
    assert.ok(stars.every((star) => way.includes(star)) && stars.includes(way.at(-1) ?? ''), `seed ${seed}`);
  }
  assert.ok(solved > 100 && unsolved > 20, `${solved} with a way, ${unsolved} without`);
});

test('a star under the pawn needs no move, one out of reach has no way', () => {
  /** @type {Graph} */
  const graph = new Map([['a', ['b']], ['b', ['a']], ['c', ['a']]]);
  assert.deepEqual(leastWay('a', ['a'], reachIn(graph)), []);
  assert.deepEqual(leastWay('a', ['b', 'a'], reachIn(graph)), ['b']);
  assert.equal(leastWay('a', ['b', 'c'], reachIn(graph)), null);
  assert.deepEqual([...distances('c', reachIn(graph))], [['c', 0], ['a', 1], ['b', 2]]);
});

const SQUARES = [1, 2, 3, 4].flatMap((rank) => ['a', 'b', 'c', 'd'].map((file) => `${file}${rank}`));

/** Single steps on a board of four files, as a stand-in for the engine: pawns are in the way. @type {(from: string, pawns: string[]) => Promise<string[]>} */
async function steps(from, pawns) {
  const [file, rank] = ['abcd'.indexOf(from[0] ?? ''), Number(from[1])];
  const near = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [file + x, rank + y])).map(([x = 0, y = 0]) => `${'abcd'[x] ?? '-'}${y}`);
  return near.filter((square) => square !== from && /^[a-d][1-4]$/.test(square) && !pawns.includes(square));
}

test('a seed and a level draw the same problem each time, other ones another', async () => {
  const drawn = (/** @type {number} */ seed, /** @type {number} */ level) => draw(seed, level, SQUARES, steps);
  const problem = await drawn(5, 3);
  assert.deepEqual(await drawn(5, 3), problem);
  assert.notDeepEqual(await drawn(6, 3), problem);
  for (let seed = 0; seed < 50; seed += 1) {
    const { start, stars, pawns, way } = await drawn(seed, 5);
    assert.equal(new Set([start, ...stars, ...pawns]).size, 1 + stars.length + pawns.length, `seed ${seed}`);
    assert.deepEqual({ stars: stars.length, pawns: pawns.length }, amounts(5));
    assert.ok(way.length > 1 && way.every((square) => !pawns.includes(square)), `seed ${seed}`);
  }
});

test('where no problem can be, none is drawn for ever', async () => {
  await assert.rejects(draw(1, 1, SQUARES, async () => []), /no problem/);
});

test('each level has as much as the one before or more: stars first, then pawns', () => {
  const all = Array.from({ length: MOST_LEVEL }, (_, i) => amounts(i + 1));
  assert.deepEqual(all.slice(0, 5), [{ stars: 1, pawns: 0 }, { stars: 2, pawns: 0 }, { stars: 3, pawns: 0 }, { stars: 4, pawns: 0 }, { stars: 4, pawns: 1 }]);
  for (const [i, { stars, pawns }] of all.entries()) {
    const before = all[i - 1] ?? { stars: 0, pawns: 0 };
    assert.ok(stars >= before.stars && pawns >= before.pawns);
  }
});

test('the record: a first try counts, a later one only raises the level', () => {
  const before = { level: 3, streak: 4, best: 4 };
  assert.deepEqual(after(before, 3, { isSolved: true, isFirst: true }), { level: 4, streak: 5, best: 5 });
  assert.deepEqual(after(before, 3, { isSolved: false, isFirst: true }), { level: 3, streak: 0, best: 4 });
  assert.deepEqual(after(before, 3, { isSolved: true, isFirst: false }), { level: 4, streak: 4, best: 4 });
  // An easy problem takes nothing away.
  assert.deepEqual(after(before, 1, { isSolved: true, isFirst: true }), { level: 3, streak: 5, best: 5 });
});
