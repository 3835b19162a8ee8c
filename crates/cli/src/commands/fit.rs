//! `katarenga fit`

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};
use katarenga_engine::fit::{Plan, fit};

use crate::args::FitArgs;
use crate::error::Failure;

pub(crate) fn run(args: &FitArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let FitArgs { game, games, nodes, seed, .. } = *args;
    let threads = args.threads.map_or_else(super::available_threads, usize::from);
    let style = ProgressStyle::with_template("{pos} of {len} games {wide_bar} {eta} left")
        .map_err(std::io::Error::other)?;
    let bar = ProgressBar::new(u64::from(games)).with_style(style);
    let plan = Plan { kind: game, games: games as usize, nodes, seed, threads };
    let fit = fit(&plan, &|| bar.inc(1));
    bar.finish_and_clear();
    for term in &fit.terms {
        let (name, before, after, error) = (term.name, term.before, term.after, term.error);
        writeln!(out, "{name:<64} {before:>6.0} -> {after:>6.0} (+-{error:.0})")?;
    }
    let (positions, before, after) = (fit.positions, fit.loss_before, fit.loss_after);
    writeln!(out, "{positions} positions, loss {before:.4} -> {after:.4}")?;
    Ok(())
}
