//! How games begin: anew, from a text, or as the next of a match.

use katarenga_engine::Level;
use katarenga_rules::{Game, Record, Setup, Side};
use rand::{Rng, RngExt as _};
use serde::Deserialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::boards::{read_board, read_game};
use crate::game::{SeriesGame, after, match_so_far};
use crate::limits::{LEVELS, MATCH_TARGET};
use crate::refused::Refused;
use crate::session::{self, Event, Head, Notes, Player, Refusal, Session};
use crate::shapes::Seat;
use crate::texts::read_text;

/// The side that shall be first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Chance decides.
    Random,
}

impl First {
    fn side(self, chance: &mut impl Rng) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
            Self::Random => Side::ALL[usize::from(chance.random::<bool>())],
        }
    }
}

/// What a game begins with: a kind and a board, or the text of a record or a position.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The kind of game.
    kind: Option<String>,
    /// The code of the board, or `random`.
    board: Option<String>,
    /// The side that moves first.
    #[serde(default)]
    first: First,
    /// The layout, where the game has several.
    layout: Option<String>,
    /// A record or a position text instead of all that.
    text: Option<String>,
    /// Who plays White.
    white: Seat,
    /// Who plays Black.
    black: Seat,
    /// The points to which a match is played.
    target: Option<u32>,
}

/// A game from its start, on a board that is given or drawn.
///
/// # Errors
/// When there is no such game, board or layout, or the board doesn't suit the game.
pub fn new_game(
    (kind, layout): (&str, Option<&str>),
    board: Option<&str>,
    first: First,
    chance: &mut impl Rng,
) -> Result<Game, Refused> {
    let (kind, layout) = read_game(kind, layout)?;
    let code = match board {
        None => kind.default_board(),
        Some("random") => kind.random_board(chance),
        Some(code) => read_board(code)?,
    };
    let setup = Setup { first: first.side(chance), layout };
    Game::new(kind, code, setup).map_err(|error| Refused::by_rule(&error))
}

/// The points to which a match is played, within the limits.
///
/// # Errors
/// When they are beyond them.
pub fn checked_target(target: Option<u32>) -> Result<Option<u32>, Refused> {
    if target.is_none_or(|target| MATCH_TARGET.contains(&target)) {
        return Ok(target);
    }
    let (least, most) = MATCH_TARGET.into_inner();
    Err(Refused::invalid(&format!("a match is played to {least} to {most} points")))
}

impl NewGame {
    /// Whether all of it makes sense.
    ///
    /// # Errors
    /// When something doesn't.
    pub fn check(&self, chance: &mut impl Rng) -> Result<Beginning, Refused> {
        let (record, target) = (self.record(chance)?, checked_target(self.target)?);
        Ok(Beginning { record, target, seats: [seat(self.white)?, seat(self.black)?] })
    }

    /// The game with which it begins, and what is said of it.
    fn record(&self, chance: &mut impl Rng) -> Result<Record, Refused> {
        match (&self.text, &self.kind) {
            (Some(_), None) if self.says_more_than_text() => {
                Err(Refused::invalid("with `text`, leave out `board`, `first` and `layout`"))
            }
            (Some(text), None) => Ok(read_text(text)?.record),
            (None, Some(kind)) => {
                let (board, layout) = (self.board.as_deref(), self.layout.as_deref());
                Ok(new_game((kind, layout), board, self.first, chance)?.into())
            }
            _ => Err(Refused::invalid("give either `kind` or `text`")),
        }
    }

    fn says_more_than_text(&self) -> bool {
        self.board.is_some() || self.layout.is_some() || self.first != First::default()
    }
}

/// A game that can begin.
pub struct Beginning {
    record: Record,
    target: Option<u32>,
    seats: [session::Seat; 2],
}

impl Beginning {
    /// How many moves were played in it already.
    pub fn plies(&self) -> usize {
        self.record.game.ply()
    }

    /// How many bytes of tags and comments it has.
    pub fn note_bytes(&self) -> usize {
        let Record { tags, comments, .. } = &self.record;
        let tags = tags.iter().map(|(name, value)| name.len() + value.len());
        tags.chain(comments.values().map(String::len)).sum()
    }

