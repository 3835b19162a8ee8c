//! Why something on the board can't be played, for a page that knows no rules.

use axum::Json;
use axum::extract::State;
use katarenga_rules::Game;
use katarenga_rules::notation::moves::MoveError;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{PathParam, QueryParams};
use super::records::at;
use crate::error::{ApiError, ErrorBody};
use crate::explain::{Explain as _, Explained};
use crate::play::{path_of, written};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(refusal))
}

#[derive(Deserialize, IntoParams)]
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
    params(("id" = String, Path,), PathQuery),
    responses(
        (status = OK, body = Option<ErrorBody>), (status = 404, body = ErrorBody),
        (status = 400, body = ErrorBody)
    )
)]
async fn refusal(
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

/// What stands against the steps of a path; nothing when a legal move begins with them.
fn why_not(game: &Game, path: &[String]) -> Option<Explained> {
    let legal: Vec<Vec<String>> = game.legal_moves().into_iter().map(path_of).collect();
    if legal.iter().any(|known| known.starts_with(path)) {
        return None;
    }
    let is_placing = |known: &Vec<String>| matches!(known.as_slice(), [step] if step != "pass");
    match path {
        [from] if !legal.iter().any(is_placing) => Some(why_no_start(game, from)),
        _ => game.read_move(&written(path)).err().map(|error| error.explain()),
    }
}

/// Why no move begins on a square: what stands against all moves from there alike, if anything does.
fn why_no_start(game: &Game, from: &str) -> Explained {
    let targets = game.board().squares().into_iter().map(|square| square.to_string());
    let why = |to: String| match game.read_move(&format!("{from}-{to}")) {
        Err(MoveError::Illegal { why, .. }) => Some(why),
        _ => None,
    };
    let mut reasons = targets.filter(|to| to != from).filter_map(why);
    match reasons.next() {
        Some(first) if reasons.all(|other| other == first) => first.explain(),
        Some(_) => Explained::no_moves_from(from),
        // The text is no square: whatever is wrong with it is wrong with it alone.
        None => match game.read_move(from) {
            Err(error) => error.explain(),
            Ok(_) => Explained::no_moves_from(from),
        },
    }
}
