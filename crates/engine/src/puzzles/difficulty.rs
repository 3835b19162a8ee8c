//! How hard a puzzle is: which levels solve it.

use katarenga_rules::{Game, Move};

use crate::limits::{Limits, Stop};
use crate::{Engine, Level};

/// How often a level tries to solve a puzzle, each time with other errors.
pub const TRIES: u64 = 10;
/// Most of them.
const MOST: u64 = TRIES / 2 + 1;
/// The memory of a level's search in MB: its table grows as far as it needs.
const MEMORY: usize = 16;

/// The lowest level that solves a puzzle in most of its tries; `None` where none does.
pub(super) fn lowest_level(turns: &[(Game, Move)], stop: &Stop) -> Option<Level> {
    Level::ALL.into_iter().find(|level| solves(*level, turns, stop))
}

/// Whether a level solves a puzzle in most of its tries; it tries no more often than it takes to know.
fn solves(level: Level, turns: &[(Game, Move)], stop: &Stop) -> bool {
    let (mut solved, mut failed) = (0, 0);
    for seed in 0..TRIES {
        if try_once(level, seed, turns, stop) {
            solved += 1;
        } else {
            failed += 1;
        }
        let is_alike =
            turns.first().is_some_and(|(start, _)| !Engine::level_uses_seed(level, start));
        if solved >= MOST || failed > TRIES - MOST || is_alike {
            break;
        }
    }
    solved > failed
}

/// In how many of [`TRIES`] a level solves a puzzle: plays the right move at each turn.
pub fn solved_tries(level: Level, turns: &[(Game, Move)], stop: &Stop) -> u64 {
    (0..TRIES).filter(|seed| try_once(level, *seed, turns, stop)).count() as u64
}

fn try_once(level: Level, seed: u64, turns: &[(Game, Move)], stop: &Stop) -> bool {
    let mut engine = Engine::new().with_memory(MEMORY).at_level(level, seed);
    turns.iter().all(|(game, mv)| {
        let played = engine.analyse(game, Limits::default(), stop, |_| ()).best();
        !stop.is_set() && played == Some(*mv)
    })
}
