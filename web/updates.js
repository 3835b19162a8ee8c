// Keeps the page for when there is no network, and says when a newer version is there.
//
// A service worker keeps all files of one version. A newer one is fetched beside it, and takes over when
// the visitor says so, or when no page is open any more: a page never gets files of two versions.

import { announce, h, replace } from './dom.js';
import { onLanguage, t } from './i18n.js';
import { preload } from './preload.js';

/** The delay after which everything is fetched, so that the first screen loads alone, in milliseconds. */
const START_DELAY = 1500;

/** How often an open page asks for a newer version, in milliseconds. */
const CHECK_INTERVAL = 30 * 60 * 1000;

/** Beside the page, since a service worker has power over what is below it. */
const ADDRESS = new URL('../../service-worker.js', import.meta.url);

/** @typedef {{ keep: () => void }} Router keeps what is on the screen, for a page that is reloaded */

/**
 * Starts the service worker; false where the browser has none, or forbids it.
 * @param {Router} router
 */
export async function keepUpToDate(router) {
  const workers = navigator.serviceWorker;
  if (!workers) return false;
  // Another tab may change to a newer version before this one follows.
  let isChanged = false;
  const note = () => (isChanged = true);
  workers.addEventListener('controllerchange', note);
  await new Promise((done) => setTimeout(done, START_DELAY));
  try {
    const registration = await workers.register(ADDRESS);
    if (!registration) return false;
    follow(workers, registration, router, isChanged);
    return true;
  } catch {
    return false;
  } finally {
    workers.removeEventListener('controllerchange', note);
  }
}

/** The version of the files that this page is made of. */
const OWN = /\/assets\/([^/]+)\//.exec(import.meta.url)?.[1] ?? '';

/** The version that a service worker keeps. @param {ServiceWorker} worker @returns {Promise<string>} */
const versionOf = (worker) =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(String(data));
    worker.postMessage('version', [port2]);
  });

/**
 * @param {ServiceWorkerContainer} workers
 * @param {ServiceWorkerRegistration} registration
 * @param {Router} router
 * @param {boolean} isChanged whether another service worker has taken over since the page was loaded
 */
function follow(workers, registration, router, isChanged) {
  let isAskedFor = false;
  const take = () => registration.waiting?.postMessage('take over');
  const change = () => {
    isAskedFor = true;
    // Another tab may have changed to it meanwhile.
    if (registration.waiting) take();
    else reload(router);
  };
  const offer = async () => {
    const { waiting } = registration;
    // The first one has nothing to take over from.
    if (!waiting || !workers.controller) return;
    // Pages come from the server while it can be reached: this one may be the newer one already.
    if ((await versionOf(waiting)) === OWN) take();
    else showOffer(change);
  };
  const watch = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer();
      // The first one could not keep everything: the browser's cache may.
      if (installing.state === 'redundant' && !registration.active) preload();
    });
  };
  registration.addEventListener('updatefound', watch);
  const compare = async () => {
    if (!workers.controller || (await versionOf(workers.controller)) === OWN) return;
    // Another tab may have changed to it: what is under way here stays until the visitor says so.
    if (isAskedFor) reload(router);
    else showOffer(change);
  };
  workers.addEventListener('controllerchange', compare);
  watch();
  offer();
  if (isChanged) compare();
  const check = () => document.hidden || registration.update().catch(() => {});
  setInterval(check, CHECK_INTERVAL);
  document.addEventListener('visibilitychange', check);
}

/** A newer version has taken over. @param {Router} router */
function reload(router) {
  router.keep();
  location.reload();
}

/** @param {() => void} onTake */
function showOffer(onTake) {
  const place = document.getElementById('update');
  if (!place || !place.hidden) return;
  const draw = () => {
    const take = h('button', { type: 'button', class: 'primary', onclick: onTake }, t('shell.update-now'));
    const later = h('button', { type: 'button', onclick: () => (place.hidden = true) }, t('shell.update-later'));
    replace(place, h('p', {}, t('shell.update')), h('div', { class: 'row' }, take, later));
  };
  draw();
  onLanguage(draw);
  place.hidden = false;
  announce(t('shell.update'));
}
