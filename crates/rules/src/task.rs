//! Tasks that several games set.

use crate::Phrase;

/// There are no captures.
pub(crate) const MOVE: Phrase = Phrase::new("move", "move a pawn");
/// There are captures.
pub(crate) const MOVE_OR_CAPTURE: Phrase =
    Phrase::new("move-or-capture", "move a pawn, or capture");
