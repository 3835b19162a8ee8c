//! Why something on the board can't be played, for a page that knows no rules.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{PathParam, QueryParams};
use super::records::at;
use crate::error::{ApiError, ErrorBody};
use katarenga_play::why_not;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(explain_refusal))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PathQuery {
    /// The steps of a move, or the first of them, joined by commas: `f1,f8`.
    path: String,
    /// How many moves were played; all without.
    ply: Option<usize>,
}

/// The most that the steps of a move can be.
const MAX_STEPS: usize = 3;

/// The longest text of a step: `camp`.
const MAX_STEP_BYTES: usize = 4;

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
    let path: Vec<String> = query.path.split(',').map(str::to_owned).collect();
    if path.len() > MAX_STEPS || path.iter().any(|step| step.len() > MAX_STEP_BYTES) {
        return Err(ApiError::invalid("`path` is one to three steps, as in `f1,f8`"));
    }
    let game = at(app.snapshot(&id).await?.session.game.clone(), query.ply)?;
    Ok(Json(why_not(&game, &path).map(Into::into)))
}
