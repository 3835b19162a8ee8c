// What the server found out about the page's modules when it was built is what a lexer of JavaScript
// finds in them.

import { init, parse } from 'es-module-lexer';

import { readdirSync } from 'node:fs';

import { expect, test } from './fixtures.js';
import { pageSources } from './sources.js';

const MAIN = 'main.js';
/** What answers the page's requests. */
const ANSWERS = 'local/answers.js';

/** @typedef {{ now: string[], later: string[] }} Imports names under `web/` */

/** @param {string} module @param {string} text @returns {Imports} */
function importsOf(module, text) {
  const resolved = (/** @type {string} */ name) => new URL(name, `http://page/${module}`).pathname.slice(1);
  const [imports] = parse(text, module);
  const named = (/** @type {string} */ type) =>
    imports.flatMap((one) => (one.type === type ? [resolved(one.specifier ?? `of ${text.slice(one.start, one.end)}`)] : []));
  return { now: [...named('static'), ...named('reexport-star')], later: named('dynamic') };
}

/** @returns {Promise<Map<string, Imports>>} by module */
async function readGraph() {
  await init;
  return new Map(pageSources('.js').map(({ name, text }) => [name, importsOf(name, text)]));
}

/**
 * Some modules and all that follows from them.
 * @param {string[]} first
 * @param {(module: string) => string[]} next
 */
function closure(first, next) {
  const all = new Set(first);
  for (const module of all) for (const one of next(module)) all.add(one);
  return [...all];
}

/** All that the page may import. @param {Map<string, Imports>} graph */
const reachable = (graph) => closure([MAIN], (module) => [...(graph.get(module)?.now ?? []), ...(graph.get(module)?.later ?? [])]);

/** The module of each screen, by the pattern of its addresses. */
function screens() {
  const main = pageSources('.js').find(({ name }) => name === MAIN)?.text ?? '';
  return [...main.matchAll(/pattern: '(.*?)'.*?import\('\.\/(.*?)'\)/g)].map(([, pattern = '', module = '']) => ({ pattern, module }));
}

/** What is fetched besides modules and texts: the engine, lessons, puzzles. */
function content() {
  const of = (/** @type {string} */ folder) => readdirSync(new URL(folder, import.meta.url));
  const lessons = of('../lessons').map((name) => `lessons/${name}`);
  const puzzles = of('../../puzzles').map((name) => `puzzles/of/${name}.gz`);
  return ['local/engine.wasm.gz', 'local/worker.js', 'puzzles/of/index.json', ...lessons, ...puzzles];
}

test('what is fetched in advance is all that the page may import, its texts and what it teaches', async ({ page }) => {
  const graph = await readGraph();
  const all = reachable(graph);
  expect(all.length).toBeGreaterThan(60);
  const list = page.waitForResponse(/\/later\.json$/);
  await page.goto('/');
  expect((await (await list).json()).sort()).toEqual([...all, 'locales/en.json', 'locales/fr.json', ...content()].sort());
});

test('the page of each address names the modules that its screen needs', async ({ request }) => {
  const graph = await readGraph();
  const all = screens();
  expect(all.length).toBeGreaterThan(8);
  for (const { pattern, module } of all) {
    const html = await (await request.get(pattern.replace(/:\w+/, 'katarenga'))).text();
    const named = [...html.matchAll(/<link rel="modulepreload" href="\/assets\/\w+\/(.*?)">/g)].map(([, name]) => name);
    const needed = closure([MAIN, ANSWERS, module], (one) => graph.get(one)?.now ?? []);
    expect([MAIN, ...named].sort(), pattern).toEqual(needed.sort());
  }
});

/** Whether a text ends within a template: after an odd number of backticks. @param {string} text */
const isInTemplate = (text) => (text.replaceAll('\\`', '').split('`').length - 1) % 2 === 1;

test('modules are served as they are, but for comments', async ({ request, page }) => {
  await page.goto('/about');
  const assets = ((await page.locator('script[type=module]').getAttribute('src')) ?? '').replace(/main\.js$/, '');
  const graph = await readGraph();
  const all = reachable(graph);
  let dropped = 0;
  for (const { name, text } of pageSources('.js').filter(({ name }) => all.includes(name))) {
    const served = await (await request.get(assets + name)).text();
    const [here, there] = [served, text.trimEnd()].map((all) => all.split('\n'));
    expect(here?.length, name).toBe(there?.length);
    there?.forEach((line, i) => {
      if (here?.[i] === line) return;
      dropped += 1;
      const place = `${name}:${i + 1}: ${line}`;
      expect(here?.[i], place).toBe('');
      expect(line.trim(), place).toMatch(/^(?:\/\/|\/\*|\*)|\*\/$/);
      expect(isInTemplate((here ?? []).slice(0, i).join('\n')), place).toBe(false);
    });
    expect(importsOf(name, served), name).toEqual(importsOf(name, text));
  }
  expect(dropped).toBeGreaterThan(1000);
});

test('an old page whose files are gone fetches nothing in advance', async ({ page, faults }) => {
  faults.allowStatus(404);
  await page.route(/\/later\.json$/, (route) => route.fulfill({ status: 404, json: { code: 'not-found' } }));
  const list = page.waitForResponse(/\/later\.json$/);
  await page.goto('/about');
  expect((await list).status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
