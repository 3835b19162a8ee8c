//! Exact solvers: what a position is worth with best play, proven.
//!
//! Cornered and Quartermaster are solved whole, from any position; Battle Stations once all pawns
//! are placed.

pub mod battle;
pub mod chain;

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

/// The solver of whichever game.
type AnySolver = Box<dyn FnMut(&Position) -> Option<Verdict>>;

/// Solves positions of a game on one board. What was found is kept for the next question.
///
/// Memory: 2 MB for Cornered, up to 128 MB for Quartermaster, 20 MB for a battle.
pub struct Solver(AnySolver);

impl Solver {
    /// A solver, where the game has one. The board must suit the game.
    pub fn new(kind: GameKind, board: &Board) -> Option<Self> {
        any_solver(kind, board).map(Self)
    }

    /// The verdict of a position on the solver's board; `None` where the game is not solved from
    /// there (Battle Stations while pawns are placed) or the position is of another game.
    pub fn solve(&mut self, position: &Position) -> Option<Verdict> {
        (self.0)(position)
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solver")
    }
}

fn solver_of<R>(board: &Board) -> Option<AnySolver>
where
    R: Knowledge + TryFrom<Position>,
{
    let mut guide = R::SOLVED.then(|| R::guide(board))?;
    Some(Box::new(move |position| guide.solve(&R::try_from(*position).ok()?, &Stop::default())))
}

macro_rules! dispatch {
    ($($Game:ident),*) => {
        fn any_solver(kind: GameKind, board: &Board) -> Option<AnySolver> {
            match kind { $(GameKind::$Game => solver_of::<games::$Game>(board)),* }
        }
    };
}
for_each_game!(dispatch);
