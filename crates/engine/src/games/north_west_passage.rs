//! North West Passage: the moves still needed to the target diagonal.

use katarenga_rules::games::NorthWestPassage;
use katarenga_rules::{Board, Rules as _};

use super::distance::Distances;
use super::{Guide, Knowledge, balance};
use crate::search::score::Score;

/// A move that a pawn still needs to a free square of its target.
const MOVE: Score = -30;
/// A pawn on its target.
const ARRIVED: Score = 25;

impl Knowledge for NorthWestPassage {
    type Guide = Distances;

    fn guide(board: &Board) -> Distances {
        Distances::new(board)
    }
}

impl Guide<NorthWestPassage> for Distances {
    fn evaluate(&self, _board: &Board, position: &NorthWestPassage) -> Score {
        balance(position, |side| {
            let pawns = position.core().pawns(side);
            let target = NorthWestPassage::target(side);
            let free = target & !pawns;
            MOVE * self.sum(pawns & !target, free) + ARRIVED * (pawns & target).count() as Score
        })
    }
}