    /// The game of a visitor who plays each side that the computer doesn't, and what was done in it.
    ///
    /// # Errors
    /// When what was played can't be.
    pub fn start(
        self,
        id: String,
        visitor: i64,
        created: i64,
    ) -> Result<(Session, Vec<Event>), Refusal> {
        let Self { record, target, seats } = self;
        let player = |seat: session::Seat| match seat {
            session::Seat::Human => Some(Player { visitor, name: None }),
            session::Seat::Computer(_) => None,
        };
        let mut session = Session::new(Head {
            series: id.clone(),
            id,
            owner: visitor,
            start: record.game.start_board_position(),
            seats,
            players: seats.map(player),
            number: 1,
            target,
            clock: None,
            is_public: false,
            has_chat: false,
            created,
        });
        let events = session.replay(&record.game)?;
        let session = session.with_notes(Notes::new(record, events.len()));
        Ok((session, events))
    }
}

fn seat(seat: Seat) -> Result<session::Seat, Refused> {
    match seat {
        Seat::Human {} => Ok(session::Seat::Human),
        Seat::Computer { level } => {
            let known = Level::ALL.into_iter().find(|known| known.number() == level);
            let unknown = || {
                let (weakest, strongest) = LEVELS.into_inner();
                let message = format!("a level is a number from {weakest} to {strongest}");
                Refused::unprocessable("unknown-level", &message)
                    .with("level", level)
                    .with("weakest", weakest)
                    .with("strongest", strongest)
            };
            known.map(session::Seat::Computer).ok_or_else(unknown)
        }
    }
}

/// The board of the next game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum NextBoard {
    /// The one of this game.
    #[default]
    Same,
    /// One by chance.
    Random,
}

impl From<NextBoard> for session::NextBoard {
    fn from(board: NextBoard) -> Self {
        match board {
            NextBoard::Same => Self::Same,
            NextBoard::Random => Self::Random,
        }
    }
}

/// What the next game of a match is to be.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct NextBody {
    /// The board of the next game.
    #[serde(default)]
    pub board: NextBoard,
}

/// The letters and digits of ids: none that are taken for one another.
const ID_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many of them an id has: 60 bits.
const ID_LENGTH: usize = 12;

/// An id by chance, which is to be one that nobody can guess.
pub fn new_id(chance: &mut impl Rng) -> String {
    let mut letter = || char::from(ID_ALPHABET[chance.random_range(0..ID_ALPHABET.len())]);
    (0..ID_LENGTH).map(|_| letter()).collect()
}

/// Whether another game of the match can begin.
///
/// # Errors
/// When the game goes on, the match is over, or the next game has begun.
pub fn check_next_game(session: &Session, series: &[SeriesGame]) -> Result<(), Refused> {
    check_match_goes_on(session, series)?;
    if after(series, session.head.number).is_some() {
        return Err(Refused::conflict("next-begun", "the next game has begun already"));
    }
    Ok(())
}

/// Whether the game has ended and the match has not.
///
/// # Errors
/// When that is not so.
pub fn check_match_goes_on(session: &Session, series: &[SeriesGame]) -> Result<(), Refused> {
    if session.game.outcome().is_none() {
        return Err(Refusal::GoesOn.into());
    }
    match match_so_far(session, series).winner() {
        Some(winner) => {
            let over = Refused::conflict("match-over", "the match is over");
            Err(over.with("side", winner.to_string()))
        }
        None => Ok(()),
    }
}

/// The game after a finished one of a match, in which others may have been deleted.
///
/// # Errors
/// When the game can't be played on the board.
pub fn next_game(
    (session, series): (&Session, &[SeriesGame]),
    board: session::NextBoard,
    id: String,
    now: i64,
    chance: &mut impl Rng,
) -> Result<Session, Refused> {
    let code = match board {
        session::NextBoard::Same => session.game.board().code(),
        session::NextBoard::Random => session.game.kind().random_board(chance),
    };
    let number = series.last().map_or(session.head.number, |last| last.number) + 1;
    let next = session.next_game((id, number), code, now);
    next.map_err(|error| Refused::by_rule(&error))
}
