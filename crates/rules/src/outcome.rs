//! How games end, and the fixed texts that say so.

use std::fmt;

use crate::Side;

/// A fixed text with the key by which a translation finds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phrase {
    /// Lower-case words joined by hyphens: `two-passes`.
    pub key: &'static str,
    /// The English text.
    pub text: &'static str,
}

impl Phrase {
    /// The phrase `text`, known as `key`.
    pub const fn new(key: &'static str, text: &'static str) -> Self {
        Self { key, text }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// What the win is worth in a match; 0 for a draw.
    pub points: u8,
    /// Why the game ended.
    pub reason: Phrase,
}

impl Outcome {
    pub(crate) fn win(winner: Side, points: u32, reason: Phrase) -> Self {
        Self { winner: Some(winner), points: points as u8, reason }
    }

    pub(crate) const fn draw(reason: Phrase) -> Self {
        Self { winner: None, points: 0, reason }
    }

    /// Whether it is a result: a game that was aborted has none, and is no draw either.
    pub fn is_result(&self) -> bool {
        self.reason != reasons::ABORTED
    }

    /// The outcome as a person would say it: `White wins, 3 points: ...`.
    pub fn sentence(&self) -> String {
        let why = self.reason.text;
        match (self.winner, self.points) {
            _ if !self.is_result() => format!("no result: {why}"),
            (None, _) => format!("a draw: {why}"),
            (Some(side), 1) => format!("{} wins, 1 point: {why}", side.title()),
            (Some(side), points) => format!("{} wins, {points} points: {why}", side.title()),
        }
    }
}

impl fmt::Display for Outcome {
    /// `white 3 arrival`: winner or `draw`, points, the key of the reason; `aborted` alone for what is
    /// no result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_result() {
            return f.write_str(self.reason.key);
        }
        match self.winner {
            Some(side) => write!(f, "{side}")?,
            None => f.write_str("draw")?,
        }
        write!(f, " {} {}", self.points, self.reason.key)
    }
}

/// Reasons that several games share.
pub mod reasons {
    use super::Phrase;

    /// Neither side has a move.
    pub const TWO_PASSES: Phrase = Phrase::new("two-passes", "both sides passed in a row");
    /// The same position stood for the third time.
    pub const REPETITION: Phrase =
        Phrase::new("repetition", "the same position stood for the third time");
    /// A side gave up.
    pub const RESIGNATION: Phrase = Phrase::new("resignation", "the other side resigned");
    /// A side had no time left.
    pub const TIME: Phrase = Phrase::new("time", "the other side had no time left");
    /// The players agreed to a draw.
    pub const AGREEMENT: Phrase = Phrase::new("agreement", "the players agreed to a draw");
    /// The game was left before it had begun.
    pub const ABORTED: Phrase =
        Phrase::new("aborted", "the game was aborted before both sides had moved");
}
