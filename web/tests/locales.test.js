// The locales: every key that the page uses exists in both languages, none is unused, and typography
// and vocabulary are right.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { kindNames, pageSources, rustSources } from './sources.js';
import { FAULTS_OF_ENGLISH, FAULTS_OF_FRENCH, WORDS_OF_ENGLISH, WORDS_OF_FRENCH, faultsIn } from './typography.js';
import { messagesOf, readLocale, textsOf } from './words.js';

/** @typedef {import('./words.js').Message} Message */

const ENGLISH = messagesOf(readLocale('en'));
const FRENCH = messagesOf(readLocale('fr'));

/** The names of all layouts, as the rules have them. */
const LAYOUTS = rustSources('rules').flatMap(({ text }) =>
  [...text.matchAll(/Layout::\w+\(\s*"([\w-]+)"/g)].map(([, name]) => name ?? ''),
);

/** The names of all themes of puzzles. */
const THEMES = rustSources('engine')
  .filter(({ text }) => text.includes('pub enum Theme'))
  .flatMap(({ text }) => [...text.matchAll(/Self::\w+ => "([\w-]+)",/g)].map(([, name]) => name ?? ''));

/** The values that the server sends as keys, where the page knows them all. */
const VALUES = {
  colour: ['red', 'yellow', 'green', 'blue'],
  side: ['white', 'black'],
  // An area is drawn, without a text.
  mark: ['goal', 'home', 'forced', 'answer', 'closed', 'safe', 'exposed'],
  counter: ['hand', 'camp'],
  layout: LAYOUTS,
  group: ['race', 'gather', 'place', 'capture'],
  level: ['1', '2', '3', '4', '5', '6', '7', '8'],
  sheet: ['puzzles', 'rules', 'board', 'quarterboards', 'scores'],
  // As in the files of puzzles (crates/engine/src/puzzles).
  goal: ['win', 'draw', 'points'],
  fault: ['inaccuracy', 'mistake', 'blunder'],
  'fault-count': ['inaccuracy', 'mistake', 'blunder'],
  theme: THEMES,
};

/** Sections whose keys the page builds from values of the server. */
const DYNAMIC = [...Object.keys(VALUES), 'kind', 'task', 'reason', 'sharing', 'error', 'preview'];

/** @param {string} key */
const sectionOf = (key) => key.slice(0, key.indexOf('.'));

/** @param {string} section */
const namesIn = (section) =>
  [...ENGLISH.keys()].filter((key) => sectionOf(key) === section).map((key) => key.slice(section.length + 1));

/**
 * The first groups of all matches of a pattern.
 * @param {Iterable<string>} texts
 * @param {RegExp} pattern
 */
const find = (texts, pattern) =>
  new Set([...texts].flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1] ?? '')));

/** @param {string} code */
const withoutComments = (code) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const CODE = pageSources('.js').map(({ text }) => withoutComments(text));

