//! Big Bang: the moves still needed to free squares of the target colour.

use katarenga_rules::games::BigBang;
use katarenga_rules::{Bitboard, Board, Colour, Rules as _, Side};

use super::distance::Distances;
use super::{Guide, Knowledge, balance};
use crate::search::score::Score;

/// A move that a pawn still needs to a free square of the target colour.
const MOVE: Score = -20;
/// A pawn that is home.
const HOME: Score = 60;
/// Having a target, which lets a side oust pawns.
const TARGET: Score = 30;

/// What the engine knows of a board.
pub(crate) struct BigBangGuide {
    distances: Distances,
    eligible: Vec<Colour>,
}

impl BigBangGuide {
    /// The worth of aiming at a colour.
    fn worth(&self, board: &Board, pawns: Bitboard, colour: Colour) -> Score {
        let goals = board.coloured(colour) & Bitboard::EDGE;
        let home = pawns & goals;
        // The eighth pawn joins the one on the corner.
        let free = if home == goals { goals & Bitboard::CORNERS } else { goals & !home };
        MOVE * self.distances.sum(pawns & !goals, free) + HOME * home.count() as Score
    }

    /// The worth of a side's target, or of the best that it can still choose.
    fn best(&self, board: &Board, position: &BigBang, side: Side) -> Score {
        let pawns = position.core().pawns(side);
        if let Some(colour) = position.target(side) {
            return TARGET + self.worth(board, pawns, colour);
        }
        let open = self.eligible.iter().filter(|colour| position.target(!side) != Some(**colour));
        open.map(|colour| self.worth(board, pawns, *colour)).max().unwrap_or(0)
    }
}

impl Knowledge for BigBang {
    type Guide = BigBangGuide;

    fn guide(board: &Board) -> BigBangGuide {
        BigBangGuide { distances: Distances::new(board), eligible: Self::eligible(board).collect() }
    }
}

impl Guide<BigBang> for BigBangGuide {
    fn evaluate(&self, board: &Board, position: &BigBang) -> Score {
        balance(position, |side| self.best(board, position, side))
    }
}
