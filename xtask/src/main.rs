//! Developer commands: `cargo xtask check` and what it is made of.
//!
//! Nothing but the standard library, so that the first command on a fresh machine starts at once.

mod page;
mod tools;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
Developer commands

Usage: cargo xtask COMMAND

Commands:
  check        all that is checked before a change lands: formatting, lints, tests, documentation,
               dependencies, the page
  fmt          format all Rust files
  page [ARGS]  the page's tests in a browser; ARGS go to Playwright, such as the name of a test file
  load [ARGS]  many games between two people at once, and what became of every move; ARGS such as
               --kills 5 or --help";

/// Crates that come in two versions, and why we can't help it.
const KNOWN_DUPLICATES: &[&str] = &[
    // png 0.18 itself asks for miniz_oxide 0.8, and through flate2 for 0.9.
    "miniz_oxide",
    // sqlx 0.9 still asks for the older one; rand's generator for the newer.
    "cpufeatures",
    // sqlx and governor ask for the older one, utoipa through indexmap for the newer.
    "hashbrown",
    // tracing's attributes and most other macros are between two versions.
    "syn",
    // tungstenite, by which axum speaks over WebSockets, masks frames with the older rand.
    "getrandom",
    "rand",
    "rand_core",
    // In tests alone: trycmd asks for the older one, the compiler of SQLite for the newer.
    "shlex",
];

/// A failure in one line.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let outcome = match args.next().as_deref() {
        Some("check") => check(),
        Some("fmt") => rustfmt(&[]),
        Some("page") => tools::ensure().and_then(|()| page::browse(args)),
        Some("load") => load(args),
        Some("help" | "--help" | "-h") | None => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => Err(format!("`{other}` is not a command: see cargo xtask --help")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the server and the load for it, and runs that.
fn load(args: impl Iterator<Item = String>) -> Outcome {
    cargo(&["build", "--release", "--package", "katarenga"])?;
    let run = ["run", "--release", "--package", "katarenga-load", "--"];
    let args: Vec<String> = run.into_iter().map(str::to_owned).chain(args).collect();
    cargo(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A step of the check: its name, and what it does.
type Step = (&'static str, fn() -> Outcome);

const STEPS: &[Step] = &[
    ("tools", tools::ensure),
    ("formatting", || rustfmt(&["--check"])),
    ("lints", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])
    }),
    ("tests", || cargo(&["test", "--workspace", "--all-features"])),
    ("documentation", || {
        let doc = ["doc", "--workspace", "--all-features", "--no-deps"];
        run(command("cargo", &doc).env("RUSTDOCFLAGS", "-D warnings"))
    }),
    ("fuzz targets", || cargo(&["check", "--manifest-path", "fuzz/Cargo.toml"])),
    ("dependencies", no_duplicates),
    ("page", page::check),
    ("browser", || page::browse([])),
];

fn check() -> Outcome {
    let start = Instant::now();
    for (name, step) in STEPS {
        println!("=== {name}");
        let begun = Instant::now();
        step().map_err(|reason| format!("{name}: {reason}"))?;
        println!("=== {name}: passed in {:.0} s", begun.elapsed().as_secs_f64());
    }
    println!("=== all passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Formats every Rust file that git knows. `cargo fmt` would miss the games, whose modules the
/// registry declares.
fn rustfmt(options: &[&str]) -> Outcome {
    let listed =
        output("git", &["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"])?;
    let files: Vec<&str> = listed.lines().filter(|file| root().join(file).exists()).collect();
    run(command("rustfmt", &["--edition", "2024"]).args(options).args(files))
}

/// Each dependency is built in one version only. (In one version with two sets of features it may
/// be built twice: for the program and for what builds it.)
fn no_duplicates() -> Outcome {
    let tree = output("cargo", &["tree", "--workspace", "--duplicates", "--depth", "0"])?;
    let crates = tree.lines().filter_map(|line| line.split_once(" v"));
    let versions: BTreeSet<(&str, &str)> =
        crates.map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest))).collect();
    let names: Vec<&str> = versions.into_iter().map(|(name, _)| name).collect();
    let mut doubled: Vec<&str> =
        names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    doubled.retain(|name| !KNOWN_DUPLICATES.contains(name));
    if doubled.is_empty() {
        return Ok(());
    }
    Err(format!("in two versions: {} (see cargo tree --duplicates)", doubled.join(", ")))
}

/// The root of the project, in which every command runs.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

fn cargo(args: &[&str]) -> Outcome {
    run(&mut command("cargo", args))
}

fn run(command: &mut Command) -> Outcome {
    let program = command.get_program().to_string_lossy().into_owned();
    let shown: Vec<_> = command.get_args().map(OsStr::to_string_lossy).take(8).collect();
    let shown = format!("{program} {}", shown.join(" "));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("`{shown}` can't be started: {error}")),
    }
}

/// What a command prints.
fn output(program: &str, args: &[&str]) -> Result<String, String> {
    let shown = format!("`{program} {}`", args.join(" "));
    let output = command(program, args)
        .output()
        .map_err(|error| format!("{shown} can't be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown} failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
