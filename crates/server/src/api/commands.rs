//! What is done in games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use katarenga_play::game::SeriesGame;

use super::create_game::next_game;
use super::dto::{ProposalName, SideName};
use super::extract::{Body, PathParam, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::live_games::{ChangeResult, LiveGame, Snapshot};
use crate::play::{Command, Event, Proposal, Session, Step};
use crate::rate_limits;
use crate::store;
use katarenga_play::game::GameDto;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send_command))
}

/// What is to be done in a game.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
enum CommandDto {
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
        #[schema(value_type = ProposalName)]
        what: String,
    },
    /// Agree to what the other player proposes.
    Accept,
    /// Decline it, or withdraw what one proposes oneself.
    Decline,
}

impl TryFrom<CommandDto> for Command {
    type Error = ApiError;

    fn try_from(command: CommandDto) -> Result<Self, ApiError> {
        Ok(match command {
            CommandDto::Move { path } => Self::Move(path),
            CommandDto::Undo => Self::Undo,
            CommandDto::Redo => Self::Redo,
            CommandDto::Resign { side } => Self::Resign(side.into()),
            CommandDto::Abort => Self::Abort,
            CommandDto::Offer { what } => Self::Offer(what.parse().map_err(|()| {
                ApiError::invalid("`what` is draw, takeback, rematch-same or rematch-random")
            })?),
            CommandDto::Accept => Self::Accept,
            CommandDto::Decline => Self::Decline,
        })
    }
}

/// A command in a game.
#[derive(Deserialize, ToSchema)]
struct CommandBody {
    /// The revision of the game that it answers to.
    revision: i64,
    /// A text of one's own, up to 64 characters: the same command sent again has the same, and is
    /// carried out once.
    request: String,
    #[serde(flatten)]
    command: CommandDto,
}

/// The longest name of a request.
const MAX_REQUEST_BYTES: usize = 64;

/// Whether a request has a name that can be kept.
pub(super) fn check_request(request: &str) -> Result<(), ApiError> {
    // PostgreSQL keeps no text with a NUL in it.
    if request.is_empty() || request.len() > MAX_REQUEST_BYTES || request.contains('\0') {
        return Err(ApiError::invalid("`request` has 1 to 64 characters, none of them NUL"));
    }
    Ok(())
}

/// Play a move, take back, play again, give up, propose something to the other player, answer
#[utoipa::path(
    post, path = "/api/games/{id}/commands", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    request_body = CommandBody,
    responses(
        (status = OK, body = GameDto), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn send_command(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    Body(body): Body<CommandBody>,
) -> Result<Json<GameDto>, ApiError> {
    app.limits.check(rate_limits::Action::Command, client.address)?;
    check_request(&body.request)?;
    let arrived = app.store.now();
    let (live_game, _, visitor) = app.own(&id, visitor).await?;
    app.limits.check(rate_limits::Action::Command, visitor)?;
    let CommandBody { revision, request, command } = body;
    let key = store::IdempotencyKey { visitor, request: &request };
    let snapshot = app.carry_out(&live_game, key, (revision, command.try_into()?), arrived).await?;
    app.computers.ensure_search(&live_game, &snapshot, client.requester(Some(visitor)));
    Ok(Json(app.game_dto(&snapshot, Some(visitor))))
}

impl App {
    /// Does what is asked, once; gives the game after it.
    async fn carry_out(
        &self,
        live_game: &Arc<LiveGame>,
        key: store::IdempotencyKey<'_>,
        (revision, command): (i64, Command),
        arrived: i64,
    ) -> Result<Arc<Snapshot>, ApiError> {
        let mut before = live_game.snapshot().ok_or_else(ApiError::not_found)?;
        if before.session.revision < revision {
            // Another server has told its client of what this one hasn't heard yet.
            self.live_games.refresh(&before.session.head.id).await?;
            before = live_game.snapshot().ok_or_else(ApiError::not_found)?;
        }
        // The late player's own command ends the game. Others wait for the flag watcher: a move may be
        // on its way.
        let mover = before.session.head.visitor_of(before.session.game.turn());
        let is_late = before.session.deadline().is_some_and(|deadline| deadline < arrived);
        if is_late && mover == Some(key.visitor) {
            self.live_games.end_on_time(live_game, arrived).await?;
        }
        if let (Command::Offer(Proposal::Rematch(_)), true) =
            (&command, before.session.revision == revision)
        {
            before.check_next_game()?;
        }
        let change = |session: &mut Session| {
            perform((session, &before.series), key.visitor, (revision, &command), arrived)
        };
        let refusal = match self.live_games.change(live_game, Some(key), change).await? {
            ChangeResult::Changed(snapshot) => return Ok(snapshot),
            ChangeResult::Refused(refusal) => refusal,
            ChangeResult::Conflict(snapshot) => ApiError::stale(snapshot.session.revision),
            ChangeResult::Deleted => return Err(ApiError::not_found()),
        };
        // What was done before is no error the second time, whatever has become of the game.
        let id = &before.session.head.id;
        match live_game.snapshot() {
            Some(snapshot) if self.store.was_done(id, key).await? => Ok(snapshot),
            _ => Err(refusal),
        }
    }
}

/// Does what a visitor wants of the game as they know it.
fn perform(
    (session, series): (&mut Session, &[SeriesGame]),
    visitor: i64,
    (revision, command): (i64, &Command),
    arrived: i64,
) -> Result<Step, ApiError> {
    let is_known = session.revision == revision || session.is_crossed_by(command, revision);
    // What can't be done at all is said before that it comes too late.
    let is_answer = matches!(command, Command::Accept | Command::Decline);
    if !is_known && !is_answer && session.game.outcome().is_none() {
        return Err(ApiError::stale(session.revision));
    }
    let (known, proposed) = (session.revision, session.offer.map(|offer| offer.what));
    let event = session.command(visitor, command, arrived)?;
    if !is_known {
        return Err(ApiError::stale(known));
    }
    let next = match (event, proposed) {
        (Event::Accept(_), Some(Proposal::Rematch(board))) => {
            Some(next_game(session, series, board, arrived)?)
        }
        _ => None,
    };
    Ok(Step { event, next })
}
