//! Why something on the board can't be played, for a page that knows no rules.

use katarenga_rules::Game;
use katarenga_rules::notation::moves::{MoveError, text_of_path};
use serde::Deserialize;
#[cfg(feature = "openapi")]
use utoipa::IntoParams;

use crate::explain::{ErrorBody, Explain as _, Explained};
use crate::records::at;
use crate::refused::Refused;
use crate::session::path_of;

/// Which steps are asked about.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct PathQuery {
    /// The steps of a move, or the first of them, joined by commas: `f1,f8`.
    path: String,
    /// How many moves were played; all without.
    ply: Option<usize>,
}

/// The most that the steps of a move can be.
const MAX_STEPS: usize = 3;

/// The longest text of a step: `camp`.
const MAX_STEP_BYTES: usize = 4;

/// Why some steps begin no legal move; `None` when they begin one.
///
/// # Errors
/// When they are no steps, or the game has fewer moves.
pub fn refusal(game: &Game, query: &PathQuery) -> Result<Option<ErrorBody>, Refused> {
    let path: Vec<String> = query.path.split(',').map(str::to_owned).collect();
    if path.len() > MAX_STEPS || path.iter().any(|step| step.len() > MAX_STEP_BYTES) {
        return Err(Refused::invalid("`path` is one to three steps, as in `f1,f8`"));
    }
    let game = at(game.clone(), query.ply)?;
    Ok(why_not(&game, &path).map(Into::into))
}

/// What stands against the steps of a path; nothing when a legal move begins with them.
pub fn why_not(game: &Game, path: &[String]) -> Option<Explained> {
    let legal: Vec<Vec<&str>> = game.legal_moves().into_iter().map(path_of).collect();
    let steps: Vec<&str> = path.iter().map(String::as_str).collect();
    if legal.iter().any(|known| known.starts_with(&steps)) {
        return None;
    }
    let is_placing = |known: &Vec<&str>| matches!(known.as_slice(), [step] if *step != "pass");
    match path {
        [from] if !legal.iter().any(is_placing) => Some(why_no_start(game, from)),
        _ => game.read_move(&text_of_path(path)).err().map(|error| error.explain()),
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
