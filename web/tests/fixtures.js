// What every test of the page begins with: the real server, a page that must not fail quietly,
// and the texts of its language.

import { test as base } from '@playwright/test';

import { Server } from './server.js';
import { Words } from './words.js';

export { expect } from '@playwright/test';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions} TestArgs */
/** @typedef {import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions} WorkerArgs */
/** @typedef {(options?: import('@playwright/test').BrowserContextOptions) => Promise<Page>} NewVisitor somebody else, in a browser of their own */
/** @typedef {{ faults: Faults, visitor: NewVisitor, words: Words }} Mine */
/** @typedef {{ server: Server }} Workers */

/** A phone as small as the page must bear, with a finger instead of a mouse. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** What no page may do, however well it looks. */
class Faults {
  /** @type {string[]} */
  #found = [];
  /** @type {RegExp[]} */
  #allowed = [];

  /** @param {string} home the only host that may be asked */
  constructor(home) {
    this.home = home;
  }

  /** @param {BrowserContext} context */
  watch(context) {
    // What the Content-Security-Policy forbids is an error of the console too.
    context.on('console', (message) => {
      if (message.type() === 'error') this.#add(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#add(`script: ${error.error().stack}`));
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const isLocal = protocol === 'data:' || protocol === 'blob:';
      if (!isLocal && origin !== this.home) this.#add(`request to another host: ${request.url()}`);
    });
  }

  /** Faults that a test brings about. @param {RegExp} pattern */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** The browser's own word for every answer of a status, which is as it should be in this test. @param {number} status */
  allowStatus(status) {
    this.allow(new RegExp(`status of ${status}`));
  }

  /** The faults that were not allowed. */
  get found() {
    return this.#found.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }

  /** @param {string} fault */
  #add(fault) {
    this.#found.push(fault);
  }
}

/**
 * Options without those that are not given.
 * @param {Record<string, unknown>} options
 */
const withoutGaps = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The board is silent, unless a test turns its sounds on. @param {BrowserContext} context */
const silence = (context) =>
  context.addInitScript(() => {
    // An empty page has nothing to remember.
    if (location.protocol.startsWith('http')) localStorage.getItem('sound') ?? localStorage.setItem('sound', 'false');
  });

/** @type {import('@playwright/test').Fixtures<Mine, Workers, TestArgs, WorkerArgs>} */
const fixtures = {
  server: [
    async ({}, use) => {
      const server = new Server();
      try {
        await server.start();
        await use(server);
      } finally {
        await server.close();
      }
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  faults: [
    async ({ context, baseURL }, use) => {
      const faults = new Faults(baseURL ?? '');
      faults.watch(context);
      await silence(context);
      await use(faults);
      base.expect(faults.found, 'what the page must not do').toEqual([]);
    },
    { auto: true },
  ],

  visitor: async ({ browser, contextOptions, locale, timezoneId, viewport, hasTouch, isMobile, deviceScaleFactor, baseURL, faults }, use) => {
    /** @type {BrowserContext[]} */
    const contexts = [];
    await use(async (options = {}) => {
      const mine = { ...contextOptions, locale, timezoneId, viewport, hasTouch, isMobile, deviceScaleFactor, baseURL };
      const context = await browser.newContext(withoutGaps({ ...mine, ...options }));
      faults.watch(context);
      await silence(context);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  words: async ({ locale }, use) => use(new Words(locale?.startsWith('fr') ? 'fr' : 'en')),
};

export const test = base.extend(fixtures);

/**
 * Keeps a picture of the whole page to be looked at, where SHOTS=1 asks for it.
 * @param {Page} page
 * @param {string} name
 */
export async function shot(page, name) {
  if (!process.env['SHOTS']) return;
  await page.screenshot({ path: `tests/screenshots/${name}.png`, fullPage: true });
}
