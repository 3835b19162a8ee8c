//! A fixed workload: its number of nodes is a checksum of the search.

use std::io;
use std::time::{Duration, Instant};

use katarenga_rules::{Game, GameKind, Setup, Side};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::search::{Limits, Stop};
use crate::{Analysis, Engine};

/// The number of boards of each game that are searched, with either side first.
const BOARDS: usize = 3;
const DEPTH: u8 = 6;
/// The memory of each search in MB: more doesn't change the number of nodes.
const MEMORY: usize = 4;
/// The seed of the boards.
const SEED: u64 = 1;

/// The figures of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bench {
    /// The number of nodes: the same on every machine, 0 where a solver answers.
    pub nodes: u64,
    /// The time they took.
    pub time: Duration,
}

/// Searches the boards of a game; fewer once `stop` is set.
///
/// # Errors
/// When memory is too short for the search or a solver.
pub fn run(kind: GameKind, stop: &Stop) -> io::Result<Bench> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut bench = Bench::default();
    for _ in 0..BOARDS {
        let board = kind.random_board(&mut rng);
        for first in Side::ALL {
            let game =
                Game::new(kind, board, Setup { first, layout: 0 }).map_err(io::Error::other)?;
            let start = Instant::now();
            let mut engine = Engine::new().with_memory(MEMORY);
            let analysis = engine.analyse(&game, limits, stop, |_| ());
            if let Some(shortage) = engine.shortages().first() {
                return Err(io::Error::other(shortage.clone()));
            }
            if let Analysis::Found(lines) = analysis {
                bench.nodes += lines.first().map_or(0, |line| line.nodes);
                bench.time += start.elapsed();
            }
        }
    }
    Ok(bench)
}
