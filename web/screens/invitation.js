// An invitation: its maker sees the link to send, others see the terms and can join.

import { here, linkTo } from '../address.js';
import { ApiError, get, request } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { date, errorText, t } from '../i18n.js';
import { linkField } from '../invite/link.js';
import { boardPicture, rulesLink, terms } from '../invite/terms.js';
import { NameField } from '../profile/name.js';
import { retry, offlineBanner } from '../offline.js';
import { pause, whileVisible } from '../visibility.js';
import { showMissing } from './missing.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Invitation} Invitation */

/** The delay after a refused poll, in milliseconds. */
const POLL_INTERVAL = 5000;
/** How often to check whether a request is answered, in milliseconds. */
const ACTION_POLL_INTERVAL = 100;

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const control = new AbortController();
  const view = new InvitationScreen(context, control.signal);
  return {
    element: view.element,
    title: t('invite.title'),
    ready: view.fill(),
    leave: () => {
      control.abort();
      offlineBanner(false);
    },
  };
}

class InvitationScreen {
  /** @param {Context} context @param {AbortSignal} signal */
  constructor(context, signal) {
    this.context = context;
    this.signal = signal;
    this.path = `/api/invitations/${encodeURIComponent(context.params['id'] ?? '')}`;
    /** Ends with what is shown of the invitation. */
    this.showing = new AbortController();
    this.heading = h('h1', {}, t('invite.title'));
    this.body = h('div', { class: 'invitation-body' });
    this.problem = h('p', { class: 'error', role: 'alert' });
    /** Whether a request is in flight. */
    this.isActing = false;
    this.element = h('section', { class: 'invitation' }, this.heading, this.body);
    signal.addEventListener('abort', () => this.showing.abort(), { once: true });
  }

  /** Loads the invitation and shows it. */
  async fill() {
    try {
      /** @type {Invitation} */
      const invitation = await retry(() => get(this.path, this.signal), this.signal);
      const name = new NameField(invitation.yours ? t('me.name-hint') : t('invite.name-hint'));
      if (invitation.state === 'open') await name.load(this.signal);
      this.#show(invitation, name);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) showMissing(this.element, this.context, t('invite.unknown'));
      else replace(this.body, h('p', { class: 'error', role: 'alert' }, errorText(error)));
    }
  }

