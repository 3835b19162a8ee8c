// What is to be chosen for a game with somebody elsewhere.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { clockField } from './clock.js';
import { radios } from './fields.js';

/** @typedef {import('./choices.js').Choices} Choices */

/**
 * @param {Choices} choices
 * @param {import('../types.js').Limits} limits
 * @param {(change: Partial<Choices>) => void} choose
 */
export function onlineFields({ clock, isPublic, hasChat }, limits, choose) {
  const chat = h('input', { type: 'checkbox', id: 'chat', checked: hasChat });
  chat.addEventListener('change', () => choose({ hasChat: chat.checked }));
  return h(
    'div',
    { class: 'new-online' },
    clockField(clock, limits, (clock) => choose({ clock })),
    radios({
      name: 'listed',
      legend: t('new.listed'),
      items: /** @type {const} */ ([
        ['link', t('new.listed-link')],
        ['lobby', t('new.listed-lobby')],
      ]),
      value: isPublic ? 'lobby' : 'link',
      onChange: (listed) => choose({ isPublic: listed === 'lobby' }),
    }),
    h(
      'fieldset',
      { class: 'choices' },
      h('legend', {}, t('new.chat')),
      h('div', { class: 'choices-row' }, h('label', { class: 'choice' }, chat, h('span', {}, t('new.chat-allow')))),
    ),
  );
}
