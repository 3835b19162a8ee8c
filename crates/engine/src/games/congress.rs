//! Congress: the largest group, and the moves that the others need to join it.

use katarenga_rules::games::Congress;
use katarenga_rules::{Bitboard, Board, Rules as _};

use super::distance::Distances;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const GROUPED: usize = 1;
const GROUPS: usize = 2;
const MOVES: usize = 3;
const MOBILITY: usize = 4;

impl Searchable for Congress {
    type Evaluator = Distances;

    fn evaluator(board: &Board) -> Distances {
        Distances::new(board)
    }
}

/// The largest of the groups of `pawns`, and how many there are.
fn largest_group(pawns: Bitboard) -> (Bitboard, i32) {
    let (mut rest, mut largest, mut groups) = (pawns, Bitboard::EMPTY, 0);
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
        groups += 1;
        rest &= !group;
    }
    (largest, groups)
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
            let pawns = core.pawns(side);
            let (group, groups) = largest_group(pawns);
            let beside = group.neighbours() & !core.occupied();
            let mut mobility = 0;
            board.each_reach(pawns, core.occupied(), |_, reach| {
                mobility += (reach & !core.occupied()).count() as i32;
            });
            tally.add(GROUPED, sign * group.count() as i32);
            tally.add(GROUPS, sign * groups);
            tally.add(MOVES, sign * self.sum(pawns & !group, beside));
            tally.add(MOBILITY, sign * mobility);
        }
    }
}
