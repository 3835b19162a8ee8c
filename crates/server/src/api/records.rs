//! Games as texts and pictures, to be taken away.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use katarenga_rules::Game;
use katarenga_rules::diagram::Diagram;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::fair_queue::{Priority, Requesters};
use crate::rate_limits::Action;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(game_record))
        .routes(routes!(game_position))
        .routes(routes!(game_svg))
        .routes(routes!(game_png))
}

/// A game with a name for a file.
fn file(kind: &'static str, name: &str, content: impl IntoResponse) -> Response {
    let disposition = format!("inline; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], content).into_response()
}

const TEXT: &str = "text/plain; charset=utf-8";

/// The record of a game
#[utoipa::path(
    get, path = "/api/games/{id}/record", tag = "records", params(("id" = String, Path, description = "The id of the game")),
    responses((status = OK, body = String), (status = 404, body = ErrorBody))
)]
async fn game_record(
    State(app): State<App>,
    PathParam(id): PathParam,
) -> Result<Response, ApiError> {
    let snapshot = app.snapshot(&id).await?;
    let name = format!("{}-{id}.ktg", snapshot.session.game.kind());
    Ok(file(TEXT, &name, snapshot.session.record_with_players().to_string()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PlyQuery {
    /// How many moves were played; all without.
    ply: Option<usize>,
}

/// A game as it stood after a number of moves.
pub(super) fn at(mut game: Game, ply: Option<usize>) -> Result<Game, ApiError> {
    let ply = ply.unwrap_or(game.ply());
    if ply > game.ply() {
        return Err(ApiError::not_found());
    }
    // A resignation is taken back first.
    while game.ply() > ply {
        game.undo();
    }
    Ok(game)
}

/// A position of a game, as a text
#[utoipa::path(
    get, path = "/api/games/{id}/position", tag = "records",
    params(("id" = String, Path, description = "The id of the game"), PlyQuery),
    responses((status = OK, body = String), (status = 404, body = ErrorBody))
)]
async fn game_position(
    State(app): State<App>,
    PathParam(id): PathParam,
    QueryParams(query): QueryParams<PlyQuery>,
) -> Result<Response, ApiError> {
    let game = at(app.snapshot(&id).await?.session.game.clone(), query.ply)?;
    Ok(file(TEXT, &format!("{}-{id}.txt", game.kind()), game.board_position().to_string()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PictureQuery {
    /// How many moves were played; all without.
    ply: Option<usize>,
    /// Whether Black sits at the bottom.
    #[serde(default)]
    flip: bool,
    /// The width of a PNG picture in pixels.
    width: Option<u32>,
}

/// The width of a picture unless another is asked for, and the greatest.
const DEFAULT_WIDTH: u32 = 1200;
const MAX_WIDTH: u32 = 1600;

fn picture<T>(game: &Game, flip: bool, draw: impl FnOnce(Diagram<'_>) -> T) -> T {
    let last = game.moves().next_back();
    draw(Diagram::new(game.board()).position(game.position()).last(last).flipped(flip))
}

/// A position of a game, as an SVG picture
#[utoipa::path(
    get, path = "/api/games/{id}/diagram.svg", tag = "records",
    params(("id" = String, Path, description = "The id of the game"), PictureQuery),
    responses((status = OK, content_type = "image/svg+xml"), (status = 404, body = ErrorBody))
)]
async fn game_svg(
    State(app): State<App>,
    PathParam(id): PathParam,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let game = at(app.snapshot(&id).await?.session.game.clone(), query.ply)?;
    let name = format!("{}-{id}.svg", game.kind());
    Ok(file("image/svg+xml", &name, picture(&game, query.flip, |diagram| diagram.svg())))
}

/// A position of a game, as a PNG picture
#[utoipa::path(
    get, path = "/api/games/{id}/diagram.png", tag = "records",
    params(("id" = String, Path, description = "The id of the game"), PictureQuery),
    responses(
        (status = OK, content_type = "image/png"), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn game_png(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    PathParam(id): PathParam,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Costly, client.address)?;
    let game = at(app.snapshot(&id).await?.session.game.clone(), query.ply)?;
    let name = format!("{}-{id}.png", game.kind());
    let width = query.width.unwrap_or(DEFAULT_WIDTH).clamp(1, MAX_WIDTH);
    // A picture takes some 40 MB while it is drawn.
    let slot = app
        .png_queue
        .acquire(Requesters::of(client.requester(visitor)), Priority::Interactive)
        .await;
    let drawn = tokio::task::spawn_blocking(move || {
        // It is held until the picture is drawn, even when the client has disconnected.
        let _slot = slot;
        picture(&game, query.flip, |diagram| diagram.png(width))
    });
    let drawn = drawn.await.map_err(|error| ApiError::internal(&error))?;
    let png = drawn.map_err(|error| ApiError::internal(&error))?;
    Ok(file("image/png", &name, png))
}
