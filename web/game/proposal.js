// What the players propose to each other, and how it is answered. The place for it is always there,
// so that nothing moves when something is proposed.

import { h, replace } from '../dom.js';
import { t } from '../i18n.js';
import { isDisabled, setDisabled } from './actions.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Offer} Offer */
/** @typedef {import('./session.js').Command} Command */
/** @typedef {import('./session.js').Session} Session */

/** @typedef {{ ask: (command: Command) => void, go: (path: string) => void }} Acts */

/** The titles of a proposal of the opponent. */
const OFFERED = {
  draw: 'online.draw-offered',
  takeback: 'online.takeback-asked',
  'rematch-same': 'online.rematch-same-offered',
  'rematch-random': 'online.rematch-random-offered',
};

const OFFERED_BY_YOU = {
  draw: 'online.draw-offered-by-you',
  takeback: 'online.takeback-asked-by-you',
  'rematch-same': 'online.rematch-same-offered-by-you',
  'rematch-random': 'online.rematch-random-offered-by-you',
};

/** @type {(game: Game, offer: Offer) => boolean} */
const isOwn = (game, { side }) => game.you.includes(side);

/** Who proposes, for those who read it. @type {(game: Game, offer: Offer) => string} */
function proposer({ names, you }, { side }) {
  const name = names[side];
  if (name) return t('online.by', { name });
  return you.length > 0 ? t('online.by-opponent') : t('online.by-side', { side });
}

/** What is proposed, and by whom. @type {(game: Game, offer: Offer) => string[]} */
const words = (game, offer) =>
  isOwn(game, offer) ? [t(OFFERED_BY_YOU[offer.what]), t('online.waits')] : [t(OFFERED[offer.what]), proposer(game, offer)];

/** What became of a proposal, for those who did not decline or withdraw it; else nothing. @param {Game} game */
function declinedWords({ declined, you }) {
  if (!declined || you.includes(declined.by)) return '';
  if (declined.by === declined.side) return t('online.withdrawn');
  return you.includes(declined.side) ? t('online.declined') : t('online.declined-between');
}

/** What is read out when something is proposed, or no longer. @param {Game} game */
export function spokenProposal(game) {
  if (game.offer) return words(game, game.offer).join(' ');
  if (game.match.next) return t('online.next-begun');
  return declinedWords(game) || t('online.no-proposal');
}

/**
 * Makes the place of proposals.
 * @param {Acts} on
 */
export function createProposal(on) {
  const element = h('section', { class: 'proposal', 'aria-label': t('online.proposals') });
  let shown = '';
  return {
    element,
    /** @param {Session} session */
    update(session) {
      const game = /** @type {Game} */ (session.game);
      element.hidden = !game.online || (game.you.length === 0 && !game.offer && !declinedWords(game));
      if (element.hidden) return;
      // Made anew only when something is new, so that the keyboard keeps its place.
      const key = JSON.stringify([game.offer, game.declined, game.names, game.can, game.match.next, session.gone]);
      if (key === shown) showQueued(element, session);
      if (key === shown) return;
      shown = key;
      const focused = element.contains(document.activeElement);
      element.classList.toggle('proposal-asked', !session.gone && game.offer !== null && game.can.answer);
      replace(element, ...(session.gone ? [] : content(game, on)));
      showQueued(element, session);
      if (focused) focusFirst(element);
    },
  };
}

/** Keeps the focus in place after an answer by keyboard. @param {Element} element */
function focusFirst(element) {
  const button = element.querySelector('button') ?? document.querySelector('.board [role=grid] [tabindex="0"]');
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/** @type {(game: Game, on: Acts) => HTMLElement[]} */
function content(game, on) {
  if (game.offer) return proposed(game, game.offer, on);
  const said = declinedWords(game);
  const buttons = game.outcome && game.you.length > 0 ? afterwards(game, on) : [];
  return said ? [text(said, ''), ...buttons] : buttons;
}

/** @type {(title: string, by: string) => HTMLElement} */
const text = (title, by) =>
  h('p', { class: 'proposal-text' }, h('strong', {}, title), ' ', h('span', { class: 'proposal-by', title: by }, by));

/** Disables the buttons of queued commands. @type {(element: Element, session: Session) => void} */
function showQueued(element, session) {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const one = element.querySelector(`[data-asks="${name}"]`);
    if (one) setDisabled(one, session.isQueued(command));
  }
}

/** What the buttons ask for. @type {Record<string, Command>} */
const COMMANDS = {
  accept: { do: 'accept' },
  decline: { do: 'decline' },
  'rematch-same': { do: 'offer', what: 'rematch-same' },
  'rematch-random': { do: 'offer', what: 'rematch-random' },
};

/** @type {(label: string, act: () => void, style?: string) => HTMLElement} */
const button = (label, act, style = '') => h('button', { type: 'button', class: style, onclick: act }, label);

/** @type {(label: string, name: keyof typeof COMMANDS, ask: Acts['ask'], style?: string) => HTMLElement} */
const asking = (label, name, ask, style = '') =>
  h('button', { type: 'button', class: style, 'data-asks': name, onclick: (/** @type {Event} */ event) => isDisabled(event) || ask(/** @type {Command} */ (COMMANDS[name])) }, label);

/** @type {(game: Game, offer: Offer, on: Acts) => HTMLElement[]} */
function proposed(game, offer, { ask }) {
  const [title = '', by = ''] = words(game, offer);
  const said = text(title, by);
  if (isOwn(game, offer)) return [said, asking(t('online.withdraw'), 'decline', ask)];
  if (!game.can.answer) return [said];
  return [
    said,
    asking(t('online.accept'), 'accept', ask, 'primary'),
    asking(t('online.decline'), 'decline', ask),
  ];
}

/** @type {(game: Game, on: Acts) => HTMLElement[]} */
function afterwards({ can, kind, match }, { ask, go }) {
  if (match.next) return [button(t('game.to-next'), () => go(`/game/${match.next}`), 'primary')];
  const rematches = [];
  if (can.offer.includes('rematch-same')) rematches.push(asking(t('online.rematch-same'), 'rematch-same', ask, 'primary'));
  if (can.offer.includes('rematch-random')) rematches.push(asking(t('online.rematch-random'), 'rematch-random', ask));
  return rematches.length > 0 ? rematches : [button(t('game.other-game'), () => go(`/new/${kind}`))];
}
