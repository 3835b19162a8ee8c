//! Puzzles: visitors' tries, and the ratings that follow from them.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use katarenga_play::boards::read_kind;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, PathParam, QueryParams, Visitor};
use super::{App, Client};
use crate::error::{ApiError, ErrorBody};
use crate::puzzles::Puzzle;
use crate::rate_limits::Action;
use crate::store::{Rated, Tried};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(try_puzzle)).routes(routes!(list_ratings))
}

/// How long the ratings of puzzles are taken for new without asking again.
const RATINGS_CACHE: &str = "public, max-age=180";

/// A Glicko-2 rating.
#[derive(Serialize, ToSchema)]
#[schema(as = Rating)]
struct RatingDto {
    /// 400 points of difference stand for odds of ten to one.
    rating: i64,
    /// Its standard deviation: the less, the more certain the rating is.
    deviation: i64,
    /// How many first tries made it.
    tries: i64,
}

impl From<Rated> for RatingDto {
    fn from(Rated { rating, tries }: Rated) -> Self {
        Self { rating: rating.points(), deviation: rating.deviation_points(), tries }
    }
}

/// A try at a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TryBody {
    /// Whether every move was the right one, without help.
    solved: bool,
}

/// What came of a visitor's first try at a puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = Tried)]
struct TriedDto {
    /// Whether the first try solved it.
    solved: bool,
    /// The rating of the visitor now.
    visitor: RatingDto,
    /// The rating of the puzzle now.
    puzzle: RatingDto,
}

impl From<Tried> for TriedDto {
    fn from(Tried { is_solved, visitor, puzzle }: Tried) -> Self {
        Self { solved: is_solved, visitor: visitor.into(), puzzle: puzzle.into() }
    }
}

/// Say whether a puzzle was solved at the first try
///
/// The visitor and the puzzle rate each other by it. A further try at the same puzzle changes nothing,
/// and is answered with the ratings as they are.
#[utoipa::path(
    post, path = "/api/puzzles/{id}/tries", tag = "puzzles",
    params(("id" = String, Path, description = "The id of the puzzle")),
    request_body = TryBody,
    responses(
        (status = OK, body = TriedDto), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)
    )
)]
async fn try_puzzle(
    State(app): State<App>,
    client: Client,
    PathParam(id): PathParam,
    Visitor(visitor): Visitor,
    Body(body): Body<TryBody>,
) -> Result<Response, ApiError> {
    app.limits.check(Action::Command, client.address)?;
    let puzzle = Puzzle::find(&id).ok_or_else(ApiError::not_found)?;
    if visitor.is_none() {
        // Each visitor can move a rating once: nobody is many of them.
        app.limits.check(Action::Begin, client.address)?;
    }
    let (visitor, cookies) = app.ensure_visitor(visitor, client).await?;
    app.limits.check(Action::Command, visitor)?;
    let tried = app.store.try_puzzle(visitor, puzzle, body.solved).await?;
    Ok((cookies, Json(TriedDto::from(tried))).into_response())
}

/// The rating of a puzzle.
#[derive(Serialize, ToSchema)]
struct PuzzleRating {
    /// The id of the puzzle.
    id: String,
    #[serde(flatten)]
    rating: RatingDto,
}

/// The ratings of puzzles.
#[derive(Serialize, ToSchema)]
struct PuzzleRatings {
    /// Those that somebody has tried, in the order of their ids.
    ratings: Vec<PuzzleRating>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RatingsQuery {
    /// The name of the game.
    kind: String,
}

/// The ratings of a game's puzzles that somebody has tried
///
/// The answer may be kept for three minutes, and has an `ETag`, by which it is asked whether it has
/// changed.
#[utoipa::path(
    get, path = "/api/puzzles/ratings", tag = "puzzles", params(RatingsQuery),
    responses(
        (status = OK, body = PuzzleRatings), (status = NOT_MODIFIED), (status = 400, body = ErrorBody),
        (status = 422, body = ErrorBody)
    )
)]
async fn list_ratings(
    State(app): State<App>,
    QueryParams(query): QueryParams<RatingsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let kind = read_kind(&query.kind)?;
    let ids = Puzzle::of(kind.name()).map(|puzzle| puzzle.id.to_owned()).collect();
    let ratings = app.store.puzzle_ratings(ids).await?.into_iter();
    let ratings = ratings.map(|(id, rated)| PuzzleRating { id, rating: rated.into() }).collect();
    let content = serde_json::to_vec(&PuzzleRatings { ratings });
    Ok(unless_known(&headers, content.map_err(|error| ApiError::internal(&error))?))
}

/// An answer in JSON that the client may have already: then it is only told so.
fn unless_known(headers: &HeaderMap, content: Vec<u8>) -> Response {
    let hash = HEXLOWER.encode(&Sha256::digest(&content)[..8]);
    // Weak: it is sent compressed or not.
    let tag = format!("W/\"{hash}\"");
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known.flat_map(|list| list.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == tag.trim_start_matches("W/")
    });
    let kind = (CONTENT_TYPE, "application/json".to_owned());
    let described = [kind, (ETAG, tag), (CACHE_CONTROL, RATINGS_CACHE.to_owned())];
    if is_known {
        (StatusCode::NOT_MODIFIED, described).into_response()
    } else {
        (described, content).into_response()
    }
}
