// The screen of a new game: the defaults can be played at once.

import { ApiError, post } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, t } from '../i18n.js';
import { isStatic } from '../local/scope.js';
import { availableGames, numbersOf } from '../games.js';
import { showMissing } from './missing.js';
import { SIDE_CHOICES, invitationRequest, keepChoices, lastChoices, newGameRequest } from '../new/choices.js';
import { matchField, radios, sides } from '../new/fields.js';
import { layoutField } from '../new/layout.js';
import { onlineFields } from '../new/online.js';
import { BoardChooser } from '../new/board-chooser.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Kind} Kind */
/** @typedef {import('../new/choices.js').Choices} Choices */

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const control = new AbortController();
  const name = context.params['kind'] ?? '';
  const heading = h('h1', {}, t('new.title', { kind: name }));
  const body = h('div', { class: 'new-body' });
  const element = h('section', { class: 'new' }, heading, body);

  async function fill() {
    try {
      const kind = (await availableGames(control.signal)).find((known) => known.name === name);
      if (kind) await new Form(kind, context, control.signal).show(body);
      else showMissing(element, context, t('new.unknown-kind'));
    } catch (error) {
      replace(body, h('p', { class: 'error', role: 'alert' }, errorText(error)));
    }
  }

  return { element, title: t('new.title', { kind: name }), ready: fill(), leave: () => control.abort() };
}

class Form {
  /** @param {Kind} kind @param {Context} context @param {AbortSignal} signal */
  constructor(kind, context, signal) {
    this.kind = kind;
    this.context = context;
    this.signal = signal;
    this.choices = this.#firstChoices();
    this.problem = h('p', { class: 'error', role: 'alert' });
    this.play = h('button', { type: 'submit', class: 'primary play' });
    this.side = this.#chances('side', t('new.side'));
    this.levels = this.#makeLevels();
    this.online = onlineFields(this.choices, kind.limits, (change) => this.#choose(change));
    this.boardChooser = new BoardChooser(
      kind,
      this.choices.layout,
      (chosen) => this.#onBoard(chosen),
      signal,
      context.memory,
    );
    this.match = matchField(this.choices.target, kind, (target) => this.#choose({ target }));
    this.fields = h(
      'div',
      { class: 'new-choices' },
      this.#opponent(),
      this.levels,
      this.side,
      this.#chances('first', t('new.first')),
      layoutField(kind, this.choices.layout, (layout) => this.#chooseLayout(layout)),
      this.match,
      this.online,
    );
    this.#showOpponent();
  }

  /** The last choices; a link can set the board and the layout, one of the lobby the opponent. */
  #firstChoices() {
    const { query, memory } = this.context;
    const last = { ...lastChoices(this.kind), ...this.#askedBoard(), ...this.#askedLayout() };
    if (isStatic && last.opponent === 'elsewhere') last.opponent = 'computer';
    if (isStatic || query.get('with') !== 'elsewhere' || memory['isAsked']) return last;
    memory['isAsked'] = true;
    /** @type {Choices} */
    const choices = { ...last, opponent: 'elsewhere' };
    keepChoices(this.kind, choices);
    return choices;
  }

  /** The board that the address names, until another is chosen. @returns {Partial<Choices>} */
  #askedBoard() {
    const { query, memory } = this.context;
    const code = query.get('board');
    return code && !memory['code'] ? { source: 'built', code } : {};
  }

  /** The layout that the address names, until another is chosen. @returns {Partial<Choices>} */
  #askedLayout() {
    const { query, memory } = this.context;
    const layout = query.get('layout') ?? '';
    return this.kind.layouts.includes(layout) && !memory['isLayoutChosen'] ? { layout } : {};
  }

  /** What is wrong with the layout that the address names. */
  get #layoutFault() {
    const { layouts } = this.kind;
    const layout = this.context.query.get('layout');
    if (!layout || layouts.includes(layout)) return '';
    if (layouts.length === 0) return t('error.only-one-layout', { layout });
    return t('error.unknown-layout', { layout, known: layouts.map((one) => t(`layout.${one}`)) });
  }

