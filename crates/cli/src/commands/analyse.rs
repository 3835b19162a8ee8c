//! `katarenga analyse`

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use katarenga_engine::score::{Score, points};
use katarenga_engine::search::{Limits, Line, MAX_DEPTH};
use katarenga_engine::{Analysis, Engine, Proof, RatedMove, Value, Verdict};
use katarenga_rules::{Game, GameKind, Move};
use serde::Serialize;

use super::solve::{MoveWorth, Worth, gain};
use crate::args::PositionArgs;
use crate::error::Failure;
use crate::interrupt::Interrupt;

/// Options of `analyse`.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The greatest depth, in plies, 1 to 64
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,
    /// The node limit: the same search on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The longest time, in milliseconds, up to a day [default: 1000 when nothing else is limited]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// The number of best lines, 1 to 64
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    lines: u8,
    /// The number of threads, 1 to 64; with more than one the lines vary between runs
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// The memory of the search, in MB, 1 to 16384
    #[arg(long, value_name = "MB", default_value_t = Engine::MEMORY as u16, value_parser = clap::value_parser!(u16).range(1..=16_384))]
    memory: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The time of an analysis that nothing else limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.position.announced_game()?;
    if let Some(outcome) = game.outcome() {
        let outcome = outcome.sentence();
        let why = format!("the game is over, nothing is left to analyse: {outcome}");
        return Err(Failure::Input(why));
    }
    let mut engine = engine(args);
    let interrupt = Interrupt::listen()?;
    let analysis = search(args, &game, &mut engine, &interrupt, out)?;
    for shortage in engine.shortages() {
        writeln!(anstream::stderr(), "{shortage}")?;
    }
    let ended = ended(&analysis, &interrupt);
    if args.json {
        let text = serde_json::to_string(&Answer::new(&game, &analysis, args.lines.into()))
            .map_err(io::Error::from)?;
        writeln!(out, "{text}")?;
    } else if let Analysis::Proven(proof) = &analysis {
        write_proof(&game, proof, args.lines.into(), out)?;
    }
    if let (Some(best), false) = (analysis.best(), args.json) {
        writeln!(out, "best move {best}")?;
    }
    ended
}

/// Analyses, and as text prints each line as it is found.
fn search(
    args: &AnalyseArgs,
    game: &Game,
    engine: &mut Engine,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> io::Result<Analysis> {
    let mut write = |line: &Line| {
        if args.json {
            return Ok(());
        }
        writeln!(out, "{}", line_text(line, args.lines > 1)).and_then(|()| out.flush())
    };
    // A line that can't be written is reported at the end: the search itself goes on.
    let mut written = Ok(());
    let mut last_depth: Vec<Line> = Vec::new();
    let analysis = engine.analyse(game, limits(args), &interrupt.stop, |line| {
        if line.rank == 1 {
            last_depth.clear();
        }
        last_depth.push(line.clone());
        if written.is_ok() {
            written = write(line);
        }
    });
    written?;
    if let Analysis::Found(lines) = &analysis {
        // Of a depth that was stopped before its last line, not all need be among the best.
        for line in lines.iter().filter(|line| !last_depth.contains(line)) {
            write(line)?;
        }
    }
    Ok(analysis)
}

/// An error if Ctrl-C ended a search, which is then less than what was asked for.
fn ended(analysis: &Analysis, interrupt: &Interrupt) -> Result<(), Failure> {
    match analysis {
        Analysis::Found(lines) if interrupt.is_pressed() => {
            let depth = lines.first().map_or(0, |line| line.depth);
            let what = format!("interrupted at depth {depth}: printed what was found so far");
            Err(Failure::Interrupted(what))
        }
        _ => Ok(()),
    }
}

fn engine(args: &AnalyseArgs) -> Engine {
    Engine::new()
        .with_memory(args.memory.into())
        .with_threads(args.threads.into())
        .with_lines(args.lines.into())
}

/// Writes a verdict, best play, and where several lines are wanted the best moves.
fn write_proof(
    game: &Game,
    proof: &Proof,
    lines: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // Not with how many pawns: those are of other games, in which the winner hurries.
    let (kind, best) = (game.kind(), &proof.lines[0]);
    writeln!(out, "Proven: {} {}.", game.turn(), gain(&Worth::of(kind, proof.verdict)))?;
    let begins = if ends(game, best) { "" } else { " begins" };
    writeln!(out, "Best play{begins}: {}", texts(best).join(" "))?;
    if lines > 1 {
        for RatedMove { mv, verdict } in proof.moves.iter().take(lines) {
            writeln!(out, "{:<6} {}", mv.to_string(), gain(&Worth::of(kind, *verdict)))?;
        }
    }
    Ok(())
}

fn limits(args: &AnalyseArgs) -> Limits {
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = args.time.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME));
    Limits { depth: args.depth, nodes: args.nodes, time, ..Limits::default() }
}

