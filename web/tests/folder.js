// The static edition in a folder, and a plain server of files for it.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

import { PROGRAM } from './server.js';

/** What the ends of names say, as every server of files knows it. @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Where it is served, below the root of its server. */
const BELOW = '/games/katarenga/';

export class Folder {
  #folder = '';
  /** @type {import('node:http').Server | null} */
  #server = null;
  /** Any that is free until it has one. */
  #port = 0;
  /** Where the page is, with a slash at the end. */
  url = '';

  /** Writes the static edition. */
  async write() {
    this.#folder = await mkdtemp(join(tmpdir(), 'katarenga-static-'));
    await promisify(execFile)(PROGRAM, ['static', this.#folder]);
  }

  /** Serves it: after a stop at the same address. */
  async start() {
    const server = createServer((request, response) => this.#answer(request.url ?? '', response));
    await once(server.listen(this.#port, '127.0.0.1'), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    this.#server = server;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}${BELOW}`;
  }

  async stop() {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }

  async close() {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Puts a later version in the place of the present one, as somebody does who writes it anew: the same
   * files under another version, and a title that tells them apart.
   * @param {string} title
   */
  async renew(title) {
    const assets = join(this.#folder, 'assets');
    const [version = ''] = await readdir(assets);
    const later = [...version].reverse().join('');
    await rename(join(assets, version), join(assets, later));
    for (const name of ['index.html', 'embed.html', 'service-worker.js']) {
      const file = join(this.#folder, name);
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(version, later));
    }
    const texts = join(assets, later, 'locales/en.json');
    const text = JSON.parse(await readFile(texts, 'utf8'));
    text.home.title = title;
    await writeFile(texts, JSON.stringify(text));
  }

  /** @param {string} address @param {import('node:http').ServerResponse} response */
  async #answer(address, response) {
    const { pathname } = new URL(address, 'http://folder');
    const name = pathname.startsWith(BELOW) ? normalize(pathname.slice(BELOW.length)) : '..';
    const file = join(this.#folder, name === '.' ? 'index.html' : name);
    try {
      const content = name.startsWith('..') ? Promise.reject(new Error('outside')) : readFile(file);
      const bytes = await content;
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end('not found');
    }
  }
}
