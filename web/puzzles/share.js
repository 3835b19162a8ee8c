// What can be taken away of a puzzle: its link, its position, pictures of it.

import { openDialog } from '../game/dialogs.js';
import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { copy, linkButtons } from '../share/copy.js';
import { pngOf, saveFile, svgOf } from '../share/pictures.js';
import { Trial } from '../trial/trial.js';

/**
 * @param {import('./files.js').Puzzle} puzzle
 * @param {string} link
 */
export function openShare({ id, kind, position }, link) {
  const note = h('div', { class: 'dialog-note', role: 'status' });
  const drawing = async () => {
    const trial = await Trial.begin(position);
    return trial.drawing(0, trial.turn === 'black');
  };
  /** @type {(label: string, end: string, make: () => Promise<Blob>) => HTMLElement} */
  const saveButton = (label, end, make) => {
    const save = () => make().then((blob) => saveFile(blob, `${kind}-${id}.${end}`)).catch(() => replace(note, t('game.not-drawn')));
    return h('button', { type: 'button', onclick: save }, label);
  };
  openDialog(t('puzzles.share'), () => [
    h('div', { class: 'dialog-choices' },
      linkButtons({ label: t('puzzles.copy-link'), share: t('new.share'), title: t('puzzles.title'), link: async () => link, note }),
      h('button', { type: 'button', onclick: () => copy(Promise.resolve(position), note) }, t('game.copy-position')),
      saveButton(t('game.download-svg'), 'svg', async () => svgOf(await drawing())),
      saveButton(t('game.download-png'), 'png', async () => pngOf(await drawing()))),
    note,
  ]);
}
