//! Games looked at: lists, one as it stands, its history, and as it goes on.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use katarenga_play::lists::Page;
use katarenga_play::records::History;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::play::Refusal;
use crate::store;
use katarenga_play::game::GameDto;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_games))
        .routes(routes!(show_game, delete_game))
        .routes(routes!(game_history))
        .routes(routes!(wait_for_game))
}

/// Which games are listed.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum List {
    #[default]
    Going,
    Ended,
    Archived,
}

impl From<List> for store::List {
    fn from(list: List) -> Self {
        match list {
            List::Going => Self::Going,
            List::Ended => Self::Ended,
            List::Archived => Self::Archived,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListQuery {
    /// Which games: those that go on, those that have ended, or those in which nothing was done for
    /// 30 days.
    #[serde(default)]
    list: List,
    /// Which page, from 1.
    page: Option<u32>,
}

/// The games of the requesting visitor: those in which it is their turn, then the last used
#[utoipa::path(
    get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = OK, body = Page))
)]
async fn list_games(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<Page>, ApiError> {
    let Some(visitor) = visitor else {
        return Ok(Json(Page::new((Vec::new(), 0), None)));
    };
    let page = query.page.unwrap_or(1);
    let games = app.store.games_of(visitor, query.list.into(), page).await?;
    Ok(Json(Page::new(games, Some(visitor))))
}

/// A game as it stands
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    responses((status = OK, body = GameDto), (status = 404, body = ErrorBody))
)]
async fn show_game(
    State(app): State<App>,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
) -> Result<Json<GameDto>, ApiError> {
    Ok(Json(app.game_dto(&*app.snapshot(&id).await?, visitor)))
}

/// Delete a game for good
///
/// One between two people only if it was aborted.
#[utoipa::path(
    delete, path = "/api/games/{id}", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    responses((status = NO_CONTENT), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody))
)]
async fn delete_game(
    State(app): State<App>,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
) -> Result<StatusCode, ApiError> {
    let (live_game, snapshot, _) = app.own(&id, visitor).await?;
    if snapshot.session.head.is_online() && !snapshot.session.is_aborted() {
        return Err(Refusal::NeedsConsent.into());
    }
    app.live_games.delete(&live_game).await?;
    app.computers.cancel_before(&id, i64::MAX);
    Ok(StatusCode::NO_CONTENT)
}

/// All positions of a game
#[utoipa::path(
    get, path = "/api/games/{id}/history", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    responses((status = OK, body = History), (status = 404, body = ErrorBody))
)]
async fn game_history(
    State(app): State<App>,
    PathParam(id): PathParam,
) -> Result<Json<History>, ApiError> {
    let snapshot = app.snapshot(&id).await?;
    Ok(Json((&snapshot.session).into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WaitQuery {
    /// The revision that is known already.
    revision: i64,
}

/// Wait for a game to go on
///
/// Answers as soon as the game has a greater revision, or after 20 seconds as it stands. The
/// computer searches only while a client waits.
#[utoipa::path(
    get, path = "/api/games/{id}/wait", tag = "games", params(("id" = String, Path, description = "The id of the game"), WaitQuery),
    responses((status = OK, body = GameDto), (status = 404, body = ErrorBody))
)]
async fn wait_for_game(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    QueryParams(query): QueryParams<WaitQuery>,
) -> Result<Json<GameDto>, ApiError> {
    let _place = app.followers.acquire(client.address)?;
    let live_game = app.live_game(&id).await?;
    let mut subscription = live_game.subscribe();
    let mut snapshot = subscription.latest().ok_or_else(ApiError::not_found)?;
    if snapshot.session.revision <= query.revision {
        app.computers.ensure_search(&live_game, &snapshot, client.requester(visitor));
        app.wait_for(subscription.wait_past(query.revision)).await;
        snapshot = subscription.latest().ok_or_else(ApiError::not_found)?;
    }
    Ok(Json(app.game_dto(&snapshot, visitor)))
}
