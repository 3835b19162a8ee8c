// Files that the page makes by itself.

/** How long a browser may take to begin to save a file, in milliseconds. */
const PATIENCE = 10_000;

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

/**
 * A drawing as a PNG picture.
 * @param {string} drawing an SVG with a `viewBox`
 * @param {number} width in pixels
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing, width) {
  const root = new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement;
  const [, , across = 1, down = 1] = (root.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const height = Math.round((width * down) / across);
  // Some browsers draw nothing that has no size.
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  const sized = new Blob([new XMLSerializer().serializeToString(root)], { type: 'image/svg+xml' });
  const image = new Image();
  image.src = URL.createObjectURL(sized);
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture')))));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
