// What can be taken away of a game: its record, a position, pictures, links.

import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { localId } from '../local/scope.js';
import { copy, linkButtons } from '../share/copy.js';
import { positionLink, recordLink } from '../share/links.js';
import { openDialog } from './dialogs.js';
import { pngOf, saveFile } from './files.js';

/** The width of a PNG picture, in pixels. */
const WIDTH = 1200;

/**
 * Offers the record, the position, pictures of it, and links.
 * @param {import('../types.js').Game} game
 * @param {number} ply the one that is shown
 * @param {boolean} flip whether Black is at the bottom
 */
export function openRecords({ id, kind }, ply, flip) {
  const path = `/api/games/${encodeURIComponent(id)}`;
  const note = h('div', { class: 'dialog-note', role: 'status' });
  const view = `ply=${ply}&flip=${flip}`;
  const name = `${kind}-${id}`;
  /** @type {(rest: string) => Promise<string>} */
  const text = (rest) => get(`${path}/${rest}`);
  /** @type {(label: string, rest: string) => HTMLElement} */
  const copyButton = (label, rest) => h('button', { type: 'button', onclick: () => copy(text(rest), note) }, label);
  /** @type {(label: string, make: () => Promise<Blob>, file: string, rest: string) => HTMLElement} */
  const saveButton = (label, make, file, rest) => {
    if (localId(path) === null) return h('a', { class: 'button', href: `${path}/${rest}`, download: file }, label);
    // No server has the address of a game of this browser.
    const save = () => make().then((blob) => saveFile(blob, file)).catch(() => replace(note, t('game.not-copied')));
    return h('button', { type: 'button', onclick: save }, label);
  };
  const record = async () => new Blob([await text('record')], { type: 'text/plain' });
  const drawing = () => text(`diagram.svg?${view}`);
  const svg = async () => new Blob([await drawing()], { type: 'image/svg+xml' });
  const png = async () => pngOf(await drawing(), WIDTH);
  const gameLink = h('div', { hidden: true });
  openDialog(t('game.records'), () => [
    h('div', { class: 'dialog-choices' },
      copyButton(t('game.copy-record'), 'record'),
      saveButton(t('game.download-record'), record, `${name}.ktg`, 'record'),
      copyButton(t('game.copy-position'), `position?ply=${ply}`),
      saveButton(t('game.download-svg'), svg, `${name}-${ply}.svg`, `diagram.svg?${view}`),
      saveButton(t('game.download-png'), png, `${name}-${ply}.png`, `diagram.png?${view}&width=${WIDTH}`),
      linkButtons({
        label: t('game.copy-position-link'),
        share: t('game.share-position'),
        title: t('open.position', { kind }),
        link: async () => positionLink(await text(`position?ply=${ply}`)),
        note,
      }),
      gameLink),
    note,
  ]);
  // Whether it fits a link shows in the record alone; without it the other buttons say what is wrong.
  text('record').then(offer, () => {});

  /** @param {string} content of the record */
  function offer(content) {
    const link = recordLink(content);
    const title = t('open.record', { kind });
    replace(
      gameLink,
      link === null
        ? h('p', { class: 'soft' }, t('game.no-link'))
        : linkButtons({ label: t('game.copy-game-link'), share: t('game.share-game'), title, link: async () => link, note }),
    );
    gameLink.hidden = false;
  }
}
