//! What the engine finds. A search ends by its nodes, or since the page ends its worker: there is no
//! clock here.

use std::cell::RefCell;

use katarenga_engine::Engine;
use katarenga_engine::search::Stop;
use katarenga_play::analysis::{self, GRAPH_HASH_MB, Resources};
use katarenga_play::computer;
use katarenga_play::records::{PlyQuery, at};
use katarenga_play::refused::Refused;
use katarenga_play::session::Session;
use katarenga_rules::{Game, Move};
use serde::Deserialize;

use crate::request::{Answer, json};

/// What an analysis takes on a phone.
const RESOURCES: Resources = Resources { hash_mb: 16, time: None };

/// Which analysis is asked for.
#[derive(Deserialize)]
pub(crate) struct AnalysisQuery {
    /// How many moves were played; all without.
    ply: Option<usize>,
    /// How many best lines are wanted.
    lines: Option<usize>,
}

/// Analyses a position, with reports on the way.
pub(crate) fn analysis(
    game: &Game,
    query: &AnalysisQuery,
    mut report: impl FnMut(&str),
) -> Result<Answer, Refused> {
    let game = at(game.clone(), query.ply)?;
    let wanted = query.lines.unwrap_or(1);
    let last = analysis::analyse(&game, wanted, RESOURCES, &Stop::default(), |found| {
        report(&serde_json::to_string(found).unwrap_or_default());
    });
    Ok(json(&last))
}

thread_local! {
    /// The engine of all graphs: the tables of a solver, which take a second and more, are made once for a board.
    static GRAPH: RefCell<Engine> = RefCell::new(Engine::new().with_memory(GRAPH_HASH_MB));
}

/// The point of the graph of a game at a ply.
pub(crate) fn point(game: &Game, query: &PlyQuery) -> Result<Answer, Refused> {
    let game = at(game.clone(), query.ply)?;
    GRAPH
        .with_borrow_mut(|engine| Ok(json(&analysis::point(engine, &game, None, &Stop::default()))))
}

/// The move of the computer, if it is to move.
pub(crate) fn choose(session: &Session) -> Option<Move> {
    let level = session.computer_to_move()?;
    computer::choose(&session.game, (level, computer::seed(session)), None, &Stop::default())
}
