//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Side, Square};

/// A set of squares, one bit each; bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// ```
/// use katarenga_rules::{Bitboard, Square};
/// let corners: Bitboard = ["a1", "h1", "a8", "h8"].iter().map(|name| name.parse().unwrap()).collect();
/// assert_eq!(corners, Bitboard::CORNERS);
/// assert_eq!((corners & Bitboard::EDGE).count(), 4);
/// assert_eq!(corners.first(), Square::new(0, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);
    /// The 28 squares of the rim.
    pub const EDGE: Self = Self(0xFF81_8181_8181_81FF);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The squares a1 to d4, on which a lone quarter lies.
    pub const QUARTER: Self = Self(0x0F0F_0F0F);

    /// The squares of one rank, 0 for rank 1 to 7 for rank 8; nothing for a greater number.
    pub const fn rank(rank: u8) -> Self {
        Self(if rank < 8 { 0xFF << (8 * rank) } else { 0 })
    }

    /// The rank that lies farthest from where a side sits: 8 for White, 1 for Black.
    #[inline]
    pub const fn far_rank(side: Side) -> Self {
        match side {
            Side::White => Self::rank(7),
            Side::Black => Self::rank(0),
        }
    }

    /// The set that holds `square` alone.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has at least two squares.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first square of the set in the order a1, b1, ... h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The squares one orthogonal step from a square of the set; they may include squares of it.
    #[inline]
    pub const fn neighbours(self) -> Self {
        const NOT_A: u64 = !0x0101_0101_0101_0101;
        const NOT_H: u64 = !0x8080_8080_8080_8080;
        Self(self.0 << 8 | self.0 >> 8 | (self.0 & NOT_H) << 1 | (self.0 & NOT_A) >> 1)
    }

    /// Whether the squares form one group by orthogonal steps. The empty set does.
    #[inline]
    pub const fn is_connected(self) -> bool {
        // Most sets have a square without a neighbour: one test settles those.
        if self.0 & !self.neighbours().0 != 0 {
            return !self.more_than_one();
        }
        let mut group = self.0 & self.0.wrapping_neg();
        loop {
            let grown = (group | Self(group).neighbours().0) & self.0;
            if grown == group {
                return group == self.0;
            }
            group = grown;
        }
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares of a [`Bitboard`] in the order a1, b1, ... h8.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
