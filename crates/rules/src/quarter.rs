//! Quarterboards: eight printed faces and the four ways to turn each.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};

use crate::Colour;
use crate::text::quoted;

/// The sixteen squares of a quarter: `[row][column]`, rows from north to south, columns from west
/// to east.
pub type Cells = [[Colour; 4]; 4];

/// The two faces of each of the four boards as they are named and written in rules.md, section 1.
const FACES: [[&[u8; 16]; 2]; 4] = [
    [b"RYBGGRGBYYBRBGRY", b"RGYBYRYGBGBRGBRY"],
    [b"RYGBGYRYBBGRYRBG", b"RGBYYYBRGRGBBYRG"],
    [b"RGBYYYGRBBRGGRYB", b"RYBGGYBRBGRYYRGB"],
    [b"RGBYYYBRBGRGGRYB", b"RYBGGYGRBBRYYRGB"],
];

/// One of the two printed sides of a quarterboard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Face a.
    A,
    /// Face b: the mirror image of face a, up to a rotation.
    B,
}

impl Face {
    /// Both faces.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The face on the other side of the board.
    pub const fn flipped(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// A quarterboard as it lies on the table: which board, which face is up, how it is turned.
///
/// Written `<board><face><turns>`: `1a0` is face a of board 1 as printed in the rules, `1a1` the
/// same turned clockwise once.
///
/// ```
/// use katarenga_rules::{Colour, Quarter};
/// let quarter: Quarter = "1a1".parse()?;
/// let north: String = quarter.cells()[0].iter().map(|colour| colour.letter()).collect();
/// assert_eq!(north, "BYGR");
/// # Ok::<(), katarenga_rules::QuarterError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Quarter {
    board: u8,
    face: Face,
    turns: u8,
}

impl Quarter {
    /// The quarter of `board` (1 to 4) with `face` up, turned clockwise `turns` times; `None` for
    /// another board. Four turns make a whole one, so only `turns % 4` counts.
    pub const fn new(board: u8, face: Face, turns: u8) -> Option<Self> {
        if board >= 1 && board <= 4 { Some(Self { board, face, turns: turns % 4 }) } else { None }
    }

    /// How many quarters there are: four boards, two faces, four turns.
    pub const COUNT: u32 = 32;

    /// All 32 quarters.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// A quarter drawn from `rng`, each of the 32 as likely as another.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Self::from_index(rng.random_range(0..Self::COUNT as u8).into())
    }

    /// The quarter number `index % COUNT` in the order of [`all`](Self::all).
    pub(crate) fn from_index(index: u32) -> Self {
        Self {
            board: (index / 8 % 4) as u8 + 1,
            face: Face::ALL[index as usize / 4 % 2],
            turns: (index % 4) as u8,
        }
    }

    /// The number of the board, 1 to 4.
    pub const fn board(self) -> u8 {
        self.board
    }

    /// The face that is up.
    pub const fn face(self) -> Face {
        self.face
    }

    /// Clockwise quarter turns from the rows of the rules, 0 to 3.
    pub const fn turns(self) -> u8 {
        self.turns
    }

    /// The same quarter turned clockwise once more.
    pub const fn turned(self) -> Self {
        Self { turns: (self.turns + 1) % 4, ..self }
    }

    /// The same board with its other face up, with no turns.
    pub const fn flipped(self) -> Self {
        Self { face: self.face.flipped(), turns: 0, ..self }
    }

    /// Its mirror image, west and east exchanged: the other face of the board, turned.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let mut image = self.cells();
        for row in &mut image {
            row.reverse();
        }
        let turned = |turns| Self { turns, ..self.flipped() };
        // Face b is the mirror image of face a, so one of the turns fits; a test tries all quarters.
        (0..4).map(turned).find(|quarter| quarter.cells() == image).unwrap_or(self)
    }

    /// The colours of its squares.
    pub fn cells(self) -> Cells {
        let face = FACES[usize::from(self.board - 1)][self.face as usize];
        let printed: Cells = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                // The table above holds nothing but the four letters; a test reads every face.
                Colour::from_letter(char::from(face[row * 4 + column])).unwrap_or(Colour::Red)
            })
        });
        (0..self.turns).fold(printed, |cells, _| turned_clockwise(&cells))
    }
}

/// A square grid of cells, turned clockwise once.
pub(crate) fn turned_clockwise<T: Copy, const N: usize>(cells: &[[T; N]; N]) -> [[T; N]; N] {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[N - 1 - column][row]))
}

