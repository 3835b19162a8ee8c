//! Exact solvers: what a position is worth with best play, proven.
//!
//! Cornered and Quartermaster are solved whole, from any position; Battle Stations once all pawns
//! are placed.

pub mod battle;
pub mod chain;

use std::io;

use katarenga_rules::{Board, GameKind, Position, for_each_game, games};

use crate::games::{Guide as _, Knowledge};
use crate::search::Stop;

/// What a position is worth to both sides with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether the side to move wins.
    pub wins: bool,
    /// The points of whoever wins, when the winner wants many and the loser few.
    pub points: u8,
    /// In games of placing: the number of pawns at the end, when the winner hurries and the loser
    /// resists.
    pub length: Option<u8>,
}

/// Memory is too short for the table of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("memory is short: the solver's table takes {megabytes} MB, more than can be had")]
pub struct ShortOfMemory {
    /// The size of the table in MB.
    pub megabytes: usize,
}

impl ShortOfMemory {
    fn of(bytes: usize) -> Self {
        Self { megabytes: bytes.div_ceil(1 << 20) }
    }
}

impl From<ShortOfMemory> for io::Error {
    fn from(short: ShortOfMemory) -> Self {
        Self::new(io::ErrorKind::OutOfMemory, short)
    }
}

/// The solver of whichever game.
trait AnySolver {
    fn solve(&mut self, position: &Position) -> Option<Verdict>;

    fn lacks(&self) -> Option<ShortOfMemory>;
}

/// The solver of one kind of game.
struct SolverOf<R: Knowledge>(R::Guide);

impl<R> AnySolver for SolverOf<R>
where
    R: Knowledge + TryFrom<Position>,
{
    fn solve(&mut self, position: &Position) -> Option<Verdict> {
        self.0.solve(&R::try_from(*position).ok()?, &Stop::default())
    }

    fn lacks(&self) -> Option<ShortOfMemory> {
        self.0.lacks()
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
    /// [`lacks`](Self::lacks) says why.
    pub fn solve(&mut self, position: &Position) -> Option<Verdict> {
        self.0.solve(position)
    }

    /// Why nothing is solved, where memory was too short for the table.
    pub fn lacks(&self) -> Option<ShortOfMemory> {
        self.0.lacks()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solver")
    }
}

fn solver_of<R>(board: &Board) -> Option<Box<dyn AnySolver>>
where
    R: Knowledge + TryFrom<Position>,
{
    R::SOLVED.then(|| -> Box<dyn AnySolver> { Box::new(SolverOf::<R>(R::guide(board))) })
}

macro_rules! dispatch {
    ($($Game:ident),*) => {
        fn any_solver(kind: GameKind, board: &Board) -> Option<Box<dyn AnySolver>> {
            match kind { $(GameKind::$Game => solver_of::<games::$Game>(board)),* }
        }
    };
}
for_each_game!(dispatch);
