//! `katarenga survey quartermaster`: on which first squares the first player wins.

use std::io::Write;

use katarenga_engine::OutOfMemory;
use katarenga_engine::search::Stop;
use katarenga_engine::solve::chain::{self, Limit};
use katarenga_rules::{Board, BoardCode};

use super::boards::{Image, Row};
use super::first_squares::{self, FirstSquares};
use crate::error::Failure;

/// What is found on a board.
#[derive(Debug)]
pub(super) struct Quartermaster {
    board: String,
    first: FirstSquares,
}

impl Row for Quartermaster {
    const HEADER: &'static str = "board,winning,red,yellow,green,blue,squares";

    type Solver = chain::FirstSquares;

    fn solver() -> Result<Self::Solver, OutOfMemory> {
        chain::FirstSquares::new(Limit::Block)
    }

    fn of(code: BoardCode, solver: &mut Self::Solver, _stop: &Stop) -> Option<Self> {
        let board = Board::new(code);
        let first = FirstSquares::new(&board, solver.winning(&board));
        Some(Self { board: code.to_string(), first })
    }

    fn mirrored(&self, image: &Image) -> Self {
        Self { board: image.board(), first: self.first.mirrored(image) }
    }

    fn board(&self) -> &str {
        &self.board
    }

    fn write(&self) -> String {
        format!("{},{}", self.board, self.first.write())
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let (board, first) = cells.split_first()?;
        Some(Self { board: (*board).to_owned(), first: FirstSquares::read(first)? })
    }

    fn summary(rows: &[&Self], out: &mut dyn Write) -> Result<(), Failure> {
        let won = rows.iter().filter(|row| row.first.winning() > 0).count();
        writeln!(out, "boards: {}; the first player wins on {won}", rows.len())?;
        first_squares::summary(rows.iter().map(|row| &row.first), out)
    }
}
