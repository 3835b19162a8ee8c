//! Quartermaster: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::games::Quartermaster;
use katarenga_rules::{Board, Rules as _};

use super::{Guide, Knowledge, LEVELS_OF_SOLVED_GAMES, Tally, Term};
use crate::Verdict;
use crate::level::Strength;
use crate::search::Stop;
use crate::solve::chain::{ChainSolver, Limit};

impl Knowledge for Quartermaster {
    type Guide = ChainSolver;

    const SOLVED: bool = true;

    const LEVELS: [Strength; 8] = LEVELS_OF_SOLVED_GAMES;

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
}
