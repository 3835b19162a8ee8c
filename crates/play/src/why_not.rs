//! Why something on the board can't be played, for a page that knows no rules.

use katarenga_rules::Game;
use katarenga_rules::notation::moves::{MoveError, text_of_path};

use crate::explain::{Explain as _, Explained};
use crate::session::path_of;

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
