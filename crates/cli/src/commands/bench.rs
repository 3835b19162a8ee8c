//! `katarenga bench`: the engine's checksum.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Analysis, Engine};
use katarenga_rules::{Game, GameKind, Setup, Side};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::error::Failure;
use crate::interrupt::Interrupt;

/// How many boards of each game are searched, with either side first.
const BOARDS: usize = 3;
const DEPTH: u8 = 6;
/// The memory of each search in MB: as much as matters to the number of nodes.
const MEMORY: usize = 4;
/// The seed of the boards.
const SEED: u64 = 1;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let interrupt = Interrupt::listen()?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for kind in GameKind::ALL {
        let found = search(*kind, &interrupt.stop)?;
        if interrupt.is_pressed() {
            let why = format!("interrupted in {kind}: the number of nodes needs all games");
            return Err(Failure::Interrupted(why));
        }
        if found.0 > 0 {
            writeln!(out, "{:<18} {}", kind.name(), rate(found))?;
            // The next game takes long: print what is known.
            out.flush()?;
        }
        nodes += found.0;
        time += found.1;
    }
    writeln!(out, "{:<18} {}", "nodes", rate((nodes, time)))?;
    Ok(())
}

/// Nodes and time for the boards of a game, fewer once `stop` is set. Where a solver answers, there
/// are none.
fn search(kind: GameKind, stop: &Stop) -> Result<(u64, Duration), Failure> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for _ in 0..BOARDS {
        let board = kind.random_board(&mut rng);
        for first in Side::ALL {
            let game = Game::new(kind, board, Setup { first, layout: 0 })?;
            let start = Instant::now();
            let mut engine = Engine::new().with_memory(MEMORY);
            let analysis = engine.analyse(&game, limits, stop, |_| ());
            if let Some(shortage) = engine.shortages().first() {
                return Err(io::Error::other(shortage.clone()).into());
            }
            if let Analysis::Found(lines) = analysis {
                nodes += lines.first().map_or(0, |line| line.nodes);
                time += start.elapsed();
            }
        }
    }
    Ok((nodes, time))
}

/// The number of nodes, which is the same everywhere, and how fast they came, which is not.
fn rate((nodes, time): (u64, Duration)) -> String {
    let thousands = u128::from(nodes) / time.as_millis().max(1);
    format!("{nodes:>10}  ({thousands} thousand a second)")
}
