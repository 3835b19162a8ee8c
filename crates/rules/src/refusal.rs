//! Why a move is not legal.

use std::fmt;

use crate::movement::{OutOfReach, why_out_of_reach};
use crate::{Board, Colour, Core, Move, Outcome, Phrase, Side, Square};

/// Why a move is not legal, with the place.
///
/// Legality itself is decided by the generator alone; this explains a refusal to the person who
/// meets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game is over.
    GameOver(Outcome),
    /// The square is not on the board.
    OffBoard {
        /// The square.
        square: Square,
        /// The [last square](Board::last_square) of the board.
        last: Square,
    },
    /// There is no pawn on the square.
    NoPawn(Square),
    /// The pawn on the square belongs to the other side.
    NotYours {
        /// Where it stands.
        square: Square,
        /// Whose turn it is.
        turn: Side,
    },
    /// The target holds a pawn of the side that moves.
    OwnPawn(Square),
    /// A pawn can't be placed on an occupied square.
    Occupied(Square),
    /// Movement doesn't lead there.
    OutOfReach {
        /// The square the pawn leaves.
        from: Square,
        /// The square it can't reach.
        to: Square,
        /// The colour of the square it leaves.
        colour: Colour,
        /// What is in the way.
        why: OutOfReach,
    },
    /// The game, or this part of it, has other moves.
    OtherKind {
        /// What is to be played, with an example.
        expected: Phrase,
    },
    /// A move along the same squares is legal: this one.
    WrittenAs(Move),
    /// Passing is legal only when nothing else is.
    CannotPass,
    /// There is nothing to play but a pass.
    MustPass,
    /// A rule of the game forbids it. The text of the rule follows the square's name.
    Rule {
        /// The rule.
        rule: Phrase,
        /// The square it concerns.
        at: Square,
    },
}

impl IllegalMove {
    pub(crate) const fn rule(rule: Phrase, at: Square) -> Self {
        Self::Rule { rule, at }
    }

    /// Said of a square that `board` doesn't have.
    pub const fn off_board(board: &Board, square: Square) -> Self {
        Self::OffBoard { square, last: board.last_square() }
    }
}

impl std::error::Error for IllegalMove {}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver(outcome) => write!(f, "the game is over: {}", outcome.sentence()),
            Self::OffBoard { square, last } => {
                write!(f, "{square} is not on this board, which ends at {last}")
            }
            Self::NoPawn(square) => write!(f, "there is no pawn on {square}"),
            Self::NotYours { square, turn } => {
                write!(f, "the pawn on {square} is {}, and it is {turn}'s turn", !*turn)
            }
            Self::OwnPawn(square) => write!(f, "{square} holds a pawn of the same side"),
            Self::Occupied(square) => write!(f, "there is already a pawn on {square}"),
            Self::OutOfReach { from, to, colour, why } => {
                out_of_reach(f, *from, *to, *colour, *why)
            }
            Self::OtherKind { expected } => f.write_str(expected.text),
            Self::WrittenAs(legal) => write!(f, "the legal move there is written {legal}"),
            Self::CannotPass => f.write_str("passing is legal only when there is no other move"),
            Self::MustPass => f.write_str("the only legal move is `pass`"),
            Self::Rule { rule, at } => write!(f, "{at} {}", rule.text),
        }
    }
}

fn out_of_reach(
    f: &mut fmt::Formatter<'_>,
    from: Square,
    to: Square,
    colour: Colour,
    why: OutOfReach,
) -> fmt::Result {
    let piece = colour.piece();
    match why {
        OutOfReach::Direction => write!(
            f,
            "{from} is {colour}, so its pawn moves like a {piece}, and a {piece} doesn't go to {to}"
        ),
        OutOfReach::Blocked { by } => {
            write!(f, "the way from {from} to {to} is blocked by the pawn on {by}")
        }
        OutOfReach::BeyondStop { stop } => write!(
            f,
            "{to} lies beyond {stop}, the next {colour} square, where a move from {colour} {from} ends"
        ),
    }
}

/// What movement alone has against a move of the side to move from `from` to `to`: `None` when the
/// pawn there could reach it.
pub(crate) fn movement_error(
    core: &Core,
    board: &Board,
    from: Square,
    to: Square,
) -> Option<IllegalMove> {
    if let Some(refusal) = pawn_error(core, board, from) {
        return Some(refusal);
    }
    if !board.squares().contains(to) {
        return Some(IllegalMove::off_board(board, to));
    }
    if board.reach(from, core.occupied()).contains(to) {
        return None;
    }
    let colour = board.colour(from)?;
    let why = why_out_of_reach(from, to, colour, board.coloured(colour), core.occupied());
    Some(IllegalMove::OutOfReach { from, to, colour, why })
}

/// The same, where the target may not hold a pawn of the side to move either.
pub(crate) fn landing_error(
    core: &Core,
    board: &Board,
    from: Square,
    to: Square,
) -> Option<IllegalMove> {
    movement_error(core, board, from, to)
        .or_else(|| core.own().contains(to).then_some(IllegalMove::OwnPawn(to)))
}

/// What stands against moving the pawn on `from`, wherever it goes: `None` when the side to move
/// has a pawn there.
pub(crate) fn pawn_error(core: &Core, board: &Board, from: Square) -> Option<IllegalMove> {
    if !board.squares().contains(from) {
        Some(IllegalMove::off_board(board, from))
    } else if core.own().contains(from) {
        None
    } else if core.enemy().contains(from) {
        Some(IllegalMove::NotYours { square: from, turn: core.turn() })
    } else {
        Some(IllegalMove::NoPawn(from))
    }
}

/// What stands against placing a pawn on `square` in any game: `None` when it is an empty square of
/// the board.
pub(crate) fn placing_error(core: &Core, board: &Board, square: Square) -> Option<IllegalMove> {
    if !board.squares().contains(square) {
        Some(IllegalMove::off_board(board, square))
    } else if core.occupied().contains(square) {
        Some(IllegalMove::Occupied(square))
    } else {
        None
    }
}

/// Said of every other kind of move by games in which pawns only move.
pub(crate) const PAWNS_MOVE: Phrase =
    Phrase::new("pawns-move", "in this game pawns move from a square to another: write `e4-f6`");
/// Said of every other kind of move where pawns are placed.
pub(crate) const PAWNS_ARE_PLACED: Phrase = Phrase::new(
    "pawns-are-placed",
    "pawns are placed now and don't move: write one square, as in `e4`",
);
/// Said of a landing on an enemy pawn where there are no captures.
pub(crate) const NO_CAPTURES: Phrase =
    Phrase::new("no-captures-in-game", "holds an enemy pawn, and this game has no captures");
/// Said of a square that holds a pawn, where an ousted one was to be put.
pub(crate) const PUT_ON_PAWN: Phrase =
    Phrase::new("put-on-pawn", "is not empty, and an ousted pawn is put on an empty square only");
/// Said of a landing that would put a pawn elsewhere, on a square where there is none.
pub(crate) const NOTHING_TO_OUST: Phrase =
    Phrase::new("nothing-to-oust", "holds no enemy pawn that could be put elsewhere");
/// Said of every other kind of move by games in which pawns only move, and capture.
pub(crate) const PAWNS_MOVE_OR_CAPTURE: Phrase = Phrase::new(
    "pawns-move-or-capture",
    "in this game pawns move from a square to another: write `e4-f6` or `e4xf6`",
);
