// The clock of a game between two people.

import { h, replace } from '../dom.js';
import { isWithin, numbersOf } from '../games.js';
import { t } from '../i18n.js';
import { timeControlText } from '../invite/time-control.js';
import { radios } from './fields.js';

/** @typedef {import('../types.js').Limits} Limits */
/** @typedef {import('../types.js').Pace} Pace */
/** @typedef {'none' | 'fischer' | 'days'} PaceKind */
/** @typedef {{ kind: PaceKind, minutes: number, seconds: number, days: number }} ClockChoice what was chosen of each kind */

/** Minutes, and seconds that each move adds. */
const PRESETS = /** @type {const} */ ([[3, 2], [5, 3], [10, 5], [15, 10], [30, 20]]);

/** @type {ClockChoice} */
export const NO_CLOCK = { kind: 'none', minutes: 10, seconds: 5, days: 3 };

/**
 * What a clock is to the server.
 * @param {ClockChoice} choice
 * @returns {Pace | null}
 */
export function paceOf({ kind, minutes, seconds, days }) {
  if (kind === 'fischer') return { kind, minutes, seconds };
  return kind === 'days' ? { kind, days } : null;
}

/**
 * A clock that was chosen before, as far as it makes sense.
 * @param {any} kept
 * @param {Limits} limits
 * @returns {ClockChoice}
 */
export function readClock(kept, limits) {
  const read = (/** @type {'minutes' | 'seconds' | 'days'} */ name) => {
    const { min, max } = limits[name];
    return isWithin(kept?.[name], { min, max }) ? Number(kept[name]) : Math.min(Math.max(NO_CLOCK[name], min), max);
  };
  return {
    kind: kept?.kind === 'fischer' || kept?.kind === 'days' ? kept.kind : 'none',
    minutes: read('minutes'),
    seconds: read('seconds'),
    days: read('days'),
  };
}

/**
 * @param {ClockChoice} value
 * @param {Limits} limits
 * @param {(value: ClockChoice) => void} onChange told of clocks that there are
 */
export function clockField(value, limits, onChange) {
  let chosen = value;
  /** @param {Partial<ClockChoice>} change */
  const choose = (change) => {
    chosen = { ...chosen, ...change };
    onChange(chosen);
  };
  const minutes = minutesField(chosen, limits, choose);
  const days = daysField(chosen, limits, choose);
  const show = () => {
    minutes.hidden = chosen.kind !== 'fischer';
    days.hidden = chosen.kind !== 'days';
  };
  const element = radios({
    name: 'clock',
    legend: t('new.clock'),
    items: /** @type {const} */ ([
      ['none', t('new.clock-none')],
      ['fischer', t('new.clock-minutes')],
      ['days', t('new.clock-days')],
    ]),
    value: chosen.kind,
    onChange: (kind) => {
      choose({ kind });
      show();
    },
  });
  element.append(minutes, days);
  show();
  return element;
}

/** @param {ClockChoice} chosen @param {Limits} limits @param {(change: Partial<ClockChoice>) => void} choose */
function minutesField(chosen, limits, choose) {
  const fault = h('p', { class: 'error', id: 'clock-fault', role: 'alert' });
  const fields = { minutes: numberField('minutes', limits, chosen), seconds: numberField('seconds', limits, chosen) };
  const presets = PRESETS.filter(([minutes, seconds]) => isWithin(minutes, limits.minutes) && isWithin(seconds, limits.seconds));
  const wrong = {
    'min-minutes': limits.minutes.min,
    minutes: limits.minutes.max,
    'min-seconds': limits.seconds.min,
    seconds: limits.seconds.max,
  };
  const usual = presets.map(([minutes, seconds]) => {
    const set = () => {
      fields.minutes.value = String(minutes);
      fields.seconds.value = String(seconds);
      tell();
    };
    const title = timeControlText({ kind: 'fischer', minutes, seconds });
    return h('button', { type: 'button', title, onclick: set }, t('new.clock-short', { minutes, seconds }));
  });
  const tell = () => {
    const all = Object.values(fields);
    for (const field of all) field.setAttribute('aria-invalid', String(!isRight(field)));
    fault.textContent = all.every(isRight) ? '' : t('new.clock-wrong', wrong);
    const [minutes, seconds] = [Number(fields.minutes.value), Number(fields.seconds.value)];
    for (const [i, button] of usual.entries()) {
      button.setAttribute('aria-pressed', String(presets[i]?.[0] === minutes && presets[i]?.[1] === seconds));
    }
    if (all.every(isRight)) choose({ minutes, seconds });
  };
  for (const field of Object.values(fields)) field.addEventListener('input', tell);
  tell();
  return h(
    'div',
    { class: 'clock-more' },
    h('div', { class: 'choices-row clock-usual', role: 'group', 'aria-label': t('new.clock-usual') }, usual),
    h(
      'div',
      { class: 'choices-row' },
      h('label', { class: 'clock-number' }, fields.minutes, h('span', {}, t('new.clock-minutes-each'))),
      h('label', { class: 'clock-number' }, fields.seconds, h('span', {}, t('new.clock-seconds-more'))),
    ),
    fault,
  );
}

/** @param {'minutes' | 'seconds'} name @param {Limits} limits @param {ClockChoice} chosen */
const numberField = (name, limits, chosen) =>
  h('input', {
    type: 'number',
    id: `clock-${name}`,
    min: limits[name].min,
    max: limits[name].max,
    step: 1,
    inputmode: 'numeric',
    value: chosen[name],
    'aria-describedby': 'clock-fault',
  });

/** @param {HTMLInputElement} field */
function isRight({ value, min, max }) {
  const number = Number(value);
  return value.trim() !== '' && Number.isInteger(number) && number >= Number(min) && number <= Number(max);
}

/** @param {ClockChoice} chosen @param {Limits} limits @param {(change: Partial<ClockChoice>) => void} choose */
function daysField(chosen, limits, choose) {
  const select = h('select', { id: 'clock-days', 'aria-label': t('new.clock-days') });
  replace(select, numbersOf(limits.days).map((days) => h('option', { value: days }, timeControlText({ kind: 'days', days }))));
  select.value = String(chosen.days);
  select.addEventListener('change', () => choose({ days: Number(select.value) }));
  return h('div', { class: 'clock-more' }, select);
}
