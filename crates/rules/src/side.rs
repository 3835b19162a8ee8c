//! The two players.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// One of the two players. White sits at the south of the board.
///
/// Which side moves first is part of a game's [`Setup`](crate::Setup), never assumed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The player at the south.
    White,
    /// The player at the north.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black: the index used by every `[T; 2]` of this library.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// This side's part of a pair.
    #[inline]
    pub const fn pick<T: Copy>(self, [white, black]: [T; 2]) -> T {
        match self {
            Self::White => white,
            Self::Black => black,
        }
    }

    /// The side's letter in position texts: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The side's name at the start of a sentence: `White` or `Black`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Side {
    type Output = Self;

    /// The other side.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// A text that names no side.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a side: write `white` or `black`")]
pub struct SideError {
    /// The text.
    pub text: String,
}

impl FromStr for Side {
    type Err = SideError;

    /// Reads `white`, `black`, `w` or `b`, whatever the case.
    fn from_str(text: &str) -> Result<Self, SideError> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(Self::White),
            "black" | "b" => Ok(Self::Black),
            _ => Err(SideError { text: crate::text::quoted(text) }),
        }
    }
}
