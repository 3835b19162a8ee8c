//! What is done in a game, and how it is kept.

use std::fmt;
use std::str::FromStr;

use katarenga_rules::notation::moves::MoveText;
use katarenga_rules::{Move, Side};

/// The board of the next game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextBoard {
    /// The one of this game.
    Same,
    /// One by chance.
    Random,
}

/// What one player proposes to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proposal {
    /// That the game be drawn.
    Draw,
    /// To take back, to the turn of the player who proposes it.
    Takeback,
    /// Another game of the match.
    Rematch(NextBoard),
}

impl Proposal {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Draw,
        Self::Takeback,
        Self::Rematch(NextBoard::Same),
        Self::Rematch(NextBoard::Random),
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
            Self::Rematch(NextBoard::Same) => "rematch-same",
            Self::Rematch(NextBoard::Random) => "rematch-random",
        }
    }
}

impl FromStr for Proposal {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|proposal| proposal.name() == text).ok_or(())
    }
}

/// What is done in a game, as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move is played.
    Move(Move),
    /// This number of moves is taken back.
    Undo(usize),
    /// This number of moves is played again.
    Redo(usize),
    /// A side gives up.
    Resign(Side),
    /// A side has no time left.
    OutOfTime(Side),
    /// The game is left before both have moved: by a side, or since nobody came to move.
    Abort(Option<Side>),
    /// A side proposes something.
    Offer(Side, Proposal),
    /// A side agrees to what the other proposed.
    Accept(Side),
    /// A side declines what the other proposed, or withdraws what it did itself.
    Decline(Side),
}

impl Event {
    /// Whether a move is played.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Move(_))
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::Undo(count) => write!(f, "undo {count}"),
            Self::Redo(count) => write!(f, "redo {count}"),
            Self::Resign(side) => write!(f, "resign {side}"),
            Self::OutOfTime(side) => write!(f, "out-of-time {side}"),
            Self::Abort(None) => f.write_str("abort"),
            Self::Abort(Some(side)) => write!(f, "abort {side}"),
            Self::Offer(side, what) => write!(f, "offer {side} {}", what.name()),
            Self::Accept(side) => write!(f, "accept {side}"),
            Self::Decline(side) => write!(f, "decline {side}"),
        }
    }
}

impl FromStr for Event {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let event = match kind {
            "move" => MoveText::read(rest).ok().map(|written| Self::Move(written.literal())),
            "undo" => rest.parse().ok().map(Self::Undo),
            "redo" => rest.parse().ok().map(Self::Redo),
            "resign" => rest.parse().ok().map(Self::Resign),
            "out-of-time" => rest.parse().ok().map(Self::OutOfTime),
            "abort" if rest.is_empty() => Some(Self::Abort(None)),
            "abort" => rest.parse().ok().map(|side| Self::Abort(Some(side))),
            "offer" => rest
                .split_once(' ')
                .and_then(|(side, what)| Some(Self::Offer(side.parse().ok()?, what.parse().ok()?))),
            "accept" => rest.parse().ok().map(Self::Accept),
            "decline" => rest.parse().ok().map(Self::Decline),
            _ => None,
        };
        event.ok_or(())
    }
}
