//! `katarenga perft`

use std::io::Write;

use clap::Args;

use crate::args::PositionArgs;
use crate::error::Failure;

/// Options of `perft`.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The greatest length of the sequences, 1 to 32
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=32))]
    depth: u32,
    /// Print instead how many sequences of the greatest length begin with each move
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.position.announced_game()?;
    if args.divide {
        let mut total = 0;
        for (mv, nodes) in game.divide(args.depth) {
            writeln!(out, "{mv} {nodes}")?;
            total += nodes;
        }
        writeln!(out, "{} {total}", args.depth)?;
        return Ok(());
    }
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", game.perft(depth))?;
        // Greater depths take long: print what is known.
        out.flush()?;
    }
    Ok(())
}
