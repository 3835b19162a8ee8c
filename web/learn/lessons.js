// The lessons: their files, and which of them were finished.

import { ApiError } from '../api.js';
import { fetchFile, once } from '../files.js';
import { language } from '../i18n.js';
import { readEntry, readSetting, writeEntry, writeSetting } from '../storage.js';

/** @typedef {Record<string, string>} Texts by language */
/** @typedef {{ position: string, say: Texts, then: Texts, wrong?: Texts, lines?: string[][], marks?: string[] }} Step */
/** @typedef {{ title?: Texts, steps: Step[] }} Lesson */

/** The lesson that belongs to no game: how pawns move. */
export const FIRST = 'first-minute';

/** The storage key of how far lessons were taken. */
const KEY = 'lessons';

/** A lesson by its name; a game's has the game's. */
export const lessonOf = once(load);

/** @param {string} name @returns {Promise<Lesson>} */
async function load(name) {
  if (!/^[a-z-]+$/.test(name)) throw new ApiError(404, { code: 'not-found' });
  return (await fetchFile(new URL(`../lessons/${name}.json`, import.meta.url))).json();
}

/** A text of a lesson in the visitor's language. @param {Texts | undefined} texts */
export const say = (texts) => texts?.[language()] ?? '';

/** How many steps of a lesson were finished. @param {string} name */
export const doneOf = (name) => {
  const done = Number(readEntry(KEY, name) ?? 0);
  return Number.isInteger(done) ? done : 0;
};

/** Remembers that steps were finished. @param {string} name @param {number} steps */
export function remember(name, steps) {
  // Steps that were left out are still to be done.
  if (steps === doneOf(name) + 1) writeEntry(KEY, name, steps);
}

/** The storage key of whether the offer of the first lesson was put aside. */
const HIDDEN = 'lessons-hidden';

/** Whether the visitor wants no offer of the first lesson. */
export const isHidden = () => readSetting(HIDDEN) === true;

/** Puts the offer of the first lesson aside. */
export const hide = () => writeSetting(HIDDEN, true);
