//! Exact solvers: what a position is worth with best play, proven.
//!
//! Cornered and Quartermaster are solved whole, from any position; Battle Stations once all pawns
//! are placed.

pub mod battle;
pub mod chain;

use katarenga_rules::{Board, GameKind, Position, Rules, for_each_game, games};

use crate::games::Knowledge;

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

/// Solves positions of one game on one board. What was found is kept for the next question.
pub(crate) trait Solve<R: Rules> {
    /// The verdict, or `None` where the game is not solved from there.
    fn solve(&mut self, position: &R) -> Option<Verdict>;
}

/// The solver of whichever game.
type AnySolver<'a> = Box<dyn FnMut(&Position) -> Option<Verdict> + 'a>;

/// Solves positions of a game on one board.
///
/// Memory: 2 MB for Cornered, up to 128 MB for Quartermaster, 20 MB for a battle.
pub struct Solver<'a>(AnySolver<'a>);

impl<'a> Solver<'a> {
    /// A solver, where the game has one. The board must suit the game.
    pub fn new(kind: GameKind, board: &'a Board) -> Option<Self> {
        any_solver(kind, board).map(Self)
    }

    /// The verdict of a position on the solver's board; `None` where the game is not solved from
    /// there (Battle Stations while pawns are placed) or the position is of another game.
    pub fn solve(&mut self, position: &Position) -> Option<Verdict> {
        (self.0)(position)
    }
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solver")
    }
}

fn solver_of<R>(board: &Board) -> Option<AnySolver<'_>>
where
    R: Knowledge + TryFrom<Position>,
{
    let mut solver = R::solver(board)?;
    Some(Box::new(move |position| {
        let position = R::try_from(*position).ok()?;
        solver.solve(&position)
    }))
}

macro_rules! dispatch {
    ($($Game:ident),*) => {
        fn any_solver(kind: GameKind, board: &Board) -> Option<AnySolver<'_>> {
            match kind { $(GameKind::$Game => solver_of::<games::$Game>(board)),* }
        }
    };
}
for_each_game!(dispatch);
