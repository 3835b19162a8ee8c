// What the page teaches, as the tests take it: the steps of lessons, and puzzles with their solutions.

import { readFileSync, readdirSync } from 'node:fs';

import { expect } from './fixtures.js';
import { byClick } from './player.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {{ position: string, say: Record<string, string>, then: Record<string, string>, wrong?: Record<string, string>, lines?: string[][] }} Step */

const LESSONS = new URL('../lessons/', import.meta.url);

/** The steps of a lesson. @param {string} name @returns {Step[]} */
export const stepsOf = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, LESSONS), 'utf8')).steps;

/** The lessons. */
export const NAMES = readdirSync(LESSONS).map((file) => file.replace('.json', ''));

/** @param {string} text of a move */
export const pathOf = (text) => text.split(/[-x>]/);

/**
 * Does what a step asks for.
 * @param {Player} player
 * @param {Step} step
 * @param {import('./player.js').Way} way
 */
export async function take(player, { lines, position }, way) {
  const own = lines?.[0]?.filter((_, i) => i % 2 === 0) ?? [await anyMove(player, position)];
  for (const [i, move] of own.entries()) {
    if (i > 0) await expect(player.page.locator('.trial-answer')).toHaveText(player.words.text('learn.and-now'));
    await player.offered(pathOf(move));
    if (move === 'pass') await pass(player, way);
    else await way(player, pathOf(move));
  }
}

/** @param {Player} player @param {import('./player.js').Way} way */
async function pass({ page, passButton }, way) {
  if (way === byClick) return passButton.click();
  await passButton.focus();
  return page.keyboard.press('Enter');
}

/** A legal move of a position, which the server knows. @param {Player} player @param {string} text */
async function anyMove({ page }, text) {
  const answer = await page.request.post('/api/games', { data: { text, white: { player: 'human' }, black: { player: 'human' } } });
  const game = await answer.json();
  return game.position.paths[0].join('-');
}

/** @typedef {{ id: string, kind: string, position: string, moves: string[], goal: string, themes: string[], level: number }} Puzzle */

const PUZZLES = new URL('../../puzzles/', import.meta.url);

/** The games that have puzzles. */
export const puzzleKinds = () => readdirSync(PUZZLES).map((file) => file.replace('.txt', ''));

/** The puzzles of a game. @param {string} kind @returns {Puzzle[]} */
export function puzzlesOf(kind) {
  const text = readFileSync(new URL(`${kind}.txt`, PUZZLES), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [id = '', position = '', moves = '', goal = '', , themes = '', level] = line.split(' | ');
    return { id, kind, position, moves: moves.split(' '), goal, themes: themes.split(','), level: Number(level) };
  });
}

/** Plays the solver's moves. @param {Player} player @param {Puzzle} puzzle @param {import('./player.js').Way} way */
export async function solve(player, { moves }, way) {
  const own = moves.filter((_, i) => i % 2 === 0);
  for (const [i, move] of own.entries()) {
    if (i > 0) await expect(player.page.locator('.trial-answer')).toHaveText(player.words.text('puzzles.right'));
    await player.offered(pathOf(move));
    await way(player, pathOf(move));
  }
  await expect(player.page.locator('.trial-answer')).toHaveText(player.words.text('puzzles.solved'));
}

/** The puzzle that the page shows. @param {import('@playwright/test').Page} page */
export function shownOn(page) {
  const query = new URL(page.url()).searchParams;
  const puzzle = puzzlesOf(query.get('kind') ?? '').find(({ id }) => id === query.get('id'));
  if (!puzzle) throw new Error(`no puzzle: ${page.url()}`);
  return puzzle;
}
