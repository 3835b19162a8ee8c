//! The four colours of squares.

use std::fmt;

/// The colour of a square, which says how a pawn that stands on it moves (rules.md, section 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Like a rook, up to and including the next red square.
    Red,
    /// Like a bishop, up to and including the next yellow square.
    Yellow,
    /// Like a knight.
    Green,
    /// Like a king.
    Blue,
}

impl Colour {
    /// The four colours, in the order of the rules: red, yellow, green, blue.
    pub const ALL: [Self; 4] = [Self::Red, Self::Yellow, Self::Green, Self::Blue];

    /// 0 for red to 3 for blue.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `R`, `Y`, `G` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Green => 'G',
            Self::Blue => 'B',
        }
    }

    /// The colour of a letter, whatever its case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'R' => Some(Self::Red),
            'Y' => Some(Self::Yellow),
            'G' => Some(Self::Green),
            'B' => Some(Self::Blue),
            _ => None,
        }
    }

    /// The chess piece that a pawn on this colour moves like.
    pub const fn piece(self) -> &'static str {
        match self {
            Self::Red => "rook",
            Self::Yellow => "bishop",
            Self::Green => "knight",
            Self::Blue => "king",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
        })
    }
}
