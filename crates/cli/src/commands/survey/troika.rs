//! `katarenga survey troika`: who wins, on which first squares, and how soon.

use std::collections::BTreeMap;
use std::io::Write;

use katarenga_engine::search::Stop;
use katarenga_engine::solve::placing::PlacingSolver;
use katarenga_engine::{Length, OutOfMemory, Value, Verdict};
use katarenga_rules::games::Troika as Position;
use katarenga_rules::{Bitboard, Board, BoardCode, Move, Rules as _, Setup, Square};

use super::boards::{Image, Row};
use super::first_squares::{self, FirstSquares, names};
use crate::error::Failure;

/// What is found on a board.
#[derive(Debug)]
pub(super) struct Troika {
    board: String,
    /// What the game is worth to the first player.
    value: Value,
    /// The number of pawns at the end when the winner hurries and the loser resists; none for a draw.
    length: Option<u8>,
    first: FirstSquares,
    /// The first squares that draw, and those that lose.
    drawing: String,
    losing: String,
}

impl Troika {
    fn solve(code: BoardCode, solver: &mut PlacingSolver, stop: &Stop) -> Option<Self> {
        let board = Board::new(code);
        solver.set_board(&board);
        let start = Position::start(&board, Setup::default());
        let [mut winning, mut drawing, mut losing] = [Bitboard::EMPTY; 3];
        for square in board.squares() {
            let after = start.play_unchecked(&board, Move::Place(square));
            match solver.value(&after, stop)? {
                Value::Loss => winning |= square.into(),
                Value::Draw => drawing |= square.into(),
                Value::Win => losing |= square.into(),
            }
        }
        let Verdict { value, length, .. } = solver.verdict(&start, stop)?;
        Some(Self {
            board: code.to_string(),
            value,
            length: length.map(Length::number),
            first: FirstSquares::new(&board, winning),
            drawing: names(drawing),
            losing: names(losing),
        })
    }

    /// How many first squares don't win.
    fn others(&self) -> usize {
        self.drawing.split_whitespace().count() + self.losing.split_whitespace().count()
    }
}

/// The names of values in the file, for the first player.
const VALUES: [(Value, &str); 3] =
    [(Value::Win, "win"), (Value::Draw, "draw"), (Value::Loss, "loss")];

impl Row for Troika {
    const HEADER: &'static str =
        "board,value,length,drawing,losing,winning,red,yellow,green,blue,squares";

    type Solver = PlacingSolver;

    fn solver() -> Result<PlacingSolver, OutOfMemory> {
        let mut solver = PlacingSolver::new(&Board::new(BoardCode::REFERENCE));
        solver.allocate()?;
        Ok(solver)
    }

    fn of(code: BoardCode, solver: &mut PlacingSolver, stop: &Stop) -> Option<Self> {
        Self::solve(code, solver, stop)
    }

    fn mirrored(&self, image: &Image) -> Self {
        Self {
            board: image.board(),
            first: self.first.mirrored(image),
            drawing: image.squares(&self.drawing),
            losing: image.squares(&self.losing),
            ..*self
        }
    }

    fn board(&self) -> &str {
        &self.board
    }

    fn write(&self) -> String {
        let Self { board, drawing, losing, .. } = self;
        let value = VALUES.iter().find(|(value, _)| *value == self.value);
        let value = value.map_or("", |(_, name)| *name);
        let length = self.length.map(|length| length.to_string()).unwrap_or_default();
        format!("{board},{value},{length},{drawing},{losing},{}", self.first.write())
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let ([board, value, length, drawing, losing], first) = cells.split_first_chunk()?;
        let (value, _) = VALUES.iter().find(|(_, name)| name == value)?;
        let length = if length.is_empty() { None } else { Some(length.parse().ok()?) };
        let row = Self {
            board: (*board).to_owned(),
            value: *value,
            length,
            first: FirstSquares::read(first)?,
            drawing: (*drawing).to_owned(),
            losing: (*losing).to_owned(),
        };
        let squares = row.others() + row.first.winning() as usize;
        (squares == Square::COUNT).then_some(row)
    }

    fn summary(rows: &[&Self], out: &mut dyn Write) -> Result<(), Failure> {
        let of = |value| rows.iter().filter(|row| row.value == value).count();
        let [won, drawn, lost] = VALUES.map(|(value, _)| of(value));
        let boards = rows.len();
        write!(out, "boards: {boards}; the first player wins on {won}, ")?;
        writeln!(out, "draws on {drawn}, loses on {lost}")?;
        let mut lengths: BTreeMap<u8, usize> = BTreeMap::new();
        for length in rows.iter().filter_map(|row| row.length) {
            *lengths.entry(length).or_default() += 1;
        }
        for (length, boards) in lengths {
            writeln!(out, "decided with {length:>2} pawns on the board: {boards:>5} boards")?;
        }
        first_squares::summary(rows.iter().map(|row| &row.first), out)
    }
}
