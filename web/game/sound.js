// Sounds of the board, made by the browser itself: a move, a capture, the end of a game.

import { readSetting, writeSetting } from '../storage.js';

/** @typedef {'move' | 'capture' | 'end'} Sound */
/** @typedef {{ at: number, pitch: number, lasts: number, volume: number }} Tone at and lasts in seconds, pitch in Hz */

const SETTING = 'sound';

/** Wood on wood; twice for a capture; three rising tones at the end. @type {Record<Sound, Tone[]>} */
const TONES = {
  move: [{ at: 0, pitch: 330, lasts: 0.09, volume: 0.16 }],
  capture: [
    { at: 0, pitch: 330, lasts: 0.09, volume: 0.16 },
    { at: 0.09, pitch: 196, lasts: 0.16, volume: 0.2 },
  ],
  end: [
    { at: 0.15, pitch: 392, lasts: 0.2, volume: 0.12 },
    { at: 0.33, pitch: 494, lasts: 0.2, volume: 0.12 },
    { at: 0.51, pitch: 587, lasts: 0.45, volume: 0.12 },
  ],
};

/** Whether sounds are on, which is the default. */
export const isSoundOn = () => readSetting(SETTING) !== false;

/** @param {boolean} on */
export function setSound(on) {
  writeSetting(SETTING, on);
  if (on) play('move');
}

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays a sound, if the visitor wants it and has done something on the page: before that no browser
 * allows it.
 * @param {Sound} sound
 * @param {number} [delay] in milliseconds
 */
export function play(sound, delay = 0) {
  if (!isSoundOn() || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    audio.resume().catch(() => {});
    const start = audio.currentTime + delay / 1000;
    for (const tone of TONES[sound]) playTone(audio, start, tone);
    dispatchEvent(new CustomEvent('sound', { detail: sound }));
  } catch {
    // A browser without sound, or without a device for it: the board shows everything.
  }
}

/** @type {(audio: AudioContext, start: number, tone: Tone) => void} */
function playTone(audio, start, { at, pitch, lasts, volume }) {
  const [from, to] = [start + at, start + at + lasts];
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.001, to);
  source.connect(gain).connect(audio.destination);
  source.start(from);
  source.stop(to);
}
