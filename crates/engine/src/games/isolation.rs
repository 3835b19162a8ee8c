//! Isolation: the squares that are open to each side. Solved as a game on a graph where pawns of both
//! sides count, and by search towards the end where they don't.

use katarenga_rules::games::Isolation;
use katarenga_rules::{Board, Rules as _};

use super::{Evaluator, Searchable, Tally, Term};
use crate::level::Strength;
use crate::limits::{MAX_DEPTH, Stop};
use crate::score::{Score, of_verdict};
use crate::solve::kayles::KaylesSolver;
use crate::solve::placing::{Placing, PlacingSolver};
use crate::solve::{Length, OutOfMemory, Solvable, Verdict};

const TEMPO: usize = 0;
const OPEN: usize = 1;

/// How many pawns both sides have together.
const PAWNS: u8 = 16;
/// How many pawns must be placed before the layout opposites is solved: within half a second, all moves
/// included.
const SOLVED_FROM: u32 = 7;
/// The same within a search, which asks often: within a few milliseconds.
const SOLVED_IN_SEARCH_FROM: u32 = 10;

/// Evaluates positions on one board.
pub(crate) struct IsolationEvaluator {
    all: KaylesSolver,
    opposites: PlacingSolver,
}

impl Searchable for Isolation {
    type Evaluator = IsolationEvaluator;

    const SOLVED: Solvable =
        Solvable::Once("in the layout all, or in opposites once seven pawns are placed");

    /// How far each looks ahead; what is beyond is a matter of chance.
    const LEVELS: [Strength; 8] = [
        Strength::new(30, 1, 50),
        Strength::new(800, 3, 50),
        Strength::new(2_500, 4, 50),
        Strength::new(8_000, 5, 50),
        Strength::new(25_000, 6, 50),
        Strength::new(100_000, 8, 50),
        Strength::new(800_000, MAX_DEPTH, 50),
        Strength::new(2_000_000, MAX_DEPTH, 0),
    ];

    fn is_solved(&self) -> bool {
        self.counts_own() || self.core().occupied().count() >= SOLVED_FROM
    }

    fn evaluator(board: &Board) -> IsolationEvaluator {
        IsolationEvaluator { all: KaylesSolver::new(board), opposites: PlacingSolver::new(board) }
    }
}

impl Placing for Isolation {
    fn rest(&self) -> u8 {
        self.counts_own().into()
    }
}

impl Evaluator<Isolation> for IsolationEvaluator {
    const TERMS: &'static [Term] =
        &[Term::new("the move", -300), Term::new("a square open to the side", 20)];

    #[inline]
    fn count(&self, board: &Board, position: &Isolation, tally: &mut impl Tally) {
        let turn = position.core().turn();
        tally.add(TEMPO, 1);
        // Where pawns of both sides count, both have the same.
        if !position.counts_own() {
            tally.balance(OPEN, turn, |side| position.open(board, side).count() as i32);
        }
    }

    fn solve(&mut self, position: &Isolation, stop: &Stop) -> Option<Verdict> {
        if !position.is_solved() {
            return None;
        }
        if !position.counts_own() {
            return self.opposites.verdict(position, stop);
        }
        let placed = position.core().occupied();
        let pawns = placed.count() as u8;
        let (value, left) = self.all.length(self.all.open(placed), PAWNS - pawns, stop)?;
        Some(Verdict { value, points: 1, length: Some(Length::Pawns(pawns + left)) })
    }

    fn solve_within(
        &mut self,
        position: &Isolation,
        ply: usize,
        _window: (Score, Score),
        stop: &Stop,
    ) -> Option<Score> {
        // The length, which takes most of the time, says nothing here.
        let placed = position.core().occupied();
        let value = if position.counts_own() {
            self.all.value(self.all.open(placed), PAWNS - placed.count() as u8, stop)?
        } else if placed.count() >= SOLVED_IN_SEARCH_FROM {
            self.opposites.value(position, stop)?
        } else {
            return None;
        };
        Some(of_verdict(Verdict { value, points: 1, length: None }, ply))
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.all.out_of_memory().or(self.opposites.out_of_memory())
    }
}
