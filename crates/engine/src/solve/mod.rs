//! Exact solvers: what a position is worth with best play, proven.
//!
//! [`Solvable`] says of each game from when on it is solved.

pub mod battle;
pub mod chain;

use std::io;

/// From when on a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solvable {
    /// No position is.
    Never,
    /// Every position is.
    Always,
    /// Positions from some point of the game on are, said as in `once all pawns are placed`.
    Once(&'static str),
}

impl Solvable {
    /// Whether positions of the game are solved at all.
    pub const fn ever(self) -> bool {
        !matches!(self, Self::Never)
    }
}

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
