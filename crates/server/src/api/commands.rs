//! What is done in games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use katarenga_play::begin::check_next_game;
use katarenga_play::commands::{CommandBody, check_request, perform};
use katarenga_play::game::GameDto;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, PathParam, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::live_games::{ChangeResult, LiveGame, Snapshot};
use crate::play::{Command, Proposal, Session};
use crate::rate_limits;
use crate::store;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send_command))
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
            check_next_game(&before.session, &before.series)?;
        }
        let change = |session: &mut Session| {
            let asked = (revision, &command);
            perform((session, &before.series), key.visitor, asked, arrived, &mut rand::rng())
        };
        let refusal = match self.live_games.change(live_game, Some(key), change).await? {
            ChangeResult::Changed(snapshot) => return Ok(snapshot),
            ChangeResult::Refused(refusal) => refusal.into(),
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
