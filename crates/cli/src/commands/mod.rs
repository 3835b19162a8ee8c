//! One file for each command.

pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod diagram;
pub(crate) mod fit;
pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
mod picture;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod solve;
pub(crate) mod static_edition;
pub(crate) mod survey;

use std::io::{self, Write as _};

use katarenga_engine::arena::Tournament;

pub(crate) use self::admin::AdminArgs;
pub(crate) use self::analyse::AnalyseArgs;
pub(crate) use self::arena::ArenaArgs;
pub(crate) use self::board::BoardArgs;
pub(crate) use self::check::CheckArgs;
pub(crate) use self::diagram::DiagramArgs;
pub(crate) use self::fit::FitArgs;
pub(crate) use self::perft::PerftArgs;
pub(crate) use self::play::PlayArgs;
pub(crate) use self::puzzles::PuzzlesArgs;
pub(crate) use self::replay::ReplayArgs;
pub(crate) use self::rules::RulesArgs;
pub(crate) use self::serve::ServeArgs;
pub(crate) use self::sheet::SheetArgs;
pub(crate) use self::solve::SolveArgs;
pub(crate) use self::static_edition::StaticArgs;
pub(crate) use self::survey::SurveyArgs;

/// The number of processors.
fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Says on standard error when a match has fewer games than were asked for.
fn note_fewer_games(tournament: &Tournament) -> io::Result<()> {
    let (games, asked) = (tournament.games(), tournament.plan().games);
    if games < asked {
        let why = "after them these players would repeat one";
        writeln!(anstream::stderr(), "games: {games} instead of {asked}, since {why}")?;
    }
    Ok(())
}