impl fmt::Display for Quarter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let face = match self.face {
            Face::A => 'a',
            Face::B => 'b',
        };
        write!(f, "{}{face}{}", self.board, self.turns)
    }
}

/// Why a text is no [`Quarter`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QuarterError {
    /// It doesn't consist of three characters.
    #[error(
        "`{0}` is not a quarter: write a board from 1 to 4, a face a or b, and 0 to 3 turns, as in `1a0` (a whole board has four, joined by `-`)"
    )]
    Form(String),
    /// The first character is no board.
    #[error("`{}` in `{text}` is not a board: there are boards 1 to 4", found.escape_debug())]
    Board {
        /// The whole text.
        text: String,
        /// Its first character.
        found: char,
    },
    /// The second character is no face.
    #[error("`{}` in `{text}` is not a face: a board has the faces a and b", found.escape_debug())]
    Face {
        /// The whole text.
        text: String,
        /// Its second character.
        found: char,
    },
    /// The third character is no number of turns.
    #[error("`{}` in `{text}` is not a number of turns: write 0 to 3 clockwise quarter turns", found.escape_debug())]
    Turns {
        /// The whole text.
        text: String,
        /// Its third character.
        found: char,
    },
}

impl FromStr for Quarter {
    type Err = QuarterError;

    /// Reads `1a0` or `1A0`.
    fn from_str(text: &str) -> Result<Self, QuarterError> {
        let mut chars = text.chars();
        let (Some(board), Some(face), Some(turns), None) =
            (chars.next(), chars.next(), chars.next(), chars.next())
        else {
            return Err(QuarterError::Form(quoted(text)));
        };
        let text = || quoted(text);
        let number = board
            .to_digit(10)
            .filter(|n| (1..=4).contains(n))
            .ok_or_else(|| QuarterError::Board { text: text(), found: board })?;
        let face = match face {
            'a' | 'A' => Face::A,
            'b' | 'B' => Face::B,
            found => return Err(QuarterError::Face { text: text(), found }),
        };
        let turns =
            turns.to_digit(4).ok_or_else(|| QuarterError::Turns { text: text(), found: turns })?;
        Ok(Self { board: number as u8, face, turns: turns as u8 })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn rotations(quarter: Quarter) -> Vec<Cells> {
        std::iter::successors(Some(quarter), |q| Some(q.turned()))
            .take(4)
            .map(Quarter::cells)
            .collect()
    }

    fn faces() -> impl Iterator<Item = Quarter> {
        Quarter::all().filter(|quarter| quarter.turns() == 0)
    }

    #[test]
    fn every_face_has_four_squares_of_each_colour() {
        for face in faces() {
            for colour in Colour::ALL {
                let count = face.cells().as_flattened().iter().filter(|c| **c == colour).count();
                assert_eq!(count, 4, "{face} {colour}");
            }
        }
    }

    #[test]
    fn each_side_of_every_face_shows_each_colour_once() {
        for quarter in Quarter::all() {
            let north: HashSet<Colour> = quarter.cells()[0].into_iter().collect();
            assert_eq!(north.len(), 4, "{quarter}");
        }
    }

    #[test]
    fn face_b_mirrors_face_a() {
        for face in faces().filter(|quarter| quarter.face() == Face::A) {
            let mut mirrored = face.cells();
            for row in &mut mirrored {
                row.reverse();
            }
            assert!(rotations(face.flipped()).contains(&mirrored), "{face}");
        }
    }

    #[test]
    fn a_mirror_image_has_the_rows_backwards() {
        for quarter in Quarter::all() {
            let mut image = quarter.cells();
            for row in &mut image {
                row.reverse();
            }
            assert_eq!(quarter.mirrored().cells(), image, "{quarter}");
            assert_eq!(quarter.mirrored().mirrored(), quarter, "{quarter}");
        }
    }

    #[test]
    fn no_face_equals_another_or_a_rotation_of_it() {
        let all: HashSet<Cells> = Quarter::all().map(Quarter::cells).collect();
        assert_eq!(all.len(), 32);
    }

    #[test]
    fn turning_is_clockwise() {
        let quarter: Quarter = "1a1".parse().expect("a quarter");
        let letters: String =
            quarter.cells().as_flattened().iter().map(|colour| colour.letter()).collect();
        assert_eq!(letters, "BYGRGYRYRBGBYRBG", "from rules.md, section 1");
    }

    #[test]
    fn texts_round_trip() {
        for quarter in Quarter::all() {
            assert_eq!(quarter.to_string().parse(), Ok(quarter));
            assert_eq!(quarter.to_string().to_uppercase().parse(), Ok(quarter));
        }
    }
}
