// Puzzles: one after the other by the visitor's rating, one that a link names, the puzzle of the day.

import { here, linkTo } from '../address.js';
import { h, replace } from '../dom.js';
import { availableGames } from '../games.js';
import { dayText, errorText, t } from '../i18n.js';
import { isDay, kindOfDay, next, puzzleOfDay, today } from '../puzzles/choose.js';
import { gamesWithPuzzles, puzzlesOf, themesOf } from '../puzzles/files.js';
import { RATED, learnRatings, ratingOf, triesOf } from '../puzzles/ratings.js';
import { after, isKept, keep, record } from '../puzzles/record.js';
import { openShare } from '../puzzles/share.js';
import { sendTry, sendWaiting } from '../puzzles/tries.js';
import { once } from '../trial/play-on.js';
import { Table, goTo, pause } from '../trial/table.js';
import { Trial, pathOf } from '../trial/trial.js';

/** @typedef {import('../types.js').Context} Context */
/** @typedef {import('../puzzles/files.js').Puzzle} Puzzle */

/** How long a wrong move is looked at for its answer, in milliseconds. */
const LOOK = 1200;

/** @param {Context} context @returns {import('../types.js').Screen} */
export function screen(context) {
  const view = new PuzzleScreen(context);
  return { element: view.element, title: t('puzzles.title'), ready: view.open(), onQuery: (query) => view.look(query), leave: () => view.leave() };
}

/** The address with a query. @param {URLSearchParams} query */
const addressOf = (query) => `/puzzles?${query}`;

/** A game by chance, the likelier the more puzzles it has. @param {Record<string, number>} counts */
function drawn(counts) {
  const each = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  return each[Math.floor(Math.random() * each.length)] ?? '';
}

/** The puzzles of a game, once their ratings are known too, or late. @param {string} kind */
async function ratedPuzzlesOf(kind) {
  const [puzzles] = await Promise.all([puzzlesOf(kind), learnRatings(kind)]);
  return puzzles;
}

class PuzzleScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.control = new AbortController();
    /** The names of all games. @type {string[]} */
    this.games = [];
    /** Those that have puzzles. @type {import('../types.js').Kind[]} */
    this.kinds = [];
    /** How many puzzles they have. @type {Record<string, number>} */
    this.counts = {};
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Trial | null} */
    this.trial = null;
    /** Whether the first try of this puzzle is over: only that one counts. */
    this.isCounted = false;
    /** The themes that some game has. @type {Set<string>} */
    this.known = new Set();
    /** How many moves are being played. */
    this.moving = 0;
    /** What the puzzle is about, as far as that is shown. @type {string[]} */
    this.themes = [];
    /** What was begun for another puzzle or another try is dropped. */
    this.turn = 0;
    /** The address of what is shown. */
    this.address = '';
    const place = h('div', { class: 'trial-board' });
    this.table = new Table(place, t('puzzles.board'), (path) => this.#try(path));
    this.title = h('h1', {}, t('puzzles.title'));
    this.record = h('p', { class: 'soft puzzle-record' });
    this.kind = h('select', { id: 'puzzle-kind', onchange: () => this.#filter() });
    this.theme = h('select', { id: 'puzzle-theme', onchange: () => this.#next() });
    this.goal = h('p', { class: 'trial-say', tabindex: -1 });
    this.about = h('p', { class: 'soft puzzle-about' });
    this.answer = h('p', { class: 'trial-answer', role: 'status' });
    this.buttons = {
      next: h('button', { type: 'button', class: 'primary', onclick: () => this.#next() }, t('puzzles.next')),
      again: h('button', { type: 'button', onclick: () => this.#begin() }, t('puzzles.again')),
      hint: h('button', { type: 'button', onclick: () => this.#hint() }, t('puzzles.hint')),
      solution: h('button', { type: 'button', onclick: () => this.#solve() }, t('puzzles.solution')),
      play: h('button', { type: 'button', onclick: once(() => this.#playOn()) }, t('puzzles.play-on')),
      analyse: h('button', { type: 'button', onclick: once(() => this.#analyse()) }, t('puzzles.analyse')),
      share: h('button', { type: 'button', onclick: () => this.puzzle && openShare(this.puzzle, linkTo(this.address)) }, t('puzzles.share')),
    };
    this.filters = h(
      'div',
      { class: 'puzzle-filters row' },
      h('div', { class: 'puzzle-filter' }, h('label', { for: 'puzzle-kind' }, t('puzzles.kind')), this.kind),
      h('div', { class: 'puzzle-filter' }, h('label', { for: 'puzzle-theme' }, t('puzzles.theme')), this.theme),
      h('a', { class: 'button', href: '/puzzles?day=' }, t('puzzles.daily')),
      h('a', { class: 'button', href: '/sheets' }, t('puzzles.print')),
    );
    const head = h('div', { class: 'trial-head' }, this.goal, this.about);
    const foot = h('div', { class: 'trial-foot' }, this.answer, h('div', { class: 'row' }, Object.values(this.buttons)), this.record);
    this.parts = [head, place, foot];
    this.body = h('div', { class: 'trial' }, this.parts);
    this.element = h('section', { class: 'puzzles' }, this.title, this.filters, this.body);
    const { signal } = this.control;
    addEventListener(RATED, () => this.#showRatings(), { signal });
    addEventListener('online', () => void sendWaiting(), { signal });
  }

  leave() {
    this.turn += 1;
    this.control.abort();
  }

  /** The number of moves of the solution that were played: it stays when the screen is made anew in another language. */
  get played() {
    return this.#playedOf(this.puzzle);
  }

  set played(count) {
    Object.assign(this.context.memory, { puzzle: this.puzzle?.id, played: count });
  }

  /** @param {Puzzle | null} puzzle */
  #playedOf(puzzle) {
    const { memory } = this.context;
    return memory['puzzle'] === puzzle?.id ? Number(memory['played'] ?? 0) : 0;
  }

  async open() {
    try {
      const [kinds, counts] = await Promise.all([availableGames(this.control.signal), gamesWithPuzzles()]);
      this.counts = counts;
      this.games = kinds.map(({ name }) => name);
      this.kinds = kinds.filter(({ name }) => name in counts);
      this.#showKinds();
      this.#showRecord();
      void sendWaiting();
      await this.#follow(this.context.query);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What the address names has changed. @param {URLSearchParams} query */
  look(query) {
    if (addressOf(query) === this.address) return;
    const show = this.#follow(query).then(() => !this.control.signal.aborted && this.goal.focus());
    show.catch((error) => this.#fail(error));
  }

  /** @param {URLSearchParams} query */
  async #follow(query) {
    this.turn += 1;
    const [day, id] = [query.get('day'), query.get('id')];
    if (day !== null) await this.#openDay(day || today());
    else if (id !== null) await this.#openOne(query.get('kind') ?? '', id);
    else await this.#openAny(query.get('kind') ?? '', query.get('theme') ?? '');
  }

  /** One of a game, of a theme, of both, or any. @param {string} kind @param {string} theme */
  async #openAny(kind, theme) {
    if (kind !== '' && !this.#hasPuzzles(kind)) return this.#refuse(this.games.includes(kind) ? t('puzzles.none-of', { kind }) : t('puzzles.damaged'));
    if (kind !== '') this.kind.value = kind;
    await this.#next(false, kind || theme ? theme : this.theme.value);
  }

  /** @param {string} kind */
  #hasPuzzles(kind) {
    return this.kinds.some(({ name }) => name === kind);
  }

  /** @param {string} day */
  async #openDay(day) {
    if (!isDay(day)) return this.#refuse(t('puzzles.no-day', { day }));
    const { turn } = this;
    const kind = kindOfDay(day, this.kinds.map(({ name }) => name));
    const puzzle = puzzleOfDay(day, await ratedPuzzlesOf(kind));
    if (turn !== this.turn) return;
    if (puzzle) await this.#show(puzzle, `/puzzles?day=${day}`, t('puzzles.of-day', { day: dayText(day) }));
    else this.#refuse(t('puzzles.none'));
  }

  /** @param {string} kind @param {string} id */
  async #openOne(kind, id) {
    const { turn } = this;
    const puzzle = this.#hasPuzzles(kind) ? (await ratedPuzzlesOf(kind)).find((one) => one.id === id) : undefined;
    if (turn !== this.turn) return;
    if (puzzle) await this.#show(puzzle);
    else this.#refuse(t('puzzles.damaged'));
  }

  /** What a link names is not there: other puzzles are. @param {Node | string} why */
  #refuse(why) {
    replace(this.body, h('p', { role: 'alert' }, why), h('a', { class: 'button primary', href: '/puzzles' }, t('puzzles.others')));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!this.control.signal.aborted) this.#answer(h('span', { class: 'error' }, errorText(error)));
  }

  /** Says something beneath the board, or in its place where a link was refused. @param {Node | string} what */
  #answer(what) {
    if (this.body.contains(this.answer)) replace(this.answer, what);
    else this.#refuse(what);
  }

  #showKinds() {
    const option = (/** @type {string} */ value, /** @type {string} */ words) => h('option', { value }, words);
    replace(this.kind, option('', t('puzzles.any-kind')), this.kinds.map(({ name }) => option(name, t(`kind.${name}.title`))));
    this.#showThemes([], '');
  }

  /** Lists the themes of a game; without a chosen game, those of all that were seen. @param {string[]} found @param {string} chosen */
  #showThemes(found, chosen) {
    for (const name of found) this.known.add(name);
    const themes = this.kind.value ? found : [...this.known];
    const option = (/** @type {string} */ value, /** @type {string} */ words) => h('option', { value, selected: value === chosen }, words);
    replace(this.theme, option('', t('puzzles.any-theme')), themes.map((name) => option(name, t(`theme.${name}`))));
  }

  #showRecord() {
    const { rating, tries, solved, streak, best } = record();
    const kept = isKept() ? t('puzzles.record', { rating, solved, tries, streak, best }) : t('puzzles.not-kept', { rating });
    this.record.textContent = tries === 0 ? t('puzzles.no-record') : kept;
  }

  /** The server has rated something. */
  #showRatings() {
    this.#showRecord();
    this.#showAbout();
  }

  /** What is known of the puzzle. */
  #showAbout() {
    const { puzzle } = this;
    if (!puzzle) return;
    const [rating, count] = [ratingOf(puzzle), triesOf(puzzle)];
    const rated = count > 0 ? t('puzzles.rated-by', { rating, count }) : t('puzzles.rated', { rating });
    const proof = puzzle.isProven ? t('puzzles.proven') : t('puzzles.searched');
    replace(this.about, [t(`kind.${puzzle.kind}.title`), rated, proof, ...this.themes].join(' · '));
  }

  async #filter() {
    this.theme.value = '';
    await this.#next();
  }

  /** Shows the next puzzle of the chosen game and of a theme. @param {boolean} [isAsked] @param {string} [theme] */
  async #next(isAsked = true, theme = this.theme.value) {
    this.turn += 1;
    const { turn } = this;
    try {
      const fitting = await this.#fitting(theme);
      if (turn !== this.turn) return;
      // One that was looked at and left untried may come again, but not at once.
      const others = fitting.filter(({ id }) => id !== this.puzzle?.id);
      const puzzle = next(others.length > 0 ? others : fitting, record());
      if (!puzzle) return this.puzzle ? this.#answer(t('puzzles.none')) : this.#refuse(t('puzzles.none'));
      await this.#show(puzzle);
      if (isAsked) this.goal.focus();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The puzzles of the chosen game, or of one by chance, that have a theme, if one is chosen. @param {string} theme */
  async #fitting(theme) {
    const { turn } = this;
    let counts = this.kind.value ? { [this.kind.value]: 1 } : this.counts;
    /** @type {Puzzle[]} */
    let fitting = [];
    while (fitting.length === 0 && Object.keys(counts).length > 0) {
      const kind = drawn(counts);
      const all = await ratedPuzzlesOf(kind);
      fitting = all.filter(({ themes }) => !theme || themes.includes(theme));
      if (turn === this.turn) this.#showThemes(themesOf(all), theme);
      // Not all games have puzzles of all themes.
      counts = Object.fromEntries(Object.entries(counts).filter(([name]) => name !== kind));
    }
    return fitting;
  }

  /** @param {Puzzle} puzzle @param {string} [address] of its link @param {string} [title] */
  async #show(puzzle, address = `/puzzles?${new URLSearchParams({ kind: puzzle.kind, id: puzzle.id })}`, title = t('puzzles.title')) {
    // A screen that is made anew goes on; what comes next begins, though it be the same again.
    const before = this.address === '' ? this.#playedOf(puzzle) : 0;
    this.puzzle = puzzle;
    this.isCounted = record().seen.includes(puzzle.id);
    this.address = address;
    this.title.textContent = title;
    replace(this.body, this.parts);
    await this.#begin(before);
    // A reload shows the same; another puzzle may have been asked for meanwhile.
    const isStale = this.address !== address || this.control.signal.aborted;
    if (!isStale && here().pathname + here().search !== address) this.context.navigate(address, { replace: true });
  }

  /**
   * Begins the puzzle, once more too; false where something else was begun meanwhile.
   * @param {number} [count] of moves that were played before
   */
  async #begin(count = 0) {
    const { puzzle } = this;
    if (!puzzle) return false;
    this.turn += 1;
    const { turn } = this;
    // To a move of the visitor belongs its answer.
    const moves = puzzle.moves.slice(0, count + (count % 2));
    this.played = moves.length;
    replace(this.answer);
    const trial = await Trial.begin(puzzle.position);
    for (const move of moves) await trial.play(pathOf(move));
    if (turn !== this.turn) return false;
    this.trial = trial;
    this.table.lay(trial);
    const [what = '', points] = puzzle.goal.split(':');
    const words = { side: trial.turn, count: Number(points ?? 0) };
    replace(this.goal, t(`goal.${what}`, words));
    // What it is about, once that gives nothing away.
    this.themes = this.isCounted ? puzzle.themes.map((name) => t(`theme.${name}`)) : [];
    this.#showAbout();
    this.#draw();
    if (moves.length > 0 && !this.#isSolved) this.#tell(t('puzzles.right'), 'right');
    return true;
  }

  /** Whether the solution can be gone on with: what is on the board belongs to it. */
  get #isOnLine() {
    return this.moving === 0 && this.trial?.game.moves.length === this.played;
  }

  /** @param {Trial | null} trial @param {string[]} path */
  async #play(trial, path) {
    this.moving += 1;
    try {
      await trial?.play(path);
    } finally {
      this.moving -= 1;
    }
  }

  get #isSolved() {
    return this.played === (this.puzzle?.moves.length ?? -1);
  }

  /** @param {import('../trial/table.js').Shown} [shown] */
  #draw(shown = {}) {
    if (!this.trial) return;
    const isOpen = !this.#isSolved && this.played % 2 === 0;
    this.table.show(this.trial, { isOpen, idle: this.#isSolved ? t('puzzles.solved') : '', ...shown });
    this.buttons.hint.hidden = this.#isSolved;
    this.buttons.solution.hidden = this.#isSolved;
  }

  /** The move of the solution that is next, as steps. */
  get #expected() {
    return pathOf(this.puzzle?.moves[this.played] ?? '');
  }

  /** @param {string[]} path */
  async #try(path) {
    const { turn } = this;
    try {
      if (path.join() === this.#expected.join()) await this.#take();
      else await this.#fall(path);
    } catch (error) {
      if (turn === this.turn) this.#fail(error);
    }
  }

  /** Plays the right move and the answer. */
  async #take() {
    const { turn, trial } = this;
    await this.#play(trial, this.#expected);
    if (turn !== this.turn) return;
    this.played += 1;
    replace(this.answer);
    this.#draw();
    if (this.#isSolved) return this.#finish();
    await pause();
    if (turn !== this.turn) return;
    await this.#play(trial, this.#expected);
    if (turn !== this.turn) return;
    this.played += 1;
    this.#tell(t('puzzles.right'), 'right');
    this.#draw();
  }

  #finish() {
    this.#count(true);
    this.#tell(t('puzzles.solved'), 'right');
    goTo(this.buttons.next);
  }

  /** A wrong move is played, and so is what refutes it. @param {string[]} path */
  async #fall(path) {
    const { turn, trial } = this;
    this.#count(false);
    await this.#play(trial, path);
    if (turn !== this.turn || !trial) return;
    this.#tell(t('puzzles.looking'), 'wrong');
    this.table.show(trial, {});
    const analysis = trial.game.outcome ? null : await trial.analyse(LOOK, this.control.signal);
    if (turn !== this.turn) return;
    const [line] = analysis?.lines ?? [];
    if (line) await this.#play(trial, line.path);
    if (turn !== this.turn) return;
    const written = trial.game.moves.at(-1) ?? '';
    // A puzzle of points may be won all the same.
    const winner = trial.game.outcome?.winner ?? line?.wins?.side;
    const isFewer = this.puzzle?.goal.startsWith('points') && winner === this.table.side;
    this.#tell(isFewer ? t('puzzles.fewer') : line ? t('puzzles.refuted', { move: written }) : t('puzzles.wrong'), 'wrong');
    this.table.show(trial, { idle: t('puzzles.try-again') });
    goTo(this.buttons.again);
  }

  /** The first try counts. @param {boolean} isSolved */
  #count(isSolved) {
    const { puzzle } = this;
    if (this.isCounted || !puzzle) return;
    this.isCounted = true;
    keep(after(record(), { id: puzzle.id, rating: ratingOf(puzzle) }, isSolved));
    this.#showRecord();
    void sendTry(puzzle.id, isSolved);
  }

  /** Points at the pawn or the square with which the right move begins. After a wrong move the puzzle begins anew. */
  async #hint() {
    // The answer to a right move is about to come.
    if (this.played % 2 === 1) return;
    this.#count(false);
    try {
      if (!this.#isOnLine && !(await this.#begin())) return;
      const [from = ''] = this.#expected;
      this.#draw({ squares: [from] });
      this.#tell(t('puzzles.hint-square', { square: from }), 'right');
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Plays what is left of the solution. After a wrong move, or in the middle of one, it begins anew. */
  async #solve() {
    const isOnLine = this.#isOnLine;
    this.turn += 1;
    this.#count(false);
    try {
      if (isOnLine || (await this.#begin())) await this.#playOut();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #playOut() {
    const { turn, trial } = this;
    while (!this.#isSolved) {
      await this.#play(trial, this.#expected);
      if (turn !== this.turn) return;
      this.played += 1;
      this.#draw({ isOpen: false });
      await pause();
      if (turn !== this.turn) return;
    }
    this.#tell(t('puzzles.was', { moves: this.puzzle?.moves ?? [] }), 'right');
    // The button that was pressed is gone.
    goTo(this.buttons.next);
  }

  /** A game against the computer from the position as it stands. */
  async #playOn() {
    const computer = { player: 'computer', level: this.puzzle?.level };
    const human = { player: 'human' };
    await this.#leaveFor(this.table.side === 'white' ? { white: human, black: computer } : { white: computer, black: human }, '');
  }

  /** The position as it stands with the analyst beside it: that counts as help. */
  async #analyse() {
    if (!this.#isSolved) this.#count(false);
    await this.#leaveFor({ white: { player: 'human' }, black: { player: 'human' } }, '?analyst');
  }

  /** Goes to a game from the position as it stands. @param {Record<string, unknown>} seats @param {string} view how it is shown */
  async #leaveFor(seats, view) {
    try {
      const game = await this.trial?.keep(seats);
      if (game && !this.control.signal.aborted) this.context.navigate(`/game/${game.id}${view}`);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {string} words @param {'right' | 'wrong'} how */
  #tell(words, how) {
    this.answer.className = `trial-answer trial-${how}`;
    replace(this.answer, words);
  }
}
