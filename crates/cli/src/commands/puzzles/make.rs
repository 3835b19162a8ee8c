//! `katarenga puzzles make`

use std::fs::File;
use std::io::Write;
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
    let from = known.last().map_or(0, |puzzle| puzzle.source.saturating_add(1));
    let interrupt = Interrupt::listen()?;
    let bar = progress::bar(plan.count as u64, "puzzles");
    bar.set_position(collection.len() as u64);
    let (mut written, mut games) = (Ok(()), from);
    if collection.len() < plan.count && from < plan.most_games() {
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
    written.map_err(|error| files::located_at(path, &error))?;
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

/// Opens the file for more puzzles, and gives those that are there.
fn open(plan: Plan, path: &Path) -> Result<(File, Vec<Puzzle>), Failure> {
    let refused = || {
        let why = "this file was not made by the same command: choose another one";
        Failure::at(format_args!("{}:1", files::shown(path)), why)
    };
    files::resume(path, &plan.header(), refused, |text| file::parse(path, text))
}
