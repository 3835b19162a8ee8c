//! Cornered: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::games::Cornered;
use katarenga_rules::{Board, Rules as _};

use super::{Guide, Knowledge, LEVELS_OF_SOLVED_GAMES, Tally, Term};
use crate::Verdict;
use crate::level::Strength;
use crate::search::Stop;
use crate::solve::chain::{ChainSolver, Limit};

impl Knowledge for Cornered {
    type Guide = ChainSolver;

    const SOLVED: bool = true;

    const LEVELS: [Strength; 8] = LEVELS_OF_SOLVED_GAMES;

    fn guide(board: &Board) -> ChainSolver {
        ChainSolver::new(board, Limit::Quarter)
    }
}

impl Guide<Cornered> for ChainSolver {
    const TERMS: &'static [Term] = &[];

    fn count(&self, _board: &Board, _position: &Cornered, _tally: &mut impl Tally) {}

    fn solve(&mut self, position: &Cornered, stop: &Stop) -> Option<Verdict> {
        self.verdict(position.core().occupied(), position.last(), stop)
    }
}
