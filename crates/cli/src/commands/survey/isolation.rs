//! `katarenga survey isolation`: how many pawns can stand on each board with no two en prise, and who
//! wins the game in the layout all.

use std::collections::BTreeMap;
use std::io::Write;

use katarenga_engine::OutOfMemory;
use katarenga_engine::search::Stop;
use katarenga_engine::solve::kayles::{Graph, KaylesSolver};
use katarenga_rules::{Board, BoardCode};

use super::boards::{Image, Row};
use super::first_squares::{self, FirstSquares, names};
use crate::error::Failure;

/// How many pawns both sides have together.
const PAWNS: u8 = 16;

/// The most pawns that can stand on a board, with an example.
#[derive(Debug)]
pub(super) struct Most {
    board: String,
    example: String,
}

impl Most {
    fn new(code: BoardCode, graph: &Graph) -> Self {
        Self { board: code.to_string(), example: names(graph.largest_set()) }
    }

    fn most(&self) -> usize {
        self.example.split_whitespace().count()
    }

    fn from_cells([board, most, example]: [&str; 3]) -> Option<Self> {
        let found = Self { board: board.to_owned(), example: example.to_owned() };
        (most.parse() == Ok(found.most())).then_some(found)
    }
}

impl Row for Most {
    const HEADER: &'static str = "board,most,example";

    type Solver = ();

    fn solver() -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn of(code: BoardCode, _solver: &mut (), _stop: &Stop) -> Option<Self> {
        Some(Self::new(code, &Graph::new(&Board::new(code))))
    }

    fn mirrored(&self, image: &Image) -> Self {
        Self { board: image.board(), example: image.squares(&self.example) }
    }

    fn board(&self) -> &str {
        &self.board
    }

    fn write(&self) -> String {
        format!("{},{},{}", self.board, self.most(), self.example)
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        Self::from_cells(cells.try_into().ok()?)
    }

    fn summary(rows: &[&Self], out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "boards: {}", rows.len())?;
        let mut boards: BTreeMap<usize, Vec<&Self>> = BTreeMap::new();
        for row in rows {
            boards.entry(row.most()).or_default().push(row);
        }
        for (most, rows) in boards {
            let Some(first) = rows.first() else { continue };
            let (count, board, example) = (rows.len(), &first.board, &first.example);
            writeln!(out, "{most} pawns at most: {count:>5} boards, as {board} with {example}")?;
        }
        Ok(())
    }
}

/// The same, and on which first squares the first player wins.
#[derive(Debug)]
pub(super) struct Isolation {
    most: Most,
    first: FirstSquares,
}

impl Row for Isolation {
    const HEADER: &'static str = "board,most,example,winning,red,yellow,green,blue,squares";

    type Solver = KaylesSolver;

    fn solver() -> Result<KaylesSolver, OutOfMemory> {
        let mut solver = KaylesSolver::new(&Board::new(BoardCode::REFERENCE));
        solver.allocate()?;
        Ok(solver)
    }

    fn of(code: BoardCode, solver: &mut KaylesSolver, stop: &Stop) -> Option<Self> {
        let board = Board::new(code);
        solver.set_board(&board);
        let most = Most::new(code, solver.graph());
        Some(Self { most, first: FirstSquares::new(&board, solver.winning(PAWNS, stop)?) })
    }

    fn mirrored(&self, image: &Image) -> Self {
        Self { most: self.most.mirrored(image), first: self.first.mirrored(image) }
    }

    fn board(&self) -> &str {
        &self.most.board
    }

    fn write(&self) -> String {
        format!("{},{}", self.most.write(), self.first.write())
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let (most, first) = cells.split_first_chunk::<3>()?;
        Some(Self { most: Most::from_cells(*most)?, first: FirstSquares::read(first)? })
    }

    fn summary(rows: &[&Self], out: &mut dyn Write) -> Result<(), Failure> {
        let most: Vec<&Most> = rows.iter().map(|row| &row.most).collect();
        Most::summary(&most, out)?;
        let won = rows.iter().filter(|row| row.first.winning() > 0).count();
        writeln!(out, "the first player wins on {won}")?;
        first_squares::summary(rows.iter().map(|row| &row.first), out)
    }
}
