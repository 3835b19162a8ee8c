//! Exact solvers: what a position is worth with best play, proven.
//!
//! Cornered and Quartermaster are solved whole, from any position; Battle Stations once all pawns
//! are placed.

pub mod battle;
pub mod chain;

use std::io;

use katarenga_rules::{Board, GameKind, Position, for_each_game, games};

use crate::games::{Evaluator as _, Searchable};
use crate::search::Stop;

/// What a position is worth to both sides with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether the side to move wins.
    pub wins: bool,
    /// The winner's points, when the winner maximises and the loser minimises them.
    pub points: u8,
    /// In games of placing: the number of pawns at the end, when the winner hurries and the loser
    /// resists.
    pub length: Option<u8>,
}

/// Memory is too short for the table of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("memory is short: the solver's table takes {megabytes} MB, more than can be had")]
pub struct OutOfMemory {
    /// The size of the table in MB.
    pub megabytes: usize,
}

impl OutOfMemory {
    fn of(bytes: usize) -> Self {
        Self { megabytes: bytes.div_ceil(1 << 20) }
    }
}

impl From<OutOfMemory> for io::Error {
    fn from(short: OutOfMemory) -> Self {
        Self::new(io::ErrorKind::OutOfMemory, short)
    }
}

/// The solver of whichever game.
trait AnySolver {
    fn solve(&mut self, position: &Position) -> Option<Verdict>;

    fn out_of_memory(&self) -> Option<OutOfMemory>;
}

/// The solver of one kind of game.
struct SolverOf<R: Searchable>(R::Evaluator);

impl<R> AnySolver for SolverOf<R>
where
    R: Searchable + TryFrom<Position>,
{
    fn solve(&mut self, position: &Position) -> Option<Verdict> {
        self.0.solve(&R::try_from(*position).ok()?, &Stop::default())
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.0.out_of_memory()
    }
}

/// Solves positions of a game on one board. What was found is kept for the next question.
///
/// Memory: 2 MB for Cornered, up to 128 MB for Quartermaster, 20 MB for a battle.
pub struct Solver(Box<dyn AnySolver>);

impl Solver {
    /// A solver, where the game has one. The board must suit the game.
    pub fn new(kind: GameKind, board: &Board) -> Option<Self> {
        any_solver(kind, board).map(Self)
    }

    /// The verdict of a position on the solver's board; `None` where the game is not solved from
    /// there (Battle Stations while pawns are placed), the position is of another game, or
    /// [`out_of_memory`](Self::out_of_memory) says why.
    pub fn solve(&mut self, position: &Position) -> Option<Verdict> {
        self.0.solve(position)
    }

    /// Why nothing is solved, where memory was too short for the table.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.0.out_of_memory()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solver")
    }
}

fn solver_of<R>(board: &Board) -> Option<Box<dyn AnySolver>>
where
    R: Searchable + TryFrom<Position>,
{
    R::SOLVED.then(|| -> Box<dyn AnySolver> { Box::new(SolverOf::<R>(R::evaluator(board))) })
}

macro_rules! dispatch {
    ($($Game:ident),*) => {
        fn any_solver(kind: GameKind, board: &Board) -> Option<Box<dyn AnySolver>> {
            match kind { $(GameKind::$Game => solver_of::<games::$Game>(board)),* }
        }
    };
}
for_each_game!(dispatch);
