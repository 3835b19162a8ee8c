//! `katarenga result`

use std::io::Write;

use katarenga_rules::result_text;

use crate::args::PositionArgs;
use crate::error::Failure;

pub(crate) fn run(args: &PositionArgs, out: &mut dyn Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", result_text(args.announced_game()?.outcome()))?)
}
