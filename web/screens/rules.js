// The rules of one game, with the way to those of the others.

import { here } from '../address.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { availableGames } from '../games.js';
import { linksByGroup } from '../groups.js';
import { showMissing } from './missing.js';
import { fetchRules, rulesText } from '../rules/text.js';

/** @typedef {import('../types.js').Context} Context */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const kind = context.params['kind'] ?? '';
  const control = new AbortController();
  const { signal } = control;
  const title = t('home.rules-kind', { kind });
  const tabs = h('nav', { class: 'rules-kinds', 'aria-label': t('rules.kinds') });
  const body = h('div', {}, h('p', { class: 'soft' }, t('rules.loading')));
  const element = h('section', { class: 'rules' }, h('h1', {}, title), tabs, body);

  async function fill() {
    try {
      const all = await availableGames(signal);
      if (!all.some(({ name }) => name === kind)) {
        showMissing(element, context, t('new.unknown-kind'));
        return;
      }
      const rules = await fetchRules(kind, signal);
      replace(tabs, linksByGroup(t('rules.kinds'), all, (name) => tab(name, name === kind)));
      replace(body, layout(kind, rulesText(rules, 2)));
      goToHash();
    } catch (error) {
      replace(body, h('p', { class: 'error', role: 'alert' }, errorText(error)), h('a', { class: 'button', href: '/' }, t('shell.to-games')));
    }
  }

  return { element, title, ready: fill(), leave: () => control.abort() };
}

/** @param {string} name @param {boolean} isHere */
const tab = (name, isHere) => h('a', { href: `/rules/${name}`, 'aria-current': isHere ? 'page' : null }, t(`kind.${name}.title`));

/** @param {string} kind @param {HTMLElement} text */
function layout(kind, text) {
  const headings = [...text.querySelectorAll('h2')];
  const links = headings.map((heading, i) => {
    heading.id = `section-${i + 1}`;
    heading.tabIndex = -1;
    return h('li', {}, h('a', { href: `#${heading.id}` }, heading.textContent));
  });
  const play = h('a', { class: 'button primary', href: `/new/${kind}` }, t('rules.play', { kind }));
  const print = h('a', { class: 'button', href: `/sheets?what=rules&game=${kind}` }, t('rules.print'));
  const contents = h('nav', { class: 'rules-contents', 'aria-labelledby': 'contents' }, h('h2', { id: 'contents' }, t('rules.sections')), h('ol', {}, links));
  return h('div', { class: 'rules-layout' }, h('aside', {}, play, print, contents), h('article', {}, text));
}

/** The part that the address names is there only now. */
function goToHash() {
  const { hash } = here();
  if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
}
