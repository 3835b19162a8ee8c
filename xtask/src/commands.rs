//! How other programs are run, and where what they print goes.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::Command;

use crate::Outcome;

/// Where a step's commands print.
pub(crate) enum Output {
    /// On the terminal, as it comes.
    Shown,
    /// In a file, to be shown if the step fails: another step has the terminal.
    Kept(File),
}

/// The root of the project, in which every command runs.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

pub(crate) fn cargo(args: &[&str], output: &Output) -> Outcome {
    run(&mut command("cargo", args), output)
}

pub(crate) fn run(command: &mut Command, output: &Output) -> Outcome {
    let program = command.get_program().to_string_lossy().into_owned();
    let shown: Vec<_> = command.get_args().map(OsStr::to_string_lossy).take(8).collect();
    let shown = format!("{program} {}", shown.join(" "));
    if let Output::Kept(file) = output {
        let copy = || file.try_clone().map_err(|error| format!("its output: {error}"));
        command.stdout(copy()?).stderr(copy()?);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("`{shown}` can't be started: {error}")),
    }
}

/// What a command prints on standard output.
pub(crate) fn printed(program: &str, args: &[&str]) -> Result<String, String> {
    let shown = format!("`{program} {}`", args.join(" "));
    let output = command(program, args)
        .output()
        .map_err(|error| format!("{shown} can't be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown} failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
