//! Games as texts and pictures, to be taken away.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use katarenga_play::records::{self, File, PictureQuery, PlyQuery, at, picture};
use katarenga_rules::{Game, Side};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::fair_queue::{Priority, Requester, Requesters};
use crate::puzzles::Puzzle;
use crate::rate_limits::Action;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(game_record))
        .routes(routes!(game_position))
        .routes(routes!(game_svg))
        .routes(routes!(game_png))
        .routes(routes!(invitation_png))
        .routes(routes!(puzzle_png))
}

/// A text of a game.
fn text(File { content_type, name, content }: File) -> Response {
    file(content_type, &name, content)
}

/// A game with a name for a file.
fn file(kind: &'static str, name: &str, content: impl IntoResponse) -> Response {
    let disposition = format!("inline; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], content).into_response()
}

/// The record of a game
#[utoipa::path(
    get, path = "/api/games/{id}/record", tag = "records", params(("id" = String, Path, description = "The id of the game")),
    responses((status = OK, body = String), (status = 404, body = ErrorBody))
)]
async fn game_record(
    State(app): State<App>,
    PathParam(id): PathParam,
) -> Result<Response, ApiError> {
    Ok(text(records::record(&app.snapshot(&id).await?.session)))
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
    Ok(text(records::position(&app.snapshot(&id).await?.session, &query)?))
}

/// The width of a picture unless another is asked for, and the greatest.
const DEFAULT_WIDTH: u32 = 1200;
const MAX_WIDTH: u32 = 1600;

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
    Ok(text(records::svg(&app.snapshot(&id).await?.session, &query)?))
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
    let width = query.width.unwrap_or(DEFAULT_WIDTH).clamp(1, MAX_WIDTH);
    app.picture_file(&id, &game, query.flip, width, client.requester(visitor)).await
}

/// The board of an invitation with the pawns as they start, as a PNG picture
#[utoipa::path(
    get, path = "/api/invitations/{id}/diagram.png", tag = "records",
    params(("id" = String, Path, description = "The id of the invitation")),
    responses(
        (status = OK, content_type = "image/png"), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn invitation_png(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    PathParam(id): PathParam,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Costly, client.address)?;
    let game = Game::from_position(app.invitation(&id).await?.start);
    app.picture_file(&id, &game, false, DEFAULT_WIDTH, client.requester(visitor)).await
}

/// A puzzle as it begins, seen by the side that solves it, as a PNG picture
#[utoipa::path(
    get, path = "/api/puzzles/{id}/diagram.png", tag = "puzzles",
    params(("id" = String, Path, description = "The id of the puzzle")),
    responses(
        (status = OK, content_type = "image/png"), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
async fn puzzle_png(
    State(app): State<App>,
    client: Client,
    Visitor(visitor): Visitor,
    PathParam(id): PathParam,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Costly, client.address)?;
    let game = Puzzle::find(&id).and_then(Puzzle::game).ok_or_else(ApiError::not_found)?;
    let flip = game.turn() == Side::Black;
    app.picture_file(&id, &game, flip, DEFAULT_WIDTH, client.requester(visitor)).await
}

impl App {
    /// The picture of a game as it stands, as a file named by an id.
    async fn picture_file(
        &self,
        id: &str,
        game: &Game,
        flip: bool,
        width: u32,
        requester: Requester,
    ) -> Result<Response, ApiError> {
        let png = self.png(game, flip, width, requester).await?;
        Ok(file("image/png", &format!("{}-{id}.png", game.kind()), png))
    }

    /// The picture of a game as it stands, once there is a place to draw it.
    async fn png(
        &self,
        game: &Game,
        flip: bool,
        width: u32,
        requester: Requester,
    ) -> Result<Vec<u8>, ApiError> {
        let requesters = Requesters::of(requester);
        // A picture takes some 40 MB while it is drawn.
        let slot = self.png_queue.acquire(requesters, Priority::Interactive).await;
        let game = game.clone();
        let drawn = tokio::task::spawn_blocking(move || {
            // It is held until the picture is drawn, even when the client has disconnected.
            let _slot = slot;
            picture(&game, flip, |diagram| diagram.png(width))
        });
        let drawn = drawn.await.map_err(|error| ApiError::internal(&error))?;
        drawn.map_err(|error| ApiError::internal(&error))
    }
}
