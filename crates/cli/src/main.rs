//! The command line of Katarenga: `katarenga --help`.

mod args;
mod board_text;
mod cli;
mod commands;
mod error;
mod files;
mod input;
mod interrupt;
mod language;
mod progress;

use std::env;
use std::io::{self, Write as _};
use std::panic;
use std::process::ExitCode;

use clap::Parser as _;

use crate::error::Failure;

/// Prints a panic in one line with its place, unless a backtrace is wanted.
fn print_panics_in_one_line() {
    if env::var_os("RUST_BACKTRACE").is_none() {
        panic::set_hook(Box::new(|fault| {
            let place = fault.location().map(ToString::to_string).unwrap_or_default();
            let what = fault.payload_as_str().unwrap_or("no more is known").replace('\n', " ");
            // Nothing is left to be done when even this can't be written.
            let _ = writeln!(anstream::stderr(), "error: a fault of the program, {place}: {what}");
        }));
    }
}

fn main() -> ExitCode {
    print_panics_in_one_line();
    let cli = cli::Cli::parse();
    // Not locked: a search prints from its own thread.
    let mut out = io::BufWriter::new(anstream::stdout());
    let ran = cli::run(cli, &mut out);
    // Output from before a failure comes before its message.
    let flushed = out.flush().map_err(Failure::from);
    match ran.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe, as in `katarenga moves | head`.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to be done when even this can't be written.
            let _ = writeln!(anstream::stderr(), "error: {failure}");
            failure.exit_code()
        }
    }
}
