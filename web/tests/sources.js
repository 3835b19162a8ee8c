// The page's own files, for tests that read them.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(WEB, '..');

/** Folders without files of the page. */
const OTHERS = ['node_modules', 'generator', 'tests', 'test-results', 'locales'];

/** @typedef {{ name: string, text: string }} Source */

/**
 * The files below a folder, filtered by extension.
 * @param {string} folder
 * @param {string[]} endings
 * @returns {string[]}
 */
function list(folder, endings) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return OTHERS.includes(entry.name) ? [] : list(join(folder, entry.name), endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [join(folder, entry.name)] : [];
  });
}

/**
 * The page's files, filtered by extension.
 * @param {...string} endings
 * @returns {Source[]}
 */
export const pageSources = (...endings) =>
  list(WEB, endings).map((file) => ({ name: relative(WEB, file), text: readFileSync(file, 'utf8') }));

/**
 * The Rust code of a crate, without its tests.
 * @param {string} crate
 * @returns {Source[]}
 */
export const rustSources = (crate) =>
  list(join(ROOT, 'crates', crate, 'src'), ['.rs']).map((file) => ({
    name: relative(ROOT, file),
    text: readFileSync(file, 'utf8'),
  }));

/** The names of all games: each has a file of rules with its name. */
export const kindNames = () =>
  readdirSync(join(ROOT, 'docs/rules/en')).map((file) => file.replace(/\.md$/, ''));

/**
 * A document, or the documents directly in a folder.
 * @param {string} path
 * @returns {Source[]}
 */
export function documents(path) {
  const whole = join(ROOT, path);
  const files = statSync(whole).isFile() ? [path] : readdirSync(whole).map((file) => join(path, file));
  return files
    .filter((file) => file.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
}
