// The visitor's profile: their name and their recovery link.

import { linkTo } from '../address.js';
import { request } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { linkField } from '../invite/link.js';
import { NameField } from '../profile/name.js';

/** @typedef {import('../types.js').Context} Context */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen({ memory, isRemade }) {
  // Later it may be that of another visitor, or replaced by a newer one.
  if (!isRemade) delete memory['link'];
  const control = new AbortController();
  const body = h('div', { class: 'profile-body' });
  const element = h('section', { class: 'profile' }, h('h1', {}, t('me.title')), h('p', { class: 'lead' }, t('me.intro')), body);

  async function fill() {
    const name = new NameField(t('me.name-hint'));
    try {
      await name.load(control.signal);
      replace(body, nameForm(name), recovery(memory));
    } catch (error) {
      replace(body, h('p', { class: 'error', role: 'alert' }, errorText(error)));
    }
  }

  return { element, title: t('me.title'), ready: fill(), leave: () => control.abort() };
}

/** @param {NameField} name */
function nameForm(name) {
  const saved = h('p', { class: 'good', role: 'status' });
  const button = h('button', { type: 'submit', class: 'primary' }, t('me.save'));
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    saved.textContent = '';
    if (await name.save()) saved.textContent = t('me.saved');
  };
  return h(
    'form',
    { class: 'panel', novalidate: true, onsubmit },
    name.element,
    h('div', { class: 'row' }, button, saved),
  );
}

/** @param {Context['memory']} memory */
function recovery(memory) {
  const place = h('div', { class: 'profile-link' });
  const problem = h('p', { class: 'error', role: 'alert' });
  const make = async () => {
    if (button.disabled) return;
    button.disabled = true;
    problem.textContent = '';
    try {
      const { secret } = await request('POST', '/api/me/link');
      memory['link'] = linkTo(`/enter#${secret}`);
      show();
      place.querySelector('input')?.focus();
    } catch (error) {
      problem.textContent = errorText(error);
    }
    button.disabled = false;
  };
  const button = h('button', { type: 'button', onclick: make }, t('me.make-link'));
  const show = () => replace(place, linkField({ label: t('me.link'), address: String(memory['link']) }));
  if (memory['link']) show();
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'elsewhere' },
    h('h2', { id: 'elsewhere' }, t('me.elsewhere')),
    h('p', {}, t('me.elsewhere-1')),
    h('p', {}, t('me.elsewhere-2')),
    button,
    place,
    problem,
  );
}
