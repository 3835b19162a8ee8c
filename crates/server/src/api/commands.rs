//! What is done in games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::begin::following;
use super::extract::{Body, Named, Visitor};
use super::game::GameShape;
use super::shapes::SideName;
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::limits;
use crate::play::{Command, Event, Proposal, Session, Step};
use crate::store::{self, Played, now};
use crate::tables::{Done, Shown, Table};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(command))
}

/// What is to be done in a game.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Deed {
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
    /// Leave a game between two people before both have moved: nobody wins or loses.
    Abort,
    /// Propose something to the other player. It lapses when they move on. What they propose
    /// themselves is agreed on by that, also if the two crossed.
    Offer {
        /// `draw`, `takeback`, or once the game is over `rematch-same` and `rematch-random`.
        what: String,
    },
    /// Agree to what the other player proposes.
    Accept,
    /// Decline it, or withdraw what one proposes oneself.
    Decline,
}

impl TryFrom<Deed> for Command {
    type Error = ApiError;

    fn try_from(deed: Deed) -> Result<Self, ApiError> {
        Ok(match deed {
            Deed::Move { path } => Self::Move(path),
            Deed::Undo => Self::Undo,
            Deed::Redo => Self::Redo,
            Deed::Resign { side } => Self::Resign(side.into()),
            Deed::Abort => Self::Abort,
            Deed::Offer { what } => Self::Offer(what.parse().map_err(|()| {
                ApiError::invalid("`what` is draw, takeback, rematch-same or rematch-random")
            })?),
            Deed::Accept => Self::Accept,
            Deed::Decline => Self::Decline,
        })
    }
}

#[derive(Deserialize, ToSchema)]
struct CommandBody {
    /// The revision of the game that it answers to.
    revision: i64,
    /// A text of one's own, up to 64 characters: the same command sent again has the same, and is
    /// carried out once.
    request: String,
    #[serde(flatten)]
    deed: Deed,
}

/// The longest name of a request.
const LONGEST_REQUEST: usize = 64;

/// Whether a request has a name that can be kept.
pub(super) fn check_request(request: &str) -> Result<(), ApiError> {
    if request.is_empty() || request.len() > LONGEST_REQUEST {
        return Err(ApiError::invalid("`request` has 1 to 64 characters"));
    }
    Ok(())
}

/// Play a move, take back, play again, give up, propose something to the other player, answer
#[utoipa::path(
    post, path = "/api/games/{id}/commands", tag = "games", params(("id" = String, Path,)),
    request_body = CommandBody,
    responses(
        (status = OK, body = GameShape), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn command(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Body(body): Body<CommandBody>,
) -> Result<Json<GameShape>, ApiError> {
    app.limits.check(limits::Deed::Command, client.address)?;
    check_request(&body.request)?;
    let arrived = now();
    let (table, _, visitor) = app.own(&id, visitor).await?;
    app.limits.check(limits::Deed::Command, visitor)?;
    let CommandBody { revision, request, deed } = body;
    let asked = store::Asked { visitor, request: &request };
    let shown = app.carry_out(&table, asked, (revision, deed.try_into()?), arrived).await?;
    app.computers.attend(&table, &shown, client.asks(Some(visitor)));
    Ok(Json(GameShape::new(&shown, Some(visitor))))
}

impl App {
    /// Does what is asked, once; gives the game after it.
    async fn carry_out(
        &self,
        table: &Arc<Table>,
        asked: store::Asked<'_>,
        (revision, command): (i64, Command),
        arrived: i64,
    ) -> Result<Arc<Shown>, ApiError> {
        let Some(before) = table.shown() else { return Err(ApiError::not_found()) };
        // Whoever comes too late says so. Others wait for the referee: a move may be on its way.
        let mover = before.session.head.visitor_of(before.session.game.turn());
        let is_late = before.session.deadline().is_some_and(|deadline| deadline < arrived);
        if is_late && mover == Some(asked.visitor) {
            self.tables.end_on_time(table, arrived).await?;
        }
        if let (Command::Offer(Proposal::Rematch(_)), true) =
            (&command, before.session.revision == revision)
        {
            before.has_room()?;
        }
        let deed = |session: &mut Session| {
            done((session, &before.series), asked.visitor, (revision, &command), arrived)
        };
        let refusal = match self.tables.change(table, Some(asked), deed).await? {
            Done::Now(shown) => return Ok(shown),
            Done::Refused(refusal) => refusal,
            Done::Overtaken(shown) => ApiError::stale(shown.session.revision),
            Done::Gone => return Err(ApiError::not_found()),
        };
        // What was done before is no error the second time, whatever has become of the game.
        let id = &before.session.head.id;
        match table.shown() {
            Some(shown) if self.store.was_done(id, asked).await? => Ok(shown),
            _ => Err(refusal),
        }
    }
}

/// Does what a visitor wants of the game as they know it.
fn done(
    (session, series): (&mut Session, &[Played]),
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
            Some(following(session, series, board)?)
        }
        _ => None,
    };
    Ok(Step { event, next })
}
