//! Moves, and what receives them from a game's generator.

use std::fmt;
use std::ops::ControlFlow;

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

impl Step {
    /// The name of the square, `camp` or `pass`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square(square) => square.name(),
            Self::Camp => "camp",
            Self::Pass => "pass",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Moves of one kind, as a game's generator gives them: in sets, so that counting doesn't look at each
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// A pawn from the hand is placed on one of these squares.
    Places(Bitboard),
    /// The pawn on `from` moves.
    Moves {
        /// The square it leaves.
        from: Square,
        /// The squares on which it can land without a capture.
        quiet: Bitboard,
        /// The squares on which it can capture; none of them is among the others.
        captures: Bitboard,
    },
    /// The pawn on `from` lands on `to` and puts the pawn there elsewhere.
    Ousts {
        /// The square it leaves.
        from: Square,
        /// The square it lands on.
        to: Square,
        /// The squares on which the other pawn can be put.
        puts: Bitboard,
    },
    /// One of the pawns on these squares enters a camp.
    Camps(Bitboard),
    /// The only move is to pass.
    Pass,
}

impl MoveSet {
    /// The squares in which the moves of the set differ; none for a pass.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    pub fn squares(self) -> Bitboard {
        match self {
            Self::Places(squares) | Self::Camps(squares) => squares,
            Self::Moves { quiet, captures, .. } => quiet | captures,
            Self::Ousts { puts, .. } => puts,
            Self::Pass => Bitboard::EMPTY,
        }
    }

    /// The number of moves.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    pub fn count(self) -> u32 {
        match self {
            Self::Pass => 1,
            set => set.squares().count(),
        }
    }

    /// Whether `mv` is one of the moves.
    pub fn contains(self, mv: Move) -> bool {
        match (self, mv) {
            (Self::Places(squares), Move::Place(square)) => squares.contains(square),
            (Self::Moves { from: of, quiet, .. }, Move::Step { from, to }) => {
                from == of && quiet.contains(to)
            }
            (Self::Moves { from: of, captures, .. }, Move::Capture { from, to }) => {
                from == of && captures.contains(to)
            }
            (Self::Ousts { from: of, to: onto, puts }, Move::Oust { from, to, put }) => {
                from == of && to == onto && puts.contains(put)
            }
            (Self::Camps(squares), Move::Camp { from }) => squares.contains(from),
            (Self::Pass, Move::Pass) => true,
            _ => false,
        }
    }

    /// Calls `visit` with each move, captures first.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    pub fn for_each(self, mut visit: impl FnMut(Move)) {
        match self {
            Self::Places(squares) => {
                squares.into_iter().for_each(|square| visit(Move::Place(square)));
            }
            Self::Moves { from, quiet, captures } => {
                captures.into_iter().for_each(|to| visit(Move::Capture { from, to }));
                quiet.into_iter().for_each(|to| visit(Move::Step { from, to }));
            }
            Self::Ousts { from, to, puts } => {
                puts.into_iter().for_each(|put| visit(Move::Oust { from, to, put }));
            }
            Self::Camps(squares) => {
                squares.into_iter().for_each(|from| visit(Move::Camp { from }));
            }
            Self::Pass => visit(Move::Pass),
        }
    }
}

/// What receives the moves of a position from [`Rules::generate`](crate::Rules::generate): a list, or
/// a closure that counts, searches or plays them.
///
/// ```
/// use std::ops::ControlFlow;
/// use katarenga_rules::{Board, BoardCode, MoveSet, Rules, Setup, games::Katarenga};
/// let board = Board::new(BoardCode::REFERENCE);
/// let mut captures = 0;
/// Katarenga::start(&board, Setup::default()).generate(&board, &mut |set: MoveSet| {
///     if let MoveSet::Moves { captures: squares, .. } = set {
///         captures += squares.count();
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(captures, 0);
/// ```
pub trait MoveSink {
    /// Takes a set, which may be empty. After `Break` the generator stops.
    fn take(&mut self, set: MoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(MoveSet) -> ControlFlow<()>> MoveSink for F {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        self(set)
    }
}

/// All moves in a list. Clear and reuse it where allocation matters.
impl MoveSink for Vec<Move> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        set.for_each(|mv| self.push(mv));
        ControlFlow::Continue(())
    }
}
