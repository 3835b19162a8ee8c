//! Quebec: the largest group, the moves that the others need to join it, and what is en prise.

use katarenga_rules::games::Quebec;
use katarenga_rules::{Board, Rules as _, Side};

use super::distance::Distances;
use super::gathering::Gathering;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const PAWN: usize = 1;
const GROUPED: usize = 2;
const GROUPS: usize = 3;
const MOVES: usize = 4;
const MOBILITY: usize = 5;
const HANGING: usize = 6;
const EN_PRISE: usize = 7;

impl Searchable for Quebec {
    type Evaluator = Distances;

    const PRUNES: bool = true;

    fn evaluator(board: &Board) -> Distances {
        Distances::new(board)
    }
}

impl Evaluator<Quebec> for Distances {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 53),
        Term::new("a pawn", -135),
        Term::new("a pawn of the largest group", 57),
        Term::new("a group", -23),
        Term::new("a move that a pawn needs to a free square beside the group", -39),
        Term::new("a square in reach", 8),
        Term::new("a pawn en prise that is not defended", -3),
        Term::new("a pawn en prise that is defended", 14),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Quebec, tally: &mut impl Tally) {
        let core = position.core();
        let turn = core.turn();
        let gatherings = Side::ALL.map(|side| Gathering::of(self, board, core, side));
        let of = |side: Side| &gatherings[side.index()];
        let en_prise = |side: Side| core.pawns(side) & of(!side).reach;
        tally.add(TEMPO, 1);
        tally.balance(PAWN, turn, |side| core.pawns(side).count() as i32);
        tally.balance(GROUPED, turn, |side| of(side).grouped);
        tally.balance(GROUPS, turn, |side| of(side).groups);
        tally.balance(MOVES, turn, |side| of(side).moves);
        tally.balance(MOBILITY, turn, |side| of(side).mobility);
        tally.balance(HANGING, turn, |side| (en_prise(side) & !of(side).reach).count() as i32);
        tally.balance(EN_PRISE, turn, |side| (en_prise(side) & of(side).reach).count() as i32);
    }
}
