// What every screen must be, whatever the language, theme and size: nothing cut off, nothing that a
// screen reader stumbles over, no key instead of a text. Pictures of all are taken on request.

import AxeBuilder from '@axe-core/playwright';

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

/** What is read and what is said to the page: F27. The rule is off unless it is asked for. */
const NAMES = 'label-content-name-mismatch';

/** @param {AxeBuilder} axe */
async function expectNothing(axe) {
  const { violations } = await axe.analyze();
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`);
  expect(told).toEqual([]);
}

/**
 * All of axe once for each screen and size; what another language or theme changes is looked at there.
 * @type {(page: Page, language: string, theme: string) => Promise<void>}
 */
async function expectAccessible(page, language, theme) {
  const axe = new AxeBuilder({ page });
  if (language !== 'en') {
    if (theme === 'light') await expectNothing(axe.withRules(NAMES));
  } else if (theme === 'dark') {
    await expectNothing(axe.withRules('color-contrast'));
  } else {
    const all = axe.options({ rules: { [NAMES]: { enabled: true } } });
    await expectNothing(all.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']));
  }
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
