// Reads the PDF files that Chromium prints: their pages, how large they are, and the text on them.

import { inflateSync } from 'node:zlib';

/** @typedef {{ width: number, height: number, text: string }} Page in points; the text without blanks */

/** @param {string} text between angle brackets: four digits for each sign */
const signs = (text) => text.match(/.{4}/g)?.map((digits) => parseInt(digits, 16)) ?? [];

/** @param {Buffer} file @returns {Page[]} */
export function readPdf(file) {
  const bytes = file.toString('latin1');
  const objects = new Map([...bytes.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, number = '', body = '']) => [number, body]));
  const pages = [...objects.values()].filter((body) => /^<<\/Type \/Page\n/.test(body));
  return pages.map((body) => {
    const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
    return { width: Number(width), height: Number(height), text: textOf(body, objects) };
  });
}

/** @param {Map<string, string>} objects @param {string | undefined} number */
function stream(objects, number = '') {
  const body = objects.get(number) ?? '';
  const content = Buffer.from(body.slice(body.indexOf('stream\n') + 'stream\n'.length), 'latin1');
  return body.includes('/FlateDecode') ? inflateSync(content).toString('latin1') : content.toString('latin1');
}

/** @param {string} page @param {Map<string, string>} objects */
function textOf(page, objects) {
  const [, fonts = ''] = /\/Font <<([^>]*)>>/.exec(page) ?? [];
  const maps = new Map([...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, number = '']) => [name, signsOf(objects, number)]));
  const [, contents] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
  /** @type {Map<number, string> | undefined} */
  let font;
  let text = '';
  for (const [, name, shown = ''] of stream(objects, contents).matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)) {
    if (name) font = maps.get(name);
    for (const sign of signs(shown)) text += font?.get(sign) ?? '\ufffd';
  }
  return text.replace(/\s/g, '');
}

/** What each sign of a font stands for, which is what makes a text that can be searched and read out. @param {Map<string, string>} objects @param {string} font */
function signsOf(objects, font) {
  const [, number] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '') ?? [];
  const text = stream(objects, number);
  /** @type {Map<number, string>} */
  const map = new Map();
  const written = (/** @type {string} */ digits) => String.fromCharCode(...signs(digits));
  for (const [, block = ''] of text.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, from = '', to = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) map.set(parseInt(from, 16), written(to));
  }
  for (const [, block = ''] of text.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', last = '', to = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let sign = parseInt(from, 16), i = 0; sign <= parseInt(last, 16); sign += 1, i += 1) map.set(sign, String.fromCharCode(parseInt(to, 16) + i));
    }
  }
  return map;
}
