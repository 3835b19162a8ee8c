//! The rules of every game, in both languages.

use katarenga_rules::diagram::Figure;
use katarenga_rules::{Language, Side, UnknownLanguage};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use crate::boards::read_kind;
use crate::markdown;
use crate::refused::Refused;
use crate::shapes::{BoardDto, PositionDto};

/// In which language the rules are wanted.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct RulesQuery {
    /// `en` or `fr`; English without.
    pub lang: Option<String>,
}

/// The rules of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct Rules {
    /// The title of the game.
    title: String,
    /// The text without its title. Figures have their place there:
    /// `<figure data-figure="0"></figure>`.
    html: String,
    /// The figures of the text, in their order.
    figures: Vec<FigureDto>,
}

/// A figure.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Figure))]
pub struct FigureDto {
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

/// The rules of a game, with their figures.
///
/// # Errors
/// When there is no such game or language.
pub fn rules(kind: &str, query: &RulesQuery) -> Result<Rules, Refused> {
    let kind = read_kind(kind)?;
    let language = match query.lang.as_deref() {
        None => Language::English,
        Some(text) => {
            text.parse().map_err(|error: UnknownLanguage| Refused::invalid(&error.to_string()))?
        }
    };
    let markdown::Text { title, html, figures } = markdown::text(kind.help(language));
    let figures =
        figures.into_iter().map(|(figure, caption)| FigureDto::new(&figure, caption)).collect();
    Ok(Rules { title, html, figures })
}
