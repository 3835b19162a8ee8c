//! `katarenga fit`

use std::io::{self, Write};

use katarenga_engine::fit::{Plan, fit};

use crate::args::FitArgs;
use crate::error::Failure;
use crate::progress;

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
    if fit.settled {
        return Ok(());
    }
    let why = "the weights did not settle: those above are the last ones tried";
    Err(io::Error::other(why).into())
}
