//! Troika: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::Board;
use katarenga_rules::games::Troika;

use super::{Evaluator, Searchable, Tally, Term};
use crate::limits::Stop;
use crate::solve::placing::PlacingSolver;
use crate::solve::{OutOfMemory, Solvable, Verdict};

impl Searchable for Troika {
    type Evaluator = PlacingSolver;

    const SOLVED: Solvable = Solvable::Always;

    const DRAWS: bool = true;

    fn evaluator(board: &Board) -> PlacingSolver {
        PlacingSolver::new(board)
    }
}

impl Evaluator<Troika> for PlacingSolver {
    const TERMS: &'static [Term] = &[];

    fn count(&self, _board: &Board, _position: &Troika, _tally: &mut impl Tally) {}

    fn solve(&mut self, position: &Troika, stop: &Stop) -> Option<Verdict> {
        self.verdict(position, stop)
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        Self::out_of_memory(self)
    }
}
