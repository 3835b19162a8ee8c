//! What a screen shows besides pawns.

use crate::{Bitboard, Colour, Core, Side};

/// What a screen shows besides pawns: never needed for the rules, always derived from the position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct View {
    /// Squares that mean something, in the order in which they are best drawn.
    pub marks: Vec<Mark>,
    /// Pawns that are not on the board but in play.
    pub counters: Vec<Counter>,
    /// The colour each side aims at, by [`Side::index`].
    pub targets: [Option<Colour>; 2],
}

/// Squares with a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The meaning.
    pub kind: MarkKind,
    /// The side it concerns, if one.
    pub side: Option<Side>,
    /// The squares.
    pub squares: Bitboard,
}

impl Mark {
    /// White's and Black's squares of the same meaning.
    pub(crate) fn of_sides(kind: MarkKind, squares: impl Fn(Side) -> Bitboard) -> [Self; 2] {
        Side::ALL.map(|side| Self { kind, side: Some(side), squares: squares(side) })
    }
}

/// What a [`Mark`] says of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// A side wants its pawns here.
    Goal,
    /// Pawns that have arrived and stay.
    Home,
    /// The pawn that must move.
    Forced,
    /// The pawn that must be answered.
    Answer,
    /// Pawns can still be placed within these squares only.
    Area,
    /// Empty squares on which no pawn can be placed.
    Closed,
    /// Pawns that can't be captured where they stand.
    Safe,
    /// The pawn that can be captured in this turn only.
    Exposed,
}

/// A number of pawns off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Where they are.
    pub kind: CounterKind,
    /// Whose they are.
    pub side: Side,
    /// How many there are.
    pub count: u8,
    /// How many there can be.
    pub of: u8,
}

impl Counter {
    /// How many pawns White and Black have there, each of the same number.
    pub(crate) fn of_sides(kind: CounterKind, of: u8, count: impl Fn(Side) -> u8) -> [Self; 2] {
        Side::ALL.map(|side| Self { kind, side, count: count(side), of })
    }

    /// The pawns in hand where each side places eight, and all that are placed stay.
    pub(crate) fn in_hand(core: &Core) -> [Self; 2] {
        let count = |side| 8_u8.saturating_sub(core.pawns(side).count() as u8);
        Self::of_sides(CounterKind::Hand, 8, count)
    }
}

/// Where pawns off the board are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CounterKind {
    /// In hand, still to be placed.
    Hand,
    /// In the camps beyond the far rank.
    Camp,
}
