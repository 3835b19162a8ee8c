//! First squares in the rows of a survey.

use std::io::Write;

use katarenga_rules::{Bitboard, Board, Colour};

use super::boards::Image;
use crate::error::Failure;

/// The squares on which the first pawn wins, as the cells
/// `winning,red,yellow,green,blue,squares`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FirstSquares {
    /// How many of each colour win, in the order of [`Colour::ALL`].
    by_colour: [u32; 4],
    squares: String,
}

impl FirstSquares {
    pub(super) fn new(board: &Board, winning: Bitboard) -> Self {
        Self {
            by_colour: Colour::ALL.map(|colour| (winning & board.coloured(colour)).count()),
            squares: names(winning),
        }
    }

    /// Those of the mirror image of the board.
    pub(super) fn mirrored(&self, image: &Image) -> Self {
        Self { squares: image.squares(&self.squares), ..*self }
    }

    /// How many there are.
    pub(super) fn winning(&self) -> u32 {
        self.by_colour.iter().sum()
    }

    /// The cells of a row.
    pub(super) fn write(&self) -> String {
        let [red, yellow, green, blue] = self.by_colour;
        format!("{},{red},{yellow},{green},{blue},{}", self.winning(), self.squares)
    }

    /// Reads what [`write`](Self::write) wrote; `None` for anything else.
    pub(super) fn read(cells: &[&str]) -> Option<Self> {
        let [winning, colours @ .., squares] = cells else { return None };
        let colours: Vec<u32> = colours.iter().map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let found = Self { by_colour: colours.try_into().ok()?, squares: (*squares).to_owned() };
        let complete = winning.parse() == Ok(found.winning())
            && squares.split_whitespace().count() == found.winning() as usize;
        complete.then_some(found)
    }
}

/// The names of squares, as they stand in a cell.
pub(super) fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(" ")
}

/// Says how many first squares win on a board and of each colour.
#[expect(clippy::cast_precision_loss, reason = "shares are printed with one digit")]
pub(super) fn summary<'a>(
    rows: impl Iterator<Item = &'a FirstSquares>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rows: Vec<&FirstSquares> = rows.collect();
    let boards = rows.len();
    let counts = rows.iter().map(|row| row.winning());
    let (least, most) = (counts.clone().min().unwrap_or(0), counts.clone().max().unwrap_or(0));
    let total: u32 = counts.sum();
    let mean = f64::from(total) / boards.max(1) as f64;
    writeln!(out, "winning first squares a board: {least} to {most}, {mean:.1} in the mean")?;
    for colour in Colour::ALL {
        let won: u32 = rows.iter().map(|row| row.by_colour[colour.index()]).sum();
        // Every board has sixteen squares of each colour.
        let share = 100.0 * f64::from(won) / (16 * boards.max(1)) as f64;
        writeln!(out, "{colour:<6} {won:>6} winning first squares, {share:.1}% of its squares")?;
    }
    Ok(())
}
