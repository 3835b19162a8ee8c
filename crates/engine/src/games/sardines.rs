//! Sardines: the moves still needed to free squares of the side's half of the can.

use katarenga_rules::games::Sardines;
use katarenga_rules::{Bitboard, Board, Rules as _, Side};

use super::distance::Distances;
use super::{Evaluator, Searchable, Tally, Term};
use crate::score::Score;

const TEMPO: usize = 0;
const PACKED: usize = 1;
const MOVES: usize = 2;
const FILLING: usize = 3;
const OUSTABLE: usize = 4;
const THREATENED: usize = 5;

impl Searchable for Sardines {
    type Evaluator = Distances;

    const PRUNES: bool = true;

    /// Of 98 games of equal players with 4,000 nodes a move 28 ended in repetition, and none of 95 with this.
    const REPETITION: Score = -300;

    fn evaluator(board: &Board) -> Distances {
        Distances::new(board)
    }
}

impl Evaluator<Sardines> for Distances {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 8),
        Term::new("a pawn in its half of the can", 110),
        Term::new("a move that a pawn needs to a free square of its half", 20),
        Term::new("a move that a free square of the half is from the next pawn", -8),
        Term::new("a pawn in the other half", 34),
        Term::new("a pawn in the other half that can be ousted now", -18),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Sardines, tally: &mut impl Tally) {
        let core = position.core();
        let turn = core.turn();
        let mut reach = [Bitboard::EMPTY; 2];
        for side in Side::ALL {
            let each = |_, squares| reach[side.index()] |= squares;
            board.each_reach(core.pawns(side), core.occupied(), each);
        }
        tally.add(TEMPO, 1);
        for (side, sign) in [(turn, 1), (!turn, -1)] {
            let (pawns, half) = (core.pawns(side), Sardines::half(side));
            let (under_way, free) = (pawns & !half, half & !pawns);
            let oustable = pawns & Sardines::half(!side);
            let threatened = oustable & reach[(!side).index()];
            tally.add(PACKED, sign * (pawns & half).count() as i32);
            tally.add(MOVES, sign * self.sum(under_way, free));
            tally.add(FILLING, sign * self.sum_from(under_way, free));
            tally.add(OUSTABLE, sign * oustable.count() as i32);
            tally.add(THREATENED, sign * threatened.count() as i32);
        }
    }
}
