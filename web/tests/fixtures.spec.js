// The tests must be able to fail: each thing that no page may do is noticed.

import { expect, test } from './fixtures.js';

const SINS = [
  ['an error in a script', () => setTimeout(() => { throw new Error('sin'); }), /^script: Error: sin/],
  ['an error on the console', () => console.error('sin'), /^console: sin/],
  ['a script in the page’s text', () => document.body.append(Object.assign(document.createElement('script'), { text: '0' })), /Content Security Policy/],
  ['a style in the page’s text', () => document.body.insertAdjacentHTML('beforeend', '<i style="color: red"></i>'), /Content Security Policy/],
  ['another host', () => void new Image().setAttribute('src', 'http://127.0.0.2:8/x.png'), /^request to another host|Content Security Policy/],
  ['something that isn’t there', () => void fetch('/assets/none/x.js'), /status of 404/],
];

for (const [name, sin, told] of /** @type {[string, () => void, RegExp][]} */ (SINS)) {
  test(`${name} is noticed`, async ({ page, faults }) => {
    await page.goto('/about');
    expect(faults.found).toEqual([]);
    await page.evaluate(sin);
    await expect.poll(() => faults.found.join('\n')).toMatch(told);
    faults.allow(/./);
  });
}
