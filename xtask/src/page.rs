//! The page's checks: its types and texts, and its tests in a real browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::{Outcome, cargo, command, root, run, tools};

/// Types, and what can be tested without a browser.
pub(crate) fn check() -> Outcome {
    install()?;
    run(&mut npm(&["run", "--silent", "types"]))?;
    run(&mut npm(&["run", "--silent", "texts"]))
}

/// The page in a real browser against the real server. The arguments go to Playwright: a file, or
/// an option such as `--grep`.
pub(crate) fn browse(args: impl IntoIterator<Item = String>) -> Outcome {
    install()?;
    cargo(&["build", "--package", "katarenga"])?;
    let chromium = tools::chromium().ok_or("Chromium was not found")?;
    let mut tests = npm(&["run", "--silent", "browser", "--"]);
    run(tests.args(args).env("KATARENGA", binary()?).env("CHROMIUM", chromium))
}

/// Brings what `web/package-lock.json` names, unless it is there already.
fn install() -> Outcome {
    let web = folder();
    // npm writes the second when all is in place.
    if changed(&web.join("package-lock.json"))
        <= changed(&web.join("node_modules/.package-lock.json"))
    {
        return Ok(());
    }
    run(&mut npm(&["ci"]))
}

/// When a file was last written: never, if it isn't there.
fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// The program, which cargo builds beside this one.
fn binary() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| format!("where xtask is: {error}"))?;
    Ok(here.with_file_name(format!("katarenga{}", std::env::consts::EXE_SUFFIX)))
}

fn folder() -> PathBuf {
    root().join("web")
}

fn npm(args: &[&str]) -> Command {
    let mut npm = command("npm", args);
    npm.current_dir(folder());
    npm
}
