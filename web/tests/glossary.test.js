// The glossary: its terms are those of the page's texts and of the rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { documents } from './sources.js';
import { messagesOf, readLocale, textsOf } from './words.js';

/** @typedef {import('./words.js').Language} Language */
/** @typedef {{ terms: string[], forbidden: string[] }} Entry of one language */

/** What separates the forms in a cell of the table. @param {string} cell */
const forms = (cell) => cell.split(',').map((form) => form.trim()).filter(Boolean);

/** The lines of the tables, without their heads. @returns {Record<Language, Entry>[]} */
function readGlossary() {
  const text = documents('docs/glossary.md')[0]?.text ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| English'));
  return rows.map((row) => {
    const [, en = '', notEn = '', fr = '', notFr = ''] = row.split('|');
    return {
      en: { terms: forms(en), forbidden: forms(notEn) },
      fr: { terms: forms(fr), forbidden: forms(notFr) },
    };
  });
}

const GLOSSARY = readGlossary();

/** A word or several as a whole, in the singular or the plural, whatever its case. @param {string} term */
const whole = (term) => new RegExp(`(?<!\\p{L})${term}(?:e?s)?(?!\\p{L})`, 'iu');

/** The page's texts without their parameters, by their keys. @param {Language} language */
const textsOfPage = (language) =>
  [...messagesOf(readLocale(language))].flatMap(([key, message]) =>
    textsOf(message).map((text) => ({ name: key, text: text.replace(/\{[^}]*\}/g, 'x') })));

test('the glossary is read', () => assert.ok(GLOSSARY.length > 40, `${GLOSSARY.length} lines`));

for (const language of /** @type {Language[]} */ (['en', 'fr'])) {
  const page = textsOfPage(language);
  const rules = documents(`docs/rules/${language}`);

  test(`each term of the glossary occurs in the texts: ${language}`, () => {
    const texts = [...page, ...rules].map(({ text }) => text);
    const terms = GLOSSARY.flatMap((entry) => entry[language].terms);
    assert.deepEqual(terms.filter((term) => !texts.some((text) => whole(term).test(text))), []);
  });

  test(`the page uses no word that the glossary forbids: ${language}`, () => {
    const forbidden = GLOSSARY.flatMap((entry) => entry[language].forbidden);
    const found = page.flatMap(({ name, text }) =>
      forbidden.filter((word) => whole(word).test(text)).map((word) => `${name}: ${word}`));
    assert.deepEqual(found, []);
  });
}
