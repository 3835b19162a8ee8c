//! What stands on a square.

use std::iter::repeat_n;

use crate::{Phrase, Side};

/// The pawns on a square: how many there are of each side.
///
/// In most games there is one at most; where two share a square, they are of one side or of both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stack {
    /// By [`Side::index`].
    pawns: [u8; 2],
}

/// The characters for stacks in position texts, by White's and Black's numbers of pawns.
const SYMBOLS: [(char, [u8; 2]); 5] =
    [('w', [1, 0]), ('b', [0, 1]), ('*', [1, 1]), ('W', [2, 0]), ('B', [0, 2])];

impl Stack {
    /// That number of pawns of White and of Black.
    pub(crate) const fn new(pawns: [u8; 2]) -> Self {
        Self { pawns }
    }

    /// What a character of a position text stands for.
    pub(crate) fn from_symbol(symbol: char) -> Option<Self> {
        let (_, pawns) = SYMBOLS.into_iter().find(|(known, _)| *known == symbol)?;
        Some(Self { pawns })
    }

    /// The character of a position text; `None` for no pawns.
    pub(crate) fn symbol(self) -> Option<char> {
        let (symbol, _) = SYMBOLS.into_iter().find(|(_, known)| *known == self.pawns)?;
        Some(symbol)
    }

    /// How many pawns of a side there are.
    pub const fn count(self, side: Side) -> u8 {
        side.pick(self.pawns)
    }

    /// How many pawns there are.
    pub const fn total(self) -> u8 {
        let [white, black] = self.pawns;
        white + black
    }

    /// Whether there are pawns of both sides.
    pub const fn is_mixed(self) -> bool {
        let [white, black] = self.pawns;
        white > 0 && black > 0
    }

    /// The side of each pawn, White's first.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().flat_map(move |side| repeat_n(side, self.count(side).into()))
    }
}

/// Whether two pawns can stand on a square in a game, with the rule that says when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// No two can.
    Never,
    /// Two of the same side can.
    OneSide(Phrase),
    /// One of each side can.
    BothSides(Phrase),
}

impl Sharing {
    /// Whether a stack can be on a square at some time.
    pub(crate) const fn allows(self, stack: Stack) -> bool {
        match self {
            _ if stack.total() < 2 => true,
            Self::Never => false,
            Self::OneSide(_) => !stack.is_mixed(),
            Self::BothSides(_) => stack.is_mixed(),
        }
    }

    /// When two pawns share a square.
    pub(crate) const fn rule(self) -> Phrase {
        match self {
            Self::Never => Phrase::new("no-sharing", "no two pawns share a square in this game"),
            Self::OneSide(rule) | Self::BothSides(rule) => rule,
        }
    }
}
