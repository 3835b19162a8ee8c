//! Races with evictions: what North West Passage and Greengage have in common.

use katarenga_rules::{Bitboard, Core, Side};

use super::distance::Distances;
use super::{Tally, Term};
use crate::score::Score;

const TEMPO: usize = 0;
const ARRIVED: usize = 1;
const MOVES: usize = 2;
const FILLING: usize = 3;
const FORCED: usize = 4;

/// The terms with a game's own weights.
pub(super) const fn terms(weights: [Score; 5]) -> [Term; 5] {
    [
        Term::new("the move", weights[TEMPO]),
        Term::new("a pawn on its target", weights[ARRIVED]),
        Term::new("a move that a pawn needs to a free square of its target", weights[MOVES]),
        Term::new(
            "a move that a free square of the target is from the next pawn",
            weights[FILLING],
        ),
        Term::new("a pawn that must move", weights[FORCED]),
    ]
}

/// Counts the [`terms`], given the target squares of each side.
#[inline]
pub(super) fn count(
    distances: &Distances,
    core: &Core,
    targets: impl Fn(Side) -> Bitboard,
    tally: &mut impl Tally,
) {
    let turn = core.turn();
    tally.add(TEMPO, 1);
    // Two pawns share a square only where one was evicted.
    tally.add(FORCED, core.shared().count() as i32);
    for (side, sign) in [(turn, 1), (!turn, -1)] {
        let (pawns, target) = (core.pawns(side), targets(side));
        let (under_way, free) = (pawns & !target, target & !pawns);
        tally.add(ARRIVED, sign * (pawns & target).count() as i32);
        tally.add(MOVES, sign * distances.sum(under_way, free));
        tally.add(FILLING, sign * distances.sum_from(under_way, free));
    }
}
