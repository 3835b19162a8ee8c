//! Embeds the page: every file of `web/` that a browser may ask for.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest as _, Sha256};

/// Folders of `web/` that are for developers.
const SKIPPED: [&str; 3] = ["node_modules", "tests", "test-results"];

/// What is served, by the ends of file names.
const SERVED: [&str; 7] = ["html", "js", "css", "json", "svg", "png", "ico"];

/// Files that end so but are for developers.
const TOOLS: [&str; 4] =
    ["package.json", "package-lock.json", "playwright.config.js", "tsconfig.json"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let web = here.join("../../web").canonicalize()?;
    let mut files = Vec::new();
    list(&web, &mut files)?;
    files.sort();
    let mut all = Sha256::new();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = name_in(&web, file);
        all.update(&name);
        all.update(fs::read(file)?);
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    code.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("assets.rs"), code)?;
    let version =
        all.finalize().iter().take(8).fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
    println!("cargo::rustc-env=PAGE_VERSION={version:016x}");
    Ok(())
}

/// Adds the files under a folder that are served, and has cargo watch them. It doesn't watch `web/`
/// itself, which it would do with all below: what the tests leave there is no reason to build.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if SKIPPED.contains(&name) || TOOLS.contains(&name) || name.starts_with('.') {
            continue;
        }
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            list(&path, files)?;
        } else if SERVED.contains(&end) {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}

/// The name of a file under `web/`, with slashes on every system.
fn name_in(web: &Path, file: &Path) -> String {
    let parts = file.strip_prefix(web).unwrap_or(file).iter();
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
