//! Cornered: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::games::Cornered;
use katarenga_rules::{Board, Rules as _};

use super::{Evaluator, Searchable, Tally, Term};
use crate::level::Strength;
use crate::limits::{MAX_DEPTH, Stop};
use crate::solve::chain::{ChainSolver, Limit};
use crate::solve::{OutOfMemory, Solvable, Verdict};

impl Searchable for Cornered {
    type Evaluator = ChainSolver;

    const SOLVED: Solvable = Solvable::Always;

    /// How far each looks ahead; what is beyond is a matter of chance.
    const LEVELS: [Strength; 8] = [
        Strength::new(2, 1, 50),
        Strength::new(14, 2, 50),
        Strength::new(29, 2, 50),
        Strength::new(80, 4, 50),
        Strength::new(480, 5, 50),
        Strength::new(800, 6, 50),
        Strength::new(2_500, 8, 50),
        Strength::new(u64::MAX, MAX_DEPTH, 0),
    ];

    fn evaluator(board: &Board) -> ChainSolver {
        ChainSolver::new(board, Limit::Quarter)
    }
}

impl Evaluator<Cornered> for ChainSolver {
    const TERMS: &'static [Term] = &[];

    fn count(&self, _board: &Board, _position: &Cornered, _tally: &mut impl Tally) {}

    fn solve(&mut self, position: &Cornered, stop: &Stop) -> Option<Verdict> {
        self.verdict(position.core().occupied(), position.last(), stop)
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        Self::out_of_memory(self)
    }
}