/** All quoted texts of the page's code that look like keys. */
const LITERALS = find(CODE, /['"`]([a-z]+(?:\.[\w-]+)+)['"`]/g);

/** The names of a message's parameters. @param {Message} message */
const parametersOf = (message) => [...find(textsOf(message), /\{([\w-]+)/g)].sort();

/**
 * The keys among some that fail a test, in a message that names them.
 * @param {Iterable<string>} keys
 * @param {(key: string) => boolean} isRight
 * @param {string} what
 */
function all(keys, isRight, what) {
  const wrong = [...keys].filter((key) => !isRight(key));
  assert.deepEqual(wrong, [], what);
}

test('both languages have the same texts', () => {
  all(ENGLISH.keys(), (key) => FRENCH.has(key), 'missing in French');
  all(FRENCH.keys(), (key) => ENGLISH.has(key), 'missing in English');
});

test('both languages have the same parameters in each text', () => {
  for (const [key, message] of ENGLISH) {
    assert.deepEqual(parametersOf(FRENCH.get(key) ?? ''), parametersOf(message), key);
  }
});

test('no text is empty or begins or ends with a blank', () => {
  for (const [key, message] of [...ENGLISH, ...FRENCH]) {
    for (const text of textsOf(message)) {
      // A separator may end with a blank.
      if (!key.endsWith('separator')) assert.match(text, /^\S(?:.*\S)?$/s, key);
    }
  }
});

test('each key that the page asks for exists', () => {
  const asked = find(CODE, /\bt\(\s*['"]([^'"]+)['"]/g);
  assert.ok(asked.size > 20, 'calls of t were not found: has it another name?');
  const sections = new Set([...ENGLISH.keys()].map(sectionOf));
  const likely = [...LITERALS].filter((key) => sections.has(sectionOf(key)));
  all([...asked, ...likely], (key) => ENGLISH.has(key), 'asked for, but not there');
});

test('keys are made up only in sections that are for that', () => {
  const made = find(CODE, /\bt\(\s*`([^`$]*)\$\{/g);
  all(made, (start) => DYNAMIC.includes(start.split('.')[0] ?? ''), 'begins of keys');
});

test('each section that a text looks into exists', () => {
  const texts = [...ENGLISH.values(), ...FRENCH.values()].flatMap(textsOf);
  all(find(texts, /\{[\w-]+:([\w-]+)\^?\}/g), (section) => DYNAMIC.includes(section), 'sections');
});

test('no text is left over', () => {
  const isAsked = (/** @type {string} */ key) => LITERALS.has(key) || DYNAMIC.includes(sectionOf(key));
  all(ENGLISH.keys(), isAsked, 'nothing asks for it');
});

for (const [section, values] of Object.entries(VALUES)) {
  test(`the section ${section} has a text for each value`, () => {
    assert.deepEqual(namesIn(section).sort(), [...values].sort());
  });
}

test('each kind of game has its title and its sentence', () => {
  const wanted = kindNames().flatMap((kind) => [`${kind}.summary`, `${kind}.title`]);
  assert.deepEqual(namesIn('kind').sort(), wanted.sort());
});

test('each phrase of the rules has a text', () => {
  const phrases = find(rustSources('rules').map(({ text }) => text), /Phrase::new\(\s*"([\w-]+)"/g);
  assert.ok(phrases.size > 20, 'the phrases of the rules were not found');
  const told = ['task', 'reason', 'sharing'].flatMap(namesIn);
  // Among the errors a phrase has what it is used for before it: `rule-not-en-prise`.
  const errors = namesIn('error');
  const isTold = (/** @type {string} */ phrase) =>
    told.includes(phrase) || errors.some((code) => code.endsWith(`-${phrase}`));
  all(phrases, isTold, 'without a text');
  all(told, (name) => phrases.has(name), 'the rules never say so');
});

test('each error has a cause', () => {
  const rust = ['rules', 'play', 'browser', 'server'].flatMap(rustSources).map(({ text }) => text);
  const codes = find([...rust, ...CODE], /["']([a-z]+(?:-[a-z]+)*)["']/g);
  /** Whether a code is written somewhere, whole or what comes after its beginning. @param {string} code */
  const isWritten = (code) => {
    const words = code.split('-');
    return words.some((_, i) => codes.has(words.slice(i).join('-')));
  };
  all(namesIn('error'), isWritten, 'nobody says so');
});

/**
 * The texts of a language as they are set, by their keys: the names of parameters are no text, and the
 * tags of records are written as they are.
 * @param {Map<string, Message>} messages
 */
const setTexts = (messages) =>
  [...messages].flatMap(([key, message]) =>
    textsOf(message).map((text) => ({ key, text: text.replace(/\{[^}]*\}|\[[^\]]*\]/g, 'x') })));

/** @param {Map<string, Message>} messages @param {import('./typography.js').Fault[]} faults */
const faultsOf = (messages, faults) =>
  setTexts(messages).flatMap(({ key, text }) => faultsIn(text, ...faults).map((fault) => `${key}: ${fault}`));

test('F36: French is set as French is, English as English', () => {
  assert.deepEqual(faultsOf(FRENCH, FAULTS_OF_FRENCH), []);
  assert.deepEqual(faultsOf(ENGLISH, FAULTS_OF_ENGLISH), []);
});

test('F36: the texts use the words that people use', () => {
  assert.deepEqual(faultsOf(FRENCH, WORDS_OF_FRENCH), []);
  assert.deepEqual(faultsOf(ENGLISH, WORDS_OF_ENGLISH), []);
});

/** Texts whose number is never 1. */
const ALWAYS_MANY = ['open.too-long', 'error.board-quarter-count', 'error.board-rank-count'];

test('F36: a text that counts has a form for one', () => {
  for (const [key, message] of ENGLISH) {
    const french = FRENCH.get(key);
    assert.equal(typeof french, typeof message, `${key} has forms in one language only`);
    if (typeof message === 'string') {
      const isRight = ALWAYS_MANY.includes(key) || !/\{(?:count|turns|found|plies|points)\} [a-z]+s\b/.test(message);
      assert.ok(isRight, `${key} would say “1 times”`);
    } else {
      for (const forms of [message, /** @type {{ [form: string]: string }} */ (french)]) {
        assert.deepEqual(Object.keys(forms), ['one', 'other'], key);
      }
    }
  }
});

/** The product has the name of one of its games: in the page's frame, not in its code. */
const isProduct = (/** @type {string} */ file, /** @type {string} */ name) =>
  ['index.html', 'embed.html'].includes(file) && name === 'Katarenga';

test('no game is named', () => {
  const titles = kindNames().flatMap((kind) => {
    const messages = [ENGLISH, FRENCH].map((messages) => messages.get(`kind.${kind}.title`));
    return [kind, ...messages.filter((title) => typeof title === 'string')];
  });
  for (const { name: file, text } of pageSources('.js', '.css', '.html')) {
    for (const [found] of text.matchAll(new RegExp(`\\b(?:${titles.join('|')})\\b`, 'gi'))) {
      assert.ok(isProduct(file, found), `${file} names ${found}`);
    }
  }
});
