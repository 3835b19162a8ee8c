// The real server, as a visitor would start it, with a database of its own.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The program: `cargo xtask page` says where it was built. */
export const PROGRAM = process.env['KATARENGA'] ?? '../target/debug/katarenga';

/** How long it may take to be ready, in milliseconds, on a machine that is busy. */
const PATIENCE = 60_000;

/** A server that can be stopped and started again at the same address. */
export class Server {
  #folder = '';
  #listen = '127.0.0.1:0';
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  /** What it has said on standard error. */
  #log = '';
  /** Where the page is, without a slash at the end. */
  url = '';

  /** @param {string[]} [options] of `katarenga serve` */
  constructor(options = []) {
    this.options = options;
  }

  async start() {
    this.#folder ||= await mkdtemp(join(tmpdir(), 'katarenga-page-'));
    const database = this.#database;
    // All tests of a worker are one address: they are more than one visitor.
    const args = ['serve', '--listen', this.#listen, '--database', database, '--rate-limit-factor', '1000', ...this.options];
    const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    child.stderr.setEncoding('utf8').on('data', (text) => (this.#log += text));
    this.url = await this.#ready(child);
    this.#listen = new URL(this.url).host;
  }

  get #database() {
    return join(this.#folder, 'games.db');
  }

  /** Copies all games while it runs; gives what puts them back once it is stopped. */
  async backUp() {
    const copy = join(this.#folder, `copy-${Date.now()}`);
    await promisify(execFile)(PROGRAM, ['admin', '--database', this.#database, 'backup', copy]);
    return async () => {
      for (const end of ['-wal', '-shm']) await rm(this.#database + end, { force: true });
      await copyFile(copy, this.#database);
    };
  }

  /** Takes its database away while it runs; gives what puts it back. */
  async loseDatabase() {
    const aside = join(this.#folder, 'aside');
    await mkdir(aside, { recursive: true });
    const names = (await readdir(this.#folder)).filter((name) => name.startsWith('games.db'));
    for (const name of names) await rename(join(this.#folder, name), join(aside, name));
    return async () => {
      for (const name of names) await rename(join(aside, name), join(this.#folder, name));
    };
  }

  /** Stops it as a visitor does who has had enough. */
  async stop() {
    await this.#end('SIGTERM');
  }

  /** Stops it as a failing machine does. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** Stops it for good. */
  async close() {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @param {NodeJS.Signals} signal */
  async #end(signal) {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /**
   * The address that it prints once it is ready.
   * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
   */
  async #ready(child) {
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\/\/[^\s/]+/.exec(line) ?? [];
        if (url) return url;
      }
    } finally {
      clearTimeout(late);
      // Whatever else it prints must not fill the pipe.
      child.stdout.resume();
    }
    throw new Error(`\`${PROGRAM} serve\` ended without saying where it is:\n${this.#log}`);
  }
}
