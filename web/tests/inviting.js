// Invitations and games between two people, for screens that show some.

import { request } from '@playwright/test';

import { expect } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').APIRequestContext} Requests what one visitor asks */

/** As long as names get, without a blank at which a line could end, and with what could be taken for markup. */
export const LONG_NAME = '<b>Hippopotomonstrosus</';

/**
 * @param {Requests} requests of the maker
 * @param {Record<string, unknown>} setup what `POST /api/invitations` takes
 * @returns {Promise<{ id: string }>}
 */
export async function invite(requests, setup) {
  const answer = await requests.post('/api/invitations', { data: { kind: 'congress', ...setup } });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** The id of the game that begins. @param {Requests} requests of the player who joins @param {string} id of the invitation */
export async function join(requests, id) {
  const answer = await requests.post(`/api/invitations/${id}/join`);
  expect(answer.status(), await answer.text()).toBe(200);
  return /** @type {string} */ ((await answer.json()).game);
}

/** Somebody else at the same server. @param {Page} page */
async function stranger(page) {
  await page.goto('/about');
  const requests = await request.newContext({ baseURL: new URL(page.url()).origin });
  await requests.put('/api/me', { data: { name: LONG_NAME } });
  return requests;
}

/** Makes an invitation and looks at it. @param {Page} page */
export async function ownInvitation(page) {
  const { id } = await invite(page.request, { clock: { kind: 'fischer', minutes: 10, seconds: 5 }, chat: true });
  await page.goto(`/invitation/${id}`);
}

/** Looks at an invitation of somebody else. @param {Page} page */
export async function offer(page) {
  const { id } = await invite(await stranger(page), { side: 'white', target: 5, public: true });
  await page.goto(`/invitation/${id}`);
}

/** Own and other invitations, and games that the visitor plays. @param {Page} page */
export async function fillLobby(page) {
  const other = await stranger(page);
  await invite(page.request, { kind: 'cornered', public: true });
  await invite(other, { kind: 'big-bang', public: true, clock: { kind: 'fischer', minutes: 180, seconds: 180 } });
  for (const [kind, side] of [['quartermaster', 'white'], ['congress', 'black']]) {
    const { id } = await invite(other, { kind, side, public: true, clock: { kind: 'days', days: 1 } });
    await join(page.request, id);
  }
}
