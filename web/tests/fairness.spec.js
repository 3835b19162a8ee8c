// What a page says while others come first.

import { expect, test } from './fixtures.js';
import { Player, withoutEngine } from './player.js';
import { CAPTURES } from './positions.js';

test('F9: the analyst says that it waits for a free place', async ({ page, words, faults }) => {
  await withoutEngine(page, faults);
  await page.addInitScript(() => {
    // A server that has no free place.
    class Crowded extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new MessageEvent('waiting', { data: '{"waiting":true}' })));
      }
      close() {}
    }
    Object.assign(window, { EventSource: Crowded });
  });
  const player = new Player(page, words);
  await player.begin({ text: CAPTURES });
  await player.button('game.analyst').click();
  const analyst = page.getByRole('region', { name: words.text('analyst.title') });
  await expect(analyst.getByText(words.text('analyst.waiting'))).toBeVisible();
});
