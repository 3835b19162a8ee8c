//! What `go` asks for. A partner waits for the answer of every `go`, so none is refused: what makes
//! no sense in it is ignored, and said.

use std::time::Duration;

use katarenga_rules::{listed, quoted};

use crate::search::{Limits, MAX_DEPTH};

/// What `go` asks for.
pub(super) struct Go {
    pub(super) limits: Limits,
    /// `infinite`: the answer waits for `stop`, however soon it is known.
    pub(super) until_stopped: bool,
    /// What is ignored or assumed, a sentence each.
    pub(super) remarks: Vec<String>,
}

/// What the meaning of limits depends on.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// Whether the first player is to move.
    pub(super) is_p1: bool,
    /// Whether a level limits the search anyway.
    pub(super) has_level: bool,
}

/// The limits that take a number.
const LIMITS: [&str; 8] =
    ["movetime", "depth", "nodes", "p1time", "p2time", "p1inc", "p2inc", "movestogo"];

const INFINITE: &str = "infinite";

/// The time of a search for which something was asked that sets no limit, in seconds.
const DEFAULT_TIME: u64 = 1;

/// For how many moves the clock must do unless that is said.
const MOVES_TO_GO: u64 = 30;

/// How many of the things that are ignored are named.
const MOST_NAMED: usize = 4;

impl Go {
    /// Reads what follows the word.
    pub(super) fn read(text: &str, context: Context) -> Self {
        let (mut asked, mut until_stopped) = (Asked::default(), false);
        let (mut unknown, mut without_number) = (Vec::new(), Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let name = word.to_ascii_lowercase();
            if name == INFINITE {
                until_stopped = true;
                continue;
            }
            if !is_keyword(&name) {
                unknown.push(format!("`{}`", quoted(word)));
                continue;
            }
            // Where the number is missing, the next word is a limit of its own.
            let argument = words.next_if(|next| !is_keyword(next));
            let Some(number) = argument.and_then(whole_number) else {
                let found = argument.map(|text| format!(", not `{}`", quoted(text)));
                without_number
                    .push(format!("`{name}` needs a number{}", found.unwrap_or_default()));
                continue;
            };
            asked.set(&name, number, context.is_p1);
        }
        let mut limits = asked.limits();
        let mut remarks = remarks(unknown, without_number);
        // A client that asks for nothing at all, or for `infinite`, sends `stop` later.
        let is_plain = text.trim().is_empty();
        if limits == Limits::default() && !is_plain && !until_stopped && !context.has_level {
            limits.time = Some(Duration::from_secs(DEFAULT_TIME));
            remarks.push(format!("nothing limits the search: it takes {DEFAULT_TIME} s"));
        }
        Self { limits, until_stopped, remarks }
    }
}

fn is_keyword(word: &str) -> bool {
    LIMITS.iter().chain([&INFINITE]).any(|keyword| word.eq_ignore_ascii_case(keyword))
}

/// A number without its fraction, at least 0, at most what 64 bits hold; `None` for what is no
/// number.
fn whole_number(text: &str) -> Option<u64> {
    let of_any_kind = || text.parse().ok().filter(|number: &f64| !number.is_nan());
    // The conversion cuts the fraction off and keeps to the range.
    #[expect(clippy::cast_sign_loss, reason = "a negative number counts as 0")]
    text.parse().ok().or_else(|| of_any_kind().map(|number| number as u64))
}

/// What is said of the words and limits that are ignored.
fn remarks(unknown: Vec<String>, without_number: Vec<String>) -> Vec<String> {
    let mut remarks = Vec::new();
    if !unknown.is_empty() {
        let (known, plural) = (LIMITS.join(", "), if unknown.len() == 1 { "" } else { "s" });
        let unknown = shortened(unknown);
        remarks.push(format!("no limit{plural} {unknown}: there are {known}, {INFINITE}"));
    }
    if !without_number.is_empty() {
        remarks.push(shortened(without_number));
    }
    remarks
}

/// The first of some things, and how many there are beside them.
fn shortened(mut things: Vec<String>) -> String {
    let others = things.len().saturating_sub(MOST_NAMED);
    if others > 0 {
        things.truncate(MOST_NAMED);
        things.push(format!("{others} more"));
    }
    listed(things)
}

/// The limits that were read so far.
#[derive(Default)]
struct Asked {
    limits: Limits,
    clock: Clock,
}

impl Asked {
    fn set(&mut self, limit: &str, number: u64, is_p1: bool) {
        let Self { limits, clock } = self;
        match (limit, is_p1) {
            ("depth", _) => limits.depth = Some(number.clamp(1, MAX_DEPTH.into()) as u8),
            ("nodes", _) => limits.nodes = Some(number.max(1)),
            ("movetime", _) => limits.time = Some(Duration::from_millis(number.max(1))),
            ("p1time", true) | ("p2time", false) => clock.left = Some(number),
            ("p1inc", true) | ("p2inc", false) => clock.increment = number,
            ("movestogo", _) => clock.moves_to_go = number.max(1),
            // The clock of the other.
            _ => {}
        }
    }

    fn limits(self) -> Limits {
        let share = self.clock.share().filter(|_| self.limits.time.is_none());
        match share {
            Some(Share { usual, most }) => {
                Limits { time: Some(most), usual: Some(usual), ..self.limits }
            }
            None => self.limits,
        }
    }
}

/// The clock of the player to move, in milliseconds.
struct Clock {
    left: Option<u64>,
    increment: u64,
    moves_to_go: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { left: None, increment: 0, moves_to_go: MOVES_TO_GO }
    }
}

impl Clock {
    /// An even share of what is left and most of the increment, and several times as much where the search needs
    /// it, never nearly all; `None` without a clock.
    fn share(&self) -> Option<Share> {
        let left = self.left?;
        let gained = self.increment / 4 * 3;
        let even = (left / self.moves_to_go).saturating_add(gained);
        let most = even.saturating_mul(MOST_SHARES).min(left / 2);
        let [usual, most] = [even.min(most), most].map(|time| Duration::from_millis(time.max(1)));
        Some(Share { usual, most })
    }
}

/// How many even shares of the time a search takes at most.
const MOST_SHARES: u64 = 4;

/// What of the clock a move may take.
struct Share {
    usual: Duration,
    most: Duration,
}
