//! Exact solvers: what a position is worth with best play, proven.
//!
//! [`Solvable`] says of each game from when on it is solved.

pub mod battle;
pub mod chain;
pub mod endgame;
pub mod kayles;
pub mod placing;
mod table;

use std::io;
use std::ops::Not;

use katarenga_rules::Side;

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

/// How a game ends for a side with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// It loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// It wins.
    Win,
}

impl Value {
    /// A win or a loss.
    pub const fn won(wins: bool) -> Self {
        if wins { Self::Win } else { Self::Loss }
    }

    /// The side that wins, where it is the value to `side`.
    pub fn winner(self, side: Side) -> Option<Side> {
        match self {
            Self::Loss => Some(!side),
            Self::Draw => None,
            Self::Win => Some(side),
        }
    }
}

impl Not for Value {
    type Output = Self;

    /// The value to the other side.
    fn not(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What a position is worth to both sides with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How the game ends for the side to move.
    pub value: Value,
    /// The winner's points, when the winner maximises and the loser minimises them; 0 for a draw.
    pub points: u8,
    /// When the game ends, where the winner hurries and the loser resists: of games that are won, where it
    /// is known.
    pub length: Option<Length>,
}

/// When a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// With this number of pawns on the board: in games of placing.
    Pawns(u8),
    /// In this number of plies.
    Plies(u8),
}

impl Length {
    /// The number of pawns or plies.
    pub const fn number(self) -> u8 {
        match self {
            Self::Pawns(number) | Self::Plies(number) => number,
        }
    }
}

impl Verdict {
    /// Whether the side to move wins.
    pub fn wins(self) -> bool {
        self.value == Value::Win
    }

    /// The same for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { value: !self.value, ..self }
    }
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
