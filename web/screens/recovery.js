// The recovery link: makes this browser that of the visitor who made it, after a confirmation.

import { here, hrefOf } from '../address.js';
import { get, post } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { retry } from '../offline.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Me} Me */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const control = new AbortController();
  const { signal } = control;
  const body = h('div', {});
  const element = h('section', { class: 'recovery' }, h('h1', {}, t('enter.title')), body);

  async function fill() {
    takeSecret(context);
    try {
      /** @type {Me} */
      const me = await retry(() => get('/api/me', signal), signal);
      replace(body, context.memory['secret'] ? offer(context, me) : nothing());
    } catch (error) {
      replace(body, h('p', { class: 'error', role: 'alert' }, errorText(error)));
    }
  }

  // Another link was opened in the same window.
  addEventListener('hashchange', fill, { signal });
  return { element, title: t('enter.title'), ready: fill(), leave: () => control.abort() };
}

/**
 * Moves the secret from the address, where others could read it and the history would keep it.
 * @param {Context} context
 */
function takeSecret({ memory }) {
  const secret = here().hash.slice(1);
  if (!secret) return;
  memory['secret'] = secret;
  history.replaceState(history.state, '', hrefOf(here().pathname));
}

const nothing = () => [
  h('p', { class: 'lead' }, t('enter.nothing')),
  h('div', { class: 'row' }, h('a', { class: 'button primary', href: '/' }, t('shell.to-games'))),
];

/** @param {Context} context @param {Me} me */
function offer({ memory, navigate }, me) {
  const problem = h('p', { class: 'error', role: 'alert' });
  const enter = async () => {
    if (button.disabled) return;
    button.disabled = true;
    problem.textContent = '';
    try {
      // The link that was opened last, even if what was asked for it is still under way.
      await post('/api/me/enter', { secret: memory['secret'] });
      delete memory['secret'];
      navigate('/', { replace: true });
      announce(t('enter.entered'));
    } catch (error) {
      problem.textContent = errorText(error);
      button.disabled = false;
    }
  };
  const button = h('button', { type: 'button', class: 'primary play', onclick: enter }, t('enter.come-in'));
  return [
    h('p', { class: 'lead' }, t('enter.what')),
    me.known && h('p', {}, me.name ? t('enter.leaves-name', { name: me.name }) : t('enter.leaves')),
    me.known && h('p', {}, t('enter.keep'), ' ', h('a', { href: '/me' }, t('enter.to-me'))),
    h('div', { class: 'row' }, button, h('a', { class: 'button quiet', href: '/' }, t('enter.no'))),
    problem,
  ];
}
