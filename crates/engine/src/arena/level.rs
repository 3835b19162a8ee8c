//! Playing levels, as far as they exist.

use std::fmt;

use crate::search::Limits;

/// A playing level, from 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The highest level.
    pub const HIGHEST: u8 = 8;

    /// The level of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::HIGHEST).contains(&number).then_some(Self(number))
    }

    /// How the engine searches on this level.
    pub(super) fn limits(self) -> Limits {
        Limits { nodes: Some(500 << self.0), ..Limits::default() }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
