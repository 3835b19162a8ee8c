//! What the engine knows of each game, one file a game: an evaluation, and a solver where there is
//! one.

mod battle_stations;
mod big_bang;
mod congress;
mod cornered;
mod distance;
mod katarenga;
mod north_west_passage;
mod quartermaster;

use katarenga_rules::{Board, Rules, Side};

use crate::search::score::Score;
use crate::solve::Solve;

/// What the engine knows of a game besides its rules.
pub(crate) trait Knowledge: Rules {
    /// What is computed once for a board, and evaluates positions on it.
    type Guide: Guide<Self>;

    /// The guide of a board.
    fn guide(board: &Board) -> Self::Guide;

    /// An exact solver for positions on `board`, where the game has one.
    fn solver(_board: &Board) -> Option<Box<dyn Solve<Self> + '_>> {
        None
    }
}

/// Evaluates positions on one board.
pub(crate) trait Guide<R: Rules> {
    /// What a position promises the side to move, in hundredths of a pawn or so; less than
    /// [`DECIDED`](crate::search::score::DECIDED) either way. Called only for positions that are not
    /// decided.
    fn evaluate(&self, board: &Board, position: &R) -> Score;
}

/// Knows nothing: for games that are solved.
pub(crate) struct Unguided;

impl<R: Rules> Guide<R> for Unguided {
    fn evaluate(&self, _board: &Board, _position: &R) -> Score {
        0
    }
}

/// What `worth` gives the side to move, less what it gives the other.
fn balance<R: Rules>(position: &R, worth: impl Fn(Side) -> Score) -> Score {
    let turn = position.core().turn();
    worth(turn) - worth(!turn)
}
