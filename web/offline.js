// While the server is down: a banner, and retries until it is back.

import { Offline } from './api.js';
import { announce, h, replace } from './dom.js';
import { t } from './i18n.js';

/** The longest delays before each next attempt, in milliseconds. */
const DELAYS = [500, 1000, 2000, 4000];

/**
 * Shows or hides the banner that says why the server can't be used. It overlays the page, so that the
 * layout does not shift.
 * @param {boolean} on
 * @param {string} [code] the server's error code
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
 * Puts the banner below the header and above everything, open dialogs too where the browser can.
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

// Whatever was asked, the server is there; an answer of this browser says nothing of it.
addEventListener('server-answered', () => offlineBanner(false));

/** Asks for the page itself: parts of it may be what is missing. */
async function reach() {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer || answer.status >= 500) throw new Offline();
}

/** A button that reloads the page once the server can be reached. */
export function reloadButton() {
  const onclick = async () => {
    button.disabled = true;
    await retry(reach, new AbortController().signal);
    location.reload();
  };
  const button = h('button', { class: 'primary', type: 'button', onclick }, t('shell.reload'));
  return button;
}

/**
 * Retries an action that only reads until the server can be reached.
 * @template T
 * @param {() => Promise<T>} action
 * @param {AbortSignal} signal ends the attempts; the promise then never settles
 * @returns {Promise<T>}
 */
export async function retry(action, signal) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await action();
      if (attempt > 0) offlineBanner(false);
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
 * Waits before the next attempt, longer after each failure, or until the network is back or the page
 * becomes visible.
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
    // Jitter, so that a restarted server does not get all clients at once.
    const timer = setTimeout(end, longest * (0.5 + Math.random() / 2));
    addEventListener('online', end);
    document.addEventListener('visibilitychange', onVisibility);
  });
}
