// The two players: who they are, whose turn it is, what they have off the board.

import { h, replace, svg } from '../dom.js';
import { t } from '../i18n.js';
import { swatch } from '../board/squares.js';
import { createClock } from './clock.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Side} Side */
/** @typedef {import('../types.js').Colour} Colour */
/** @typedef {import('./session.js').Session} Session */

/** @param {Side} side */
export const otherSide = (side) => (side === 'white' ? 'black' : 'white');

/**
 * Who plays a side, in words.
 * @param {Game} game
 * @param {Side} side
 */
export function playerName(game, side) {
  const seat = game[side];
  if (game.online) return onlineName(game, side);
  if (seat.player === 'computer') return t('game.computer', { level: seat.level });
  const alone = game[otherSide(side)].player === 'computer';
  return alone && game.yours ? t('game.you') : t('game.player');
}

/** @type {(game: Game, side: Side) => string} */
function onlineName({ names, you }, side) {
  const name = names[side];
  if (!you.includes(side)) return name ?? t(you.length > 0 ? 'game.opponent' : 'game.player');
  return name ? t('online.name-you', { name }) : t('game.you');
}

/**
 * How many pawns of a side have left the game since its start. Games in which pawns come from
 * nowhere take none.
 * @param {Position | undefined} start
 * @param {Position} position
 * @param {Side} side
 */
function lostPawns(start, position, side) {
  if (!start) return 0;
  /** @param {Position} at */
  const count = (at) =>
    at.counters.filter((counter) => counter.side === side).reduce((sum, counter) => sum + counter.count, 0) +
    at.pawns[side].length;
  return Math.max(0, count(start) - count(position));
}

/** A small pawn. @param {Side} side */
export const smallPawn = (side) =>
  svg(
    'svg',
    { class: `small-pawn small-pawn-${side}`, viewBox: '-10 -10 20 20', 'aria-hidden': 'true' },
    svg('circle', { r: 9 }),
    svg('circle', { r: 5 }),
  );

/** @type {(side: Side, count: number) => Element[]} */
const pawnRow = (side, count) => Array.from({ length: count }, () => smallPawn(side));

/** @type {(label: string, ...pictures: Element[]) => HTMLElement} */
const counter = (label, ...pictures) =>
  h(
    'span',
    { class: 'seat-counter' },
    h('span', { class: 'seat-counter-label' }, label),
    h('span', { class: 'seat-counter-pawns', 'aria-hidden': 'true' }, ...pictures),
  );

/** Whether a player is there: full or hollow, and in words. @type {(session: Session, side: Side) => HTMLElement | null} */
function presence({ game, presence }, side) {
  if (!game?.online) return null;
  if (!presence) return h('span', { class: 'presence' });
  const label = t(presence[side] ? 'online.here' : 'online.away');
  return h('span', { class: presence[side] ? 'presence presence-here' : 'presence presence-away', role: 'img', 'aria-label': label, title: label });
}

/** Makes the bar of one player. */
export function createPlayerBar() {
  const element = h('div', { class: 'seat' });
  const clock = createClock();
  return {
    element,
    leave: () => clock.stop(),
    /**
     * @param {Session} session
     * @param {Position} position the one that is shown
     * @param {Side} side
     */
    update(session, position, side) {
      const game = /** @type {Game} */ (session.game);
      const [start] = session.positions;
      const thinks = session.thinker === side;
      element.classList.toggle('seat-turn', position.task !== null && position.turn === side);
      const points = game.match[side];
      clock.update(session, side);
      const name = playerName(game, side);
      const hasPoints = points > 0 || game.match.target !== null;
      replace(
        element,
        smallPawn(side),
        h('span', { class: 'seat-name' }, 
          h('span', {}, h('strong', {}, t('game.side-title', { side })), hasPoints && h('span', { class: 'seat-points' }, ` · ${t('game.points', { count: points })}`)), ' ',
          h('span', { class: 'seat-player', title: name }, presence(session, side), name)),
        h('span', { class: thinks ? 'seat-thinking' : 'seat-thinking unseen', role: 'img', 'aria-label': t('game.thinking') },
          ...[0, 1, 2].map(() => h('i', {}))),
        h('span', { class: 'seat-counters' }, ...counters(position, start, side)),
        clock.element,
      );
    },
  };
}

/** @type {(position: Position, start: Position | undefined, side: Side) => HTMLElement[]} */
function counters(position, start, side) {
  const own = position.counters.filter((one) => one.side === side);
  const shown = own.map(({ kind, count, of }) =>
    counter(t('game.counter', { kind, count, of }), ...pawnRow(side, kind === 'hand' ? count : 0)),
  );
  const lost = lostPawns(start, position, otherSide(side));
  if (lost > 0) shown.push(counter(t('game.captured', { count: lost }), ...pawnRow(otherSide(side), lost)));
  const target = position.targets[side];
  if (target) shown.push(counter(t('game.target', { colour: target }), swatch(target)));
  return shown;
}
