//! `katarenga perft`

use std::io::Write;

use crate::args::PerftArgs;
use crate::error::Failure;

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
        // Greater depths take their time: show what is known.
        out.flush()?;
    }
    Ok(())
}
