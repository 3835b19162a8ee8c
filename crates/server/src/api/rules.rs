//! The rules of every game, in both languages.

use axum::Json;
use katarenga_play::rules::{self, Rules, RulesQuery};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{PathParam, QueryParams};
use crate::error::{ApiError, ErrorBody};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_rules))
}

/// The rules of a game, with their figures
#[utoipa::path(
    get, path = "/api/rules/{kind}", tag = "rules",
    params(("kind" = String, Path, description = "The name of the game"), RulesQuery),
    responses((status = OK, body = Rules), (status = 422, body = ErrorBody))
)]
async fn show_rules(
    PathParam(kind): PathParam,
    QueryParams(query): QueryParams<RulesQuery>,
) -> Result<Json<Rules>, ApiError> {
    Ok(Json(rules::rules(&kind, &query)?))
}
