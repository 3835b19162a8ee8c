//! Squares by file and rank.

use std::fmt;
use std::str::FromStr;

/// A square of the 8x8 board, `a1` to `h8`. Files run from west to east, ranks from south to north.
///
/// A lone quarter uses the squares `a1` to `d4`.
///
/// ```
/// use katarenga_rules::Square;
/// let e4: Square = "e4".parse()?;
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// assert_eq!(e4.to_string(), "e4");
/// # Ok::<(), katarenga_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The names of all squares, by their indices.
#[rustfmt::skip]
const NAMES: [&str; 64] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
];

impl Square {
    /// How many squares the board has.
    pub const COUNT: usize = 64;

    /// The square at `file` and `rank`, both counted from 0; `None` outside the board.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// The square with this [`index`](Self::index); only the lowest six bits of `index` count.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// All 64 squares: a1, b1, ... h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// 0 for file a to 7 for file h.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for rank 1 to 7 for rank 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// `rank * 8 + file`, from 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        // The mask lets the compiler see that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// `a1` to `h8`.
    #[inline]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The square `files` to the east and `ranks` to the north; `None` when that is off the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().cast_signed() + files;
        let rank = self.rank().cast_signed() + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self((rank * 8 + file).cast_unsigned()))
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a square: write a file from a to h and a rank from 1 to 8, as in `e4`")]
pub struct SquareError {
    /// The text.
    pub text: String,
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `e4` or `E4`.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        if let [file, rank] = text.as_bytes()
            && let Some(square) =
                Self::new(file.to_ascii_lowercase().wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
        {
            return Ok(square);
        }
        Err(SquareError { text: crate::text::quoted(text) })
    }
}
