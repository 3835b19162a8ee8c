// The time that a player has left, counted down between what the server says.

import { announce, h } from '../dom.js';
import { language, t } from '../i18n.js';
import { icon } from './icons.js';

/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('./session.js').Session} Session */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below this, tenths of seconds are shown. */
const TENTHS_BELOW = 10 * SECOND;
/** The times left at which a screen reader announces the clock, in milliseconds. */
const ANNOUNCED_AT = [MINUTE, TENTHS_BELOW];

/** @type {(value: number, unit: 'day' | 'hour' | 'minute' | 'second', display: 'narrow' | 'long') => string} */
const amount = (value, unit, display) =>
  new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: display }).format(value);

/** Two digits at least, and a tenth where it is asked for. @type {(value: number, tenths?: number) => string} */
const digits = (value, tenths = 0) =>
  new Intl.NumberFormat(language(), { minimumIntegerDigits: 2, minimumFractionDigits: tenths, maximumFractionDigits: tenths }).format(value);

/** A time as clocks show it: whole days and hours, else minutes and seconds. @type {(ms: number, tenths?: number) => string} */
function written(ms, tenths = ms < TENTHS_BELOW ? 1 : 0) {
  const [days, hours, minutes] = [Math.floor(ms / DAY), Math.floor(ms / HOUR) % 24, Math.floor(ms / MINUTE) % 60];
  if (days > 0) return `${amount(days, 'day', 'narrow')}\u00a0${amount(hours, 'hour', 'narrow')}`;
  const seconds = tenths ? Math.floor((ms % MINUTE) / 100) / 10 : Math.floor(ms / SECOND) % 60;
  const short = `${hours > 0 ? digits(minutes) : minutes}:${digits(seconds, tenths)}`;
  return hours > 0 ? `${hours}:${short}` : short;
}

/** How long a time is written as it is. @param {number} ms */
const untilNext = (ms) => (ms <= TENTHS_BELOW ? ms % 100 : ms % SECOND) + 1;

/** The same for who hears it. @param {number} ms */
const spoken = (ms) =>
  ms >= MINUTE ? amount(Math.round(ms / MINUTE), 'minute', 'long') : amount(Math.round(ms / SECOND), 'second', 'long');

/**
 * Makes what says how long the first move may still take, as long as it may.
 * @param {(time: string) => string} words
 */
export function createCountdown(words) {
  const element = h('span', { hidden: true });
  let timer = 0;
  /** @type {(left: number, heard: number) => void} */
  const tick = (left, heard) => {
    clearTimeout(timer);
    // Whole seconds: nobody has to hurry by tenths.
    const now = Math.max(0, left - (performance.now() - heard));
    const text = words(written(Math.ceil(now / SECOND) * SECOND, 0));
    if (element.textContent !== text) element.textContent = text;
    if (now > 0) timer = window.setTimeout(() => tick(left, heard), (now % SECOND) + 1);
  };
  return {
    element,
    stop: () => clearTimeout(timer),
    /** @param {Session} session */
    update({ game, heard, gone }) {
      const left = game?.clock?.begin ?? null;
      element.hidden = left === null || gone;
      clearTimeout(timer);
      if (left !== null && !gone) tick(left, heard);
    },
  };
}

/** Makes the clock of one player. */
export function createClock() {
  return new SeatClock();
}

class SeatClock {
  constructor() {
    this.time = h('span', { class: 'clock-time', role: 'timer' });
    this.element = h('span', { class: 'clock', hidden: true }, icon('low'), this.time);
    this.timer = 0;
    /** What was left when it was looked at last. @type {number | null} */
    this.before = null;
    this.left = 0;
    this.heard = 0;
    this.isRunning = false;
    this.isOwn = false;
  }

  /** @type {(session: Session, side: Side) => void} */
  update({ game, heard }, side) {
    const clock = game?.clock;
    this.element.hidden = !clock;
    if (!game || !clock) return;
    this.left = clock.left[side];
    this.heard = heard;
    this.isRunning = clock.running === side;
    this.isOwn = game.you.length === 1 && game.you[0] === side;
    this.time.setAttribute('aria-label', t('online.clock', { side }));
    this.element.classList.toggle('clock-runs', this.isRunning);
    this.#tick();
  }

  stop() {
    clearTimeout(this.timer);
  }

  #tick() {
    clearTimeout(this.timer);
    const used = this.isRunning ? performance.now() - this.heard : 0;
    const left = Math.max(0, this.left - used);
    const text = written(left);
    if (this.time.textContent !== text) this.time.textContent = text;
    this.element.classList.toggle('clock-low', left < MINUTE);
    this.#say(left);
    if (this.isRunning && left > 0) this.timer = window.setTimeout(() => this.#tick(), untilNext(left));
  }

  /** Tells whose time it is that it runs out: not each second. @param {number} left */
  #say(left) {
    const { before } = this;
    this.before = left;
    if (before === null || !this.isRunning || !this.isOwn) return;
    const passed = ANNOUNCED_AT.find((limit) => before > limit && left <= limit);
    if (passed) announce(t('online.time-left', { time: spoken(passed) }));
  }
}
