//! Troika: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::games::Troika;
use katarenga_rules::{Board, Rules as _};

use super::{Evaluator, Searchable, Tally, Term};
use crate::limits::Stop;
use crate::solve::troika::TroikaSolver;
use crate::solve::{OutOfMemory, Solvable, Verdict};

impl Searchable for Troika {
    type Evaluator = TroikaSolver;

    const SOLVED: Solvable = Solvable::Always;

    fn evaluator(board: &Board) -> TroikaSolver {
        TroikaSolver::new(board)
    }
}

impl Evaluator<Troika> for TroikaSolver {
    const TERMS: &'static [Term] = &[];

    fn count(&self, _board: &Board, _position: &Troika, _tally: &mut impl Tally) {}

    fn solve(&mut self, position: &Troika, stop: &Stop) -> Option<Verdict> {
        self.verdict(position, stop)
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        Self::out_of_memory(self)
    }
}
