// Compares the engine in WebAssembly, run by Node, with the native one: the same move at every level in
// positions drawn by a seed, and the time that each takes.
//
//   cargo build --release -p katarenga -p katarenga-browser --examples --bins
//   node tests/compare.js --positions 1000 --levels 1,2,3,4,5,6,7,8 --seed 1

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { chance } from './player.js';

/** @typedef {{ method: string, path: string, body?: unknown, now: number, chance: number, game?: any, series?: any[] }} Request */

/** The module as the page gets it, from the folder of the static edition. @param {string} folder */
export function moduleIn(folder) {
  const [version = ''] = readdirSync(`${folder}/assets`);
  return new WebAssembly.Module(gunzipSync(readFileSync(`${folder}/assets/${version}/local/engine.wasm.gz`)));
}

/** What asks an engine in WebAssembly. @param {WebAssembly.Module} module */
export function engineOf(module) {
  const { exports } = new WebAssembly.Instance(module, { page: { report: () => {} } });
  const { buffer, answer, memory } = /** @type {any} */ (exports);
  /** @param {string} request */
  const ask = (request) => {
    const bytes = new TextEncoder().encode(request);
    const at = buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer();
    const to = buffer(length);
    return new TextDecoder().decode(new Uint8Array(memory.buffer, to, length));
  };
  return { ask: (/** @type {Request} */ request) => JSON.parse(ask(JSON.stringify(request))), memory: () => memory.buffer.byteLength };
}

/** Games in progress, of all kinds in turn, on boards and after moves that chance chooses. @param {(request: Request) => any} ask @param {number} count @param {number} seed */
export function drawn(ask, count, seed) {
  const next = chance(seed);
  const human = { player: 'human' };
  const request = (/** @type {Partial<Request>} */ what) => ask({ method: 'GET', path: '/api/kinds', now: 1, chance: Math.floor(next() * 2 ** 32), ...what });
  /** @type {{ name: string, layouts: string[] }[]} */
  const kinds = request({}).body;
  /** @type {{ kind: string, turn: string, game: any }[]} */
  const positions = [];
  while (positions.length < count) {
    const kind = kinds[positions.length % kinds.length];
    const name = kind?.name ?? '';
    const layouts = kind?.layouts ?? [];
    const layout = layouts[Math.floor(next() * layouts.length)];
    const begun = request({ method: 'POST', path: '/api/games', body: { kind: name, board: 'random', first: 'random', ...(layout ? { layout } : {}), white: human, black: human } });
    // Not every layout can be played on every board.
    if (begun.status !== 201) continue;
    let [row] = begun.keep;
    let { body: game } = begun;
    for (let left = Math.floor(next() * 30); left > 0 && !game.outcome; left -= 1) {
      const { paths } = game.position;
      const path = paths[Math.floor(next() * paths.length)];
      const played = request({ method: 'POST', path: `/api/games/${row.id}/commands`, game: row.game, body: { revision: game.revision, request: `move ${game.revision}`, do: 'move', path } });
      [row] = played.keep;
      game = played.body;
    }
    if (!game.outcome) positions.push({ kind: name, turn: game.position.turn, game: row.game });
  }
  return positions;
}

/** The request for the move of a level in a position. @param {any} position @param {number} level @returns {Request} */
function asked({ turn, game }, level) {
  const seats = [...game.seats];
  seats[turn === 'white' ? 0 : 1] = `level:${level}`;
  return { method: 'POST', path: '/api/games/x/computer', now: 2, chance: 1, game: { ...game, seats } };
}

/** The native engine. @param {string} program */
function native(program) {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (/** @type {Request} */ request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await lines.next()).value);
    },
    close: () => child.stdin.end(),
  };
}

/**
 * Asks both engines for every position and level, one after the other, so that neither slows the other.
 * @param {{ folder: string, program: string, positions: number, levels: number[], seed: number, onProgress?: (text: string) => void }} options
 */
export async function compare({ folder, program, positions, levels, seed, onProgress = () => {} }) {
  const engine = engineOf(moduleIn(folder));
  const other = native(program);
  /** @type {{ kind: string, level: number, here: string, there: string }[]} */
  const different = [];
  /** @type {Map<string, { here: number, there: number }>} */
  const times = new Map();
  const all = drawn(engine.ask, positions, seed);
  for (const [i, position] of all.entries()) {
    for (const level of levels) {
      const request = asked(position, level);
      const started = performance.now();
      const here = engine.ask(request).body;
      const between = performance.now();
      const there = (await other.ask(request)).body;
      const time = times.get(position.kind) ?? { here: 0, there: 0 };
      times.set(position.kind, { here: time.here + between - started, there: time.there + performance.now() - between });
      const [mine, its] = [here, there].map(({ moves, code }) => moves?.at(-1) ?? code);
      if (mine !== its || !here.moves) different.push({ kind: position.kind, level, here: mine, there: its });
    }
    if (i % 50 === 49) onProgress(`${i + 1} of ${all.length} positions, ${different.length} differences`);
  }
  other.close();
  return { different, times };
}

async function main() {
  const { values } = parseArgs({
    options: {
      positions: { type: 'string', default: '130' },
      levels: { type: 'string', default: '1,2,3,4,5,6,7' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string' },
      program: { type: 'string', default: '../target/release/examples/answer' },
    },
  });
  const { folder, program } = values;
  if (!folder) throw new Error('--folder FOLDER is the static edition, which `katarenga static FOLDER` writes');
  const levels = values.levels.split(',').map(Number);
  const onProgress = (/** @type {string} */ text) => console.error(text);
  const { different, times } = await compare({ folder, program, positions: Number(values.positions), levels, seed: Number(values.seed), onProgress });
  for (const [kind, { here, there }] of times) console.log(`${kind.padEnd(20)} native ${(there / 1000).toFixed(1)} s, WebAssembly ${(here / 1000).toFixed(1)} s: ${((100 * there) / here).toFixed(0)}% of native speed`);
  console.log(`${values.positions} positions, levels ${values.levels}: ${different.length} different moves`);
  for (const one of different.slice(0, 20)) console.log(one);
  process.exitCode = different.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
