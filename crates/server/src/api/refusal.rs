//! Why something on the board can't be played, for a page that knows no rules.

use axum::Json;
use axum::extract::State;
use katarenga_play::why_not::{self, PathQuery};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{PathParam, QueryParams};
use crate::error::{ApiError, ErrorBody};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(explain_refusal))
}

/// Why some steps begin no legal move; null when they begin one
#[utoipa::path(
    get, path = "/api/games/{id}/refusal", tag = "games",
    params(("id" = String, Path, description = "The id of the game"), PathQuery),
    responses(
        (status = OK, body = Option<ErrorBody>), (status = 404, body = ErrorBody),
        (status = 400, body = ErrorBody)
    )
)]
async fn explain_refusal(
    State(app): State<App>,
    PathParam(id): PathParam,
    QueryParams(query): QueryParams<PathQuery>,
) -> Result<Json<Option<ErrorBody>>, ApiError> {
    let snapshot = app.snapshot(&id).await?;
    Ok(Json(why_not::refusal(&snapshot.session.game, &query)?))
}
