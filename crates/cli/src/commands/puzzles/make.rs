//! `katarenga puzzles make`

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write};
use std::path::Path;

use katarenga_engine::puzzles::{self, Collection, Puzzle};
use katarenga_rules::GameKind;

use super::file::{self, COMMENT};
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::{files, progress};

/// Which puzzles are made.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) kind: GameKind,
    pub(super) count: usize,
    pub(super) seed: u64,
}

/// After this many games for each puzzle that is wanted there may be no more of them.
const GAMES_A_PUZZLE: u64 = 200;

impl Plan {
    /// The first lines of the file.
    fn header(self) -> String {
        let Self { kind, count, seed } = self;
        format!(
            "{COMMENT} Puzzles made by `katarenga puzzles make --game {kind} --count {count} --seed {seed}`\n\
             {COMMENT} id | position | moves | goal | proven or searched | themes | level | game\n"
        )
    }

    const fn most_games(self) -> u64 {
        self.count as u64 * GAMES_A_PUZZLE
    }
}

pub(super) fn run(
    plan: Plan,
    path: &Path,
    threads: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (mut file, known) = open(plan, path)?;
    let mut collection = Collection::new(plan.count);
    for puzzle in &known {
        collection.take(puzzle);
    }
    if !known.is_empty() {
        writeln!(out, "{} puzzles are in {} already", known.len(), files::shown(path))?;
    }
    let from = known.last().map_or(0, |puzzle| puzzle.source + 1);
    let interrupt = Interrupt::listen()?;
    let bar = progress::bar(plan.count as u64, "puzzles");
    bar.set_position(collection.len() as u64);
    let (mut written, mut games) = (Ok(()), from);
    if collection.len() < plan.count {
        puzzles::make(plan.kind, plan.seed, from, threads, &interrupt.stop, |number, puzzle| {
            games = number + 1;
            if let Some(puzzle) = puzzle.filter(|puzzle| collection.take(puzzle)) {
                written = writeln!(file, "{puzzle}");
                bar.inc(1);
            }
            if written.is_err() || collection.len() >= plan.count || games >= plan.most_games() {
                interrupt.stop.set();
            }
        })?;
    }
    bar.finish_and_clear();
    written.map_err(|error| {
        io::Error::new(error.kind(), format!("{}: {error}", files::shown(path)))
    })?;
    let (found, count) = (collection.len(), plan.count);
    writeln!(out, "{found} puzzles in {games} games")?;
    if interrupt.is_pressed() && found < count {
        let path = files::shown(path);
        let go_on = format!("they are in {path}, and the same command goes on after them");
        return Err(Failure::Interrupted(format!(
            "interrupted after {found} of {count} puzzles: {go_on}"
        )));
    }
    Ok(())
}

/// Opens the file for more puzzles, and gives those that are there. One that was cut short is removed; a
/// file of something else, or of another command, is refused and left as it is.
fn open(plan: Plan, path: &Path) -> Result<(File, Vec<Puzzle>), Failure> {
    let system =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", files::shown(path)));
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(path).map_err(system)?;
    let header = plan.header();
    // A device or a pipe holds no puzzles, and reading from it may never end.
    let is_kept = file.metadata().map_err(system)?.is_file();
    let mut text = String::new();
    if is_kept {
        let mut begins = Vec::new();
        (&mut file).take(header.len() as u64).read_to_end(&mut begins).map_err(system)?;
        if !header.as_bytes().starts_with(&begins) {
            let why = "this file was not made by the same command: choose another one";
            return Err(Failure::at(format_args!("{}:1", files::shown(path)), why));
        }
        text = files::read_open(path, begins.chain(&mut file), "")?;
    }
    // What follows the last end of a line was cut short.
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let whole = if whole.len() < header.len() { "" } else { whole };
    let known = file::parse(path, whole)?;
    if is_kept {
        file.set_len(whole.len() as u64).map_err(system)?;
        file.seek(io::SeekFrom::End(0)).map_err(system)?;
    }
    if whole.is_empty() {
        file.write_all(header.as_bytes()).map_err(system)?;
    }
    Ok((file, known))
}
