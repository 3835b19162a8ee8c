//! The command line of Katarenga: `katarenga --help`.

mod args;
mod board_text;
mod commands;
mod error;
mod files;
mod input;
mod interrupt;
mod progress;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::error::Failure;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    // Not locked: a search speaks from a thread of its own.
    let mut out = io::BufWriter::new(anstream::stdout());
    let ran = commands::run(cli, &mut out);
    // What was said before a failure comes before its message.
    let flushed = out.flush().map_err(Failure::from);
    match ran.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough, as in `katarenga moves | head`.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to be done when even this can't be written.
            let _ = writeln!(anstream::stderr(), "error: {failure}");
            failure.exit_code()
        }
    }
}
