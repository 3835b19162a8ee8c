// Work while the page is visible.

/**
 * Starts work whenever the page becomes visible, and aborts it whenever it is hidden.
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
 * Waits; never resolves once the signal is aborted.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export const pause = (ms, signal) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
