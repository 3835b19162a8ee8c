//! The start of the games in which pawns gather: what Congress and Quebec have in common (rules.md, 4.7
//! and 4.8).

use crate::{Bitboard, Core, Side};

/// a4, a7, b1, d8, e1, g8, h2, h5.
const WHITE_START: Bitboard = Bitboard(0x4801_0080_0100_8012);
/// a2, a5, b8, d1, e8, g1, h4, h7.
const BLACK_START: Bitboard = Bitboard(0x1280_0001_8000_0148);

/// White and black pawns alternate around the edge, `first` to move.
pub(crate) fn start(first: Side) -> Core {
    Core::start(WHITE_START, BLACK_START, first)
}
