// What can be learned: the first minute, and a lesson for each game.

import { h, replace } from '../dom.js';
import { availableGames } from '../games.js';
import { linksByGroup } from '../groups.js';
import { errorText, t } from '../i18n.js';
import { FIRST, doneOf, lessonOf } from '../learn/lessons.js';

/** @param {import('../types.js').Context} _context @returns {import('../types.js').Screen} */
export function screen(_context) {
  const control = new AbortController();
  const { signal } = control;
  const list = h('div', {}, h('p', { class: 'soft' }, t('home.loading')));
  const element = h(
    'section',
    { class: 'learn' },
    h('h1', {}, t('learn.title')),
    h('p', { class: 'lead' }, t('learn.intro')),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button primary', href: `/learn/${FIRST}` }, t('learn.first')),
      h('a', { class: 'button', href: '/learn/stars' }, t('stars.title')),
      h('a', { class: 'button', href: '/puzzles' }, t('puzzles.title')),
    ),
    h('h2', {}, t('learn.lessons')),
    list,
  );

  async function fill() {
    try {
      const kinds = await availableGames(signal);
      replace(list, linksByGroup(t('learn.lessons'), kinds, lessonLink));
      for (const link of list.querySelectorAll('a')) void mark(link);
    } catch (error) {
      replace(list, h('p', { class: 'error', role: 'alert' }, errorText(error)));
    }
  }

  return { element, title: t('learn.title'), ready: fill(), leave: () => control.abort() };
}

/** @param {string} name */
const lessonLink = (name) => h('a', { href: `/learn/${name}`, 'data-lesson': name }, t(`kind.${name}.title`));

/** Says of a lesson that it was finished, which takes its file: only where it was begun. @param {HTMLAnchorElement} link */
async function mark(link) {
  const name = link.dataset['lesson'] ?? '';
  const done = doneOf(name);
  if (done === 0) return;
  const lesson = await lessonOf(name).catch(() => null);
  if (!lesson) return;
  const isWhole = done >= lesson.steps.length;
  link.append(' ', h('span', { class: 'soft' }, isWhole ? t('learn.finished') : t('learn.begun', { done, count: lesson.steps.length })));
}
