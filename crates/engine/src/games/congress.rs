//! Congress: the largest group, and the moves that the others need to join it.

use katarenga_rules::games::Congress;
use katarenga_rules::{Board, Rules as _};

use super::distance::Distances;
use super::gathering::Gathering;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const GROUPED: usize = 1;
const GROUPS: usize = 2;
const MOVES: usize = 3;
const MOBILITY: usize = 4;

impl Searchable for Congress {
    type Evaluator = Distances;

    const PRUNES: bool = true;

    fn evaluator(board: &Board) -> Distances {
        Distances::new(board)
    }
}

impl Evaluator<Congress> for Distances {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 23),
        Term::new("a pawn of the largest group", 55),
        Term::new("a group", -38),
        Term::new("a move that a pawn needs to a free square beside the group", -10),
        Term::new("a square in reach", 7),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Congress, tally: &mut impl Tally) {
        let core = position.core();
        tally.add(TEMPO, 1);
        for (side, sign) in [(core.turn(), 1), (!core.turn(), -1)] {
            let gathering = Gathering::of(self, board, core, side);
            tally.add(GROUPED, sign * gathering.grouped);
            tally.add(GROUPS, sign * gathering.groups);
            tally.add(MOVES, sign * gathering.moves);
            tally.add(MOBILITY, sign * gathering.mobility);
        }
    }
}
