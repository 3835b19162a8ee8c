// First tries at puzzles that wait for the server.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';

/** What the storage holds. @type {Map<string, string>} */
const stored = new Map();
let isFull = false;
let isOnline = true;

/** The ids of the tries that the server was sent, in their order. @type {string[]} */
let sent = [];
/** How the server answers the next tries; 0 as it does where it can't be reached. @type {number[]} */
let statuses = [];

/** @param {string} path */
function answer(path) {
  const status = statuses.shift() ?? 200;
  if (status === 0) throw new TypeError('no network');
  sent.push(path.split('/')[3] ?? '');
  const rating = { rating: 1000 + sent.length, deviation: 300, tries: sent.length };
  return Response.json(status === 200 ? { solved: true, visitor: rating, puzzle: rating } : { code: 'x' }, { status });
}

Object.assign(globalThis, {
  dispatchEvent: () => true,
  fetch: async (/** @type {string} */ path) => answer(path),
  localStorage: {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem(/** @type {string} */ name, /** @type {string} */ value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, value);
    },
  },
});
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { get onLine() { return isOnline; } } });

const { sendTry, sendWaiting, waiting } = await import('../puzzles/tries.js');
const { record } = await import('../puzzles/record.js');
const { ratingOf } = await import('../puzzles/ratings.js');

beforeEach(async () => {
  [isFull, isOnline, statuses] = [false, true, []];
  stored.clear();
  await sendWaiting();
  stored.clear();
  sent = [];
});

test('a try is sent, and the server’s ratings are taken', async () => {
  await sendTry('a', true);
  assert.deepEqual([sent, waiting()], [['a'], []]);
  assert.equal(record().rating, 1001);
  assert.equal(ratingOf({ id: 'a', level: 1 }), 1001);
  assert.equal(ratingOf({ id: 'unknown', level: 2 }), 1000);
});

test('what can’t be sent waits, and is sent in its order', async () => {
  statuses = [0, 503, 429, 500];
  for (const id of ['a', 'b', 'c', 'd']) await sendTry(id, false);
  assert.deepEqual(waiting(), ['a', 'b', 'c', 'd'].map((id) => [id, false]));
  isOnline = false;
  sent = [];
  await sendTry('e', true);
  assert.deepEqual(sent, [], 'nothing is tried without a network');
  isOnline = true;
  await sendWaiting();
  assert.deepEqual([sent, waiting()], [['a', 'b', 'c', 'd', 'e'], []]);
});

test('of one puzzle the first try that waits counts', async () => {
  isOnline = false;
  await sendTry('a', false);
  await sendTry('a', true);
  assert.deepEqual(waiting(), [['a', false]]);
});

test('what the server does not know is dropped', async () => {
  isOnline = false;
  for (const id of ['gone', 'a']) await sendTry(id, true);
  isOnline = true;
  statuses = [404];
  await sendWaiting();
  assert.deepEqual([sent, waiting()], [['gone', 'a'], []]);
});

test('the oldest of too many are dropped', async () => {
  isOnline = false;
  for (let number = 0; number < 205; number += 1) await sendTry(`p${number}`, true);
  assert.equal(waiting().length, 200);
  assert.deepEqual(waiting()[0], ['p5', true]);
});

test('a full storage loses no try while the page is open, and sends none without end', async () => {
  stored.set('puzzle-tries', '[["old",true]]');
  [isFull, isOnline] = [true, false];
  await sendTry('a', true);
  isOnline = true;
  await sendWaiting();
  assert.deepEqual([sent, waiting()], [['old', 'a'], [['old', true]]]);
  isFull = false;
  await sendWaiting();
  assert.deepEqual(waiting(), []);
});

test('what the storage holds may be anything', async () => {
  for (const text of ['7', '{"a":1}', '[1,[2],["a"],["a","b"],["a",true,3],null]', '{']) {
    stored.set('puzzle-tries', text);
    await sendWaiting();
    assert.deepEqual(sent, [], text);
  }
  await sendTry('a', true);
  assert.deepEqual([sent, waiting()], [['a'], []]);
});

test('a puzzle that nobody has tried, and a new visitor, are rated as the server rates them', () => {
  const server = readFileSync(new URL('../../crates/server/src/rating.rs', import.meta.url), 'utf8');
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(server)?.[1]);
  const [base, step] = [number(/LEVEL_BASE: f64 = ([\d.]+)/), number(/LEVEL_STEP: f64 = ([\d.]+)/)];
  for (let level = 1; level <= 8; level += 1) assert.equal(ratingOf({ id: 'unknown', level }), base + step * level);
  stored.clear();
  assert.equal(record().rating, number(/NEW_VISITOR: Rating = Rating \{ value: ([\d.]+)/));
});
