//! `katarenga puzzles check`

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use katarenga_engine::puzzles::{Judge, Puzzle, TRIES, solved_tries};
use katarenga_engine::search::Stop;
use katarenga_engine::{Engine, Level, memory};
use katarenga_rules::{Game, Move};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::{file, rank};
use crate::error::Failure;
use crate::files;
use crate::interrupt::Interrupt;
use crate::progress;

/// What is tried with each puzzle.
#[derive(Clone, Copy)]
pub(super) struct Tests {
    /// Judge it again with this number of nodes.
    pub(super) nodes: Option<u64>,
    /// Let the levels try it.
    pub(super) levels: bool,
}

/// What was found of a puzzle.
struct Tested {
    index: usize,
    keeps_solution: bool,
    /// The tries solved, by level.
    solved: [u64; Level::ALL.len()],
}

pub(super) fn run(
    paths: &[PathBuf],
    tests: Tests,
    sample: Option<(usize, u64)>,
    threads: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut puzzles = Vec::new();
    let mut known = BTreeSet::new();
    for path in paths {
        for puzzle in file::read(path)? {
            check_claims(&puzzle, &mut known)
                .map_err(|why| Failure::at(files::shown(path), why))?;
            puzzles.push(puzzle);
        }
    }
    writeln!(out, "{} puzzles, {} of them proven", puzzles.len(), proven(&puzzles))?;
    if let Some((count, seed)) = sample {
        puzzles.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        puzzles.truncate(count);
        writeln!(out, "{} of them drawn, {} proven", puzzles.len(), proven(&puzzles))?;
    }
    if puzzles.is_empty() || tests.nodes.is_none() && !tests.levels {
        return Ok(());
    }
    let interrupt = Interrupt::listen()?;
    let tested = test_all(&puzzles, tests, threads, &interrupt.stop)?;
    let lost: Vec<&Tested> = tested.iter().filter(|tested| !tested.keeps_solution).collect();
    if let Some(nodes) = tests.nodes {
        let kept = tested.len() - lost.len();
        writeln!(out, "{kept} of {} keep their one solution with {nodes} nodes", tested.len())?;
        for tested in &lost {
            writeln!(out, "not {}", puzzles[tested.index])?;
        }
    }
    if tests.levels {
        write_levels(&puzzles, &tested, out)?;
    }
    interrupt.check(tested.len() as u32, puzzles.len() as u32, "puzzles")?;
    if lost.is_empty() {
        return Ok(());
    }
    Err(Failure::Input(format!("{} of {} don't keep their one solution", lost.len(), tested.len())))
}

/// What can be said against a puzzle without judging it: it is there twice, or called proven where nothing proves it.
fn check_claims(puzzle: &Puzzle, known: &mut BTreeSet<String>) -> Result<(), String> {
    let id = puzzle.id();
    let is_solved = |(game, _): &(Game, Move)| Engine::new().solves(game);
    if puzzle.is_proven && !puzzle.turns().iter().all(is_solved) {
        return Err(format!("puzzle {id} is called proven, but no solver knows all its positions"));
    }
    if known.contains(&id) {
        return Err(format!("puzzle {id} is there twice"));
    }
    known.insert(id);
    Ok(())
}

fn proven(puzzles: &[Puzzle]) -> usize {
    puzzles.iter().filter(|puzzle| puzzle.is_proven).count()
}

/// The share of tries that each level solves, and whether levels and difficulty agree.
fn write_levels(puzzles: &[Puzzle], tested: &[Tested], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "level  puzzles of it  tries solved")?;
    let mut shares = Vec::new();
    for level in Level::ALL {
        let index = usize::from(level.number()) - 1;
        let of_it = puzzles.iter().filter(|puzzle| puzzle.level == level).count();
        let solved: u64 = tested.iter().map(|tested| tested.solved[index]).sum();
        shares.push(solved);
        let tries = TRIES * tested.len().max(1) as u64;
        let thousandths = 1_000 * solved / tries;
        let (whole, tenth) = (thousandths / 10, thousandths % 10);
        writeln!(out, "{level:>5}  {of_it:>13}  {whole:>9}.{tenth}%")?;
    }
    let levels: Vec<u64> = Level::ALL.iter().map(|level| level.number().into()).collect();
    let difficulties: Vec<u64> =
        tested.iter().map(|one| puzzles[one.index].level.number().into()).collect();
    let failed: Vec<u64> =
        tested.iter().map(|one| one.solved.iter().map(|solved| TRIES - solved).sum()).collect();
    let by_level = rank::correlation(&levels, &shares);
    let by_puzzle = rank::correlation(&difficulties, &failed);
    writeln!(out, "Spearman of level and tries solved: {by_level:.2}")?;
    writeln!(out, "Spearman of a puzzle's level and tries failed: {by_puzzle:.2}")?;
    Ok(())
}

/// Tests puzzles on several threads until `stop` is set; gives what was found in the order of the puzzles.
fn test_all(
    puzzles: &[Puzzle],
    tests: Tests,
    threads: usize,
    stop: &Stop,
) -> std::io::Result<Vec<Tested>> {
    let next = &AtomicUsize::new(0);
    let bar = progress::bar(puzzles.len() as u64, "puzzles");
    let (sender, receiver) = channel();
    let mut tested: Vec<Tested> = thread::scope(|scope| {
        let workers = (0..threads.max(1)).map(|_| {
            let sender = sender.clone();
            move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(index) else { break };
                    let tested = test(index, puzzle, tests, stop);
                    if stop.is_set() || sender.send(tested).is_err() {
                        break;
                    }
                }
            }
        });
        memory::spawn_workers(scope, workers)?;
        drop(sender);
        Ok::<_, std::io::Error>(receiver.into_iter().inspect(|_| bar.inc(1)).collect())
    })?;
    bar.finish_and_clear();
    tested.sort_by_key(|tested| tested.index);
    Ok(tested)
}

fn test(index: usize, puzzle: &Puzzle, tests: Tests, stop: &Stop) -> Tested {
    let turns = puzzle.turns();
    let confirms = |nodes| Judge::new(nodes).confirms(&turns, puzzle.goal, stop);
    let keeps_solution = tests.nodes.is_none_or(confirms);
    let solved =
        Level::ALL.map(|level| if tests.levels { solved_tries(level, &turns, stop) } else { 0 });
    Tested { index, keeps_solution, solved }
}