  /** @param {HTMLElement} body */
  async show(body) {
    const { kind } = this;
    const form = h(
      'form',
      { class: 'new-form', novalidate: true, onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      this.fields,
      this.boardChooser.element,
      h('div', { class: 'new-bar' }, this.play, this.problem),
    );
    const rules = h('a', { href: `/rules/${kind.name}` }, t('new.rules'));
    replace(body, h('p', { class: 'lead' }, t(`kind.${kind.name}.summary`), ' ', rules), form);
    await this.#lay();
    if (!this.problem.textContent) this.problem.textContent = this.#layoutFault;
  }

  /** @param {Partial<Choices>} change */
  #choose(change) {
    this.choices = { ...this.choices, ...change };
    keepChoices(this.kind, this.choices);
  }

  /** @param {string} layout */
  #chooseLayout(layout) {
    this.context.memory['isLayoutChosen'] = true;
    this.#choose({ layout });
    this.boardChooser.setLayout(layout);
  }

  #opponent() {
    return radios({
      name: 'opponent',
      legend: t('new.opponent'),
      items: /** @type {const} */ ([
        ['computer', t('new.computer')],
        ['human', t('new.human')],
        ...(isStatic ? [] : [/** @type {const} */ (['elsewhere', t('new.elsewhere')])]),
      ]),
      value: this.choices.opponent,
      onChange: (opponent) => {
        this.#choose({ opponent });
        this.#showOpponent();
      },
    });
  }

  #makeLevels() {
    const levels = numbersOf(this.kind.limits.levels);
    const element = radios({
      name: 'level',
      legend: t('new.level-is', { level: this.choices.level }),
      items: levels.map((level) => /** @type {const} */ ([level, String(level)])),
      value: this.choices.level,
      onChange: (level) => {
        this.#choose({ level });
        const legend = element.querySelector('legend');
        if (legend) legend.textContent = t('new.level-is', { level });
      },
    });
    for (const [i, input] of element.querySelectorAll('input').entries()) {
      const level = levels[i] ?? 1;
      input.setAttribute('aria-label', t('new.level-is', { level }));
    }
    return element;
  }

  /** White, Black or chance. @param {'side' | 'first'} name @param {string} legend */
  #chances(name, legend) {
    const items = sides().filter(([value]) => SIDE_CHOICES.includes(value));
    return radios({ name, legend, items, value: this.choices[name], onChange: (value) => this.#choose({ [name]: value }) });
  }

  /** Shows the last board. A random one is drawn again, but not after a change of language. */
  #lay() {
    const { query, memory } = this.context;
    const isBuilding = memory['isBuilding'] ?? query.has('build');
    const { source, code } = this.choices;
    const last = source === 'random' ? this.kind.board : code;
    return this.boardChooser.begin(source, String(memory['code'] ?? last), isBuilding === true);
  }

  /** @param {import('../new/board-chooser.js').Chosen} chosen */
  #onBoard({ source, board, isBuilding }) {
    Object.assign(this.context.memory, { code: board.code, isBuilding });
    this.problem.textContent = '';
    this.#choose({ source, code: board.code });
  }

  #showOpponent() {
    const { opponent } = this.choices;
    this.levels.hidden = opponent !== 'computer';
    this.side.hidden = opponent === 'human';
    this.online.hidden = opponent !== 'elsewhere';
    this.#showPlay();
  }

  get #isElsewhere() {
    return this.choices.opponent === 'elsewhere';
  }

  #showPlay() {
    this.play.textContent = this.#isElsewhere ? t('new.invite') : t('new.play');
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (this.play.disabled) return;
    this.play.disabled = true;
    this.play.textContent = this.#isElsewhere ? t('new.inviting') : t('new.beginning');
    this.problem.textContent = '';
    try {
      await this.#begin();
    } catch (error) {
      // The board chooser shows the reason.
      const isUnsuitable = error instanceof ApiError && error.code.startsWith('unsuitable');
      this.problem.textContent = isUnsuitable ? t('new.unsuitable') : errorText(error);
    }
    this.play.disabled = false;
    this.#showPlay();
  }

  async #begin() {
    const wrong = this.fields.querySelector('[aria-invalid=true]:not([hidden] *)');
    if (wrong instanceof HTMLElement) {
      wrong.focus();
      return;
    }
    const board = await this.boardChooser.settled();
    if (!board) return;
    const { kind, choices } = this;
    const [path, what, body] = this.#isElsewhere
      ? ['invitation', '/api/invitations', invitationRequest(kind, choices, board.code)]
      : ['game', '/api/games', newGameRequest(kind, choices, board.code)];
    const { id } = await post(what, body);
    if (!this.signal.aborted) this.context.navigate(`/${path}/${id}`);
  }
}
