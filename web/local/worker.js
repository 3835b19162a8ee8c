// A worker with the engine: it answers one request after the other, as JSON.
//
// It gets the compiled module first, then requests with a number each. For each it sends reports, where
// a search makes some, and at last the answer, or that the engine broke down: memory was short, or the
// program has a fault. Then nothing more can be asked of it.

/** @typedef {{ buffer: (length: number) => number, answer: () => number, memory: WebAssembly.Memory }} Exports what the engine offers */
/** @typedef {{ number: number, report: string } | { number: number, answer: string } | { number: number, broken: string }} Said what the worker says */

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** @type {Promise<Exports>} */
let engine;
/** The number of the request under way. */
let current = 0;

/** @param {Said} said */
const say = (said) => postMessage(said);

/** @param {Exports} exports @param {number} at @param {number} length */
const textAt = ({ memory }, at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length));

/** @param {WebAssembly.Module} module @returns {Promise<Exports>} */
async function begin(module) {
  /** @type {Exports} */
  const exports = /** @type {any} */ (
    await WebAssembly.instantiate(module, {
      page: {
        /** @param {number} at @param {number} length */
        report: (at, length) => say({ number: current, report: textAt(exports, at, length) }),
      },
    })
  ).exports;
  return exports;
}

/** @param {Exports} exports @param {string} request */
function ask(exports, request) {
  const bytes = encoder.encode(request);
  const at = exports.buffer(bytes.length);
  // The memory may have grown, and its view is then another one.
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.answer();
  return textAt(exports, exports.buffer(length), length);
}

/** @param {MessageEvent<{ module: WebAssembly.Module } | { number: number, request: string }>} event */
onmessage = async ({ data }) => {
  if ('module' in data) {
    engine = begin(data.module);
    return;
  }
  const { number, request } = data;
  try {
    const exports = await engine;
    current = number;
    say({ number, answer: ask(exports, request) });
  } catch (error) {
    say({ number, broken: String(error) });
  }
};
export {};
