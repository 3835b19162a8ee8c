//! What an imported record says besides its game.

use std::collections::BTreeMap;

use katarenga_rules::{Game, Record};
use serde::{Deserialize, Serialize};

/// The tags, comments and glyphs of an imported record.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Notes {
    /// How many of the game's events are those of the record.
    events: i64,
    tags: Vec<(String, String)>,
    comments: BTreeMap<usize, String>,
    nags: BTreeMap<usize, Vec<u16>>,
}

/// Tags that speak of the end of a game, and are wrong once it has gone on.
const OF_THE_END: [&str; 4] = ["Termination", "EndDate", "EndTime", "PlyCount"];

impl Notes {
    /// What a record says, the game of which takes some events.
    pub fn new(record: Record, events: usize) -> Self {
        let Record { tags, comments, nags, .. } = record;
        Self { events: events as i64, tags, comments, nags }
    }

    /// Whether there is anything to be kept.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.comments.is_empty() && self.nags.is_empty()
    }

    /// A move is played at a ply as the event of a number: what was said of plies after it speaks of
    /// moves that were taken back.
    pub fn moved(&mut self, ply: usize, number: i64) {
        if number > self.events {
            keep_up_to(ply, &mut self.comments);
            keep_up_to(ply, &mut self.nags);
        }
    }

    /// A game that has some events, with what was said of it.
    pub fn record(&self, game: Game, events: i64) -> Record {
        let Self { mut tags, comments, nags, .. } = self.clone();
        if events > self.events {
            tags.retain(|(name, _)| !OF_THE_END.iter().any(|end| name.eq_ignore_ascii_case(end)));
        }
        Record { game, tags, comments, nags }
    }
}

/// Keeps what was said of the plies up to one. Built anew: taking single entries out of a map takes far
/// more code.
fn keep_up_to<T>(ply: usize, said: &mut BTreeMap<usize, T>) {
    for (at, what) in std::mem::take(said) {
        if at <= ply {
            said.insert(at, what);
        }
    }
}