  /** @param {Invitation} invitation @param {NameField} name */
  #show(invitation, name) {
    this.showing.abort();
    this.showing = new AbortController();
    this.problem.textContent = '';
    const { state, yours, game } = invitation;
    if (state === 'taken' && yours) this.#play(game);
    else if (state !== 'open') this.#showOver(invitation);
    else if (yours) this.#showOwn(invitation, name);
    else this.#showOffer(invitation, name);
  }

  /** Who goes back does not come here again, from where the way leads only on. @param {string | null} game */
  #play(game) {
    if (!this.signal.aborted) this.context.navigate(`/game/${game}`, { replace: true });
  }

  /** @param {Invitation} invitation @param {NameField} name */
  #showOwn(invitation, name) {
    this.#head(t('invite.own', { kind: invitation.kind }));
    const saved = h('p', { class: 'good', role: 'status' });
    const save = async () => {
      saved.textContent = '';
      if (await name.save()) saved.textContent = t('me.saved');
    };
    const withdraw = h('button', { type: 'button', class: 'danger', onclick: () => this.#act(withdraw, () => this.#withdraw()) }, t('invite.withdraw'));
    replace(
      this.body,
      this.#layout(
        invitation,
        h('p', { class: 'invitation-waits' }, h('span', { class: 'waits-sign', 'aria-hidden': 'true' }), h('span', {}, t('invite.waiting'))),
        linkField({ label: t('invite.link'), address: linkTo(here().pathname), title: this.heading.textContent ?? '' }),
        h('p', { class: 'soft' }, invitation.public ? t('invite.send-or-wait') : t('invite.send'), ' ', t('invite.until', { date: date(invitation.expires) })),
        form(save, name.element, h('div', { class: 'row' }, h('button', { type: 'submit' }, t('me.save')), saved)),
        h('div', { class: 'row' }, withdraw, h('a', { class: 'button quiet', href: '/lobby' }, t('invite.to-lobby'))),
        this.problem,
      ),
    );
    this.#follow(invitation);
  }

  /** Shows what becomes of an open invitation. @param {Invitation} invitation */
  #follow(invitation) {
    const { yours } = invitation;
    // Where minutes are played, an invitation is open to others only while its maker waits.
    const during = yours && isQuick(invitation) ? always : whileVisible;
    during(async (signal) => {
      if (!(await this.#wait(signal, yours))) return;
      // The request in flight shows its own result.
      while (this.isActing) await pause(ACTION_POLL_INTERVAL, signal);
      const hadFocus = this.body.contains(document.activeElement);
      await this.fill();
      announce(this.heading.textContent ?? '');
      if (hadFocus) this.#focus();
    }, this.showing.signal);
  }

  /**
   * Waits until it is accepted or closed, or the browser's visitor has changed.
   * @param {AbortSignal} signal
   * @param {boolean} yours
   * @returns {Promise<boolean>} false when it is waited no longer
   */
  async #wait(signal, yours) {
    while (!signal.aborted) {
      try {
        /** @type {Invitation} */
        const invitation = await retry(() => get(`${this.path}/wait?state=open`, signal), signal);
        if (invitation.state !== 'open' || invitation.yours !== yours) return true;
      } catch (error) {
        if (signal.aborted) return false;
        this.problem.textContent = errorText(error);
        await pause(POLL_INTERVAL, signal);
        this.problem.textContent = '';
      }
    }
    return false;
  }

  async #withdraw() {
    await this.#attempt(async () => {
      await request('DELETE', this.path);
      await this.fill();
      this.#focus();
    });
  }

  /** Does what may come too late: then how the invitation stands is what counts. @param {() => Promise<void>} action */
  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError) || !['too-late', 'own-invitation'].includes(error.code)) throw error;
      announce(errorText(error));
      await this.fill();
      this.#focus();
    }
  }

  /** @param {Invitation} invitation @param {NameField} name */
  #showOffer(invitation, name) {
    const { kind } = invitation;
    this.#head(invitation.name ? t('invite.invites', { name: invitation.name, kind }) : t('invite.somebody-invites', { kind }));
    const join = h('button', { type: 'submit', class: 'primary play' }, t('invite.join'));
    const onJoin = () => this.#act(join, () => this.#join(name));
    replace(
      this.body,
      this.#layout(
        invitation,
        h('p', { class: 'lead' }, t(`kind.${kind}.summary`), ' ', rulesLink(kind)),
        invitation.here && h('p', { class: 'good' }, t('invite.here')),
        !invitation.here && isQuick(invitation) && h('p', { class: 'soft' }, t('invite.away')),
        form(onJoin, name.element, h('div', { class: 'row' }, join), this.problem),
        h('p', { class: 'soft' }, t('invite.join-takes')),
      ),
    );
    this.#follow(invitation);
  }

  /** @param {NameField} name */
  async #join(name) {
    if (!(await name.save())) return;
    await this.#attempt(async () => {
      /** @type {Invitation} */
      const { game } = await request('POST', `${this.path}/join`);
      this.#play(game);
    });
  }

  /** @param {Invitation} invitation */
  #showOver(invitation) {
    const { state, kind, game } = invitation;
    const words = {
      taken: [t('invite.taken'), t('invite.taken-why')],
      withdrawn: [t('invite.withdrawn'), invitation.yours ? t('invite.withdrawn-own') : t('invite.withdrawn-why')],
      expired: [t('invite.expired'), t('invite.expired-why')],
      open: [],
    };
    const [title = '', why = ''] = words[state];
    this.#head(title);
    replace(
      this.body,
      this.#layout(
        invitation,
        h('p', { class: 'lead' }, why),
        h(
          'div',
          { class: 'row' },
          game && h('a', { class: 'button primary', href: `/game/${encodeURIComponent(game)}` }, t('invite.to-game')),
          h('a', { class: game ? 'button' : 'button primary', href: `/new/${kind}?with=elsewhere` }, t('invite.another', { kind })),
          h('a', { class: 'button quiet', href: '/lobby' }, t('invite.to-lobby')),
        ),
      ),
    );
  }

  /** @param {Invitation} invitation @param {...import('../dom.js').Child} content */
  #layout(invitation, ...content) {
    return h(
      'div',
      { class: 'invitation-layout' },
      h('div', { class: 'invitation-main' }, content),
      h(
        'aside',
        { class: 'panel', 'aria-labelledby': 'terms' },
        h('h2', { id: 'terms' }, t('invite.terms')),
        boardPicture(invitation),
        terms(invitation),
      ),
    );
  }

  /** @param {string} title */
  #head(title) {
    this.heading.textContent = title;
    this.context.setTitle(title);
  }

  #focus() {
    this.heading.tabIndex = -1;
    this.heading.focus();
  }

  /** Does something once, however often the button is pressed. @param {HTMLButtonElement} button @param {() => Promise<void>} action */
  async #act(button, action) {
    if (button.disabled) return;
    button.disabled = true;
    this.isActing = true;
    this.problem.textContent = '';
    try {
      await action();
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
    this.isActing = false;
    button.disabled = false;
  }
}

/** Whether it is played with minutes, and both have to be there. @param {Invitation} invitation */
const isQuick = ({ clock }) => clock?.kind === 'fischer';

/** Works whether or not the page is visible. @type {typeof whileVisible} */
const always = (work, signal) => work(signal);

/** @param {() => void} onSubmit @param {...import('../dom.js').Child} content */
function form(onSubmit, ...content) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onSubmit();
  };
  return h('form', { class: 'invitation-form', novalidate: true, onsubmit: submit }, content);
}
