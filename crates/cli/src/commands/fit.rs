//! `katarenga fit`

use std::io::{self, Write};

use clap::Args;
use katarenga_engine::fit::{Plan, fit};
use katarenga_rules::GameKind;

use crate::args::game_parser;
use crate::error::Failure;
use crate::progress;

/// Options of `fit`.
#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = game_parser())]
    game: GameKind,
    /// How many games are played
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The positions that are looked at for a move
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of boards and openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The number of games played at once, 1 to 256 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &FitArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let FitArgs { game, games, nodes, seed, .. } = *args;
    let threads = args.threads.map_or_else(super::available_threads, usize::from);
    let bar = progress::bar(games.into(), "games");
    let plan = Plan { kind: game, games: games as usize, nodes, seed, threads };
    let fitted = fit(&plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let fit = fitted.map_err(|error| Failure::Input(error.to_string()))?;
    for term in &fit.terms {
        let (name, before, after, error) = (term.name, term.before, term.after, term.error);
        writeln!(out, "{name:<64} {before:>6.0} -> {after:>6.0} (+-{error:.0})")?;
    }
    let (positions, before, after) = (fit.positions, fit.loss_before, fit.loss_after);
    writeln!(out, "{positions} positions, loss {before:.4} -> {after:.4}")?;
    if fit.converged {
        return Ok(());
    }
    let why = "the weights did not settle: those above are the last ones tried";
    Err(io::Error::other(why).into())
}
