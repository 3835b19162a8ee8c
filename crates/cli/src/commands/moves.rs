//! `katarenga moves`

use std::io::Write;

use crate::args::PositionArgs;
use crate::error::Failure;

pub(crate) fn run(args: &PositionArgs, out: &mut dyn Write) -> Result<(), Failure> {
    for mv in args.announced_game()?.legal_moves() {
        writeln!(out, "{mv}")?;
    }
    Ok(())
}
