//! Time to think: how much there is, and how much of it is left.

use std::fmt;
use std::str::FromStr;

use katarenga_rules::Side;

use crate::limits::{CLOCK_DAYS, CLOCK_MINUTES, CLOCK_SECONDS};

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

/// How long a side may take for its first move where minutes are played, in milliseconds.
const FIRST_MOVE: i64 = MINUTE;

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Minutes for the game, and seconds that each move adds.
    Fischer {
        /// At the start.
        minutes: u32,
        /// After each move.
        seconds: u32,
    },
    /// Days for each move.
    Days(u32),
}

impl Clock {
    /// Whether it is within the limits.
    pub fn is_allowed(self) -> bool {
        match self {
            Self::Fischer { minutes, seconds } => {
                CLOCK_MINUTES.contains(&minutes) && CLOCK_SECONDS.contains(&seconds)
            }
            Self::Days(days) => CLOCK_DAYS.contains(&days),
        }
    }

    /// What a side has at the start, in milliseconds.
    fn at_start(self) -> i64 {
        match self {
            Self::Fischer { minutes, .. } => i64::from(minutes) * MINUTE,
            Self::Days(days) => i64::from(days) * DAY,
        }
    }

    /// Whether it runs: with minutes to play, both sides come to the board first.
    const fn runs(self, has_begun: bool) -> bool {
        match self {
            Self::Fischer { .. } => has_begun,
            Self::Days(_) => true,
        }
    }

    /// How long the side to move may take for its first move, in milliseconds: after that the game
    /// is aborted.
    fn for_first_move(self) -> i64 {
        match self {
            Self::Fischer { .. } => FIRST_MOVE,
            Self::Days(_) => self.at_start(),
        }
    }
}

impl fmt::Display for Clock {
    /// `5+3` is five minutes and three seconds a move, `2d` two days a move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fischer { minutes, seconds } => write!(f, "{minutes}+{seconds}"),
            Self::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for Clock {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse().map_err(|_| ());
        match (text.split_once('+'), text.strip_suffix('d')) {
            (Some((minutes, seconds)), _) => {
                Ok(Self::Fischer { minutes: number(minutes)?, seconds: number(seconds)? })
            }
            (None, Some(days)) => Ok(Self::Days(number(days)?)),
            (None, None) => Err(()),
        }
    }
}

/// What is left of the time, as the events of a game make it. Times are milliseconds since 1970,
/// what is left are milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Times {
    clock: Clock,
    left: [i64; 2],
    /// When the turn began.
    since: i64,
    /// What was left as each move was made, before it added anything: a takeback gives it back.
    before: Vec<[i64; 2]>,
}

impl Times {
    pub(super) fn new(clock: Clock, begun: i64) -> Self {
        Self { clock, left: [clock.at_start(); 2], since: begun, before: Vec::new() }
    }

    /// Whether the clock runs; `has_begun` says whether both sides have moved.
    pub fn runs(&self, has_begun: bool) -> bool {
        self.clock.runs(has_begun)
    }

    /// When the side to move has no time left; until both have moved, when it should have.
    pub fn deadline(&self, turn: Side, has_begun: bool) -> i64 {
        let time = if has_begun { self.left[turn.index()] } else { self.clock.for_first_move() };
        self.since + time
    }

    /// What a side has left at a time at which it is not, or is, its turn.
    pub fn left(&self, side: Side, is_running: bool, now: i64) -> i64 {
        let used = if is_running { (now - self.since).max(0) } else { 0 };
        (self.left[side.index()] - used).max(0)
    }

    /// The turn of a side ended without a move.
    pub fn interrupt(&mut self, turn: Side, has_begun: bool, at: i64) {
        if let Clock::Fischer { .. } = self.clock {
            self.left[turn.index()] = self.left(turn, self.runs(has_begun), at);
        }
        self.since = at;
    }

    /// A side moved; `ply` is how many plies there were before.
    pub fn moved(&mut self, turn: Side, (ply, has_begun): (usize, bool), at: i64) {
        self.interrupt(turn, has_begun, at);
        self.before.resize(ply, self.left);
        self.before.push(self.left);
        if let Clock::Fischer { seconds, .. } = self.clock
            && self.runs(has_begun)
        {
            self.left[turn.index()] += i64::from(seconds) * SECOND;
        }
    }

    /// Moves were taken back down to a number of plies: both have what they had as the first of
    /// these moves was made. What was thought about it stays used; what the moves added, and what was
    /// used since, is as if it had not been. Days begin anew, as with each turn.
    pub fn taken_back(&mut self, ply: usize, at: i64) {
        if let Some(left) = self.before.get(ply) {
            self.left = *left;
        }
        self.since = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_as_it_is_written() {
        for clock in [Clock::Fischer { minutes: 5, seconds: 0 }, Clock::Days(3)] {
            assert_eq!(clock.to_string().parse(), Ok(clock));
        }
        for text in ["", "5", "+", "d", "5+", "+3", "-1d", "5+3d", "99999999999d"] {
            assert_eq!(text.parse::<Clock>(), Err(()), "{text}");
        }
    }

    #[test]
    fn minutes_run_once_both_have_moved_and_grow_with_each_move() {
        let mut times = Times::new(Clock::Fischer { minutes: 1, seconds: 2 }, 0);
        assert_eq!(times.deadline(Side::White, false), FIRST_MOVE);
        times.moved(Side::White, (0, false), 500_000);
        times.moved(Side::Black, (1, false), 900_000);
        assert_eq!(times.left, [MINUTE, MINUTE], "nobody pays for the first moves");
        assert_eq!(times.deadline(Side::White, true), 900_000 + MINUTE);
        times.moved(Side::White, (2, true), 910_000);
        assert_eq!(times.left, [52_000, MINUTE]);
        assert_eq!(times.left(Side::Black, true, 915_000), 55_000);
        assert_eq!(times.left(Side::White, false, 915_000), 52_000);
        times.interrupt(Side::Black, true, 920_000);
        assert_eq!(times.left, [52_000, 50_000], "what is used stays used");
        assert_eq!(times.left(Side::Black, true, 10_000_000), 0);
    }

    #[test]
    fn days_begin_anew_with_each_move() {
        let mut times = Times::new(Clock::Days(1), 0);
        assert_eq!(times.deadline(Side::White, false), DAY);
        times.moved(Side::White, (0, false), DAY / 2);
        assert_eq!(times.deadline(Side::Black, false), DAY / 2 + DAY);
        assert_eq!(times.left, [DAY, DAY]);
    }

    #[test]
    fn a_clock_beyond_the_limits_is_not_allowed() {
        let fischer = |minutes, seconds| Clock::Fischer { minutes, seconds };
        assert!(fischer(1, 0).is_allowed() && fischer(180, 180).is_allowed());
        assert!(Clock::Days(1).is_allowed() && Clock::Days(14).is_allowed());
        for clock in
            [fischer(0, 5), fischer(181, 0), fischer(5, 181), Clock::Days(0), Clock::Days(15)]
        {
            assert!(!clock.is_allowed(), "{clock}");
        }
    }
}
