//! Quartermaster: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::games::Quartermaster;
use katarenga_rules::{Board, Rules as _};

use super::{Guide, Knowledge, Tally, Term};
use crate::Verdict;
use crate::level::Strength;
use crate::search::{DEEPEST, Stop};
use crate::solve::ShortOfMemory;
use crate::solve::chain::{ChainSolver, Limit};

impl Knowledge for Quartermaster {
    type Guide = ChainSolver;

    const SOLVED: bool = true;

    /// How far each looks ahead; what is beyond is a matter of chance.
    const LEVELS: [Strength; 8] = [
        Strength::new(2, 1, 50),
        Strength::new(14, 2, 50),
        Strength::new(28, 2, 50),
        Strength::new(95, 4, 50),
        Strength::new(720, 4, 50),
        Strength::new(1_150, 6, 50),
        Strength::new(12_000, 8, 50),
        Strength::new(u64::MAX, DEEPEST, 0),
    ];

    fn guide(board: &Board) -> ChainSolver {
        ChainSolver::new(board, Limit::Block)
    }
}

impl Guide<Quartermaster> for ChainSolver {
    const TERMS: &'static [Term] = &[];

    fn count(&self, _board: &Board, _position: &Quartermaster, _tally: &mut impl Tally) {}

    fn solve(&mut self, position: &Quartermaster, stop: &Stop) -> Option<Verdict> {
        self.verdict(position.core().occupied(), position.last(), stop)
    }

    fn lacks(&self) -> Option<ShortOfMemory> {
        Self::lacks(self)
    }
}
