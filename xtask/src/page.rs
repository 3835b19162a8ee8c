//! The page's checks: its types and texts, and its tests in a real browser.

use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::commands::{Output, command, root, run};
use crate::tools;

/// Types, and what can be tested without a browser.
pub(crate) fn check(output: &Output) -> Outcome {
    run(&mut npm(&["run", "--silent", "types"]), output)?;
    run(&mut npm(&["run", "--silent", "texts"]), output)
}

/// Generates the types of the API from what the server, which is built, says of it; or fails where
/// they are stale.
pub(crate) fn api_types(args: &[&str], output: &Output) -> Outcome {
    let mut generator = npm(&["run", "--silent", "api-types", "--"]);
    run(generator.args(args).env("KATARENGA", program()?), output)
}

/// The page in a real browser against the real server, which is built. The arguments go to
/// Playwright: a file, or an option such as `--grep`.
pub(crate) fn browse(args: &[&str], output: &Output) -> Outcome {
    let chromium = tools::chromium().ok_or("Chromium was not found")?;
    let mut tests = npm(&["run", "--silent", "browser", "--"]);
    run(tests.args(args).env("KATARENGA", program()?).env("CHROMIUM", chromium), output)
}

/// The program, which cargo builds beside this one.
fn program() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| format!("where xtask is: {error}"))?;
    Ok(here.with_file_name(format!("katarenga{}", std::env::consts::EXE_SUFFIX)))
}

/// Where npm runs.
pub(crate) fn folder() -> PathBuf {
    root().join("web")
}

fn npm(args: &[&str]) -> Command {
    let mut npm = command("npm", args);
    npm.current_dir(folder());
    npm
}
