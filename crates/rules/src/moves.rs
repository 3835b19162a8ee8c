//! Moves, and what receives them from a game's generator.

use std::fmt;

use crate::{Bitboard, Square};

/// A move of any game. Four bytes; written as in rules.md, section 3.
///
/// ```
/// use katarenga_rules::{Move, Square};
/// let square = |name: &str| name.parse::<Square>().unwrap();
/// assert_eq!(Move::Place(square("e4")).to_string(), "e4");
/// assert_eq!(Move::Oust { from: square("e4"), to: square("f6"), put: square("c3") }.to_string(), "e4-f6>c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A pawn comes from the hand: `e4`.
    Place(Square),
    /// A pawn moves, capturing nothing and putting nothing elsewhere: `e4-f6`.
    Step {
        /// The square it leaves.
        from: Square,
        /// The square it lands on.
        to: Square,
    },
    /// A pawn captures: `e4xf6`.
    Capture {
        /// The square it leaves.
        from: Square,
        /// The square of the captured pawn, on which it lands.
        to: Square,
    },
    /// A pawn lands on another, which is put elsewhere: `e4-f6>c3`.
    Oust {
        /// The square it leaves.
        from: Square,
        /// The square it lands on.
        to: Square,
        /// The square on which the ousted pawn is put.
        put: Square,
    },
    /// A pawn enters a camp: `e8-camp`.
    Camp {
        /// The square it leaves.
        from: Square,
    },
    /// The turn passes: `pass`.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 4, "a move is small");

impl Move {
    /// The steps of the move as a player makes them: `["e4"]`, `["e4", "f6"]`, `["e4", "f6",
    /// "c3"]`, `["e8", "camp"]`, `["pass"]`.
    ///
    /// No two legal moves of a position have the same path, and none is the beginning of another.
    pub fn path(self) -> Vec<Step> {
        match self {
            Self::Place(square) => vec![Step::Square(square)],
            Self::Step { from, to } | Self::Capture { from, to } => {
                vec![Step::Square(from), Step::Square(to)]
            }
            Self::Oust { from, to, put } => {
                vec![Step::Square(from), Step::Square(to), Step::Square(put)]
            }
            Self::Camp { from } => vec![Step::Square(from), Step::Camp],
            Self::Pass => vec![Step::Pass],
        }
    }

    /// The squares the move touches, in the order of its path.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.path().into_iter().filter_map(|step| match step {
            Step::Square(square) => Some(square),
            Step::Camp | Step::Pass => None,
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => write!(f, "{square}"),
            Self::Step { from, to } => write!(f, "{from}-{to}"),
            Self::Capture { from, to } => write!(f, "{from}x{to}"),
            Self::Oust { from, to, put } => write!(f, "{from}-{to}>{put}"),
            Self::Camp { from } => write!(f, "{from}-camp"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// One step of a [`Move::path`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A square: `e4`.
    Square(Square),
    /// A free camp: `camp`.
    Camp,
    /// Nothing else is legal: `pass`.
    Pass,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "{square}"),
            Self::Camp => f.write_str("camp"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// What receives the moves of a position from [`Rules::generate`](crate::Rules::generate): a list,
/// a counter, a question.
///
/// Moves come in sets, so that one who only counts need not look at each.
pub trait MoveSink {
    /// A pawn from the hand can be placed on each of `squares`.
    fn places(&mut self, squares: Bitboard);

    /// The pawn on `from` can move to each of `quiet` and capture on each of `captures`.
    fn moves(&mut self, from: Square, quiet: Bitboard, captures: Bitboard);

    /// The pawn on `from` can land on `to` and put the pawn there on each of `puts`.
    fn ousts(&mut self, from: Square, to: Square, puts: Bitboard);

    /// Each of the pawns on `squares` can enter a camp.
    fn camps(&mut self, squares: Bitboard);

    /// The only move is to pass.
    fn pass(&mut self);
}

/// The simplest sink: all moves in a list. Clear and reuse it where allocation matters.
impl MoveSink for Vec<Move> {
    #[inline]
    fn places(&mut self, squares: Bitboard) {
        self.extend(squares.into_iter().map(Move::Place));
    }

    #[inline]
    fn moves(&mut self, from: Square, quiet: Bitboard, captures: Bitboard) {
        for to in captures {
            self.push(Move::Capture { from, to });
        }
        for to in quiet {
            self.push(Move::Step { from, to });
        }
    }

    #[inline]
    fn ousts(&mut self, from: Square, to: Square, puts: Bitboard) {
        self.extend(puts.into_iter().map(|put| Move::Oust { from, to, put }));
    }

    #[inline]
    fn camps(&mut self, squares: Bitboard) {
        self.extend(squares.into_iter().map(|from| Move::Camp { from }));
    }

    #[inline]
    fn pass(&mut self) {
        self.push(Move::Pass);
    }
}

/// A sink that counts moves without listing them.
#[derive(Clone, Copy, Default, Debug)]
pub struct MoveCount(pub u32);

impl MoveSink for MoveCount {
    #[inline]
    fn places(&mut self, squares: Bitboard) {
        self.0 += squares.count();
    }

    #[inline]
    fn moves(&mut self, _: Square, quiet: Bitboard, captures: Bitboard) {
        // The two sets share no square: captures land on enemy pawns only.
        self.0 += (quiet | captures).count();
    }

    #[inline]
    fn ousts(&mut self, _: Square, _: Square, puts: Bitboard) {
        self.0 += puts.count();
    }

    #[inline]
    fn camps(&mut self, squares: Bitboard) {
        self.0 += squares.count();
    }

    #[inline]
    fn pass(&mut self) {
        self.0 += 1;
    }
}

/// A sink that asks whether there is any move at all.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AnyMove(pub(crate) bool);

impl MoveSink for AnyMove {
    fn places(&mut self, squares: Bitboard) {
        self.0 |= squares.any();
    }

    fn moves(&mut self, _: Square, quiet: Bitboard, captures: Bitboard) {
        self.0 |= (quiet | captures).any();
    }

    fn ousts(&mut self, _: Square, _: Square, puts: Bitboard) {
        self.0 |= puts.any();
    }

    fn camps(&mut self, squares: Bitboard) {
        self.0 |= squares.any();
    }

    fn pass(&mut self) {
        self.0 = true;
    }
}

/// A sink that asks whether one move is among those it receives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HasMove {
    wanted: Move,
    pub(crate) found: bool,
}

impl HasMove {
    pub(crate) const fn new(wanted: Move) -> Self {
        Self { wanted, found: false }
    }
}

impl MoveSink for HasMove {
    fn places(&mut self, squares: Bitboard) {
        self.found |= matches!(self.wanted, Move::Place(square) if squares.contains(square));
    }

    fn moves(&mut self, of: Square, quiet: Bitboard, captures: Bitboard) {
        self.found |= match self.wanted {
            Move::Step { from, to } => from == of && quiet.contains(to),
            Move::Capture { from, to } => from == of && captures.contains(to),
            _ => false,
        };
    }

    fn ousts(&mut self, of: Square, onto: Square, puts: Bitboard) {
        self.found |= matches!(self.wanted, Move::Oust { from, to, put }
            if from == of && to == onto && puts.contains(put));
    }

    fn camps(&mut self, squares: Bitboard) {
        self.found |= matches!(self.wanted, Move::Camp { from } if squares.contains(from));
    }

    fn pass(&mut self) {
        self.found |= self.wanted == Move::Pass;
    }
}
