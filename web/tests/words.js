// The page's texts, by which the tests locate elements.

import { readFileSync } from 'node:fs';

/** @typedef {string | { [form: string]: string }} Message a text, or one for each plural form */
/** @typedef {{ [key: string]: Message | Section }} Section */
/** @typedef {'en' | 'fr'} Language */

/** The forms of a plural, as `Intl.PluralRules` names them. */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * The file of a language.
 * @param {Language} language
 * @returns {Section}
 */
export function readLocale(language) {
  const file = new URL(`../locales/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {Message | Section} value @returns {value is Message} */
function isMessage(value) {
  if (typeof value === 'string') return true;
  const keys = Object.keys(value);
  return keys.includes('other') && keys.every((key) => FORMS.includes(key));
}

/**
 * All messages by their whole keys.
 * @param {Section} section
 * @param {string} [prefix]
 * @returns {Map<string, Message>}
 */
export function messagesOf(section, prefix = '') {
  /** @type {Map<string, Message>} */
  const messages = new Map();
  for (const [name, value] of Object.entries(section)) {
    const key = prefix + name;
    if (isMessage(value)) messages.set(key, value);
    else for (const [inner, message] of messagesOf(value, `${key}.`)) messages.set(inner, message);
  }
  return messages;
}

/**
 * The texts of a message: one, or one for each plural form.
 * @param {Message} message
 */
export const textsOf = (message) => (typeof message === 'string' ? [message] : Object.values(message));

/** @param {string} text */
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The texts of a language. */
export class Words {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    this.messages = messagesOf(readLocale(language));
  }

  /**
   * A text without parameters, as it is.
   * @param {string} key
   */
  text(key) {
    const message = this.messages.get(key);
    if (typeof message !== 'string') throw new Error(`no plain text for ${key} in ${this.language}`);
    return message;
  }

  /**
   * A pattern for a whole text with any parameters.
   * @param {string} key
   * @param {Record<string, string>} [known] parameters that must be these
   */
  like(key, known = {}) {
    return new RegExp(`^(?:${this.#pattern(key, known)})$`);
  }

  /**
   * A pattern for a text inside another one.
   * @param {string} key
   * @param {Record<string, string>} [known]
   */
  within(key, known = {}) {
    return new RegExp(this.#pattern(key, known));
  }

  /** @type {(key: string, known: Record<string, string>) => string} */
  #pattern(key, known) {
    const message = this.messages.get(key);
    if (message === undefined) throw new Error(`no text for ${key} in ${this.language}`);
    /** @param {string} part */
    const pattern = (part) => {
      const [, name = ''] = /^\{([\w-]+)/.exec(part) ?? [];
      if (!name) return literally(part);
      const value = known[name];
      if (value === undefined) return '.+';
      // `^` capitalises a parameter.
      return literally(part.endsWith('^}') ? value.charAt(0).toUpperCase() + value.slice(1) : value);
    };
    const texts = textsOf(message).map((text) => text.split(/(\{[^}]*\})/).map(pattern).join(''));
    return texts.join('|');
  }
}
