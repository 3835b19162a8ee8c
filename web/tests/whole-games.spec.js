// Whole games, as visitors play them: of each kind one against the computer, and the known answers of
// the rules that say who wins, with every move.

import { expect, shot, test } from './fixtures.js';
import { knownGames } from './known.js';
import { Player, byClick, byDrag, chance, computer } from './player.js';
import { kindNames } from './sources.js';

for (const [i, kind] of kindNames().entries()) {
  test(`a whole game of ${kind} against the computer`, async ({ page, words }) => {
    test.setTimeout(180_000);
    const player = new Player(page, words);
    const next = chance(40 + i);
    await player.beginDrawn({ kind, black: computer(2) }, next);
    const game = await player.whole({ next, way: i % 2 === 0 ? byClick : byDrag, most: 40 });

    const { winner, reason } = game.outcome ?? {};
    await expect(page.getByText(words.within(`reason.${reason}`)).first()).toBeVisible();
    expect([null, 'white', 'black']).toContain(winner);
    await player.expectStill();
    await expect(page.locator('.moves-list [aria-current]')).toBeInViewport({ ratio: 0.95 });
    await shot(page, `end-${kind}`);
  });
}

/** The shortest game of each kind that somebody wins. */
function shortWins() {
  const won = knownGames(['games-2']).filter(({ result }) => result !== 'draw').sort((a, b) => a.moves.length - b.moves.length);
  return [...new Map(won.reverse().map((game) => [game.game, game])).values()];
}

for (const [i, { game: kind, board, first, layout, moves, result, points }] of shortWins().entries()) {
  test.describe(kind, () => {
    test.use({ locale: i % 2 === 0 ? 'fr-FR' : 'en-GB' });

    test(`a known game of ${kind} is won by ${result}`, async ({ page, words }) => {
      const player = new Player(page, words);
      let game = await player.begin({ kind, board, first, ...(layout ? { layout } : {}) });
      for (const [ply, move] of moves.entries()) {
        if (ply === Math.floor(moves.length / 2)) await shot(page, `middle-${kind}`);
        game = await player.move(move.split(/[-x>]/));
        expect(game.moves.at(-1)).toBe(move);
      }
      expect(game.outcome).toMatchObject({ winner: result, points });
      await expect(page.getByText(words.within(`reason.${game.outcome?.reason}`)).first()).toBeVisible();
      await player.expectStill();
    });
  });
}
