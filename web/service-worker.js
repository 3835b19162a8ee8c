// Keeps all files of one version of the page, so that it opens without a network. The server, or what
// writes the static edition, fills in the version and the list.

/** Its global scope, for which the page's types have no name. @type {any} */
const worker = self;

/** The version of the files. */
const VERSION = '{{version}}';
/** The names of the files, below the folder of the version. @type {string[]} */
const FILES = JSON.parse('{{files}}');
/** What the server answers in the same way to everybody, by its address. @type {string[]} */
const DATA = JSON.parse('{{data}}');

/** Where the page is. */
const BASE = new URL('./', worker.location.href);
const ASSETS = new URL(`assets/${VERSION}/`, BASE).href;
/** Another edition may be below another address of the host. */
const PREFIX = `board-games ${BASE.pathname} `;
const NAME = `${PREFIX}${VERSION}`;

/** How long a page is waited for before the one that is kept is shown, in milliseconds. */
const PATIENCE = 3000;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(install());
  // A browser that knows routes reads the files of this version without asking this worker for each of them.
  event.addRoutes?.({ condition: { urlPattern: `${ASSETS}*` }, source: { cacheName: NAME } });
});
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'version') event.ports[0]?.postMessage(VERSION);
  if (event.data === 'take over') worker.skipWaiting();
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** All of it or nothing: what can't be fetched now is tried again at the next visit. */
async function install() {
  try {
    await fill(await caches.open(NAME));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

/** @param {Cache} cache */
async function fill(cache) {
  const page = await fetch(BASE, { cache: 'no-store' });
  // The server may have another version by now.
  if (!page.ok || !(await page.clone().text()).includes(`assets/${VERSION}/`)) throw new Error('another version');
  await cache.addAll([...FILES.map((name) => ASSETS + name), ...DATA.map((path) => new URL(path, BASE).href)]);
  await cache.put(BASE, page);
}

/** The version before stays for pages that are open with it; older ones go. */
async function activate() {
  const known = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(known.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What is answered in place of the network; nothing for all that it is left to. @param {Request} request */
function answerTo(request) {
  const { method, mode, url } = request;
  if (method !== 'GET' || !url.startsWith(BASE.href)) return null;
  const path = url.slice(BASE.href.length);
  if (path.startsWith('assets/')) return kept(request);
  if (DATA.includes(path)) return newest(request, request.url);
  const isOther = /^(?:api|embed(?:\.html)?|healthz|metrics|favicon\.ico)(?:\/|\?|$)/.test(path);
  return mode === 'navigate' && !isOther ? newest(request, BASE.href) : null;
}

/** Files have their version in their address: whichever is asked for is the right one. @param {Request} request */
async function kept(request) {
  // What can't be read is no reason to do without the network.
  return (await caches.match(request.url).catch(() => null)) ?? fetch(request);
}

/** What the server has, else what is kept: of the page, with all its files. @param {Request} request @param {string} url under which it is kept */
async function newest(request, url) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error('the server is slow')), PATIENCE));
  try {
    const answer = /** @type {Response} */ (await Promise.race([fetch(request), late]));
    if (answer.status < 500 && answer.status !== 429) return answer;
    return await keptOr(url, null, answer);
  } catch (error) {
    return keptOr(url, error);
  }
}

/** What was kept, so that the page doesn't take it for a sign of the server. @param {Response} found */
function marked(found) {
  const headers = new Headers(found.headers);
  headers.set('x-kept', VERSION);
  return new Response(found.body, { status: found.status, headers });
}

/** @param {string} url @param {unknown} error @param {Response} [answer] */
async function keptOr(url, error, answer) {
  const found = await caches.match(url, { cacheName: NAME }).catch(() => null);
  if (found) return marked(found);
  if (answer) return answer;
  throw error;
}
