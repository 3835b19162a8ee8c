//! The real program, whatever the surroundings of the tests say of colours, width and language.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The program, to be run in `folder`.
pub(crate) fn katarenga(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katarenga"));
    command.current_dir(folder).env("COLUMNS", "100").env("TERM", "xterm");
    command.env("LANG", "C");
    for name in ["LC_ALL", "LC_MESSAGES", "LANGUAGE"] {
        command.env_remove(name);
    }
    // On a build server (`CI`) every terminal is taken for one with colours.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "CI"] {
        command.env_remove(name);
    }
    command
}

/// The names of what is in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("it can be read").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}
