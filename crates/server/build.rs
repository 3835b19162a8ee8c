//! Embeds the page: every file of `web/` that a browser may ask for, and for each address what its
//! screen is made of.

use std::collections::BTreeMap;
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
    let mut modules = BTreeMap::new();
    for file in &files {
        let (name, content) = (name_in(&web, file), fs::read(file)?);
        all.update(&name);
        all.update(&content);
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
        if file.extension().is_some_and(|end| end == "js") {
            modules.insert(name, String::from_utf8(content).map_err(io::Error::other)?);
        }
    }
    code.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("assets.rs"), code)?;
    fs::write(out.join("pages.rs"), format!("&[\n{}]", pages(&modules)))?;
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

/// Where the page starts.
const MAIN: &str = "main.js";

/// Every address of the page, as the router writes it, with all the modules that its screen needs:
/// the browser need not read one to learn of the next.
fn pages(modules: &BTreeMap<String, String>) -> String {
    let main = modules.get(MAIN).map(String::as_str).unwrap_or_default();
    let pages = main.lines().filter_map(|line| {
        let address = between(line, "pattern: '", "'")?;
        let screen = between(line, "import('./", "'")?;
        // The first stands in the page already.
        let (address, all) = (in_braces(address), all_of(&[MAIN, screen], modules));
        Some(format!("    ({address:?}, &{:?}),\n", &all[1..]))
    });
    pages.collect()
}

/// `/game/:id` as `/game/{id}`.
fn in_braces(address: &str) -> String {
    let parts = address.split('/').map(|part| match part.strip_prefix(':') {
        Some(name) => format!("{{{name}}}"),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Some modules and all that they import.
fn all_of(first: &[&str], modules: &BTreeMap<String, String>) -> Vec<String> {
    let mut all: Vec<String> = first.iter().map(|&name| name.to_owned()).collect();
    let mut next = 0;
    while let Some(name) = all.get(next).cloned() {
        let text = modules.get(&name).map(String::as_str).unwrap_or_default();
        for import in text.lines().filter_map(import) {
            let import = resolved(&name, import);
            if !all.contains(&import) {
                all.push(import);
            }
        }
        next += 1;
    }
    all
}

/// What a line imports, as it is written there. Types are imported in comments, and nothing is there.
fn import(line: &str) -> Option<&str> {
    let is_import = ["import ", "} from "].iter().any(|begin| line.starts_with(begin));
    if is_import { between(line, "from '", "'") } else { None }
}

/// The name under `web/` of what a module imports as `./x.js` or `../y/z.js`.
fn resolved(module: &str, import: &str) -> String {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            _ => folders.push(part),
        }
    }
    folders.join("/")
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    Some(rest.split_once(after)?.0)
}
