// The screen of a game, in progress or finished.

import { here } from '../address.js';
import { localId } from '../local/scope.js';
import { isKept } from '../local/store.js';
import { createAnalyst } from '../analyst/analyst.js';
import { ApiError, get } from '../api.js';
import { createBoard } from '../board/board.js';
import { legend } from '../board/legend.js';
import { DURATION, isStill } from '../board/motion.js';
import { announce, h, replace } from '../dom.js';
import { createActions } from '../game/actions.js';
import { askAbort, askResign, openDialog } from '../game/dialogs.js';
import { createChat } from '../game/chat.js';
import { createDrawer } from '../game/drawer.js';
import { icon } from '../game/icons.js';
import { createMoveList, createNavigation, plyOf, plyOfKey } from '../game/moves.js';
import { askNotify, createNotifier } from '../game/notify.js';
import { createProposal, spokenProposal } from '../game/proposal.js';
import { openRecords } from '../game/records.js';
import { createResult, matchWords } from '../game/result.js';
import { createPlayerBar, otherSide } from '../game/seats.js';
import { Session, isOpponent } from '../game/session.js';
import { play } from '../game/sound.js';
import { createStatus, idleWords, mustPass, spokenMove, spokenTurn } from '../game/status.js';
import { errorText, t } from '../i18n.js';
import { readEntry, writeEntry } from '../storage.js';
import { goesOn, once, playOn } from '../trial/play-on.js';
import { reach } from '../trial/reach.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../game/session.js').Change} Change */

/** The storage key of the boards' orientations. */
const ORIENTATION_KEY = 'turned';

/** @param {unknown} value @returns {Side | null} */
const sideOf = (value) => (value === 'white' || value === 'black' ? value : null);

/** The time before an only move, a pass, is played by itself, in milliseconds. */
const PASS_DELAY = 1500;

/**
 * @param {Context} context
 * @returns {import('../types.js').Screen}
 */
export function screen(context) {
  const view = new GameScreen(context);
  return {
    element: view.element,
    title: t('game.title'),
    leave: () => view.leave(),
    onQuery: (query) => view.look(query),
    ready: view.open(),
  };
}

class GameScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const id = context.params['id'] ?? '';
    /** The shown ply, or null for the last one. @type {number | null} */
    this.ply = plyOf(context.query);
    const { memory } = context;
    /** The side at the bottom, or null until the game is loaded. @type {Side | null} */
    this.orientation = sideOf(readEntry(ORIENTATION_KEY, id));
    this.hasAnalyst = memory['analyst'] === true || (memory['analyst'] === undefined && this.context.query.has('analyst'));
    /** The ply of the last move that was read out. */
    this.saidPly = 0;
    /** Whether there was no next game of the match when the game was looked at last. */
    this.awaitsNext = false;
    /** The position in which a pass was played, or is left to the visitor. @type {Position | null} */
    this.passedIn = null;
    /** The position in which a pass is about to be played. @type {Position | null} */
    this.passesIn = null;
    this.passing = 0;
    this.hasLeft = false;
    /** Whether the last position of a game that is over can be played on; null until it was asked. @type {boolean | null} */
    this.endGoesOn = null;
    /** Whether the last move is still animated: the result is shown after it. */
    this.isLanding = false;
    /** What the analyst draws on the board. @type {import('../analyst/analyst.js').Drawn} */
    this.drawn = {};
    this.title = h('h1', { class: 'game-title' }, t('game.title'));
    this.loading = h('p', { class: 'game-loading' }, t('game.loading'));
    this.session = new Session(id, (change) => this.#onChange(change));
    /** @type {ReturnType<typeof createBoard> | null} */
    this.board = null;
    this.parts = this.#makeParts(id);
    const head = h('header', { class: 'game-head' }, this.title, this.parts.watchers, this.parts.match);
    this.element = h('div', { class: 'game' }, head, this.loading);
    /** @param {KeyboardEvent} event */
    this.onKey = (event) => this.#onKey(event);
    document.addEventListener('keydown', this.onKey);
    this.onVisibility = () => {
      this.session.onVisibility();
      // A visible page has shown the messages.
      this.#show();
    };
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  /** @param {string} id */
  #makeParts(id) {
    const goTo = (/** @type {number} */ ply) => this.#goTo(ply);
    return {
      match: h('p', { class: 'game-match' }),
      watchers: h('p', { class: 'game-watchers', hidden: true }),
      status: createStatus(),
      seats: /** @type {const} */ ([createPlayerBar(), createPlayerBar()]),
      moves: createMoveList(goTo),
      navigation: createNavigation(goTo),
      result: createResult({
        next: (board) => this.#next(board),
        go: (path) => this.context.navigate(path),
        playOn: once(() => this.#playOn()),
        retry: () => this.context.navigate(`/review/${encodeURIComponent(id)}?ply=${this.shownPly}&try=`),
      }),
      analyst: createAnalyst(id, { onDraw: (drawn) => this.#draw(drawn), onPly: goTo }, this.context.memory),
      drawer: createDrawer(t('game.rules'), () => this.#show()),
      proposal: createProposal({ ask: (command) => this.#ask(command), go: (path) => this.context.navigate(path) }),
      chat: createChat(this.session, this.context.memory),
      notifier: createNotifier(id, (title) => this.context.setTitle(title)),
      actions: this.#makeActions(),
    };
  }

  #makeActions() {
    return createActions({
      undo: () => this.#ask({ do: 'undo' }),
      redo: () => this.#ask({ do: 'redo' }),
      takeback: () => this.#ask({ do: 'offer', what: 'takeback' }),
      draw: () => this.#ask({ do: 'offer', what: 'draw' }),
      notify: askNotify,
      flip: () => this.#flip(),
      analyst: () => this.#toggleAnalyst(),
      rules: () => this.#toggleRules(),
      record: () => openRecords(this.game, this.shownPly, this.orientation === 'black'),
      abort: () => askAbort(() => this.#ask({ do: 'abort' })),
      resign: () => this.#resign(),
    });
  }

  async open() {
    try {
      await this.session.open();
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      if (isMissing) this.title.textContent = t('game.missing');
      this.element.className = 'notice-screen';
      // Its address was sent to somebody, or the browser has forgotten it.
      const isElsewhere = isMissing && localId(this.session.path) !== null;
      const why = isElsewhere ? t('game.kept-elsewhere') : errorText(error);
      replace(this.element, this.title, h('p', { role: 'alert' }, why), h('a', { class: 'button primary', href: '/' }, t('shell.to-games')));
    }
  }

  /** Looks at the ply that the address names. @param {URLSearchParams} query */
  look(query) {
    if (plyOf(query) === this.ply) return;
    this.ply = plyOf(query);
    this.drawn = {};
    this.#show();
    this.#awaitPass();
  }

  leave() {
    this.hasLeft = true;
    const { memory } = this.context;
    memory['steps'] = this.board?.chosen ?? [];
    memory['revision'] = this.session.game?.revision;
    memory['rules'] = this.parts.drawer.isOpen;
    this.parts.drawer.leave();
    this.parts.chat.leave();
    this.session.close();
    clearTimeout(this.passing);
    this.parts.analyst.close();
    this.parts.notifier.leave();
    for (const seat of this.parts.seats) seat.leave();
    this.parts.status.leave();
    document.removeEventListener('keydown', this.onKey);
    document.removeEventListener('visibilitychange', this.onVisibility);
  }

  /** @returns {Game} */
  get game() {
    return /** @type {Game} */ (this.session.game);
  }

  get lastPly() {
    return this.game.position.ply;
  }

  get shownPly() {
    return Math.min(this.ply ?? this.lastPly, this.lastPly);
  }

  /** The shown position: the last one until its ply is loaded. */
  get position() {
    const { shownPly } = this;
    if (shownPly === this.lastPly) return this.game.position;
    return this.session.positions[shownPly] ?? this.game.position;
  }

  /** @param {Change} change */
  #onChange(change) {
    if (change === 'gone') announce(`${t('game.gone')}. ${t('game.gone-text')}`);
    if (change === 'opened') this.#onOpened();
    this.#playSound(change);
    // A resignation adds no move, so the last move is not announced again.
    if (change === 'played') announce(this.lastPly > this.saidPly ? spokenMove(this.game) : spokenTurn(this.game));
    if (change === 'proposed') announce(spokenProposal(this.game));
    this.saidPly = this.session.game ? this.lastPly : 0;
    // After a pass was taken back, the visitor plays on by hand.
    if (change === 'taken-back') this.passedIn = this.game.position;
    if (change === 'taken-back') this.#lookAhead();
    if (change === 'taken-back') announce(`${t('game.taken-back')} ${spokenTurn(this.game)}`);
    if (this.session.error) announce(this.session.error);
    if (change === 'opened' || change === 'played' || change === 'taken-back') this.drawn = {};
    this.#show();
    this.#writeAddress();
    this.#goOn();
    this.#awaitPass();
    if (!this.session.game?.outcome) this.endGoesOn = null;
    else if (this.endGoesOn === null) void this.#lookAtEnd();
  }

  /** Asks whether the last position can be played on; where that can't be known, it can't. */
  async #lookAtEnd() {
    this.endGoesOn = false;
    this.endGoesOn = await goesOn(this.game).catch(() => false);
    this.#show();
  }

  /** Sounds as the pawn lands. @param {Change} change */
  #playSound(change) {
    if (change !== 'played') return;
    const isMove = this.lastPly > this.saidPly;
    const landing = isMove && !isStill() ? DURATION : 0;
    const count = (/** @type {Position} */ { pawns }) => pawns.white.length + pawns.black.length;
    const before = this.session.positions[this.lastPly - 1];
    const isCapture = before !== undefined && count(before) > count(this.game.position) && !this.game.position.last?.path.includes('camp');
    if (isMove && this.game.position.last?.text !== 'pass') play(isCapture ? 'capture' : 'move', landing);
    if (!this.game.outcome) return;
    play('end', landing);
    this.isLanding = landing > 0;
    if (this.isLanding) setTimeout(() => this.#land(), landing);
  }

  #land() {
    this.isLanding = false;
    this.#show();
  }

  /** Plays a pass that is the only move, after a delay. */
  #awaitPass() {
    const { session } = this;
    const { game } = session;
    const now = game && this.position === game.position && session.isFree && mustPass(game) ? game.position : null;
    const wanted = now === this.passedIn ? null : now;
    if (wanted === this.passesIn) return;
    clearTimeout(this.passing);
    this.passesIn = wanted;
    if (wanted) this.passing = window.setTimeout(() => this.#pass(wanted), PASS_DELAY);
  }

  /** @param {Position} position */
  #pass(position) {
    this.passesIn = null;
    this.passedIn = position;
    this.session.ask({ do: 'move', path: ['pass'] });
  }

  /** Opens the next game once the players have agreed on it. */
  #goOn() {
    const { game } = this.session;
    if (!game || !isOpponent(game)) return;
    const { next } = game.match;
    if (this.awaitsNext && next) this.context.navigate(`/game/${encodeURIComponent(next)}`);
    this.awaitsNext = !next;
  }

  #onOpened() {
    this.#lookAhead();
    if (this.game.match.number > 1) announce(spokenTurn(this.game));
  }

  /** A shown ply that is the last one, or was taken back, follows the game. */
  #lookAhead() {
    if (this.ply !== null && this.ply >= this.lastPly) this.ply = null;
  }

  #show() {
    const { session } = this;
    if (!session.game) return;
    if (!this.board) this.#build();
    const { game, position, shownPly, lastPly } = this;
    const below = this.orientation ?? 'white';
    this.board?.update(this.#boardState());
    const [top, bottom] = this.parts.seats;
    top.update(session, position, otherSide(below));
    bottom.update(session, position, below);
    this.#showMatch();
    this.#showWatchers();
    if (!this.isLanding) {
      this.parts.status.update(session, position, () => this.#backToGame());
      this.parts.result.update(session, shownPly < lastPly || this.endGoesOn === true);
    }
    this.parts.proposal.update(session);
    this.parts.chat.update(game);
    this.parts.notifier.update(game, t('game.kind', { kind: game.kind }));
    // After what takes room from it: the list shows the move that is looked at.
    this.parts.moves.update(game, shownPly);
    this.parts.navigation.update(shownPly, lastPly);
    this.parts.actions.update(session, { analyst: this.hasAnalyst && game.can.analyse, rules: this.parts.drawer.isOpen, now: position === game.position });
    this.parts.analyst.element.hidden = !(this.hasAnalyst && game.can.analyse);
    if (this.hasAnalyst && game.can.analyse) this.parts.analyst.show(game, position);
  }

  #showWatchers() {
    const { presence, game } = this.session;
    const { watchers } = this.parts;
    watchers.hidden = !game?.online || !presence;
    if (watchers.hidden || !presence || watchers.dataset['count'] === String(presence.watchers)) return;
    watchers.dataset['count'] = String(presence.watchers);
    const words = t('online.watchers', { count: presence.watchers });
    replace(watchers, presence.watchers > 0 && [icon('eye'), h('span', {}, words)]);
  }

  #showMatch() {
    const { layout, match: { previous } } = this.game;
    const words = [layout && t(`layout.${layout}`), matchWords(this.game)].filter(Boolean).join(' · ');
    if (this.parts.match.dataset['words'] === words) return;
    this.parts.match.dataset['words'] = words;
    replace(this.parts.match, words, previous && ' ', previous && h('a', { href: `/game/${encodeURIComponent(previous)}` }, t('game.to-previous')));
  }

  #backToGame() {
    this.#goTo(this.lastPly);
    // The button is gone.
    this.board?.focus();
  }

  /** @returns {import('../board/board.js').BoardState} */
  #boardState() {
    const { game, position, session, drawn } = this;
    const isNow = position === game.position;
    return {
      board: game.board,
      position,
      orientation: this.orientation ?? 'white',
      interactive: isNow && game.can.move && !session.gone && session.isFree && !drawn.preview,
      pending: (isNow ? session.pending : null) ?? drawn.preview ?? null,
      idle: idleWords(session, position),
      overlays: { arrows: drawn.arrows ?? [], verdicts: drawn.verdicts ?? [] },
    };
  }

  /** Puts the parts on the page, once the game is known. */
  #build() {
    const { game } = this;
    const [below = 'white', ...others] = game.you;
    this.orientation ??= others.length > 0 ? 'white' : below;
    const kind = t('game.kind', { kind: game.kind });
    this.title.textContent = kind;
    this.board = createBoard({
      state: this.#boardState(),
      label: t('game.board-label', { kind }),
      onMove: (path) => this.session.ask({ do: 'move', path }),
      explain: (path) => this.#explain(path),
      reach,
      onLegend: () => this.#openLegend(),
    });
    const { memory } = this.context;
    if (memory['revision'] === game.revision) this.board.resume(/** @type {string[]} */ (memory['steps'] ?? []));
    const [top, bottom] = this.parts.seats;
    this.element.classList.toggle('game-online', game.online);
    const table = h('div', { class: 'game-table' }, top.element, this.board.element, bottom.element);
    // A move ends the preview of an analysis line.
    for (const event of ['pointerdown', 'keydown']) {
      this.board.element.addEventListener(event, () => this.parts.analyst.endPreview(), { capture: true });
    }
    table.style.setProperty('--board-shape', String(this.board.shape));
    this.loading.replaceWith(
      table,
      this.parts.status.element,
      h('div', { class: 'game-side' }, this.parts.analyst.element, this.parts.chat.element, this.parts.moves.element),
      h('div', { class: 'game-controls' }, this.parts.result.element, this.parts.proposal.element, this.parts.navigation.element, this.parts.actions.element),
      this.parts.drawer.element,
    );
    if (this.context.isRemade && memory['rules']) this.#toggleRules();
    if (localId(this.session.path)) this.#sayWhereKept();
  }

  /** Says it where the browser forgets the game with the page. */
  async #sayWhereKept() {
    if (!(await isKept())) this.parts.status.element.before(h('p', { class: 'game-not-kept', role: 'alert' }, t('game.not-kept')));
  }

  /** Why steps begin no legal move: the rules know. @param {string[]} path */
  async #explain(path) {
    const query = new URLSearchParams({ path: path.join(), ply: String(this.lastPly) });
    const refusal = await get(`${this.session.path}/refusal?${query}`);
    return refusal ? errorText(refusal) : '';
  }

  #openLegend() {
    const { paths } = this.game.position;
    openDialog(t('legend.title'), () => [legend(this.game.board, paths, this.board?.marks ?? new Set())]);
  }

  /** @param {number} ply */
  #goTo(ply) {
    const target = Math.max(0, Math.min(ply, this.lastPly));
    if (target === this.shownPly) return;
    this.ply = target === this.lastPly ? null : target;
    this.drawn = {};
    this.#show();
    this.#awaitPass();
    this.#writeAddress();
    announce(t('game.at-ply', { ply: target, last: this.lastPly, move: this.game.moves[target - 1] ?? t('game.start') }));
  }

  /** Keeps the address in step, so that a reload or a link shows the same. */
  #writeAddress() {
    const { ply } = this;
    const written = new URLSearchParams(here().search).get('ply');
    if (written === (ply === null ? null : String(ply))) return;
    const query = ply === null ? '' : `?ply=${ply}`;
    this.context.navigate(here().pathname + query, { replace: true });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!this.session.game) return;
    const ply = plyOfKey(event, this.shownPly, this.lastPly);
    if (ply === null) return;
    event.preventDefault();
    this.#goTo(ply);
  }

  #flip() {
    this.orientation = otherSide(this.orientation ?? 'white');
    writeEntry(ORIENTATION_KEY, this.session.id, this.orientation);
    this.#show();
  }

  #resign() {
    askResign(this.game.can.resign, (side) => this.#ask({ do: 'resign', side }));
  }

  /** Asks for something that concerns the game as it stands now. @param {import('../game/session.js').Command} command */
  #ask(command) {
    this.ply = null;
    this.session.ask(command);
  }

  /** @param {'same' | 'random'} board */
  async #next(board) {
    const id = await this.session.next(board);
    if (id) this.context.navigate(`/game/${id}`);
  }

  /** Another game, against the computer, from the position that is shown. */
  async #playOn() {
    try {
      const id = await playOn(this.game, this.shownPly, this.position.turn);
      if (!this.hasLeft) this.context.navigate(`/game/${id}`);
    } catch (error) {
      this.session.showError(errorText(error));
    }
  }

  #toggleAnalyst() {
    if (!this.game.can.analyse) {
      this.session.showError(t('error.analysis-later'));
      return;
    }
    this.hasAnalyst = !this.hasAnalyst;
    this.context.memory['analyst'] = this.hasAnalyst;
    if (!this.hasAnalyst) this.parts.analyst.close();
    this.drawn = {};
    this.#show();
  }

  async #toggleRules() {
    if (this.parts.drawer.isOpen) {
      this.parts.drawer.close();
      return;
    }
    this.parts.drawer.open(await this.#rules());
    this.#show();
  }

  /** The rules, or a notice that their code could not be loaded. */
  async #rules() {
    try {
      const { rulesPanel } = await import('../rules/panel.js');
      return rulesPanel(this.game.kind);
    } catch {
      return h('p', { class: 'error', role: 'alert' }, t('shell.not-loaded-why'));
    }
  }

  /** @param {import('../analyst/analyst.js').Drawn} drawn */
  #draw(drawn) {
    this.drawn = drawn;
    if (this.session.game) this.#show();
  }
}
