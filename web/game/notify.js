// Notifies a player who looks at another window that it is their turn.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { readSetting, writeSetting } from '../storage.js';
import { openDialog } from './dialogs.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {{ sound: boolean, show: boolean }} Settings what notifies besides the title of the page */

const SETTING = 'notify';

/** @returns {Settings} */
function settings() {
  const known = readSetting(SETTING);
  return { sound: known?.sound === true, show: known?.show === true };
}

/** @param {Partial<Settings>} changed */
const saveSettings = (changed) => writeSetting(SETTING, { ...settings(), ...changed });

const isUnwatched = () => document.hidden || !document.hasFocus();

/** @type {AudioContext | null} */
let audio = null;

/** Two short tones. Browsers allow them once the visitor has done something on the page. */
async function beep() {
  audio ??= new AudioContext();
  await audio.resume();
  for (const [i, pitch] of [660, 880].entries()) {
    const [from, to] = [audio.currentTime + i * 0.16, audio.currentTime + i * 0.16 + 0.15];
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.25, from + 0.02);
    volume.gain.linearRampToValueAtTime(0, to);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(to);
  }
}

/** Whether the browser has notifications: on secure pages only. */
const canShow = () => 'Notification' in window;
const mayShow = () => canShow() && Notification.permission === 'granted';

/**
 * Shows a browser notification. Some phone browsers have the class, but refuse it to pages.
 * @type {(title: string, id: string) => void}
 */
function show(title, id) {
  try {
    const notification = new Notification(title, { body: t('notify.your-turn'), tag: id });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // The title of the page says it as well.
  }
}

/**
 * Makes the notifier of a game.
 * @param {string} id of the game
 * @param {(title: string) => void} setTitle
 */
export function createNotifier(id, setTitle) {
  let title = '';
  /** The ply of the last turn that the player was notified of, or null before the game is loaded. @type {number | null} */
  let known = null;
  let isTurn = false;
  const mark = () => setTitle(isTurn && isUnwatched() ? t('notify.title-mark', { title }) : title);
  const call = () => {
    const { sound, show: isShown } = settings();
    if (sound) beep();
    if (isShown && mayShow()) show(title, id);
  };
  addEventListener('focus', mark);
  addEventListener('blur', mark);
  document.addEventListener('visibilitychange', mark);
  return {
    /** @type {(game: Game, kind: string) => void} */
    update({ online, you, can, position: { ply } }, kind) {
      const isNew = title !== kind;
      title = kind;
      const wasTurn = isTurn;
      isTurn = online && you.length > 0 && can.move;
      const isNews = isTurn && known !== null && known !== ply;
      known = ply;
      if (isNews && isUnwatched()) call();
      if (isNew || isTurn || wasTurn) mark();
    },
    leave() {
      removeEventListener('focus', mark);
      removeEventListener('blur', mark);
      document.removeEventListener('visibilitychange', mark);
    },
  };
}

/** Opens the dialog of notification settings. */
export function askNotify() {
  const note = h('p', { class: 'dialog-note', role: 'status' });
  const { sound, show: isShown } = settings();
  /** @type {(label: string, checked: boolean, act: (input: HTMLInputElement) => void) => HTMLElement} */
  const choice = (label, checked, act) => {
    const input = h('input', { type: 'checkbox', checked, onchange: () => act(input) });
    return h('label', { class: 'notify-choice' }, input, h('span', {}, label));
  };
  const onSound = (/** @type {HTMLInputElement} */ input) => {
    saveSettings({ sound: input.checked });
    if (input.checked) beep();
  };
  openDialog(t('notify.title'), () => [
    h('p', {}, t('notify.text')),
    choice(t('notify.sound'), sound, onSound),
    canShow() ? choice(t('notify.show'), isShown && mayShow(), (input) => askBrowser(input, note)) : h('p', { class: 'soft' }, t('notify.impossible')),
    note,
  ]);
}

/** @type {(input: HTMLInputElement, note: Element) => Promise<void>} */
async function askBrowser(input, note) {
  replace(note);
  if (input.checked && Notification.permission !== 'granted') await Notification.requestPermission();
  const isRefused = input.checked && !mayShow();
  if (isRefused) {
    input.checked = false;
    replace(note, t('notify.refused'));
  }
  saveSettings({ show: input.checked });
}
