//! The rules of every game, in both languages.

use axum::Json;
use katarenga_rules::diagram::Figure;
use katarenga_rules::{Language, Side};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::boards::read_kind;
use super::dto::{BoardDto, PositionDto};
use super::extract::{PathParam, QueryParams};
use crate::error::{ApiError, ErrorBody};
use crate::markdown;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_rules))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RulesQuery {
    /// `en` or `fr`; English without.
    lang: Option<String>,
}

/// The rules of a game.
#[derive(Serialize, ToSchema)]
struct Rules {
    /// The title of the game.
    title: String,
    /// The text without its title. Figures have their place there:
    /// `<figure data-figure="0"></figure>`.
    html: String,
    /// The figures of the text, in their order.
    figures: Vec<FigureDto>,
}

/// A figure.
#[derive(Serialize, ToSchema)]
#[schema(as = Figure)]
struct FigureDto {
    /// The board.
    board: BoardDto,
    /// The position.
    position: PositionDto,
    /// The squares that it points at.
    squares: Vec<&'static str>,
    /// What is said of it, as HTML.
    caption: String,
}

impl FigureDto {
    fn new(figure: &Figure, caption: String) -> Self {
        let board = &figure.placed.board;
        let position = &figure.placed.position;
        let mover: Side = !position.turn();
        let last = figure.last.map(|mv| (mv, mover));
        Self {
            board: board.into(),
            position: PositionDto::still(board, position, last),
            squares: figure.marks.into_iter().map(katarenga_rules::Square::name).collect(),
            caption,
        }
    }
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
    let kind = read_kind(&kind)?;
    let language = match query.lang.as_deref() {
        None => Language::English,
        Some(text) => text.parse().map_err(|error: katarenga_rules::UnknownLanguage| {
            ApiError::invalid(&error.to_string())
        })?,
    };
    let markdown::Text { title, html, figures } = markdown::text(kind.help(language));
    let figures =
        figures.into_iter().map(|(figure, caption)| FigureDto::new(&figure, caption)).collect();
    Ok(Json(Rules { title, html, figures }))
}
