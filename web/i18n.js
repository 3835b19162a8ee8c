// Texts in the visitor's language.
//
// A text may hold `{name}`, a parameter, `{name:section}`, the text `section.<value>`, and
// `{name:section^}`, the same with a capital. Numbers are written as the language does; of a list
// all values are named. A text that depends on a number is an object of plural forms, chosen by
// `count` or else by the first number among the parameters.

import { ApiError, Offline } from './api.js';
import { readSetting, writeSetting } from './storage.js';

/** @typedef {import('./types.js').Language} Language */
/** @typedef {import('./types.js').Refusal} Refusal */

/** @type {readonly Language[]} */
export const LANGUAGES = ['en', 'fr'];

/** @type {Language} */
let current = 'en';
/** @type {Map<Language, Record<string, any>>} */
const loaded = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

/** Loads the texts of the language that the visitor chose or prefers, unless another is given. @param {Language} [given] */
export async function load(given = preferred()) {
  await use(given);
}

/** @returns {Language} */
function preferred() {
  const wishes = [readSetting('language'), ...navigator.languages];
  for (const wish of wishes) {
    const found = LANGUAGES.find((known) => known === String(wish).slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

/** @param {Language} wanted */
async function use(wanted) {
  if (!loaded.has(wanted)) {
    const answer = await fetch(new URL(`./locales/${wanted}.json`, import.meta.url));
    if (!answer.ok) throw new Offline();
    loaded.set(wanted, await answer.json());
  }
  current = wanted;
  document.documentElement.lang = wanted;
}

export const language = () => current;

/**
 * Changes the language and calls the listeners.
 * @param {Language} wanted
 */
export async function setLanguage(wanted) {
  await use(wanted);
  writeSetting('language', wanted);
  for (const listener of listeners) listener();
}

/**
 * Calls a listener after each change of language; returns a function that removes it.
 * @param {() => void} listener
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** @param {string} key @returns {any} */
function find(key) {
  const within = (/** @type {any} */ section, /** @type {string} */ name) =>
    typeof section === 'object' && Object.hasOwn(section, name) ? section[name] : undefined;
  return key.split('.').reduce(within, /** @type {any} */ (loaded.get(current)));
}

/**
 * The text of a key.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const found = find(key);
  const text = typeof found === 'object' ? plural(found, params) : found;
  return typeof text === 'string' ? text.replace(REFERENCE, (...match) => resolve(match, params)) : key;
}

const REFERENCE = /\{([\w-]+)(?::([\w-]+)(\^?))?\}/g;

/** @param {Record<string, string>} forms @param {Record<string, unknown>} params */
function plural(forms, params) {
  const count = params['count'] ?? Object.values(params).find((value) => typeof value === 'number');
  const form = new Intl.PluralRules(current).select(Number(count ?? 0));
  return forms[form] ?? forms['other'];
}

/** @param {any[]} match @param {Record<string, unknown>} params */
function resolve([, name, section, capital], params) {
  const value = params[name];
  const text = Array.isArray(value)
    ? new Intl.ListFormat(current).format(value.map((one) => word(one, section)))
    : word(value, section);
  return capital ? capitalised(text) : text;
}

/** @param {unknown} value @param {string | undefined} section */
function word(value, section) {
  if (section === undefined) return typeof value === 'number' ? number(value) : String(value ?? '');
  const found = find(`${section}.${value}`);
  return typeof found === 'object' ? found.title : (found ?? String(value ?? ''));
}

/** @param {string} text */
const capitalised = (text) => text.charAt(0).toLocaleUpperCase(current) + text.slice(1);

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(current).format(value);

/** The language as it is spoken where the visitor is: dates of one language differ. */
const region = () => navigator.languages.find((one) => one.toLowerCase().startsWith(`${current}-`)) ?? current;

/** Day and time. @param {number} ms since 1970 */
export const date = (ms) =>
  new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

/** A day of universal time. @param {string} day as in `2026-11-30` */
export const dayText = (day) =>
  // The first of a month has an ordinal in French, which browsers leave out.
  new Intl.DateTimeFormat(region(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day)).replace(/^1 /, current === 'fr' ? '1er ' : '1 ');

/**
 * The text of an error in the visitor's language.
 * @param {unknown} error
 */
export function errorText(error) {
  if (error instanceof Offline) return t(`error.${error.code}`);
  if (error instanceof ApiError || isRefusal(error)) {
    const key = `error.${error.code}`;
    return find(key) === undefined ? error.message : t(key, withTitles(error.details ?? {}));
  }
  return t('shell.failed');
}

/**
 * Details in which games that are listed have their titles.
 * @param {Record<string, unknown>} details
 */
function withTitles(details) {
  const names = typeof details['known'] === 'string' ? details['known'].split(', ') : [];
  const titles = names.map((name) => find(`kind.${name}.title`));
  return titles.length > 0 && titles.every(Boolean) ? { ...details, known: titles } : details;
}

/** @param {unknown} value @returns {value is Refusal} */
const isRefusal = (value) => typeof value === 'object' && value !== null && 'message' in value && 'code' in value && typeof value.code === 'string';
