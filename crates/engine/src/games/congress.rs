//! Congress: the largest group, and the moves that the others need to join it.

use katarenga_rules::games::Congress;
use katarenga_rules::{Bitboard, Board, Rules as _};

use super::distance::Distances;
use super::{Guide, Knowledge, balance};
use crate::search::score::Score;

/// A pawn of the largest group.
const GROUPED: Score = 30;
/// A move that a pawn still needs to a square beside the group.
const MOVE: Score = -15;

impl Knowledge for Congress {
    type Guide = Distances;

    fn guide(board: &Board) -> Distances {
        Distances::new(board)
    }
}

/// The largest of the groups of `pawns`.
fn largest_group(pawns: Bitboard) -> Bitboard {
    let (mut rest, mut largest) = (pawns, Bitboard::EMPTY);
    while let Some(seed) = rest.first() {
        let mut group = Bitboard::of(seed);
        loop {
            let grown = (group | group.neighbours()) & rest;
            if grown == group {
                break;
            }
            group = grown;
        }
        if group.count() > largest.count() {
            largest = group;
        }
        rest &= !group;
    }
    largest
}

impl Guide<Congress> for Distances {
    fn evaluate(&self, _board: &Board, position: &Congress) -> Score {
        balance(position, |side| {
            let pawns = position.core().pawns(side);
            let group = largest_group(pawns);
            let beside = group.neighbours() & !pawns;
            GROUPED * group.count() as Score + MOVE * self.sum(pawns & !group, beside)
        })
    }
}
