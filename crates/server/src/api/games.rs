//! Games looked at: lists, one as it stands, its history, and as it goes on.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Asked, Named, Visitor};
use super::game::GameShape;
use super::shapes::{BoardShape, OutcomeShape, PositionShape, Seat, SideName};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::play::Session;
use crate::store;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show, delete))
        .routes(routes!(history))
        .routes(routes!(wait))
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// Whether finished games are asked for, or those that go on.
    #[serde(default)]
    ended: bool,
    /// Which page, from 1.
    page: Option<u32>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
struct Summary {
    id: String,
    kind: &'static str,
    white: Seat,
    black: Seat,
    plies: usize,
    turn: SideName,
    outcome: Option<OutcomeShape>,
    updated: i64,
    board: String,
    colours: String,
    position: PositionShape,
}

/// A page of a list.
#[derive(Serialize, ToSchema)]
struct Page {
    games: Vec<Summary>,
    /// How many pages there are.
    pages: u32,
}

impl From<&store::Summary> for Summary {
    fn from(store::Summary { head, plies, position, outcome }: &store::Summary) -> Self {
        let BoardShape { code, colours, .. } = (&position.board).into();
        let still = PositionShape::still(&position.board, &position.position, None);
        Self {
            id: head.id.clone(),
            kind: position.position.kind().name(),
            white: head.seats[0].into(),
            black: head.seats[1].into(),
            plies: *plies,
            turn: position.position.turn().into(),
            outcome: outcome.as_ref().map(|(winner, points, reason)| OutcomeShape {
                winner: winner.map(Into::into),
                points: *points,
                reason: reason.clone(),
            }),
            updated: head.updated,
            board: code,
            colours,
            position: PositionShape { ply: *plies, ..still },
        }
    }
}

/// The games of whoever asks, the last used first
#[utoipa::path(
    get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = OK, body = Page))
)]
async fn list(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Page>, ApiError> {
    let Some(visitor) = visitor else {
        return Ok(Json(Page { games: Vec::new(), pages: 0 }));
    };
    let page = query.page.unwrap_or(1);
    let (games, pages) = app.store.games_of(visitor, query.ended, page).await?;
    Ok(Json(Page { games: games.iter().map(Summary::from).collect(), pages }))
}

/// A game as it stands
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path,)),
    responses((status = OK, body = GameShape), (status = 404, body = ErrorBody))
)]
async fn show(
    State(app): State<App>,
    Named(id): Named,
    Visitor(visitor): Visitor,
) -> Result<Json<GameShape>, ApiError> {
    let session = app.session(&id).await?;
    Ok(Json(app.shape(&session, visitor).await?))
}

/// Delete a game for good
#[utoipa::path(
    delete, path = "/api/games/{id}", tag = "games", params(("id" = String, Path,)),
    responses((status = NO_CONTENT), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody))
)]
async fn delete(
    State(app): State<App>,
    Named(id): Named,
    Visitor(visitor): Visitor,
) -> Result<StatusCode, ApiError> {
    let session = app.own_session(&id, visitor).await?;
    app.store.delete(&session.head.id).await?;
    app.computers.forget(&id, i64::MAX);
    app.bells.ring(&id, i64::MAX);
    Ok(StatusCode::NO_CONTENT)
}

/// All positions of a game.
#[derive(Serialize, ToSchema)]
struct History {
    revision: i64,
    /// The start first; without legal moves.
    positions: Vec<PositionShape>,
}

/// All positions of a game
#[utoipa::path(
    get, path = "/api/games/{id}/history", tag = "games", params(("id" = String, Path,)),
    responses((status = OK, body = History), (status = 404, body = ErrorBody))
)]
async fn history(State(app): State<App>, Named(id): Named) -> Result<Json<History>, ApiError> {
    let Session { game, revision, .. } = app.session(&id).await?;
    Ok(Json(History { revision, positions: PositionShape::all(&game) }))
}

#[derive(Deserialize, IntoParams)]
struct WaitQuery {
    /// The revision that is known already.
    revision: i64,
}

/// How long one waits for news before one is told that there are none.
const WAIT: Duration = Duration::from_secs(20);

/// Wait for a game to go on
///
/// Answers as soon as the game has a greater revision, or after 20 seconds as it stands. The
/// computer thinks only while somebody waits.
#[utoipa::path(
    get, path = "/api/games/{id}/wait", tag = "games", params(("id" = String, Path,), WaitQuery),
    responses((status = OK, body = GameShape), (status = 404, body = ErrorBody))
)]
async fn wait(
    State(app): State<App>,
    client: Client,
    Named(id): Named,
    Visitor(visitor): Visitor,
    Asked(query): Asked<WaitQuery>,
) -> Result<Json<GameShape>, ApiError> {
    let _place = app.waiting.enter(client.0)?;
    // Listening comes first: what happens between reading and waiting is heard too.
    let mut bell = app.bells.listen(&id);
    let mut session = app.session(&id).await?;
    if session.revision <= query.revision {
        app.computers.attend(&session);
        let news = bell.after(query.revision);
        let mut closing = app.closing.clone();
        tokio::select! {
            _ = timeout(WAIT, news) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
        session = app.session(&id).await?;
    }
    Ok(Json(app.shape(&session, visitor).await?))
}
