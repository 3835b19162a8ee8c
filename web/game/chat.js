// What the two players write to each other.

import { ApiError } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { limitsOfServer } from '../games.js';
import { errorText, language, t } from '../i18n.js';
import { readSetting, writeSetting } from '../storage.js';
import { icon } from './icons.js';
import { playerName } from './seats.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Message} Message */
/** @typedef {import('./session.js').Session} Session */

/** The storage key of the last read message, for the current game alone. */
const READ_KEY = 'chat-read';
/** The most messages that are announced one by one. */
const MAX_READ_OUT = 3;
/** Where the panel is beside the board, it is open at first. */
const WIDE_LAYOUT = '(min-width: 56rem)';

/** @param {number} ms since 1970 */
const time = (ms) => new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(ms);

/**
 * Makes the panel.
 * @param {Session} session
 * @param {import('../types.js').Context['memory']} memory
 */
export function createChat(session, memory) {
  return new Chat(session, memory);
}

class Chat {
  /** Ends what is asked of the server. */
  #life = new AbortController();

  /** @param {Session} session @param {import('../types.js').Context['memory']} memory */
  constructor(session, memory) {
    this.session = session;
    this.memory = memory;
    this.isOpen = Boolean(memory['chat'] ?? matchMedia(WIDE_LAYOUT).matches);
    this.isLimited = false;
    const known = readSetting(READ_KEY);
    /** The number of the last message that was seen. */
    this.read = known?.id === session.id ? Number(known.number) : 0;
    this.unread = h('span', { class: 'chat-unread' });
    this.toggle = h('button', { type: 'button', class: 'chat-toggle', 'aria-controls': 'chat', onclick: () => this.#open(!this.isOpen) }, h('span', {}, t('chat.title')), this.unread, icon('open'));
    this.list = h('ol', { class: 'chat-list', tabindex: 0, 'aria-label': t('chat.messages') });
    this.input = h('input', { id: 'chat-text', type: 'text', autocomplete: 'off', enterkeyhint: 'send', placeholder: t('chat.placeholder'), 'aria-label': t('chat.placeholder'), 'aria-describedby': 'chat-error' });
    this.error = h('p', { class: 'chat-error error', id: 'chat-error', role: 'alert' });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#send();
    };
    const form = h('form', { class: 'chat-form', onsubmit }, this.input, h('button', { type: 'submit' }, t('chat.send')));
    this.panel = h('div', { class: 'chat-panel', id: 'chat' }, this.list, this.error, form);
    this.element = h('section', { class: 'chat', 'aria-label': t('chat.title'), hidden: true }, this.toggle, this.panel);
    this.isSending = false;
  }

  /** Shows what was written. @param {Game} game */
  update(game) {
    this.element.hidden = !game.can.chat;
    if (!game.can.chat) return;
    this.#learnLimit();
    const { messages } = this.session;
    if (messages.length !== this.list.childElementCount) this.#write(game, messages);
    this.panel.hidden = !this.isOpen;
    this.toggle.setAttribute('aria-expanded', String(this.isOpen));
    this.#count(game, messages);
  }

  async #learnLimit() {
    if (this.isLimited) return;
    this.isLimited = true;
    try {
      this.input.maxLength = (await limitsOfServer(this.#life.signal)).message;
    } catch {
      // The server refuses what is too long.
    }
  }

  /** The screen is left. */
  leave() {
    this.#life.abort();
  }

  /** @type {(game: Game, messages: Message[]) => void} */
  #write(game, messages) {
    const first = this.list.childElementCount;
    this.list.append(...messages.slice(first).map((message) => line(game, message)));
    this.#scroll();
    const fresh = messages.slice(first).filter((message) => this.#isNew(game, message));
    // After an absence the number of new messages is announced, not each of them.
    if (fresh.length > MAX_READ_OUT) announce(`${t('chat.title')}. ${t('chat.unread', { count: fresh.length })}`);
    else fresh.forEach(({ side, text }) => announce(t('chat.said', { name: playerName(game, side), text })));
  }

  /** Whether the other player wrote it, and it was not seen. @type {(game: Game, message: Message) => boolean} */
  #isNew(game, { number, side }) {
    return number > this.read && !game.you.includes(side);
  }

  /** Counts what nobody has seen. @type {(game: Game, messages: Message[]) => void} */
  #count(game, messages) {
    const last = messages.at(-1)?.number ?? 0;
    if (this.isOpen && !document.hidden && last > this.read) {
      this.read = last;
      writeSetting(READ_KEY, { id: this.session.id, number: last });
    }
    const count = messages.filter((message) => this.#isNew(game, message)).length;
    this.unread.textContent = count > 0 ? t('chat.unread', { count }) : '';
  }

  #scroll() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {boolean} open */
  #open(open) {
    this.isOpen = open;
    this.memory['chat'] = open;
    if (this.session.game) this.update(this.session.game);
    this.#scroll();
    if (open) this.input.focus();
  }

  async #send() {
    const text = this.input.value;
    if (this.isSending || !text.trim()) return;
    this.isSending = true;
    this.input.readOnly = true;
    replace(this.error);
    try {
      await this.session.write(text);
      this.input.value = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      replace(this.error, errorText(error));
    } finally {
      this.isSending = false;
      this.input.readOnly = false;
    }
  }
}

/** @type {(game: Game, message: Message) => HTMLElement} */
const line = (game, { side, text, at }) =>
  h(
    'li',
    { class: game.you.includes(side) ? 'chat-own' : '' },
    h('span', { class: 'chat-head' }, h('strong', { class: 'chat-name' }, game.you.includes(side) ? t('game.you') : playerName(game, side)), ' ', h('time', { datetime: new Date(at).toISOString() }, time(at))),
    h('span', { class: 'chat-text' }, text),
  );
