//! Colorado: the moves to the far bank, pawns that are safe there, and what is en prise.

use katarenga_rules::games::Colorado;
use katarenga_rules::{Bitboard, Board, Rules as _, Side};

use super::distance::MovesToGo;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const PAWN: usize = 1;
const HANGING: usize = 2;
const EN_PRISE: usize = 3;
const MOBILITY: usize = 4;
const SAFE: usize = 5;
const ACROSS: usize = 6;
const NEAR: usize = 7;
const MOVES: usize = 8;

impl Searchable for Colorado {
    type Evaluator = MovesToGo;

    const PRUNES: bool = true;

    fn evaluator(board: &Board) -> MovesToGo {
        MovesToGo::new(board, Self::far_bank)
    }
}

impl Evaluator<Colorado> for MovesToGo {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 11),
        Term::new("a pawn", -213),
        Term::new("a pawn en prise that is not defended", 7),
        Term::new("a pawn en prise that is defended", 3),
        Term::new("a square in reach", 2),
        Term::new("a pawn across that is not en prise", 10),
        Term::new("a pawn across", 68),
        Term::new("a pawn one move from the far bank", 23),
        Term::new("a move that a pawn needs to the far bank", -10),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Colorado, tally: &mut impl Tally) {
        let core = position.core();
        let (mut reach, mut mobility) = ([Bitboard::EMPTY; 2], [0; 2]);
        for side in Side::ALL {
            board.each_reach(core.pawns(side), core.occupied(), |_, squares| {
                reach[side.index()] |= squares;
                mobility[side.index()] += squares.count() as i32;
            });
        }
        let turn = core.turn();
        let en_prise =
            |side: Side| core.pawns(side) & !position.safe(side) & reach[(!side).index()];
        let safe = |side: Side| position.across(side) & !en_prise(side);
        tally.add(TEMPO, 1);
        tally.balance(PAWN, turn, |side| core.pawns(side).count() as i32);
        tally.balance(HANGING, turn, |side| (en_prise(side) & !reach[side.index()]).count() as i32);
        tally.balance(EN_PRISE, turn, |side| (en_prise(side) & reach[side.index()]).count() as i32);
        tally.balance(MOBILITY, turn, |side| mobility[side.index()]);
        tally.balance(SAFE, turn, |side| safe(side).count() as i32);
        for (side, sign) in [(turn, 1), (!turn, -1)] {
            for pawn in core.pawns(side) {
                let to_go = self.from(side, pawn);
                tally.add(ACROSS, if to_go == 0 { sign } else { 0 });
                tally.add(NEAR, if to_go == 1 { sign } else { 0 });
                tally.add(MOVES, sign * to_go as i32);
            }
        }
    }
}
