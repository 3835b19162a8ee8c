//! What a client asks to be done in a game.

use rand::Rng;
use serde::Deserialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::begin::{new_id, next_game};
use crate::game::SeriesGame;
use crate::refused::Refused;
use crate::session::{Command, Event, Proposal, Session, Step};
#[cfg(feature = "openapi")]
use crate::shapes::ProposalName;
use crate::shapes::SideName;

/// What is to be done in a game.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum CommandDto {
    /// Play a move.
    Move {
        /// One of the legal paths.
        path: Vec<String>,
    },
    /// Take back, to where somebody at the screen moves.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign {
        /// Which side does.
        side: SideName,
    },
    /// Leave a game between two people before both have moved, without a result.
    Abort,
    /// Propose something to the other player. It lapses when they move on. What they propose
    /// themselves is agreed on by that, also if the two crossed.
    Offer {
        /// `draw`, `takeback`, or once the game is over `rematch-same` and `rematch-random`.
        #[cfg_attr(feature = "openapi", schema(value_type = ProposalName))]
        what: String,
    },
    /// Agree to what the other player proposes.
    Accept,
    /// Decline it, or withdraw what one proposes oneself.
    Decline,
}

impl TryFrom<CommandDto> for Command {
    type Error = Refused;

    fn try_from(command: CommandDto) -> Result<Self, Refused> {
        Ok(match command {
            CommandDto::Move { path } => Self::Move(path),
            CommandDto::Undo => Self::Undo,
            CommandDto::Redo => Self::Redo,
            CommandDto::Resign { side } => Self::Resign(side.into()),
            CommandDto::Abort => Self::Abort,
            CommandDto::Offer { what } => Self::Offer(what.parse().map_err(|()| {
                Refused::invalid("`what` is draw, takeback, rematch-same or rematch-random")
            })?),
            CommandDto::Accept => Self::Accept,
            CommandDto::Decline => Self::Decline,
        })
    }
}

/// A command in a game.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(try_from = "CommandFields")]
pub struct CommandBody {
    /// The revision of the game that it answers to.
    pub revision: i64,
    /// A text of one's own, up to 64 characters: the same command sent again has the same, and is
    /// carried out once.
    pub request: String,
    #[serde(flatten)]
    /// What is to be done.
    pub command: CommandDto,
}

/// The fields of a [`CommandBody`], which are beside each other in JSON. Read by these, it takes less code than
/// by `flatten` and `tag`, for which all fields are first kept as they come.
#[derive(Deserialize)]
struct CommandFields {
    revision: i64,
    request: String,
    r#do: Do,
    path: Option<Vec<String>>,
    side: Option<SideName>,
    what: Option<String>,
}

/// The names of a [`CommandDto`].
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Do {
    Move,
    Undo,
    Redo,
    Resign,
    Abort,
    Offer,
    Accept,
    Decline,
}

impl TryFrom<CommandFields> for CommandBody {
    type Error = &'static str;

    fn try_from(fields: CommandFields) -> Result<Self, &'static str> {
        let CommandFields { revision, request, r#do, path, side, what } = fields;
        let command = match r#do {
            Do::Move => CommandDto::Move { path: path.ok_or("missing field `path`")? },
            Do::Undo => CommandDto::Undo,
            Do::Redo => CommandDto::Redo,
            Do::Resign => CommandDto::Resign { side: side.ok_or("missing field `side`")? },
            Do::Abort => CommandDto::Abort,
            Do::Offer => CommandDto::Offer { what: what.ok_or("missing field `what`")? },
            Do::Accept => CommandDto::Accept,
            Do::Decline => CommandDto::Decline,
        };
        Ok(Self { revision, request, command })
    }
}

/// The longest name of a request.
const MAX_REQUEST_BYTES: usize = 64;

/// Whether a request has a name that can be kept.
///
/// # Errors
/// When it hasn't.
pub fn check_request(request: &str) -> Result<(), Refused> {
    // PostgreSQL keeps no text with a NUL in it.
    if request.is_empty() || request.len() > MAX_REQUEST_BYTES || request.contains('\0') {
        return Err(Refused::invalid("`request` has 1 to 64 characters, none of them NUL"));
    }
    Ok(())
}

/// Does what a visitor wants of the game as they know it.
///
/// # Errors
/// When it can't be done, or the game is another one by now.
pub fn perform(
    (session, series): (&mut Session, &[SeriesGame]),
    visitor: i64,
    (revision, command): (i64, &Command),
    arrived: i64,
    chance: &mut impl Rng,
) -> Result<Step, Refused> {
    let is_known = session.revision == revision || session.is_crossed_by(command, revision);
    // What can't be done at all is said before that it comes too late.
    let is_answer = matches!(command, Command::Accept | Command::Decline);
    if !is_known && !is_answer && session.game.outcome().is_none() {
        return Err(Refused::stale(session.revision));
    }
    let (known, proposed) = (session.revision, session.offer.map(|offer| offer.what));
    let event = session.command(visitor, command, arrived)?;
    if !is_known {
        return Err(Refused::stale(known));
    }
    let next = match (event, proposed) {
        (Event::Accept(_), Some(Proposal::Rematch(board))) => {
            let id = new_id(chance);
            Some(next_game((session, series), board, id, arrived, chance)?)
        }
        _ => None,
    };
    Ok(Step { event, next })
}
