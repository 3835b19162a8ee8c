// When the server can't keep anything, or was put back to a backup.

import { expect, shot, test } from './fixtures.js';
import { Player } from './player.js';

test.beforeEach(({ faults }) => faults.allow(/Failed to load resource|ERR_|WebSocket/));

test('F6: a page that is open follows games that were put back to a backup', async ({ page, words, server }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'cornered', board: '2a0' });
  await player.move(['d1']);
  const putBack = await server.backUp();
  await player.move(['b2']);
  await player.move(['a1']);
  await server.stop();
  await putBack();
  await server.start();
  await expect(player.cell('d1')).toHaveAccessibleName(words.within('board.white-pawn'));
  await player.offered(['b2']);
  expect(await player.game()).toMatchObject({ moves: ['d1'], revision: 1 });
  // What is done now, with smaller revisions than before, is seen.
  const game = await player.move(['b2']);
  expect(game).toMatchObject({ moves: ['d1', 'b2'], revision: 2 });
  await player.offered(['a1']);
});

test('F1: the page says why nothing can be kept, and plays what waited', async ({ page, words, server }) => {
  const player = new Player(page, words);
  await player.begin({ kind: 'cornered', board: '2a0' });
  await player.move(['d1']);
  const putBack = await server.loseDatabase();
  await player.offered(['b2']);
  await player.cell('b2').click();
  const banner = page.locator('#offline').getByText(words.text('error.storage-gone'));
  await expect(banner).toBeVisible();
  await shot(page, 'storage');
  await putBack();
  await expect(banner).toBeHidden();
  const game = await player.settled(1);
  expect(game.moves).toEqual(['d1', 'b2']);
});
