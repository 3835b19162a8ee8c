//! Troika: solved whole. Weaker players look a few plies ahead.

use katarenga_rules::Board;
use katarenga_rules::games::Troika;

use super::{Evaluator, Searchable, Tally, Term};
use crate::level::Strength;
use crate::limits::{MAX_DEPTH, Stop};
use crate::solve::placing::{Placing, PlacingSolver};
use crate::solve::{OutOfMemory, Solvable, Verdict};

impl Searchable for Troika {
    type Evaluator = PlacingSolver;

    const SOLVED: Solvable = Solvable::Always;

    const DRAWS: bool = true;

    /// How far each looks ahead; what is beyond is a matter of chance.
    const LEVELS: [Strength; 8] = [
        Strength::new(2, 1, 50),
        Strength::new(30, 2, 50),
        Strength::new(80, 3, 50),
        Strength::new(200, 4, 50),
        Strength::new(600, 4, 50),
        Strength::new(1_600, 6, 50),
        Strength::new(5_000, 7, 50),
        Strength::new(u64::MAX, MAX_DEPTH, 0),
    ];

    fn evaluator(board: &Board) -> PlacingSolver {
        PlacingSolver::new(board)
    }
}

impl Placing for Troika {
    fn rest(&self) -> u8 {
        self.last().map_or(u8::MAX, |last| last.index() as u8)
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
