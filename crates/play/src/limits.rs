//! The limits of what players may ask for, in one place. The API refuses what is beyond them and
//! tells them in `/api/kinds`; the terminal has the same.

use std::ops::RangeInclusive;

use katarenga_engine::Level;

/// The longest game, in plies: a stored game is replayed whenever it is read.
pub const MAX_PLIES: usize = 1_000;

/// The most events of a game; beyond them it takes moves and resignations alone.
pub const MAX_EVENTS: i64 = 4_000;

/// The points to which a match can be played.
pub const MATCH_TARGET: RangeInclusive<u32> = 1..=1_000;

/// The minutes of a clock for the whole game.
pub const CLOCK_MINUTES: RangeInclusive<u32> = 1..=180;

/// The seconds that each move adds.
pub const CLOCK_SECONDS: RangeInclusive<u32> = 0..=180;

/// The days of a clock for each move.
pub const CLOCK_DAYS: RangeInclusive<u32> = 1..=14;

/// The levels of the computer.
pub const LEVELS: RangeInclusive<u32> = {
    let [first, .., last] = Level::ALL;
    first.number() as u32..=last.number() as u32
};

/// The longest name of a visitor, in characters.
pub const MAX_NAME_CHARS: usize = 24;

/// The longest message to the other player, in characters.
pub const MAX_MESSAGE_CHARS: usize = 200;

/// The most messages of a game.
pub const MAX_MESSAGES: i64 = 200;

/// The largest body of a request, in bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024;
