//! Greengage and Chameleon: the moves still needed to the target squares.

use katarenga_rules::games::Greengage;
use katarenga_rules::{Board, Rules as _};

use super::distance::Distances;
use super::{Evaluator, Searchable, Tally, Term, passage};

impl Searchable for Greengage {
    type Evaluator = Distances;

    const PRUNES: bool = true;

    fn evaluator(board: &Board) -> Distances {
        Distances::new(board)
    }
}

impl Evaluator<Greengage> for Distances {
    const TERMS: &'static [Term] = &passage::terms([24, 105, -24, -12, 48]);

    #[inline]
    fn count(&self, board: &Board, position: &Greengage, tally: &mut impl Tally) {
        passage::count(self, position.core(), |side| position.target(board, side), tally);
    }
}
