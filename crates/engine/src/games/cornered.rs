//! Cornered: solved whole.

use katarenga_rules::games::Cornered;
use katarenga_rules::{Board, Rules as _};

use super::{Knowledge, Unguided};
use crate::solve::chain::{ChainSolver, Limit};
use crate::solve::{Solve, Verdict};

impl Knowledge for Cornered {
    type Guide = Unguided;

    fn guide(_board: &Board) -> Unguided {
        Unguided
    }

    fn solver(board: &Board) -> Option<Box<dyn Solve<Self> + '_>> {
        Some(Box::new(ChainSolver::new(board, Limit::Quarter)))
    }
}

impl Solve<Cornered> for ChainSolver<'_> {
    fn solve(&mut self, position: &Cornered) -> Option<Verdict> {
        Some(self.verdict(position.core().occupied(), position.last()))
    }
}
