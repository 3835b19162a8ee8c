//! The static edition: the page as files that any web host serves, without a server of its own.

use std::path::Path;
use std::{fs, io};

use katarenga_play::boards;
use katarenga_play::rules::{RulesQuery, rules};
use katarenga_rules::{GameKind, Language};
use serde::Serialize;

use crate::assets::{self, VERSION};

/// Why the static edition could not be written.
#[derive(Debug, thiserror::Error)]
pub enum StaticError {
    /// The program was built without the engine for browsers, which does there what a server does.
    #[error(
        "the program was built without the engine for browsers: build it again after \
         `rustup target add wasm32-unknown-unknown`"
    )]
    NoEngine,
    /// A file or folder could not be written.
    #[error("{path}: {error}")]
    Write {
        /// Which one.
        path: String,
        /// Why.
        #[source]
        error: io::Error,
    },
}

/// Where the answers are that are the same for everybody, among the files of the page.
const DATA: &str = "data/";

/// Writes the static edition to a folder, which is made if it isn't there. Files of an earlier version
/// stay, for pages that are open with it.
///
/// # Errors
/// When the program has no engine for browsers, or a file can't be written.
pub fn write(folder: &Path) -> Result<(), StaticError> {
    if !assets::has_engine() {
        return Err(StaticError::NoEngine);
    }
    let files = folder.join("assets").join(VERSION);
    let mut names: Vec<String> = Vec::new();
    let data = data().into_iter().map(|(name, content)| (format!("{DATA}{name}"), content));
    let page = assets::of_screens().map(|(name, content)| (name.to_owned(), content.to_vec()));
    for (name, content) in page.chain(data) {
        write_file(&files.join(&name), &content)?;
        names.push(name);
    }
    write_file(&folder.join("service-worker.js"), assets::service_worker(&names, &[]).as_bytes())?;
    // At last: what it needs is there.
    for (name, page) in assets::static_pages() {
        write_file(&folder.join(name), page.as_bytes())?;
    }
    Ok(())
}

/// The names and contents of what a server answers in the same way to everybody.
fn data() -> Vec<(String, Vec<u8>)> {
    let mut all = vec![
        ("kinds.json".to_owned(), json(&boards::kinds())),
        ("quarters.json".to_owned(), json(&boards::quarters())),
    ];
    for kind in GameKind::ALL {
        for language in Language::ALL {
            let query = RulesQuery { lang: Some(language.code().to_owned()) };
            if let Ok(rules) = rules(kind.name(), &query) {
                all.push((format!("rules/{kind}.{}.json", language.code()), json(&rules)));
            }
        }
    }
    all
}

fn json(content: &impl Serialize) -> Vec<u8> {
    // Plain data can always be written.
    serde_json::to_vec(content).unwrap_or_default()
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), StaticError> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, content));
    written.map_err(|error| StaticError::Write { path: path.display().to_string(), error })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of all files below a folder.
    fn files(folder: &Path, below: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: &fs::DirEntry| format!("{below}{}", entry.file_name().to_string_lossy());
        let of = |entry: io::Result<fs::DirEntry>| {
            let entry = entry.expect("an entry");
            if entry.path().is_dir() {
                files(&entry.path(), &format!("{}/", name(&entry)))
            } else {
                BTreeSet::from([name(&entry)])
            }
        };
        entries.flat_map(of).collect()
    }

    #[test]
    fn the_service_worker_keeps_every_file_and_the_page_names_no_absolute_address() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path()).expect("it is written");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        let (page, worker) = (read("index.html"), read("service-worker.js"));
        let assets = files(&folder.path().join("assets").join(VERSION), "");
        assert!(assets.len() > 100, "{assets:?}");
        for name in &assets {
            assert!(worker.contains(&format!("\"{name}\"")), "{name}");
        }
        assert!(assets.contains("data/rules/congress.fr.json"));
        assert!(page.contains("data-edition=\"static\""));
        for absolute in ["href=\"/", "src=\"/", "{{"] {
            assert!(!page.contains(absolute), "{absolute}");
            assert!(absolute != "{{" || !worker.contains(absolute));
        }
    }
}
