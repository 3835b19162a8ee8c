// Makes and fills elements.

import { hrefOf } from './address.js';

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child nothing is made of null, undefined, false */
/** @typedef {Record<string, any>} Attributes `on...` are listeners; null, undefined and false are left out */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  element.append(...nodes(children));
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  return element;
}

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  // What a visitor changes is a property; the attribute is only what it began with.
  else if (name === 'value' && 'value' in element) element.value = value;
  else if (name === 'href' && element instanceof HTMLAnchorElement) element.href = hrefOf(value);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child);
    return [typeof child === 'number' ? String(child) : child];
  });
}

/**
 * Puts new children in the place of all that are there.
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/** @type {string[]} */
let waiting = [];

/**
 * Has a screen reader say something when it has finished what it says now.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  if (waiting.length > 1) return;
  const region = document.getElementById('live');
  if (!region) return;
  // Emptied first: the same words twice are otherwise no change, and not read again.
  region.textContent = '';
  setTimeout(() => {
    region.textContent = waiting.join(' ');
    waiting = [];
  }, 50);
}
