//! Katarenga: material, progress to the far rank, and what is en prise.

use katarenga_rules::games::Katarenga;
use katarenga_rules::{Bitboard, Board, Rules as _, Side};

use super::distance::Distances;
use super::{Guide, Knowledge, balance};
use crate::search::score::Score;

/// A pawn on the board.
const PAWN: Score = 100;
/// A pawn in a camp: it can't be lost, and one more wins.
const IN_CAMP: Score = 300;
/// A pawn by the moves it needs to the far rank.
const PROGRESS: [Score; 5] = [90, 45, 22, 10, 4];
/// A pawn that the enemy, not to move, could capture.
const EN_PRISE: Score = -12;

/// What the engine knows of a board.
pub(crate) struct KatarengaGuide {
    /// The moves from each square to the far rank, by side.
    moves_to_go: [[u8; 64]; 2],
}

impl Knowledge for Katarenga {
    type Guide = KatarengaGuide;

    fn guide(board: &Board) -> KatarengaGuide {
        let distances = Distances::new(board);
        let moves_to_go = Side::ALL.map(|side| {
            let mut moves = [0; 64];
            for square in board.squares() {
                moves[square.index()] = distances.nearest(square, Self::far_rank(side));
            }
            moves
        });
        KatarengaGuide { moves_to_go }
    }
}

impl Guide<Katarenga> for KatarengaGuide {
    fn evaluate(&self, board: &Board, position: &Katarenga) -> Score {
        let core = position.core();
        balance(position, |side| {
            let moves = &self.moves_to_go[side.index()];
            let pawns = core.pawns(side);
            let progress: Score = pawns
                .into_iter()
                .filter_map(|pawn| PROGRESS.get(usize::from(moves[pawn.index()])))
                .sum();
            let mut attacked = Bitboard::EMPTY;
            board.each_reach(core.pawns(!side), core.occupied(), |_, reach| attacked |= reach);
            PAWN * pawns.count() as Score
                + IN_CAMP * Score::from(position.camps(side))
                + progress
                + EN_PRISE * (attacked & pawns).count() as Score
        })
    }
}
