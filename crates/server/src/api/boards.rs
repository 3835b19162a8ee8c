//! What one can play, and on which boards.

use axum::Json;
use katarenga_play::boards::{self, BoardCheck, BoardQuery, Kind, QuarterDto, RandomQuery};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::QueryParams;
use crate::error::{ApiError, ErrorBody};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_kinds))
        .routes(routes!(list_quarters))
        .routes(routes!(show_board))
        .routes(routes!(random_board))
}

/// All kinds of games, by groups
#[utoipa::path(get, path = "/api/kinds", tag = "boards", responses((status = OK, body = [Kind])))]
async fn list_kinds() -> Json<Vec<Kind>> {
    Json(boards::kinds())
}

/// The eight faces of the four quarterboards, unturned
#[utoipa::path(get, path = "/api/quarters", tag = "boards", responses((status = OK, body = [QuarterDto])))]
async fn list_quarters() -> Json<Vec<QuarterDto>> {
    Json(boards::quarters())
}

/// A board by its code
#[utoipa::path(
    get, path = "/api/board", tag = "boards", params(BoardQuery),
    responses((status = OK, body = BoardCheck), (status = 422, body = ErrorBody))
)]
async fn show_board(
    QueryParams(query): QueryParams<BoardQuery>,
) -> Result<Json<BoardCheck>, ApiError> {
    Ok(Json(boards::board(&query)?))
}

/// A random board that suits a game
#[utoipa::path(
    get, path = "/api/board/random", tag = "boards", params(RandomQuery),
    responses((status = OK, body = BoardCheck), (status = 422, body = ErrorBody))
)]
async fn random_board(
    QueryParams(query): QueryParams<RandomQuery>,
) -> Result<Json<BoardCheck>, ApiError> {
    Ok(Json(boards::random_board(&query, &mut rand::rng())?))
}
