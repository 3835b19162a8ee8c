//! `katarenga analyse`

use std::io::{self, Write};
use std::time::Duration;

use katarenga_engine::search::score::{Score, decision};
use katarenga_engine::search::{Limits, Line};
use katarenga_engine::{Analysis, Engine};
use katarenga_rules::Game;
use serde::Serialize;

use super::solve::{Worth, sentence};
use crate::args::AnalyseArgs;
use crate::error::Failure;

/// The time of an analysis that nothing else limits.
const TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.position.announced_game()?;
    if let Some(outcome) = game.outcome() {
        let outcome = outcome.sentence();
        let why = format!("the game is over, nothing is left to analyse: {outcome}");
        return Err(Failure::Input(why));
    }
    let engine = args
        .memory
        .map_or_else(Engine::new, |megabytes| Engine::new().with_memory(megabytes.into()));
    // A line that can't be written is reported at the end: the search itself goes on.
    let mut written = Ok(());
    let analysis = engine.analyse(&game, limits(args), |line| {
        if !args.json && written.is_ok() {
            written = writeln!(out, "{}", told(line)).and_then(|()| out.flush());
        }
    });
    written?;
    if args.json {
        let text =
            serde_json::to_string(&Answer::new(&game, &analysis)).map_err(io::Error::from)?;
        writeln!(out, "{text}")?;
    } else if let Analysis::Proven { verdict, .. } = &analysis {
        writeln!(out, "Proven: {} {}.", game.turn(), sentence(&Worth::of(*verdict)))?;
    }
    if let (Some(best), false) = (analysis.best(), args.json) {
        writeln!(out, "best move {best}")?;
    }
    Ok(())
}

fn limits(args: &AnalyseArgs) -> Limits {
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = args.time.map(Duration::from_millis).or(unlimited.then_some(TIME));
    Limits { depth: args.depth, nodes: args.nodes, time }
}

/// A line as one reads it: depth, worth to the side to move, positions looked at, moves.
fn told(line: &Line) -> String {
    let Line { depth, nodes, score, .. } = line;
    format!("depth {depth:>2}  {:<24}  {nodes:>10} nodes  {}", worth(*score), moves(line).join(" "))
}

fn moves(line: &Line) -> Vec<String> {
    line.moves.iter().map(ToString::to_string).collect()
}

/// `+0.35` for an evaluation in pawns, `wins 3 points in 7 plies` for a decided game.
fn worth(score: Score) -> String {
    match decision(score) {
        Some((points, plies)) => {
            let verb = if score > 0 { "wins" } else { "loses" };
            let plural = if points == 1 { "" } else { "s" };
            format!("{verb} {points} point{plural} in {plies} plies")
        }
        None => {
            let sign = if score < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", score.abs() / 100, score.abs() % 100)
        }
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer {
    position: String,
    turn: String,
    best: Option<String>,
    /// Whether the worth is proven.
    proven: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    worth: Option<Worth>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    line: Option<LineAnswer>,
}

#[derive(Serialize)]
struct LineAnswer {
    depth: u8,
    nodes: u64,
    /// In hundredths of a pawn, from the side to move; beyond 20000 the game is decided.
    score: Score,
    moves: Vec<String>,
}

impl Answer {
    fn new(game: &Game, analysis: &Analysis) -> Self {
        let mut answer = Self {
            position: game.placed().to_string(),
            turn: game.turn().to_string(),
            best: analysis.best().map(|best| best.to_string()),
            proven: false,
            worth: None,
            line: None,
        };
        match analysis {
            Analysis::Over => {}
            Analysis::Proven { verdict, .. } => {
                answer.proven = true;
                answer.worth = Some(Worth::of(*verdict));
            }
            Analysis::Found(line) => {
                let Line { depth, nodes, score, .. } = *line;
                answer.line = Some(LineAnswer { depth, nodes, score, moves: moves(line) });
            }
        }
        answer
    }
}
