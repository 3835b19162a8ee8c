// Work for as long as somebody looks.

/**
 * Begins something whenever the page comes to be seen, and ends it whenever it no longer is.
 * @param {(signal: AbortSignal) => void} work the signal says that it ends
 * @param {AbortSignal} signal the screen is left
 */
export function whileVisible(work, signal) {
  let control = new AbortController();
  const turn = () => {
    control.abort();
    if (document.hidden || signal.aborted) return;
    control = new AbortController();
    work(control.signal);
  };
  document.addEventListener('visibilitychange', turn, { signal });
  signal.addEventListener('abort', () => control.abort(), { once: true });
  turn();
}

/**
 * Waits; when the signal comes first, for ever.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export const pause = (ms, signal) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
