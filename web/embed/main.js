// A game or a position in a frame of another site: to be looked at, and nothing else. There is no router and
// no command here, so that a frame never shows what a visitor may do.

import { h, replace } from '../dom.js';
import { errorText, load, t } from '../i18n.js';
import { embedded, openingLink, wishes } from './source.js';
import { Viewer } from './viewer.js';

const place = document.getElementById('main');
if (!place) throw new Error('embed.html has no main');

const { language, theme, ply, side } = wishes(new URLSearchParams(location.search));
if (theme) document.documentElement.dataset['theme'] = theme;
await load(language);
await show();
// What a frame shows is changed by the fragment of its address.
addEventListener('hashchange', show);

async function show() {
  if (!place) return;
  try {
    const { game, positions, link } = await embedded(location);
    const viewer = new Viewer(game, positions, { link, ply, side });
    replace(place, viewer.element);
    document.title = t('frame.title', { kind: game.kind });
  } catch (error) {
    replace(place, h('p', { class: 'embed-error', role: 'alert' }, errorText(error)), h('p', { class: 'embed-caption' }, openingLink('/')));
  }
}
