//! What stands on a square.

use std::iter::repeat_n;

use crate::Side;

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
    /// So many pawns of White and of Black.
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
