//! Results as records give them.

use crate::notation::signs::{MOVE_SIGNS, is_blank};
use crate::outcome::Phrase;
use crate::text::{quoted, small_number};
use crate::{Ending, Outcome, Side, reasons};

/// Who won, as a record has it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stated {
    Win(Side),
    Draw,
    /// No result: the game is not over, or its end is left open.
    Open,
}

/// A result as a record gives it: parts that are left out agree with everything.
pub(super) struct StatedResult {
    pub(super) text: String,
    who: Stated,
    points: Option<u8>,
    reason: Option<String>,
}

impl StatedResult {
    /// Reads the word at the end of the moves: `white+3`, `black+1`, `draw`, `*`; `1-0`, `0-1` and
    /// `1/2-1/2` too, with any dash and with blanks.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let lower = plain(word);
        let (name, points) = match lower.split_once('+') {
            Some((name, points)) => (name, Some(small_number(points)?)),
            None => (lower.as_str(), None),
        };
        let who = match name {
            "white" | "1-0" => Stated::Win(Side::White),
            "black" | "0-1" => Stated::Win(Side::Black),
            "draw" | "1/2-1/2" | "1/2" => Stated::Draw,
            "*" => Stated::Open,
            _ => return None,
        };
        Some(Self { text: quoted(word), who, points, reason: None })
    }

    /// Reads the tag: `white 3 arrival`, `draw 0 repetition`, `ongoing`; also what may stand at the
    /// end of the moves.
    pub(super) fn from_tag(value: &str) -> Option<Self> {
        let words: Vec<&str> = value.split_whitespace().collect();
        if words.len() == 1 && (words[0].eq_ignore_ascii_case("ongoing") || words[0] == "*") {
            return Self::from_word("*").map(|stated| Self { text: quoted(value), ..stated });
        }
        if let Some(stated) = Self::from_word(value) {
            return Some(stated);
        }
        let (name, points, reason) = match words.as_slice() {
            [name, points] => (name, points, None),
            [name, points, reason] => (name, points, Some((*reason).to_owned())),
            _ => return None,
        };
        let stated = Self::from_word(name)?;
        let points = Some(small_number(points)?);
        Some(Self { text: quoted(value), points, reason, ..stated })
    }

    /// How the players ended the game, if that is what it says: who won and no more means that the
    /// other side gave up.
    pub(super) fn ending(&self) -> Option<Ending> {
        let is = |phrase: Phrase| self.reason.as_deref() == Some(phrase.key);
        match self.who {
            Stated::Win(winner) if self.reason.is_none() || is(reasons::RESIGNATION) => {
                Some(Ending::Resigned(!winner))
            }
            Stated::Win(winner) if is(reasons::TIME) => Some(Ending::OutOfTime(!winner)),
            Stated::Draw if is(reasons::AGREEMENT) => Some(Ending::Agreed),
            _ => None,
        }
    }

    pub(super) fn agrees(&self, outcome: Option<Outcome>) -> bool {
        let who = match outcome {
            None => Stated::Open,
            Some(Outcome { winner: None, .. }) => Stated::Draw,
            Some(Outcome { winner: Some(side), .. }) => Stated::Win(side),
        };
        // A record that leaves the result open contradicts nothing.
        self.who == Stated::Open
            || (self.who == who
                && outcome.is_none_or(|outcome| {
                    self.points.is_none_or(|points| points == outcome.points)
                        && self.reason.as_deref().is_none_or(|reason| reason == outcome.reason.key)
                }))
    }
}

/// A result as it is typed: without blanks, with plain dashes and fractions.
fn plain(word: &str) -> String {
    let typed = word.chars().filter(|c| !is_blank(*c)).map(|c| match c {
        '⁄' | '∕' => '/',
        dash if MOVE_SIGNS.contains(&dash) => '-',
        c => c.to_ascii_lowercase(),
    });
    typed.collect::<String>().replace('½', "1/2")
}
