//! How games begin: anew, from a text, or as the next of a match.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Response};
use katarenga_play::begin::{NewGame, NextBody, check_match_goes_on, new_id, next_game};
use katarenga_play::game::{GameDto, after};
use katarenga_play::texts::{Parts, Read, TextBody};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, PathParam, Visitor};
use super::{App, Client};
use crate::access_token::AccessToken;
use crate::error::{ApiError, ErrorBody};
use crate::live_games::{LiveGame, Snapshot};
use crate::play::{self, Refusal, Session};
use crate::rate_limits::Action;

/// The cookie of a visitor who was not known before.
pub(super) type Cookies = AppendHeaders<Option<(HeaderName, String)>>;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_game))
        .routes(routes!(read_record))
        .routes(routes!(read_records))
        .routes(routes!(create_next_game))
}

/// Begin a game
///
/// A visitor without an access token gets one in a cookie.
#[utoipa::path(
    post, path = "/api/games", tag = "games", request_body = NewGame,
    responses(
        (status = CREATED, body = GameDto), (status = 400, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn create_game(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    Body(body): Body<NewGame>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let beginning = body.check(&mut rand::rng())?;
    app.limits.check_game(beginning.plies(), beginning.note_bytes(), client.address)?;
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    app.limits.check(Action::Begin, visitor)?;
    let (session, events) = beginning.start(new_id(&mut rand::rng()), visitor, app.store.now())?;
    if !app.store.create_game(&session, &events).await? {
        return Err(ApiError::internal(&"an id was drawn twice"));
    }
    let (live_game, snapshot, _) = app.own(&session.head.id, Some(visitor)).await?;
    app.computers.ensure_search(&live_game, &snapshot, client.requester(Some(visitor)));
    let shape = app.game_dto(&snapshot, Some(visitor));
    Ok((StatusCode::CREATED, cookies, Json(shape)).into_response())
}

/// Look into a record or a position text, without keeping it
#[utoipa::path(
    post, path = "/api/read", tag = "games", request_body = TextBody,
    responses((status = OK, body = Read), (status = 422, body = ErrorBody))
)]
async fn read_record(Body(body): Body<TextBody>) -> Result<Json<Read>, ApiError> {
    Ok(Json(body.read()?))
}

/// Look into a text of several records, without keeping them
#[utoipa::path(
    post, path = "/api/read/all", tag = "games", request_body = TextBody,
    responses((status = OK, body = Parts))
)]
async fn read_records(Body(body): Body<TextBody>) -> Json<Parts> {
    Json(body.read_all())
}

/// Begin the next game of a match
///
/// The first player alternates, but after a game that was aborted. Asked twice, it gives the same game.
#[utoipa::path(
    post, path = "/api/games/{id}/next", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    request_body = NextBody,
    responses(
        (status = CREATED, body = GameDto), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn create_next_game(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    Body(body): Body<NextBody>,
) -> Result<(StatusCode, Json<GameDto>), ApiError> {
    app.limits.check(Action::Begin, client.address)?;
    let (_, snapshot, visitor) = app.own(&id, visitor).await?;
    app.limits.check(Action::Begin, visitor)?;
    if snapshot.session.head.is_online() {
        return Err(Refusal::NeedsConsent.into());
    }
    app.limits.check_game(0, 0, client.address)?;
    let (live_game, begun) = app.create_next(&snapshot, body.board.into()).await?;
    app.computers.ensure_search(&live_game, &begun, client.requester(Some(visitor)));
    Ok((StatusCode::CREATED, Json(app.game_dto(&begun, Some(visitor)))))
}

impl App {
    /// The visitor of a request, created if there is none, with the cookie for it.
    pub(super) async fn ensure_visitor(
        &self,
        visitor: Option<i64>,
        client: Client,
    ) -> Result<(i64, Cookies), ApiError> {
        if let Some(visitor) = visitor {
            return Ok((visitor, AppendHeaders(None)));
        }
        let secret = AccessToken::random()?;
        let visitor = self.store.create_visitor(&secret).await?;
        Ok((visitor, AppendHeaders(Some((SET_COOKIE, secret.cookie(client.is_secure))))))
    }

    /// The next game of a match: the same if it has begun.
    async fn create_next(
        &self,
        snapshot: &Snapshot,
        board: play::NextBoard,
    ) -> Result<(Arc<LiveGame>, Arc<Snapshot>), ApiError> {
        check_match_goes_on(&snapshot.session, &snapshot.series)?;
        let (series, number) = (&snapshot.session.head.series, snapshot.session.head.number);
        if after(&snapshot.series, number).is_none() {
            // Concurrent requests ask for the same number, which is given once.
            let now = self.store.now();
            let next = drawn_next_game(snapshot, board, now)?;
            self.store.create_game(&next, &[]).await?;
            self.live_games.refresh_series(series).await?;
        }
        let begun = self.store.series(series).await?;
        let id = after(&begun, number).ok_or_else(ApiError::not_found)?;
        let live_game = self.live_game(&id).await?;
        let begun = live_game.snapshot().ok_or_else(ApiError::not_found)?;
        Ok((live_game, begun))
    }
}

/// The next game of a match, with an id and where wanted a board that are drawn.
fn drawn_next_game(
    snapshot: &Snapshot,
    board: play::NextBoard,
    now: i64,
) -> Result<Session, ApiError> {
    let chance = &mut rand::rng();
    let of_match = (&snapshot.session, &snapshot.series[..]);
    Ok(next_game(of_match, board, new_id(chance), now, chance)?)
}
