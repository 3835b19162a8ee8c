// When the server is away: the page says so, and goes on by itself when it is back.

import { Offline, get } from './api.js';
import { announce, h, replace } from './dom.js';
import { t } from './i18n.js';

/** How long one waits at most before the next attempt, in milliseconds. */
const DELAYS = [500, 1000, 2000, 4000];

/**
 * Shows or hides that the server can't be reached, or why it can't keep anything. Nothing else moves.
 * @param {boolean} on
 * @param {string} [code] what the server itself says
 */
export function offlineBanner(on, code = 'offline') {
  const place = document.getElementById('offline');
  if (!place) return;
  if (on) raise(place);
  const text = code === 'offline' ? t('shell.unreachable') : t(`error.${code}`);
  if (place.hidden === !on && (!on || place.textContent === text)) return;
  place.hidden = !on;
  replace(place, on && h('span', {}, text));
  announce(on ? text : t('shell.reachable'));
}

/**
 * Puts it below the header and over everything, dialogs opened meanwhile too, where the browser can.
 * @param {HTMLElement} place
 */
function raise(place) {
  const header = document.getElementById('header');
  const below = Math.max(header?.getBoundingClientRect().bottom ?? 0, 0);
  place.style.top = `${below}px`;
  if (!('showPopover' in place)) return;
  place.popover = 'manual';
  if (place.matches(':popover-open')) place.hidePopover();
  place.showPopover();
}

/** A button that loads the page again as soon as the server is there, and not before. */
export function reloadButton() {
  const onclick = async () => {
    button.disabled = true;
    await insist(() => get('/api/kinds'), new AbortController().signal);
    location.reload();
  };
  const button = h('button', { class: 'primary', type: 'button', onclick }, t('shell.reload'));
  return button;
}

/**
 * Does something that only reads, again and again while the server is away.
 * @template T
 * @param {() => Promise<T>} action
 * @param {AbortSignal} signal ends the attempts; then this is never done
 * @returns {Promise<T>}
 */
export async function insist(action, signal) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await action();
      // Whoever gave up waiting left it there.
      offlineBanner(false);
      return signal.aborted ? await never() : answer;
    } catch (error) {
      if (signal.aborted) return never();
      if (!(error instanceof Offline)) throw error;
      offlineBanner(true, error.code);
      await pause(attempt);
      if (signal.aborted) return never();
    }
  }
}

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});

/**
 * Waits before the next attempt, the longer the more have failed: until then, or until the network
 * is back or somebody looks.
 * @param {number} attempt from 0
 * @returns {Promise<void>}
 */
export function pause(attempt) {
  const longest = DELAYS[Math.min(attempt, DELAYS.length - 1)] ?? 0;
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      document.removeEventListener('visibilitychange', onVisibility);
      done();
    };
    const onVisibility = () => document.hidden || end();
    // Not all at the same moment: a server that comes back would be overrun.
    const timer = setTimeout(end, longest * (0.5 + Math.random() / 2));
    addEventListener('online', end);
    document.addEventListener('visibilitychange', onVisibility);
  });
}
