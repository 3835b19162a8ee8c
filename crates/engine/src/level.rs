//! Playing levels, from a child's to all that the engine can.

use std::fmt;
use std::str::FromStr;

use crate::limits::{Limits, MAX_DEPTH};
use crate::noise::Noise;
use crate::settings::Methods;

/// A playing level, 1 to 8. Level 1 loses to a child who knows the rules; level 8 plays nearly as
/// well as the engine can with two million positions a move.
///
/// Weaker levels look at fewer positions and misjudge each a little. Both are set in numbers of
/// positions and points of evaluation, so that a level plays alike on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 8] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// Its number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// Why a text is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a level is a number from 1 to 8")]
pub struct LevelError;

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.trim().parse().ok().filter(|number| (1..=8).contains(number));
        number.map(Self).ok_or(LevelError)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The largest error of the levels that make none of weight: a game won once against them is not won again
/// by the same moves.
const VARIETY: u16 = 4;

/// What a level may do in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// The positions it looks at for a move, those of the first ply in any case.
    pub(crate) nodes: u64,
    /// The plies it looks ahead.
    pub(crate) depth: u8,
    /// Its largest error of judgement, in the unit of evaluations.
    pub(crate) noise: u16,
}

impl Strength {
    /// `nodes` positions, up to `depth` plies ahead, with errors of judgement up to `noise`.
    pub(crate) const fn new(nodes: u64, depth: u8, noise: u16) -> Self {
        Self { nodes, depth, noise }
    }

    /// Whether hardly anything but the number of positions holds it back.
    pub(crate) const fn is_full(self) -> bool {
        self.noise == 0
    }

    pub(crate) fn limits(self, asked: Limits) -> Limits {
        Limits {
            depth: Some(asked.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(asked.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..asked
        }
    }

    pub(crate) fn methods(self, asked: Methods) -> Methods {
        // What a weaker player sees within its depth it sees right.
        let sees_all = self.depth < MAX_DEPTH;
        Methods {
            solver: asked.solver && self.is_full(),
            pruning: asked.pruning && !sees_all,
            ..asked
        }
    }

    /// The errors of its judgement, by a seed.
    pub(crate) const fn noise(self, seed: u64) -> Noise {
        let max = if self.is_full() { VARIETY } else { self.noise };
        Noise { seed, max }
    }
}
