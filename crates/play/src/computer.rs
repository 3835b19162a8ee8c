//! The computer's move, the same wherever it is searched for.

use std::time::Duration;

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Engine, Level};
use katarenga_rules::{Game, Move};

use crate::session::Session;

/// The hash table of a search for a move, in MB: part of what a level is, and small enough for a phone.
pub const HASH_MB: usize = 16;

/// The move of a player of a level in an ongoing game; when `stop` is set or the time is over, the best
/// so far.
pub fn choose(
    game: &Game,
    (level, seed): (Level, u64),
    time: Option<Duration>,
    stop: &Stop,
) -> Option<Move> {
    let limits = Limits { time, ..Limits::default() };
    let mut engine = Engine::new().with_memory(HASH_MB).at_level(level, seed);
    engine.analyse(game, limits, stop, |_| ()).best()
}

/// The seed of a search: another one at every ply and in every game.
pub fn seed(session: &Session) -> u64 {
    let letters = session.head.id.bytes();
    let game = letters.fold(0_u64, |seed, byte| seed.wrapping_mul(257) + u64::from(byte));
    game.wrapping_add(session.game.ply() as u64)
}
