// What this is, whom it is owed to, and how it is used.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { isStatic } from '../local/scope.js';

/** @returns {import('../types.js').Screen} */
export function screen() {
  const element = h(
    'article',
    { class: 'about' },
    h('h1', {}, t('about.title')),
    section(t('about.what'), h('p', {}, t('about.what-1')), h('p', {}, t('about.what-2'))),
    section(t('about.sources'), h('p', {}, t('about.sources-1')), h('p', {}, t('about.sources-2'))),
    section(t('about.keys'), ...keys()),
    section(t('about.privacy'), h('p', {}, t('about.privacy-1'), !isStatic && [' ', t('about.privacy-server')])),
    section(t('about.source-code'), h('p', {}, t('about.source-code-1'), !isStatic && [' ', h('a', { href: '/api' }, t('about.api')), '.'])),
  );
  return { element, title: t('about.title') };
}

/** @param {string} title @param {...HTMLElement} content */
const section = (title, ...content) => h('section', {}, h('h2', {}, title), ...content);

function keys() {
  const [arrows, enter, escape] = [t('about.key-arrows'), t('about.key-enter'), t('about.key-escape')];
  return [
    h('h3', {}, t('about.keys-board')),
    table([
      [[arrows], t('about.keys-board-arrows')],
      [[enter], t('about.keys-board-enter')],
      [[escape], t('about.keys-board-escape')],
      [['R'], t('about.keys-board-reach')],
    ]),
    h('h3', {}, t('about.keys-game')),
    table([
      [['←', '→'], t('about.keys-game-step')],
      [[t('about.key-home'), t('about.key-end')], t('about.keys-game-ends')],
    ]),
    h('h3', {}, t('about.keys-builder')),
    table([
      [['R'], t('about.keys-builder-turn')],
      [['F'], t('about.keys-builder-flip')],
      [[enter], t('about.keys-builder-swap')],
      [['1', '2', '3', '4'], t('about.keys-builder-paint')],
    ]),
  ];
}

/** @param {[string[], string][]} rows */
const table = (rows) =>
  h(
    'dl',
    { class: 'keys' },
    rows.map(([names, meaning]) => h('div', {}, h('dt', {}, names.map((name) => h('kbd', {}, name))), h('dd', {}, meaning))),
  );
