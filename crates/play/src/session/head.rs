//! What a game is besides its events: its start and its players.

use std::fmt;
use std::str::FromStr;

use katarenga_engine::Level;
use katarenga_rules::Side;
use katarenga_rules::notation::position::BoardPosition;

use super::Clock;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A visitor: [`Head::players`] says which.
    Human,
    /// The computer.
    Computer(Level),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Computer(level) => write!(f, "level:{level}"),
        }
    }
}

impl FromStr for Seat {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(':') {
            None if text == "human" => Ok(Self::Human),
            Some(("level", level)) => level.parse().map(Self::Computer).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

/// The visitor who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Who it is.
    pub visitor: i64,
    /// The name under which they play, if they have one; a game that begins takes it when it is
    /// kept.
    pub name: Option<String>,
}

/// What a game is besides its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Its name in addresses.
    pub id: String,
    /// The visitor who began it.
    pub owner: i64,
    /// Where it started.
    pub start: BoardPosition,
    /// Who plays, by [`Side::index`].
    pub seats: [Seat; 2],
    /// The visitors who play; none for the computer's side.
    pub players: [Option<Player>; 2],
    /// The match it belongs to: the id of the first game.
    pub series: String,
    /// Which game of the match it is, from 1.
    pub number: u32,
    /// The points to which the match is played.
    pub target: Option<u32>,
    /// How much time there is.
    pub clock: Option<Clock>,
    /// Whether everybody finds it in the list of games to watch.
    pub is_public: bool,
    /// Whether the players may write to each other.
    pub has_chat: bool,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
}

impl Head {
    /// The sides that a visitor plays.
    pub fn sides_of(&self, visitor: i64) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.visitor_of(*side) == Some(visitor))
    }

    /// The visitor who plays a side.
    pub fn visitor_of(&self, side: Side) -> Option<i64> {
        self.players[side.index()].as_ref().map(|player| player.visitor)
    }

    /// Whether two visitors play it, each from a place of their own.
    pub fn is_online(&self) -> bool {
        let [white, black] = Side::ALL.map(|side| self.visitor_of(side));
        white.is_some() && black.is_some() && white != black
    }

    /// Whether a visitor may act in it.
    pub fn is_of(&self, visitor: i64) -> bool {
        self.owner == visitor || self.sides_of(visitor).next().is_some()
    }
}
