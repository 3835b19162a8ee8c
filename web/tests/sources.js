// The page's own files, for tests that read them.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(WEB, '..');

/** Folders that aren't the page. */
const OTHERS = ['node_modules', 'tests', 'test-results', 'locales'];

/** @typedef {{ name: string, text: string }} Source */

/**
 * The files below a folder with one of some endings.
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
 * The page's files with one of some endings.
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

/** The names of all kinds of games: each has its rules in a file of its name. */
export const kindNames = () =>
  readdirSync(join(ROOT, 'docs/rules/en')).map((file) => file.replace(/\.md$/, ''));

/**
 * What is written for people: one file, or the files right in a folder.
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
