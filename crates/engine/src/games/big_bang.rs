//! Big Bang: the moves still needed to free squares of the target colour.

use katarenga_rules::games::BigBang;
use katarenga_rules::{Bitboard, Board, Colour, Rules as _, Side};

use super::distance::Distances;
use super::{Evaluator, Searchable, Tally, Term};

const TEMPO: usize = 0;
const TARGET: usize = 1;
const HOME: usize = 2;
const MOVES: usize = 3;
const FILLING: usize = 4;
const OUSTABLE: usize = 5;

/// Evaluates positions on one board.
pub(crate) struct BigBangEvaluator {
    distances: Distances,
    eligible: Vec<Colour>,
}

/// How far the pawns of a side are from the squares of a colour.
struct Way {
    home: Bitboard,
    /// The pawns that are not home.
    abroad: Bitboard,
    /// The squares that are still to be reached.
    free: Bitboard,
    moves: i32,
}

impl BigBangEvaluator {
    fn way(&self, board: &Board, pawns: Bitboard, colour: Colour) -> Way {
        let goals = board.coloured(colour) & Bitboard::EDGE;
        let home = pawns & goals;
        // The eighth pawn joins the one on the corner.
        let free = if home == goals { goals & Bitboard::CORNERS } else { goals & !home };
        let abroad = pawns & !goals;
        Way { home, abroad, free, moves: self.distances.sum(abroad, free) }
    }

    /// The way to a side's target, or to the nearest colour that it can still choose.
    fn best_way(&self, board: &Board, position: &BigBang, side: Side) -> Option<Way> {
        let pawns = position.core().pawns(side);
        let (own, taken) = (position.target(side), position.target(!side));
        let is_open = |colour: &Colour| match own {
            Some(own) => *colour == own,
            None => taken != Some(*colour),
        };
        let open = self.eligible.iter().copied().filter(is_open);
        open.map(|colour| self.way(board, pawns, colour)).min_by_key(|way| way.moves)
    }
}

impl Searchable for BigBang {
    type Evaluator = BigBangEvaluator;

    const PRUNES: bool = true;

    fn evaluator(board: &Board) -> BigBangEvaluator {
        BigBangEvaluator {
            distances: Distances::new(board),
            eligible: Self::eligible(board).collect(),
        }
    }
}

impl Evaluator<BigBang> for BigBangEvaluator {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 29),
        Term::new("having a target", -32),
        Term::new("a pawn that is home", 63),
        Term::new("a move that a pawn needs to a free square of its target", -30),
        Term::new("a move that a free square of the target is from the next pawn", -21),
        Term::new("a pawn that can be ousted", -34),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &BigBang, tally: &mut impl Tally) {
        let core = position.core();
        tally.add(TEMPO, 1);
        for (side, sign) in [(core.turn(), 1), (!core.turn(), -1)] {
            tally.add(TARGET, sign * i32::from(position.target(side).is_some()));
            if let Some(way) = self.best_way(board, position, side) {
                let filling = self.distances.sum_from(way.abroad, way.free);
                tally.add(HOME, sign * way.home.count() as i32);
                tally.add(MOVES, sign * way.moves);
                tally.add(FILLING, sign * filling);
            }
            let oustable = core.pawns(side) & position.goals(board, !side);
            tally.add(OUSTABLE, sign * oustable.count() as i32);
        }
    }
}
