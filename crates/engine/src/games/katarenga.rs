//! Katarenga: material, progress to the far rank, and what is en prise.

use katarenga_rules::games::Katarenga;
use katarenga_rules::{Bitboard, Board, Rules as _, Side};

use super::distance::MovesToGo;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const PAWN: usize = 1;
const CAMP: usize = 2;
const HANGING: usize = 3;
const EN_PRISE: usize = 4;
const MOBILITY: usize = 5;
const SAFE: usize = 6;
/// The first of the terms by the moves that a pawn still needs to the far rank.
const TO_GO: usize = 7;
const FURTHEST: usize = 4;

impl Searchable for Katarenga {
    type Evaluator = MovesToGo;

    const PRUNES: bool = true;

    fn evaluator(board: &Board) -> MovesToGo {
        MovesToGo::new(board, Self::far_rank)
    }
}

impl Evaluator<Katarenga> for MovesToGo {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 94),
        Term::new("a pawn", 134),
        Term::new("a pawn in a camp", 715),
        Term::new("a pawn en prise that is not defended", -95),
        Term::new("a pawn en prise that is defended", -12),
        Term::new("a square in reach", 7),
        Term::new("a pawn on the far rank that is not en prise", 228),
        Term::new("a pawn on the far rank", 145),
        Term::new("a pawn one move from the far rank", 107),
        Term::new("a pawn two moves from the far rank", 49),
        Term::new("a pawn three moves from the far rank", -13),
        Term::new("a pawn four moves from the far rank", -154),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Katarenga, tally: &mut impl Tally) {
        let core = position.core();
        let (mut reach, mut mobility) = ([Bitboard::EMPTY; 2], [0; 2]);
        for side in Side::ALL {
            board.each_reach(core.pawns(side), core.occupied(), |_, squares| {
                reach[side.index()] |= squares;
                mobility[side.index()] += squares.count() as i32;
            });
        }
        let turn = core.turn();
        tally.add(TEMPO, 1);
        tally.balance(PAWN, turn, |side| core.pawns(side).count() as i32);
        tally.balance(CAMP, turn, |side| i32::from(position.camps(side)));
        tally.balance(MOBILITY, turn, |side| mobility[side.index()]);
        let en_prise = |side: Side| core.pawns(side) & reach[(!side).index()];
        tally.balance(HANGING, turn, |side| (en_prise(side) & !reach[side.index()]).count() as i32);
        tally.balance(EN_PRISE, turn, |side| (en_prise(side) & reach[side.index()]).count() as i32);
        let safe = |side: Side| core.pawns(side) & Katarenga::far_rank(side) & !en_prise(side);
        tally.balance(SAFE, turn, |side| safe(side).count() as i32);
        for (side, sign) in [(turn, 1), (!turn, -1)] {
            for pawn in core.pawns(side) {
                let to_go = self.from(side, pawn);
                if to_go <= FURTHEST {
                    tally.add(TO_GO + to_go, sign);
                }
            }
        }
    }
}
