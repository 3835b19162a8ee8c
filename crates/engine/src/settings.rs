//! How to search: the methods and the resources of a search.

use crate::noise::Noise;

/// The size of the table unless another is chosen, in MB.
pub(crate) const MEMORY: usize = 64;

/// The methods of a search; without any of them its values are those of plain minimax.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Methods {
    /// Use the transposition table.
    pub table: bool,
    /// Late move reductions.
    pub reductions: bool,
    /// Leaving out what the static evaluation says is beyond hope, or so good that it needs no search.
    pub pruning: bool,
    /// Quiescence search over captures.
    pub quiescence: bool,
    /// Ask the exact solver, where the game has one.
    pub solver: bool,
}

impl Default for Methods {
    fn default() -> Self {
        Self { table: true, reductions: true, pruning: true, quiescence: true, solver: true }
    }
}

impl Methods {
    /// Every line to its depth, and nothing else.
    pub const PLAIN: Self =
        Self { table: false, reductions: false, pruning: false, quiescence: false, solver: false };
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The size of the table in MB.
    pub(crate) memory: usize,
    pub(crate) threads: usize,
    /// How many best moves are looked for.
    pub(crate) lines: usize,
    pub(crate) methods: Methods,
    pub(crate) noise: Noise,
    /// Whether it plays, and doesn't only judge: it avoids repetition where the game says so, and the loser
    /// of a solved position prefers moves after which the winner can err.
    pub(crate) plays: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let (methods, noise) = (Methods::default(), Noise::default());
        Self { memory: MEMORY, threads: 1, lines: 1, methods, noise, plays: false }
    }
}
