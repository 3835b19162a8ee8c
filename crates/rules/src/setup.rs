//! What is known and agreed before a game: the game's own data, the players' choices, the board it takes.

use crate::{Colour, Side};

/// What there is to know about a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// Its name as people write it: `North West Passage`.
    pub title: &'static str,
    /// What it is about, in one sentence.
    pub summary: &'static str,
    /// The size of the board it is played on.
    pub board_size: BoardSize,
    /// The names of its starting layouts, the default first; empty when there is but one.
    pub layouts: &'static [&'static str],
    /// The points to which a match is played, where the rules name them; otherwise the players
    /// agree on some.
    pub match_target: Option<u32>,
}

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardSize {
    /// The whole board of 8x8 squares.
    Full,
    /// A lone quarterboard of 4x4 squares.
    Quarter,
}

impl BoardSize {
    /// The number of files and of ranks.
    pub const fn side(self) -> u8 {
        match self {
            Self::Full => 8,
            Self::Quarter => 4,
        }
    }
}

/// What the players agree on before a game, besides the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The side that moves first.
    pub first: Side,
    /// The index of the starting layout in [`GameInfo::layouts`]; 0 where there is but one.
    pub layout: u8,
}

impl Default for Setup {
    /// White first, the game's default layout.
    fn default() -> Self {
        Self { first: Side::White, layout: 0 }
    }
}

/// Why a game can't be played on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnsuitableBoard {
    /// The board is too large or too small.
    #[error("this game is played on {}, and `{code}` is {}", size_name(*needed), size_name(needed.other()))]
    Size {
        /// What it takes.
        needed: BoardSize,
        /// The code of the board.
        code: String,
    },
    /// A rule of the game asks more of the colours of the board.
    #[error("{}", .0.text)]
    Rule(BrokenRule),
}

/// A rule of a game that a board breaks, as the game's file words it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRule {
    /// The name of the rule: lower-case words joined by hyphens, for a translation.
    pub key: &'static str,
    /// What the rule asks, and what the board has instead.
    pub text: String,
    /// What a translation can speak of, by name.
    pub details: Vec<(&'static str, Detail)>,
}

/// A value in the text of a [`BrokenRule`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A number.
    Number(usize),
    /// A colour; `None` where there is none to name.
    Colour(Option<Colour>),
}

impl BoardSize {
    const fn other(self) -> Self {
        match self {
            Self::Full => Self::Quarter,
            Self::Quarter => Self::Full,
        }
    }
}

const fn size_name(size: BoardSize) -> &'static str {
    match size {
        BoardSize::Full => "the whole board of four quarters",
        BoardSize::Quarter => "a lone quarter",
    }
}
