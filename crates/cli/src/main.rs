//! The command line of Katarenga: `katarenga --help`.

mod args;
mod board_text;
mod commands;
mod error;
mod files;
mod input;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use crate::error::Failure;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let mut out = anstream::stdout().lock();
    let outcome = commands::run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match outcome {
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
