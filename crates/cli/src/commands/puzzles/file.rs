//! Files of puzzles: a line for each, and before them lines that begin with `#` and say how they were made.

use std::fs::File;
use std::path::Path;

use katarenga_engine::puzzles::Puzzle;

use crate::error::Failure;
use crate::files::{self, FileError};

/// What a line that holds no puzzle begins with.
pub(super) const COMMENT: char = '#';

/// The puzzles of a file.
pub(in crate::commands) fn read(path: &Path) -> Result<Vec<Puzzle>, Failure> {
    let file = File::open(path);
    let file = file.map_err(|error| FileError::System { path: path.to_owned(), error })?;
    parse(path, &files::read_open(path, file, "")?)
}

/// The puzzles of the text of a file.
pub(super) fn parse(path: &Path, text: &str) -> Result<Vec<Puzzle>, Failure> {
    // Some editors begin a file with a byte order mark.
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate();
    let puzzles = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(COMMENT));
    let puzzle = |(index, line): (usize, &str)| {
        let place = || format!("{}:{}", files::shown(path), index + 1);
        line.parse().map_err(|error| Failure::at(place(), error))
    };
    puzzles.map(puzzle).collect()
}
