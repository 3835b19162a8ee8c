//! The solvers of all games behind one type.

use katarenga_rules::{Board, GameKind, Position};

use crate::games::{Evaluator as _, Searchable};
use crate::limits::Stop;
use crate::registry::{ForGame, dispatch};
use crate::solve::{OutOfMemory, Solvable, Verdict};

impl Solvable {
    /// Of a kind of game.
    pub fn of(kind: GameKind) -> Self {
        dispatch(kind, SolvableOf)
    }

    /// Whether a verdict of a kind of game can be a draw.
    pub fn draws(kind: GameKind) -> bool {
        dispatch(kind, CanBeDrawn)
    }
}

struct SolvableOf;

impl ForGame for SolvableOf {
    type Output = Solvable;

    fn call<R: Searchable + TryFrom<Position>>(self) -> Solvable {
        R::SOLVED
    }
}

struct CanBeDrawn;

impl ForGame for CanBeDrawn {
    type Output = bool;

    fn call<R: Searchable + TryFrom<Position>>(self) -> bool {
        R::DRAWS
    }
}

/// The solver of any game.
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
/// Memory: from 2 MB to 128 MB, by the game.
pub struct Solver(Box<dyn AnySolver>);

impl Solver {
    /// A solver, where the game has one. The board must suit the game.
    pub fn new(kind: GameKind, board: &Board) -> Option<Self> {
        dispatch(kind, NewSolver(board))
    }

    /// The verdict of a position on the solver's board; `None` where the game is not solved from
    /// there (see [`Solvable`]), the position is of another game, or
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

/// Makes the solver of a board, where the game has one.
struct NewSolver<'a>(&'a Board);

impl ForGame for NewSolver<'_> {
    type Output = Option<Solver>;

    fn call<R: Searchable + TryFrom<Position>>(self) -> Option<Solver> {
        R::SOLVED.ever().then(|| Solver(Box::new(SolverOf::<R>(R::evaluator(self.0)))))
    }
}
