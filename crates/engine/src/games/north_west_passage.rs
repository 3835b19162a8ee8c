//! North West Passage: the moves still needed to the target diagonal.

use katarenga_rules::games::NorthWestPassage;
use katarenga_rules::{Board, Rules as _};

use super::distance::Distances;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const ARRIVED: usize = 1;
const MOVES: usize = 2;
const FILLING: usize = 3;
const FORCED: usize = 4;

impl Searchable for NorthWestPassage {
    type Evaluator = Distances;

    fn evaluator(board: &Board) -> Distances {
        Distances::new(board)
    }
}

impl Evaluator<NorthWestPassage> for Distances {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 13),
        Term::new("a pawn on its target", 25),
        Term::new("a move that a pawn needs to a free square of its target", -25),
        Term::new("a move that a free square of the target is from the next pawn", -19),
        Term::new("a pawn that must move", 23),
    ];

    #[inline]
    fn count(&self, _board: &Board, position: &NorthWestPassage, tally: &mut impl Tally) {
        let core = position.core();
        let turn = core.turn();
        tally.add(TEMPO, 1);
        tally.add(FORCED, position.forced().count() as i32);
        for (side, sign) in [(turn, 1), (!turn, -1)] {
            let (pawns, target) = (core.pawns(side), NorthWestPassage::target(side));
            let (under_way, free) = (pawns & !target, target & !pawns);
            tally.add(ARRIVED, sign * (pawns & target).count() as i32);
            tally.add(MOVES, sign * self.sum(under_way, free));
            tally.add(FILLING, sign * self.sum_from(under_way, free));
        }
    }
}
