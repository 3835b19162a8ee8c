// The prose of README and docs: typography and vocabulary.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { documents } from './sources.js';
import { FAULTS_OF_ENGLISH, FAULTS_OF_FRENCH, WORDS_OF_ENGLISH, WORDS_OF_FRENCH_PROSE, faultsIn } from './typography.js';

/** @typedef {import('./typography.js').Fault} Fault */

/** The prose of a document, without code, addresses, comments and the signs of tables. @param {string} text */
const proseOf = (text) =>
  text
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/`[^`]*`/g, 'x')
    .replace(/<https?:[^>]*>/g, 'x')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');

/** @param {string} path where the documents are: a file or a folder @param {Fault[]} faults */
function check(path, faults) {
  const found = documents(path).flatMap(({ name, text }) =>
    // A sentence may run over several lines.
    proseOf(text).split(/\n\n|\n(?=- |\|)/).flatMap((part) =>
      faultsIn(part.replace(/\n\s*/g, ' '), ...faults).map((fault) => `${name}: ${fault}`)));
  assert.deepEqual(found, []);
}

for (const path of ['docs/rules/fr', 'README.fr.md']) {
  test(`F36: ${path} is set as French is, in words that people use`, () => {
    check(path, [...FAULTS_OF_FRENCH, ...WORDS_OF_FRENCH_PROSE]);
  });
}

test('F36: docs/rules/en is set as English is', () => check('docs/rules/en', FAULTS_OF_ENGLISH));

for (const path of ['docs', 'docs/rules/en', 'README.md', 'CONTRIBUTING.md']) {
  test(`F36: ${path} is written in words that people use`, () => check(path, WORDS_OF_ENGLISH));
}
