//! Developer commands: `cargo xtask check` and what it is made of.
//!
//! Nothing but the standard library, and a crate that needs no more, so that the first command on a
//! fresh machine starts at once.

mod check;
mod commands;
mod page;
mod tools;

use std::process::ExitCode;

use commands::{Output, cargo};
use tools::Missing;

const HELP: &str = "\
Developer commands

Usage: cargo xtask COMMAND

Commands:
  check        all that is checked before a change lands: formatting, lints, tests, documentation,
               dependencies, the page; with --no-install it stops where a tool is missing, instead of
               installing it
  page [ARGS]  the page's tests in a browser; ARGS go to Playwright, such as the name of a test file
  types        renews the types of the API in web/openapi.d.ts, after a change to the API
  static DIR   writes the page to a folder that any web host can serve, without a server of its own
  load [ARGS]  many games between two people at once, and what became of every move; ARGS such as
               --kills 5 or --help";

/// A failure in one line.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["check"] => check::run(Missing::Install),
        ["check", "--no-install"] => check::run(Missing::Stop),
        ["page", args @ ..] => page(args),
        ["types"] => types(),
        ["load", args @ ..] => load(args),
        ["static", folder] => static_edition(folder),
        ["help" | "--help" | "-h"] | [] => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(format!("`{}` is not a command: see cargo xtask --help", other.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the server as the check does, and runs the page's tests.
fn page(args: &[&str]) -> Outcome {
    tools::ensure(Missing::Install)?;
    check::build(&Output::Shown)?;
    page::browse(args, &Output::Shown)
}

/// Builds the server as the check does, and generates the page's types of its API.
fn types() -> Outcome {
    tools::ensure(Missing::Install)?;
    check::build(&Output::Shown)?;
    page::api_types(&[], &Output::Shown)
}

/// Builds the program and has it write the static edition.
fn static_edition(folder: &str) -> Outcome {
    cargo(&["run", "--release", "--package", "katarenga", "--", "static", folder], &Output::Shown)
}

/// Builds the server and the load for it, and runs that.
fn load(args: &[&str]) -> Outcome {
    cargo(&["build", "--release", "--package", "katarenga"], &Output::Shown)?;
    let run = ["run", "--release", "--package", "katarenga-load", "--"];
    cargo(&[&run, args].concat(), &Output::Shown)
}
