// What every screen must be, whatever the language, theme and size: nothing cut off, nothing that a
// screen reader stumbles over, no key instead of a text. Pictures of all are taken on request.

import { expectAccessible } from './accessible.js';
import { PHONE, expect, shot, test } from './fixtures.js';
import { Player } from './player.js';
import { SCREENS, speak } from './screens.js';
import { messagesOf, readLocale, textsOf } from './words.js';

/** @typedef {import('@playwright/test').Page} Page */

const LANGUAGES = /** @type {const} */ (['en', 'fr']);
const THEMES = /** @type {const} */ (['light', 'dark']);
const SIZES = [{ size: 'wide', device: {} }, { size: 'phone', device: PHONE }];

const ENGLISH = messagesOf(readLocale('en'));
const FRENCH = messagesOf(readLocale('fr'));
const SECTIONS = new Set([...ENGLISH.keys()].map((key) => key.slice(0, key.indexOf('.'))));

/** Texts of a few words that are English in English only. */
const ONLY_ENGLISH = [...ENGLISH].flatMap(([key, message]) => {
  const french = textsOf(FRENCH.get(key) ?? '');
  return textsOf(message).filter((text) => /\w \w/.test(text) && !text.includes('{') && !french.includes(text));
});

/** All that a visitor sees or hears. @param {Page} page */
const textsOn = (page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder]')];
    const names = named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...names].join('\n');
  });

/** @param {Page} page */
async function expectTexts(page, language = 'en') {
  const texts = await textsOn(page);
  const keys = [...texts.matchAll(/\b([a-z]+)\.[a-z][a-z-]+\b/g)].filter(([, section]) => SECTIONS.has(section ?? ''));
  expect(keys.map(([key]) => key), 'keys instead of texts').toEqual([]);
  expect(texts).not.toMatch(/\{[\w:^-]+\}|undefined|NaN|\[object/);
  if (language === 'fr') expect(ONLY_ENGLISH.filter((text) => texts.includes(text)), 'English').toEqual([]);
}

/** @param {Page} page */
async function expectFits(page) {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
}

for (const { size, device } of SIZES) {
  test.describe(size, () => {
    test.use(device);

    for (const { name, ready, open } of SCREENS) {
      test(name, async ({ page, words, faults }) => {
        faults.allowStatus(404);
        await open(new Player(page, words));
        // A screen that is loaded takes another language as it stands: one load is enough for both.
        for (const language of LANGUAGES) {
          if (language !== 'en') await speak(page, language);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator(ready).first()).toBeVisible();
          await expectTexts(page, language);
          await expectFits(page);
          for (const colorScheme of THEMES) {
            await page.emulateMedia({ colorScheme });
            await shot(page, `${name}-${language}-${size}-${colorScheme}`);
            await expectAccessible(page, language, colorScheme);
          }
        }
      });
    }
  });
}