/// A line as one reads it: depth, worth to the side to move, positions looked at, moves.
fn line_text(line: &Line, of_several: bool) -> String {
    let Line { rank, depth, nodes, score, end, moves } = line;
    let (worth, moves) = (worth(*score, *end), texts(moves).join(" "));
    let rank = if of_several { format!("line {rank}  ") } else { String::new() };
    format!("depth {depth:>2}  {rank}{worth:<24}  {nodes:>10} nodes  {moves}")
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// What [`chance`] and [`decided`] say, an evaluation with its number first: `+0.35, chance 54%`.
fn worth(score: Score, end: Option<u32>) -> String {
    decided(score, end).unwrap_or_else(|| {
        let sign = if score < 0 { '-' } else { '+' };
        format!("{sign}{}.{:02}, chance {}", score.abs() / 100, score.abs() % 100, chance(score))
    })
}

/// `wins 3 points in 7 plies` for a decided game, or `wins 3 points, proven` where a solver gave
/// no length; `None` for an evaluation.
pub(super) fn decided(score: Score, end: Option<u32>) -> Option<String> {
    let points = points(score)?;
    let verb = if score > 0 { "wins" } else { "loses" };
    let plural = if points == 1 { "" } else { "s" };
    let length = match end {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => ", proven".to_owned(),
    };
    Some(format!("{verb} {points} point{plural}{length}"))
}

/// The chance of winning that an evaluation stands for, in percent: 200 are odds of e to 1. What is
/// not decided is neither certain nor hopeless.
pub(super) fn chance(score: Score) -> String {
    let percent = 100.0 / (1.0 + (-f64::from(score) / 200.0).exp());
    format!("{:.0}%", percent.clamp(1.0, 99.0))
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer {
    position: String,
    turn: String,
    best: Option<String>,
    /// Whether the worth is certain: by a solver, or since the search saw the game end.
    proven: bool,
    #[serde(flatten)]
    certain: Option<Worth>,
    /// Best play to the end, where it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    /// What each of the best moves is worth by a solver.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveWorth>,
    /// The best lines that were found, where no solver answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineAnswer>,
}

#[derive(Serialize)]
struct LineAnswer {
    depth: u8,
    nodes: u64,
    /// For the side to move, where 200 stands for odds of e to 1; from 20000 on the game is decided.
    score: Score,
    #[serde(flatten)]
    certain: Option<Worth>,
    moves: Vec<String>,
}

impl Answer {
    fn new(game: &Game, analysis: &Analysis, wanted: usize) -> Self {
        let mut answer = Self {
            position: game.board_position().to_string(),
            turn: game.turn().to_string(),
            best: analysis.best().map(|best| best.to_string()),
            proven: false,
            certain: None,
            line: Vec::new(),
            moves: Vec::new(),
            lines: Vec::new(),
        };
        match analysis {
            Analysis::Over => {}
            Analysis::Proven(proof) => answer.set_proof(game, proof, wanted),
            Analysis::Found(lines) => answer.set_lines(game, lines),
        }
        answer
    }

    fn set_proof(&mut self, game: &Game, proof: &Proof, wanted: usize) {
        let (kind, best) = (game.kind(), &proof.lines[0]);
        let plies = ends(game, best).then_some(best.len() as u32);
        self.proven = true;
        self.certain = Some(Worth::of(kind, proof.verdict).with_plies(plies));
        self.line = texts(best);
        let rated = proof.moves.iter().take(wanted);
        self.moves = rated.map(|rated| MoveWorth::of(kind, *rated)).collect();
    }

    fn set_lines(&mut self, game: &Game, lines: &[Line]) {
        let kind = game.kind();
        self.lines = lines.iter().map(|line| LineAnswer::of(kind, line)).collect();
        let Some(best) = lines.first() else { return };
        self.certain = certain(kind, best);
        self.proven = self.certain.is_some();
        if ends(game, &best.moves) {
            self.line = texts(&best.moves);
        }
    }
}

/// Whether a line goes to the end of a game.
fn ends(game: &Game, line: &[Move]) -> bool {
    let mut played = game.clone();
    line.iter().all(|mv| played.play(*mv).is_ok()) && played.outcome().is_some()
}

/// What a decided line is worth, as the text says it; `None` for an evaluation.
fn certain(kind: GameKind, line: &Line) -> Option<Worth> {
    let value = Value::won(line.score > 0);
    let verdict = Verdict { value, points: points(line.score)?, length: None };
    Some(Worth::of(kind, verdict).with_plies(line.end))
}

impl LineAnswer {
    fn of(kind: GameKind, line: &Line) -> Self {
        let Line { depth, nodes, score, .. } = *line;
        let certain = certain(kind, line);
        Self { depth, nodes, score, certain, moves: texts(&line.moves) }
    }
}
