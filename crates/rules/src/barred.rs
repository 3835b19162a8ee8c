//! Captures barred on the first moves: what Katarenga and Colorado have in common (rules.md, 4.1 and
//! 4.13).

use crate::notation::fields::{Fields, StateError};
use crate::{Bitboard, Core, Phrase};

/// Said of a landing on an enemy pawn while captures are barred.
pub(crate) const BARRED: Phrase = Phrase::new(
    "captures-barred",
    "holds an enemy pawn, and captures are barred on either player's first move",
);
/// What is asked of a side whose captures are barred.
pub(crate) const FIRST_TASK: Phrase =
    Phrase::new("move-without-capture", "move a pawn (captures are barred on the first move)");

/// On how many of the coming turns captures are barred.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Barred(u8);

impl Barred {
    /// Before the first move of either player.
    pub(crate) const START: Self = Self(2);

    const KEY: &str = "barred";

    /// Whether the side to move can't capture, this being its first turn.
    #[inline]
    pub(crate) const fn is_now(self) -> bool {
        self.0 > 0
    }

    /// The pawns that the side to move may capture, as far as only this rule is concerned.
    #[inline]
    pub(crate) const fn takeable(self, core: &Core) -> Bitboard {
        if self.is_now() { Bitboard::EMPTY } else { core.enemy() }
    }

    /// A turn is over.
    #[inline]
    pub(crate) const fn end_turn(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    pub(crate) fn write_fields(self, fields: &mut Fields) {
        if self.0 > 0 {
            fields.put(Self::KEY, self.0);
        }
    }

    pub(crate) fn read_fields(core: &Core, fields: &mut Fields) -> Result<Self, StateError> {
        let turns = fields.number(Self::KEY, Self::START.0)?;
        let is_first = core.turn() == core.first();
        if (turns == 2 && !is_first) || (turns == 1 && is_first) {
            return Err(StateError::impossible(
                "barred-turn",
                "`barred=2` goes with the first player's first turn, `barred=1` with the second player's",
            ));
        }
        Ok(Self(turns))
    }
}
