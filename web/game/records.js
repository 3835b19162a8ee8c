// What can be taken away of a game: its record, a position, pictures, links.

import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { localId } from '../local/scope.js';
import { copy, linkButtons } from '../share/copy.js';
import { embedCode, positionLink, recordLink } from '../share/links.js';
import { WIDTH, animationOf, pngOf, saveFile, svgOf } from '../share/pictures.js';
import { Trial } from '../trial/trial.js';
import { openDialog } from './dialogs.js';

/**
 * Offers the record, the position, pictures of it, and links.
 * @param {import('../types.js').Game} game
 * @param {number} ply the one that is shown
 * @param {boolean} flip whether Black is at the bottom
 */
export function openRecords({ id, kind }, ply, flip) {
  const path = `/api/games/${encodeURIComponent(id)}`;
  const isHere = localId(path) !== null;
  const note = h('div', { class: 'dialog-note', role: 'status' });
  const view = `ply=${ply}&flip=${flip}`;
  const name = `${kind}-${id}`;
  /** @type {(rest: string) => Promise<string>} */
  const text = (rest) => get(`${path}/${rest}`);
  /** @type {(label: string, rest: string) => HTMLElement} */
  const copyButton = (label, rest) => h('button', { type: 'button', onclick: () => copy(text(rest), note) }, label);
  /** @type {(label: string, make: () => Promise<Blob>, file: string, rest: string) => HTMLElement} */
  const saveButton = (label, make, file, rest) => {
    if (!isHere) return h('a', { class: 'button', href: `${path}/${rest}`, download: file }, label);
    // No server has the address of a game of this browser.
    const save = () => make().then((blob) => saveFile(blob, file)).catch(() => replace(note, t('game.not-copied')));
    return h('button', { type: 'button', onclick: save }, label);
  };
  const record = async () => new Blob([await text('record')], { type: 'text/plain' });
  const drawing = () => text(`diagram.svg?${view}`);
  const svg = async () => svgOf(await drawing());
  const png = async () => pngOf(await drawing());
  const embed = async () => embedCode({ id, title: t('frame.title', { kind }), record: isHere ? await text('record') : null, ply, flip });
  const gameLink = h('div', { hidden: true });
  const animation = createAnimation({ text: () => text('record'), file: `${name}.png`, flip, note });
  const dialog = openDialog(t('game.records'), () => [
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
      gameLink,
      h('button', { type: 'button', onclick: () => copy(embed(), note) }, t('game.copy-embed')),
      animation.button),
    note,
  ]);
  dialog.addEventListener('close', () => animation.stop());
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

/**
 * The button that saves a game as an animated picture, which this browser draws: a server has other things to do.
 * @param {object} options
 * @param {() => Promise<string>} options.text the record of the game
 * @param {string} options.file
 * @param {boolean} options.flip
 * @param {HTMLElement} options.note shows how far it is
 */
function createAnimation({ text, file, flip, note }) {
  const control = new AbortController();
  const bar = h('progress', { max: 1, value: 0, 'aria-label': t('game.drawing') });
  const button = h('button', { type: 'button', onclick: save }, t('game.download-animation'));
  return { button, stop: () => control.abort() };

  async function save() {
    button.disabled = true;
    replace(note, t('game.drawing'), ' ', bar);
    try {
      const trial = await Trial.begin(await text());
      const picture = await animationOf(trial.game.moves.length + 1, (ply) => trial.drawing(ply, flip), (share) => (bar.value = share), control.signal);
      saveFile(picture, file);
      replace(note);
    } catch {
      replace(note, t('game.not-drawn'));
    }
    button.disabled = false;
  }
}
