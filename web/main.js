// The start of the page: its texts, its frame, its addresses.

import { preload } from './preload.js';
import { load } from './i18n.js';
import { start } from './local/engine.js';
import { isLocal } from './local/scope.js';
import { Router } from './router.js';
import * as missing from './screens/missing.js';
import { markCurrentPage, showShell } from './shell.js';
import { keepUpToDate } from './updates.js';

// The server reads the addresses and their screens from these lines (crates/server/build.rs).
/** @type {import('./router.js').Route[]} */
const routes = [
  { pattern: '/', load: () => import('./screens/home.js') },
  { pattern: '/new/:kind', load: () => import('./screens/new.js') },
  { pattern: '/game/:id', load: () => import('./screens/game.js'), begin: startEngine },
  { pattern: '/invitation/:id', load: () => import('./screens/invitation.js') },
  { pattern: '/lobby', load: () => import('./screens/lobby.js') },
  { pattern: '/me', load: () => import('./screens/profile.js') },
  { pattern: '/enter', load: () => import('./screens/recovery.js') },
  { pattern: '/rules/:kind', load: () => import('./screens/rules.js') },
  { pattern: '/learn', load: () => import('./screens/learn.js') },
  { pattern: '/learn/stars', load: () => import('./screens/stars.js'), begin: () => void start() },
  { pattern: '/learn/:lesson', load: () => import('./screens/lesson.js'), begin: () => void start() },
  { pattern: '/puzzles', load: () => import('./screens/puzzles.js'), begin: () => void start() },
  { pattern: '/sheets', load: () => import('./screens/sheets.js'), begin: () => void start() },
  { pattern: '/review/:id', load: () => import('./screens/review.js'), begin: () => void start() },
  { pattern: '/open', load: () => import('./screens/open.js') },
  { pattern: '/about', load: () => import('./screens/about.js') },
];

/** The board of a game that is kept here comes from the engine: it starts beside the screen. @param {Record<string, string>} params */
function startEngine({ id = '' }) {
  if (isLocal(id)) void start();
}

const place = document.getElementById('main');
if (!place) throw new Error('index.html has no main');

const router = new Router(place, routes, missing, markCurrentPage);
router.prefetch();
await load();
showShell();
await router.start();
// With a service worker everything comes by it, and is kept for when there is no network.
if (!(await keepUpToDate(router))) preload();
