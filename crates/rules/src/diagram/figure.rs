//! Figures of the rules texts: the `diagram` blocks of `docs/rules/`.

use std::str::FromStr;

use super::Diagram;
use crate::notation::moves::{MoveText, MoveTextError};
use crate::notation::position::{BoardPosition, PositionError};
use crate::text::quoted;
use crate::{Bitboard, Move, SquareError};

/// A position with what a figure points at. Its text is a position text on the first line, then
/// `marks SQUARE ...` and `last MOVE` on lines of their own.
///
/// ```
/// use katarenga_rules::diagram::Figure;
/// let figure: Figure = "cornered 2a0 4/4/4/3w b w last=d1\nmarks b2 c3\nlast d1".parse()?;
/// assert_eq!(figure.marks.count(), 2);
/// # Ok::<(), katarenga_rules::diagram::FigureError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The position.
    pub placed: BoardPosition,
    /// The squares pointed at.
    pub marks: Bitboard,
    /// The move that led to the position. A capture is not distinguished: only its squares
    /// count.
    pub last: Option<Move>,
}

/// Why a text is no [`Figure`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FigureError {
    /// The first line is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A mark is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The last move is no move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// A line is neither.
    #[error("`{0}`: a figure has a position, then lines with `marks SQUARE ...` and `last MOVE`")]
    Line(String),
}

impl Figure {
    /// The figure as a picture.
    pub const fn diagram(&self) -> Diagram<'_> {
        Diagram::new(&self.placed.board)
            .position(&self.placed.position)
            .marks(self.marks)
            .last(self.last)
    }
}

impl FromStr for Figure {
    type Err = FigureError;

    fn from_str(text: &str) -> Result<Self, FigureError> {
        let mut lines = text.lines();
        let placed = lines.next().unwrap_or_default().parse()?;
        let mut figure = Self { placed, marks: Bitboard::EMPTY, last: None };
        for line in lines {
            match line.split_once(' ') {
                Some(("marks", squares)) => {
                    figure.marks = squares.split(' ').map(str::parse).collect::<Result<_, _>>()?;
                }
                Some(("last", mv)) => figure.last = Some(MoveText::read(mv)?.literal()),
                _ => return Err(FigureError::Line(quoted(line))),
            }
        }
        Ok(figure)
    }
}
