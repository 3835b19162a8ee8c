// The frame around every screen: header, footer, language and theme.

import { here, hrefOf } from './address.js';
import { h, replace, svg } from './dom.js';
import { isStatic } from './local/scope.js';
import { isSoundOn, setSound } from './game/sound.js';
import { LANGUAGES, language, onLanguage, setLanguage, t } from './i18n.js';
import { logo } from './logo.js';
import { readSetting, writeSetting } from './storage.js';

const THEMES = ['auto', 'light', 'dark', 'contrast'];

/** Shows the frame, and again after each change of language. */
export function showShell() {
  draw();
  onLanguage(() => {
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement ? activeElement.id : '';
    draw();
    if (focused) document.getElementById(focused)?.focus();
  });
}

/** Marks the current page in the header. */
export function markCurrentPage() {
  for (const link of document.querySelectorAll('#menu nav a')) {
    if (link.getAttribute('href') === hrefOf(here().pathname)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function draw() {
  const [skip, header, footer] = ['skip', 'header', 'footer'].map((id) => document.getElementById(id));
  if (!skip || !header || !footer) throw new Error('index.html lacks parts of the frame');
  skip.textContent = t('shell.skip');
  focusOnClick(skip, () => document.getElementById('main'));
  drawHeader(header);
  replace(
    footer,
    h('p', {}, t('shell.footer'), ' ', h('a', { href: '/about' }, t('shell.more'))),
    h('p', {}, h('a', { href: '/sheets' }, t('sheets.title'))),
    !isStatic && h('p', {}, h('a', { href: '/api' }, t('shell.api'))),
  );
}

/**
 * Makes a link move the focus to an element, without changing the address.
 * @param {HTMLElement} link
 * @param {() => HTMLElement | null} place
 */
export function focusOnClick(link, place) {
  link.onclick = (event) => {
    event.preventDefault();
    place()?.focus();
    place()?.scrollIntoView();
  };
}

/** @param {HTMLElement} header */
function drawHeader(header) {
  const menu = h(
    'div',
    { class: 'menu', id: 'menu' },
    h(
      'nav',
      { 'aria-label': t('shell.pages') },
      h('a', { href: '/' }, t('shell.games')),
      h('a', { href: '/learn' }, t('shell.learn')),
      h('a', { href: '/puzzles' }, t('shell.puzzles')),
      !isStatic && h('a', { href: '/lobby' }, t('shell.lobby')),
      h('a', { href: '/open' }, t('shell.open')),
      h('a', { href: '/about' }, t('shell.about')),
      !isStatic && h('a', { href: '/me' }, t('shell.me')),
    ),
    languages(),
    themes(),
    sounds(),
  );
  const toggle = h(
    'button',
    { type: 'button', id: 'menu-button', class: 'menu-button', 'aria-expanded': 'false', 'aria-controls': 'menu' },
    t('shell.menu'),
  );
  /** @param {boolean} open */
  const show = (open) => {
    header.classList.toggle('menu-open', open);
    toggle.setAttribute('aria-expanded', String(open));
  };
  toggle.addEventListener('click', () => show(!header.classList.contains('menu-open')));
  header.onkeydown = (event) => {
    if (event.key !== 'Escape' || !header.classList.contains('menu-open')) return;
    show(false);
    toggle.focus();
  };
  menu.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) show(false);
  });
  replace(header, h('a', { class: 'brand', href: '/' }, logo(), h('span', {}, t('shell.name'))), toggle, menu);
  show(header.classList.contains('menu-open'));
  markCurrentPage();
}

function languages() {
  const names = { en: 'English', fr: 'Français' };
  return h(
    'div',
    { class: 'languages', role: 'group', 'aria-label': t('shell.language') },
    LANGUAGES.map((one) =>
      h(
        'button',
        {
          type: 'button',
          id: `language-${one}`,
          lang: one,
          title: names[one],
          // The visible text is part of the label, for voice control.
          'aria-label': `${one.toUpperCase()} – ${names[one]}`,
          'aria-pressed': String(one === language()),
          onclick: () => setLanguage(one),
        },
        one.toUpperCase(),
      ),
    ),
  );
}

function themes() {
  const labels = [t('shell.theme-auto'), t('shell.theme-light'), t('shell.theme-dark'), t('shell.theme-contrast')];
  const options = THEMES.map((theme, i) => h('option', { value: theme }, labels[i]));
  const select = h(
    'select',
    {
      id: 'theme',
      'aria-label': t('shell.theme'),
      title: t('shell.theme'),
      value: readSetting('theme') ?? 'auto',
      onchange: () => {
        writeSetting('theme', select.value);
        dispatchEvent(new Event('theme'));
      },
    },
    options,
  );
  return select;
}

/** A loudspeaker, crossed out while it is off. */
const SPEAKER = { on: 'M4 9v6h4l5 4V5L8 9zM16 9c2 2 2 4 0 6M18.5 6.5c4 3.5 4 7.5 0 11', off: 'M4 9v6h4l5 4V5L8 9zM16 9l6 6M22 9l-6 6' };

function sounds() {
  const path = svg('path', {});
  const button = h(
    'button',
    { type: 'button', id: 'sound', class: 'sound', 'aria-label': t('shell.sound'), title: t('shell.sound'), onclick: () => turn(!isSoundOn()) },
    svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, path),
  );
  const show = () => {
    button.setAttribute('aria-pressed', String(isSoundOn()));
    path.setAttribute('d', isSoundOn() ? SPEAKER.on : SPEAKER.off);
  };
  /** @param {boolean} on */
  const turn = (on) => {
    setSound(on);
    show();
  };
  show();
  return button;
}
