// Pictures and other files that the page makes by itself.

import { Animation } from './apng.js';

/** How long a browser may take to begin to save a file, in milliseconds. */
const PATIENCE = 10_000;

/** The width of a PNG picture, in pixels. */
export const WIDTH = 1200;

/** That of an animated one: it is sent to telephones. */
const ANIMATED_WIDTH = 600;

/** How long a position stays, and the last one of a game, in milliseconds. */
const DELAY = 900;
const LAST_DELAY = 4000;

/**
 * Has the browser save a file.
 * @param {Blob} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE);
}

/** @param {string} drawing */
export const svgOf = (drawing) => new Blob([drawing], { type: 'image/svg+xml' });

/**
 * A drawing on a canvas.
 * @param {string} drawing an SVG with a `viewBox`
 * @param {number} width in pixels
 */
async function drawn(drawing, width) {
  const root = new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement;
  const [, , across = 1, down = 1] = (root.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const height = Math.round((width * down) / across);
  // Some browsers draw nothing that has no size.
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  const image = new Image();
  image.src = URL.createObjectURL(svgOf(new XMLSerializer().serializeToString(root)));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    if (!brush) throw new Error('no canvas');
    brush.drawImage(image, 0, 0, width, height);
    return { canvas, brush };
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/**
 * A drawing as a PNG picture.
 * @param {string} drawing an SVG with a `viewBox`
 * @param {number} [width] in pixels
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing, width = WIDTH) {
  const { canvas } = await drawn(drawing, width);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture')))));
}

/**
 * Drawings of one size, one after the other, as an animated PNG picture.
 * @param {number} count
 * @param {(i: number) => Promise<string>} drawing
 * @param {(done: number) => void} onProgress told the share that is done, from 0 to 1
 * @param {AbortSignal} signal
 * @returns {Promise<Blob>}
 */
export async function animationOf(count, drawing, onProgress, signal) {
  const animation = new Animation();
  for (let i = 0; i < count; i += 1) {
    signal.throwIfAborted();
    const { brush, canvas } = await drawn(await drawing(i), ANIMATED_WIDTH);
    await animation.add(brush.getImageData(0, 0, canvas.width, canvas.height), i + 1 === count ? LAST_DELAY : DELAY);
    onProgress((i + 1) / count);
  }
  return animation.blob;
}
