//! Records and positions as texts: what they hold.

use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{Game, Record, RecordError};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::explain::{ErrorBody, explained};
use crate::limits::MAX_PLIES;
use crate::refused::Refused;
use crate::shapes::{BoardDto, OutcomeDto, PositionDto};

/// What a text is.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TextKind {
    /// A record.
    Record,
    /// A position with nothing played from it.
    Position,
}

/// What a text holds.
pub struct ReadText {
    /// What the text is.
    pub what: TextKind,
    /// Its game; a position is one in which nothing was played.
    pub record: Record,
}

/// What can be read of a text: a record if it has tags or comments, which positions have not, else a
/// position.
///
/// # Errors
/// When it is neither, or too long.
pub fn read_text(text: &str) -> Result<ReadText, Refused> {
    if text.contains(['[', '{', ';']) {
        let record = Record::read(text).map_err(|errors| Refused::by_rule(&errors))?;
        if record.game.ply() > MAX_PLIES {
            return Err(Refused::too_long("the record is too long to be kept here"));
        }
        return Ok(ReadText { what: TextKind::Record, record });
    }
    let placed: Result<BoardPosition, _> = text.parse();
    match placed {
        Ok(placed) => {
            Ok(ReadText { what: TextKind::Position, record: Game::from_position(placed).into() })
        }
        Err(error) => Err(Refused::by_rule(&error)),
    }
}

/// A text to be read.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TextBody {
    /// A record or a position text.
    text: String,
}

/// What a text holds.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Read {
    /// What the text is.
    what: TextKind,
    /// The name of the kind of game.
    kind: &'static str,
    /// How many moves it has.
    plies: usize,
    /// The board.
    board: BoardDto,
    /// The last position, without its legal moves.
    position: PositionDto,
    /// The result; null while the game goes on.
    outcome: Option<OutcomeDto>,
}

impl TextBody {
    /// What its text holds, without keeping it.
    ///
    /// # Errors
    /// When it is neither a record nor a position.
    pub fn read(&self) -> Result<Read, Refused> {
        let ReadText { what, record: Record { game, .. } } = read_text(&self.text)?;
        Ok(Read {
            what,
            kind: game.kind().name(),
            plies: game.ply(),
            board: game.board().into(),
            position: PositionDto { paths: Vec::new(), ..PositionDto::now(&game) },
            outcome: game.outcome().map(Into::into),
        })
    }

    /// The game in its text.
    ///
    /// # Errors
    /// When it is neither a record nor a position.
    pub fn game(&self) -> Result<Game, Refused> {
        Ok(read_text(&self.text)?.record.game)
    }

    /// All records of its text, without keeping them.
    pub fn read_all(&self) -> Parts {
        Parts { records: Record::read_all(&self.text).map(Part::from).collect() }
    }
}

/// One of the records of a text.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Part {
    /// The line at which its faults begin, where it can't be read; else 0.
    line: usize,
    /// The record by itself, as it would be opened; null where it can't be read.
    text: Option<String>,
    /// The name of the kind of game; null where it can't be read.
    kind: Option<&'static str>,
    /// How many moves it has.
    plies: usize,
    /// The name of White in its tags.
    white: Option<String>,
    /// The name of Black in its tags.
    black: Option<String>,
    /// The date in its tags.
    date: Option<String>,
    /// Why it can't be read.
    refused: Option<ErrorBody>,
}

impl From<Result<Record, Vec<RecordError>>> for Part {
    fn from(read: Result<Record, Vec<RecordError>>) -> Self {
        let of = |name: &str| read.as_ref().ok()?.tag(name).map(str::to_owned);
        let errors = read.as_ref().err();
        Self {
            line: errors.and_then(|errors| errors.first()).map_or(0, |error| error.line),
            text: read.as_ref().ok().map(ToString::to_string),
            kind: read.as_ref().ok().map(|record| record.game.kind().name()),
            plies: read.as_ref().map_or(0, |record| record.game.ply()),
            white: of("White"),
            black: of("Black"),
            date: of("Date"),
            refused: errors.map(explained),
        }
    }
}

/// The records of a text.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Parts {
    /// The records in their order.
    records: Vec<Part>,
}
