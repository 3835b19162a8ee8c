// A whole game of each kind against the computer, as a visitor plays it.

import { expect, shot, test } from './fixtures.js';
import { Player, byClick, byDrag, chance, computer } from './player.js';
import { kindNames } from './sources.js';

for (const [i, kind] of kindNames().entries()) {
  test(`a whole game of ${kind} against the computer`, async ({ page, words }) => {
    test.setTimeout(180_000);
    const player = new Player(page, words);
    const next = chance(40 + i);
    await player.beginDrawn({ kind, black: computer(2) }, next);
    const game = await player.whole({ next, way: i % 2 === 0 ? byClick : byDrag, most: 60 });

    const { winner, reason } = game.outcome ?? {};
    await expect(page.getByText(words.within(`reason.${reason}`)).first()).toBeVisible();
    expect([null, 'white', 'black']).toContain(winner);
    await player.expectStill();
    await expect(page.locator('.moves-list [aria-current]')).toBeInViewport({ ratio: 0.95 });
    await shot(page, `end-${kind}`);
  });
}
