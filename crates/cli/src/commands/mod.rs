//! One file for each command.

mod admin;
mod analyse;
mod arena;
mod bench;
mod board;
mod check;
mod diagram;
mod fit;
mod games;
mod perft;
mod picture;
mod play;
mod replay;
mod rules;
mod serve;
mod solve;
mod survey;

use std::io::{self, Write};

use clap::CommandFactory as _;
use katarenga_rules::result_text;

pub(crate) use self::admin::AdminArgs;
pub(crate) use self::analyse::AnalyseArgs;
pub(crate) use self::arena::ArenaArgs;
pub(crate) use self::board::BoardArgs;
pub(crate) use self::check::CheckArgs;
pub(crate) use self::diagram::DiagramArgs;
pub(crate) use self::fit::FitArgs;
pub(crate) use self::perft::PerftArgs;
pub(crate) use self::play::PlayArgs;
pub(crate) use self::replay::ReplayArgs;
pub(crate) use self::rules::RulesArgs;
pub(crate) use self::serve::ServeArgs;
pub(crate) use self::solve::SolveArgs;
pub(crate) use self::survey::SurveyArgs;
use crate::args::{Cli, Command, PositionArgs};
use crate::error::Failure;

/// Runs what was asked for.
pub(crate) fn run(cli: Cli, out: &mut dyn Write) -> Result<(), Failure> {
    match cli.command {
        None => serve::run(&ServeArgs::by_environment(), out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Board(args)) => board::run(&args, out),
        Some(Command::Games) => games::run(out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Moves(args)) => moves(&args, out),
        Some(Command::Result(args)) => result(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Analyse(args)) => analyse::run(&args, out),
        Some(Command::Arena(args)) => arena::run(&args, out),
        Some(Command::Bench) => bench::run(out),
        Some(Command::Ugi) => Ok(katarenga_engine::ugi::run(io::stdin().lock(), io::stdout())?),
        Some(Command::Fit(args)) => fit::run(&args, out),
        Some(Command::Survey(args)) => survey::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Check(args)) => check::run(&args, out),
        Some(Command::Diagram(args)) => diagram::run(&args, out),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "katarenga", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}

fn moves(args: &PositionArgs, out: &mut dyn Write) -> Result<(), Failure> {
    for mv in args.announced_game()?.legal_moves() {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}

fn result(args: &PositionArgs, out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", result_text(args.announced_game()?.outcome()))?)
}

/// One for each processor.
fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
