// A game or a position in a frame of another site: to be looked at, and nothing else. There is no router and
// no command here, so that a frame never shows what a visitor may do.

import { ApiError } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, load, t } from '../i18n.js';
import { embedded, openingLink, wishes } from './source.js';
import { Viewer } from './viewer.js';

const place = document.getElementById('main');
if (!place) throw new Error('embed.html has no main');

const { language, theme, ply, side } = wishes(new URLSearchParams(location.search));
if (theme) document.documentElement.dataset['theme'] = theme;
/** The number of the address that is shown: an earlier one may be read later. */
let turn = 0;
await load(language);
// What a frame shows is changed by the fragment of its address.
addEventListener('hashchange', show);
await show();

async function show() {
  if (!place) return;
  turn += 1;
  const mine = turn;
  const shown = await found();
  if (mine !== turn) return;
  replace(place, shown.nodes);
  document.title = shown.title;
}

/** What the address names, or what is wrong with it. */
async function found() {
  try {
    const { game, positions, link } = await embedded(location);
    const viewer = new Viewer(game, positions, { link, ply, side });
    return { nodes: [viewer.element], title: t('frame.title', { kind: game.kind }) };
  } catch (error) {
    return { nodes: [wrong(error), h('p', { class: 'embed-caption' }, openingLink('/'))], title: t('shell.name') };
  }
}

/** @param {unknown} error that of a record has a fault for each of its lines */
function wrong(error) {
  /** @type {import('../types.js').Fault[]} */
  const faults = (error instanceof ApiError && error.details['faults']) || [];
  const each = faults.map((fault) => h('li', {}, t('open.line', { line: fault.line }), ' ', errorText(fault)));
  return h('div', { class: 'embed-error', role: 'alert' }, h('p', {}, errorText(error)), each.length > 0 && h('ul', {}, each));
}
