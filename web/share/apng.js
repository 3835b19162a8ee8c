// Animated pictures: PNG with several frames (APNG, the third edition of <https://www.w3.org/TR/png-3/>).

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Pixels four bytes each: red, green, blue, opacity */
/** @typedef {{ x: number, y: number, width: number, height: number }} Area */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Eight bits each of red, green and blue, without opacity. */
const TRUE_COLOUR = [8, 2, 0, 0, 0];

/** Each line of pixels is written as what differs from the line above: most of a board is alike. */
const FILTER_UP = 2;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of a chunk. @param {Uint8Array} bytes */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** @param {number} value */
const four = (value) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
/** @param {number} value */
const two = (value) => [(value >>> 8) & 0xff, value & 0xff];

/** @param {string} name @param {ArrayLike<number>} content */
function chunk(name, content) {
  const bytes = new Uint8Array(12 + content.length);
  bytes.set(four(content.length), 0);
  bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(content, 8);
  bytes.set(four(crc(bytes.subarray(4, 8 + content.length))), 8 + content.length);
  return bytes;
}

/** The area in which two pictures of one size differ; one pixel where they don't. @param {Pixels} one @param {Pixels} other @returns {Area} */
function changed(one, other) {
  const { width, height } = one;
  const [before, after] = [one, other].map(({ data }) => new Uint32Array(data.buffer, data.byteOffset, width * height));
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (before?.[y * width + x] === after?.[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The lines of an area, as they are compressed. @param {Pixels} pixels @param {Area} area */
function lines(pixels, area) {
  const length = 1 + 3 * area.width;
  const bytes = new Uint8Array(length * area.height);
  for (let row = 0; row < area.height; row += 1) {
    bytes[row * length] = FILTER_UP;
    for (let column = 0; column < area.width; column += 1) {
      const from = 4 * ((area.y + row) * pixels.width + area.x + column);
      const above = from - 4 * pixels.width;
      const to = row * length + 1 + 3 * column;
      for (let part = 0; part < 3; part += 1) bytes[to + part] = (pixels.data[from + part] ?? 0) - (row > 0 ? (pixels.data[above + part] ?? 0) : 0);
    }
  }
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function compressed(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** An animated picture that is shown again and again; programs that know but one frame show the first. */
export class Animation {
  constructor() {
    /** The chunks of the frames. @type {Uint8Array<ArrayBuffer>[]} */
    this.chunks = [];
    this.frames = 0;
    this.sequence = 0;
    /** The frame before. @type {Pixels | null} */
    this.before = null;
  }

  /**
   * Adds a frame: what of it differs from the one before. All have one size.
   * @param {Pixels} pixels
   * @param {number} delay how long it stays, in milliseconds
   */
  async add(pixels, delay) {
    const area = this.before ? changed(this.before, pixels) : { x: 0, y: 0, width: pixels.width, height: pixels.height };
    // It replaces what is there, and stays.
    this.#push('fcTL', [...four(area.width), ...four(area.height), ...four(area.x), ...four(area.y), ...two(delay), ...two(1000), 0, 0]);
    const content = await compressed(lines(pixels, area));
    if (this.before) this.#push('fdAT', content);
    else this.chunks.push(chunk('IDAT', content));
    this.before = pixels;
    this.frames += 1;
  }

  /** Adds a chunk that has its place in the sequence. @param {string} name @param {ArrayLike<number>} content */
  #push(name, content) {
    const bytes = new Uint8Array(4 + content.length);
    bytes.set(four(this.sequence), 0);
    bytes.set(content, 4);
    this.chunks.push(chunk(name, bytes));
    this.sequence += 1;
  }

  /** The picture of all frames, of which there is at least one. */
  get blob() {
    const { width = 0, height = 0 } = this.before ?? {};
    const head = [new Uint8Array(SIGNATURE), chunk('IHDR', [...four(width), ...four(height), ...TRUE_COLOUR]), chunk('acTL', [...four(this.frames), ...four(0)])];
    return new Blob([...head, ...this.chunks, chunk('IEND', [])], { type: 'image/png' });
  }
}
