//! PostgreSQL's programs, where a system has them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::StartError;

/// The environment variable that names the folder of PostgreSQL's programs.
const VARIABLE: &str = "KATARENGA_POSTGRES_BIN";

/// Where Debian and Ubuntu have a folder for each version, which is not on the path.
const VERSIONS: &str = "/usr/lib/postgresql";

/// All of these are needed.
const NAMES: &[&str] = &["initdb", "pg_ctl", "postgres", "psql"];

/// The folder that holds them.
#[derive(Clone, Debug)]
pub(crate) struct Programs(PathBuf);

impl Programs {
    /// Those that the environment names; else the newest of Debian; else those on the path.
    pub(crate) fn find() -> Result<Self, StartError> {
        if let Some(named) = env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
            let named = PathBuf::from(named);
            return if is_whole(&named) {
                Ok(Self(named))
            } else {
                Err(StartError::NotThere { variable: VARIABLE, folder: named })
            };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = newest_first(Path::new(VERSIONS)).into_iter().chain(env::split_paths(&path));
        let found = folders.into_iter().find(|folder| is_whole(folder));
        found.map(Self).ok_or(StartError::NotInstalled)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    pub(crate) fn psql(&self) -> Command {
        command(self.0.join("psql"))
    }
}

/// A command that speaks English, and that no variable of PostgreSQL's own sends elsewhere.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"PG") {
            command.env_remove(name);
        }
    }
    command.env("LC_ALL", "C");
    command
}

fn is_whole(folder: &Path) -> bool {
    NAMES.iter().all(|name| folder.join(name).is_file())
}

/// The folders of the programs of all versions.
fn newest_first(versions: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(versions).into_iter().flatten().flatten();
    let mut numbered: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.split('.').next()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    numbered.sort_unstable_by(|one, other| other.cmp(one));
    numbered.into_iter().map(|(_, folder)| folder).collect()
}
