//! Isolation: the squares that are open to each side; solved where pawns of both sides count.

use katarenga_rules::games::Isolation;
use katarenga_rules::{Board, Rules as _, Side};

use super::{Evaluator, Searchable, Tally, Term};
use crate::limits::Stop;
use crate::solve::kayles::KaylesSolver;
use crate::solve::{OutOfMemory, Solvable, Verdict};

const TEMPO: usize = 0;
const OPEN: usize = 1;
const ALONE: usize = 2;

/// How many pawns both sides have together.
const PAWNS: u32 = 16;

impl Searchable for Isolation {
    type Evaluator = KaylesSolver;

    const SOLVED: Solvable = Solvable::Once("in the layout all");

    fn is_solved(&self) -> bool {
        self.counts_own()
    }

    fn evaluator(board: &Board) -> KaylesSolver {
        KaylesSolver::new(board)
    }
}

impl Evaluator<Isolation> for KaylesSolver {
    const TERMS: &'static [Term] = &[
        Term::new("the move", 0),
        Term::new("a square open to the side", 10),
        Term::new("a square open to the side alone", 20),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &Isolation, tally: &mut impl Tally) {
        let turn = position.core().turn();
        let open = Side::ALL.map(|side| position.open(board, side));
        let open = |side: Side| open[side.index()];
        tally.add(TEMPO, 1);
        tally.balance(OPEN, turn, |side| open(side).count() as i32);
        tally.balance(ALONE, turn, |side| (open(side) & !open(!side)).count() as i32);
    }

    fn solve(&mut self, position: &Isolation, stop: &Stop) -> Option<Verdict> {
        if !position.is_solved() {
            return None;
        }
        let placed = position.core().occupied();
        self.verdict(self.open(placed), PAWNS - placed.count(), stop)
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        Self::out_of_memory(self)
    }
}
