//! The transposition table: what was found of positions, by their keys.

use katarenga_rules::Move;

use super::score::Score;

/// How the score of an entry is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The score itself.
    Exact,
    /// The score or more.
    Lower,
    /// The score or less.
    Upper,
}

/// What was found of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// A table of fixed size: a new entry replaces the one in its place.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Option<Entry>>,
}

impl Table {
    /// A table of at most `megabytes`; at least one entry.
    pub(super) fn new(megabytes: usize) -> Self {
        let fitting = megabytes * (1 << 20) / size_of::<Option<Entry>>();
        // A power of two, so that a mask finds the place.
        let entries = 1 << fitting.max(1).ilog2();
        Self { entries: vec![None; entries] }
    }

    const fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.entries[self.place(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn set(
        &mut self,
        key: u64,
        depth: u8,
        score: Score,
        bound: Bound,
        best: Option<Move>,
    ) {
        let place = self.place(key);
        self.entries[place] = Some(Entry { key, score, depth, bound, best });
    }
}
