//! What the engine knows of each game, one file a game.

mod battle_stations;
mod big_bang;
mod congress;
mod cornered;
mod katarenga;
mod north_west_passage;
mod quartermaster;

use katarenga_rules::{Board, Rules};

use crate::solve::Solve;

/// What the engine knows of a game besides its rules.
pub(crate) trait Knowledge: Rules {
    /// An exact solver for positions on `board`, where the game has one.
    fn solver(_board: &Board) -> Option<Box<dyn Solve<Self> + '_>> {
        None
    }
}
