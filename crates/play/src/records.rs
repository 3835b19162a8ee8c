//! Games as texts and pictures, to be taken away.

use katarenga_rules::Game;
use katarenga_rules::diagram::Diagram;
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use crate::refused::Refused;
use crate::session::Session;
use crate::shapes::PositionDto;

/// A file with something of a game.
pub struct File {
    /// What is in it, as HTTP says it.
    pub content_type: &'static str,
    /// The name under which it is kept.
    pub name: String,
    /// All that is in it.
    pub content: String,
}

const TEXT: &str = "text/plain; charset=utf-8";

/// The record of a game.
pub fn record(session: &Session) -> File {
    let name = format!("{}-{}.ktg", session.game.kind(), session.head.id);
    File { content_type: TEXT, name, content: session.record_with_players().to_string() }
}

/// Which position of a game is asked for.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct PlyQuery {
    /// How many moves were played; all without.
    pub ply: Option<usize>,
}

/// A game as it stood after a number of moves.
///
/// # Errors
/// When it has fewer moves.
pub fn at(mut game: Game, ply: Option<usize>) -> Result<Game, Refused> {
    let ply = ply.unwrap_or(game.ply());
    if ply > game.ply() {
        return Err(Refused::not_found());
    }
    // A resignation is taken back first.
    while game.ply() > ply {
        game.undo();
    }
    Ok(game)
}

/// A position of a game, as a text.
///
/// # Errors
/// When there is no such position.
pub fn position(session: &Session, query: &PlyQuery) -> Result<File, Refused> {
    let game = at(session.game.clone(), query.ply)?;
    let name = format!("{}-{}.txt", game.kind(), session.head.id);
    Ok(File { content_type: TEXT, name, content: game.board_position().to_string() })
}

/// Which picture of a game is asked for.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct PictureQuery {
    /// How many moves were played; all without.
    pub ply: Option<usize>,
    /// Whether Black sits at the bottom.
    #[serde(default)]
    pub flip: bool,
    /// The width of a PNG picture in pixels.
    pub width: Option<u32>,
}

/// The picture of a game as it stands, drawn by a function.
pub fn picture<T>(game: &Game, flip: bool, draw: impl FnOnce(Diagram<'_>) -> T) -> T {
    let last = game.moves().next_back();
    draw(Diagram::new(game.board()).position(game.position()).last(last).flipped(flip))
}

/// A position of a game, as an SVG picture.
///
/// # Errors
/// When there is no such position.
pub fn svg(session: &Session, query: &PictureQuery) -> Result<File, Refused> {
    let game = at(session.game.clone(), query.ply)?;
    let name = format!("{}-{}.svg", game.kind(), session.head.id);
    let content = picture(&game, query.flip, |diagram| diagram.svg());
    Ok(File { content_type: "image/svg+xml", name, content })
}

/// All positions of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct History {
    /// The revision of the game.
    revision: i64,
    /// The start first; without legal moves.
    positions: Vec<PositionDto>,
}

impl From<&Session> for History {
    fn from(Session { game, revision, .. }: &Session) -> Self {
        Self { revision: *revision, positions: PositionDto::all(game) }
    }
}
