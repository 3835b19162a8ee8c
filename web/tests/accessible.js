// What axe finds on a screen.

import AxeBuilder from '@axe-core/playwright';

import { expect } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

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
export async function expectAccessible(page, language, theme) {
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
