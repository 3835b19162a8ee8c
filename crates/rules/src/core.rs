//! The part of a position that all games share.

use crate::{Bitboard, Side, Square};

/// What every position of every game has: pawns, the side to move, who was first, and passes just
/// made.
///
/// Pawns are stored by side to move, not by colour: a search needs those of the side to move,
/// and an index that depends on the side would keep the position out of registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Core {
    own: Bitboard,
    enemy: Bitboard,
    turn: Side,
    first: Side,
    passes: u8,
}

impl Core {
    /// A start: the pawns of White and Black, `first` to move.
    pub(crate) fn start(white: Bitboard, black: Bitboard, first: Side) -> Self {
        Self::new([white, black], first, first)
    }

    /// A start without pawns, `first` to place one.
    pub(crate) fn empty(first: Side) -> Self {
        Self::start(Bitboard::EMPTY, Bitboard::EMPTY, first)
    }

    /// The pawns of White and Black, the side to move, and the side that was first; no passes.
    pub(crate) fn new([white, black]: [Bitboard; 2], turn: Side, first: Side) -> Self {
        let (own, enemy) = match turn {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        Self { own, enemy, turn, first, passes: 0 }
    }

    /// The same with this number of passes just made.
    pub(crate) const fn after_passes(self, passes: u8) -> Self {
        Self { passes, ..self }
    }

    /// The squares of a side's pawns.
    #[inline]
    pub fn pawns(&self, side: Side) -> Bitboard {
        if side == self.turn { self.own } else { self.enemy }
    }

    /// The squares of the pawns of the side to move.
    #[inline]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The squares of the pawns of the other side.
    #[inline]
    pub const fn enemy(&self) -> Bitboard {
        self.enemy
    }

    /// The squares that hold at least one pawn.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.own | self.enemy
    }

    /// The squares that hold a pawn of each side.
    #[inline]
    pub fn shared(&self) -> Bitboard {
        self.own & self.enemy
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The side that moved first.
    #[inline]
    pub const fn first(&self) -> Side {
        self.first
    }

    /// How many passes in a row were just made, at most two.
    #[inline]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// A new pawn of the side to move stands on `square`.
    #[inline]
    pub(crate) fn add(&mut self, square: Square) {
        self.own |= Bitboard::of(square);
    }

    /// A pawn of the side to move leaves the board.
    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        self.own &= !Bitboard::of(square);
    }

    /// Takes a pawn of the side to move from `from` and puts it on `to`, occupied or not.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square) {
        self.remove(from);
        self.add(to);
    }

    /// Takes a pawn of the side to move from `from` to `to`, and removes the pawn of the other side
    /// there.
    #[inline]
    pub(crate) fn capture(&mut self, from: Square, to: Square) {
        self.shift(from, to);
        self.enemy &= !Bitboard::of(to);
    }

    /// Takes a pawn of the side to move from `from` to `to`, and puts the pawn of the other side there
    /// on `put`.
    #[inline]
    pub(crate) fn oust(&mut self, from: Square, to: Square, put: Square) {
        self.capture(from, to);
        self.enemy |= Bitboard::of(put);
    }

    /// The turn passes to the other side, by a pass that counts or otherwise.
    #[inline]
    pub(crate) fn end_turn(&mut self, counted_pass: bool) {
        self.passes = if counted_pass { self.passes + 1 } else { 0 };
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.turn = !self.turn;
    }
}
