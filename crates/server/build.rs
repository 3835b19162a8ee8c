//! Embeds the page: every file of `web/` that a browser may ask for, the engine for browsers, for each
//! address what its screen is made of, and a list of all that a page may need later.

#[path = "build/comments.rs"]
mod comments;
#[path = "build/content.rs"]
mod content;
#[path = "build/engine.rs"]
mod engine;
#[path = "build/modules.rs"]
mod modules;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use modules::{Graph, MAIN};
use sha2::{Digest as _, Sha256};

/// Folders of `web/` that are for developers.
const SKIPPED: [&str; 4] = ["node_modules", "generator", "tests", "test-results"];

/// What is served, by the ends of file names.
const SERVED: [&str; 8] = ["html", "js", "css", "json", "svg", "png", "ico", "webmanifest"];

/// Files that end so but are for developers.
const TOOLS: [&str; 4] =
    ["package.json", "package-lock.json", "playwright.config.js", "tsconfig.json"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let web = here.join("../../web").canonicalize()?;
    let mut files = Vec::new();
    list(&web, &mut files)?;
    files.sort();
    let mut hash = Sha256::new();
    let mut code = String::from("&[\n");
    let mut modules = BTreeMap::new();
    let mut later = Vec::new();
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    for file in &files {
        let name = name_in(&web, file);
        let served = served(file, &out, &name)?;
        let content = fs::read(&served)?;
        hash.update(&name);
        hash.update(&content);
        write_asset(&mut code, &name, &served)?;
        if file.extension().is_some_and(|end| end == "js") {
            modules.insert(name, String::from_utf8(content).map_err(io::Error::other)?);
        } else if name.starts_with(TEXTS) {
            later.push(name);
        } else if name.starts_with(content::LESSONS) {
            content::check(&name, &content)?;
            later.push(name);
        }
    }
    let graph = Graph::new(&modules).map_err(io::Error::other)?;
    later.extend(graph.reachable(&[MAIN]));
    later.push(WORKER.to_owned());
    let puzzles = content::puzzles(&here.join("../../puzzles"), &out)?;
    fs::write(out.join("puzzles.rs"), puzzles.code)?;
    for (name, file) in puzzles.assets {
        hash.update(fs::read(&file)?);
        write_asset(&mut code, &name, &file)?;
        later.push(name);
    }
    if engine::write(&here.join("../..").canonicalize()?, &out)? {
        hash.update(fs::read(out.join(ENGINE_FILE))?);
        write_asset(&mut code, ENGINE, &out.join(ENGINE_FILE))?;
        later.push(ENGINE.to_owned());
    }
    let later = format!("[\"{}\"]", later.join("\",\""));
    hash.update(&later);
    fs::write(out.join(LATER), later)?;
    write_asset(&mut code, LATER, &out.join(LATER))?;
    code.push(']');
    fs::write(out.join("assets.rs"), code)?;
    let pages = pages(&modules, &graph).map_err(io::Error::other)?;
    fs::write(out.join("pages.rs"), format!("&[\n{pages}]"))?;
    let version =
        hash.finalize().iter().take(8).fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
    println!("cargo::rustc-env=PAGE_VERSION={version:016x}");
    println!("cargo::rerun-if-changed=build");
    Ok(())
}

/// The list of what a page may need later, which it fetches in advance.
const LATER: &str = "later.json";

/// What answers the page's requests.
const ANSWERS: &str = "local/answers.js";

/// What shows a game in a frame of another site, and its addresses.
const EMBED: &str = "embed/main.js";
const EMBED_ADDRESSES: [&str; 2] = ["/embed", "/embed/:id"];

/// The engine in `web/`, and the name of the file in which it is written.
const ENGINE: &str = "local/engine.wasm.gz";
const ENGINE_FILE: &str = "engine.wasm.gz";

/// What the engine runs in, which no module imports.
const WORKER: &str = "local/worker.js";

/// Where the page's texts are.
const TEXTS: &str = "locales/";

fn write_asset(code: &mut String, name: &str, file: &Path) -> io::Result<()> {
    writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
        .map_err(io::Error::other)
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

/// The file that is served for one: itself, or a copy without comments.
fn served(file: &Path, out: &Path, name: &str) -> io::Result<PathBuf> {
    let end = file.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if !comments::are_in(end) {
        return Ok(file.to_owned());
    }
    let copy = out.join("web").join(name);
    fs::create_dir_all(copy.parent().unwrap_or(out))?;
    fs::write(&copy, comments::without(&fs::read_to_string(file)?))?;
    Ok(copy)
}

/// The name of a file under `web/`, with slashes on every system.
fn name_in(web: &Path, file: &Path) -> String {
    let parts = file.strip_prefix(web).unwrap_or(file).iter();
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Every address of the page, as the router writes it, with all the modules that its screen needs:
/// the browser need not read one to learn of the next.
///
/// # Errors
///
/// When an address has no screen.
fn pages(modules: &BTreeMap<String, String>, graph: &Graph) -> Result<String, String> {
    let main = modules.get(MAIN).map(String::as_str).unwrap_or_default();
    let pages = main.lines().filter_map(|line| {
        let address = between(line, "pattern: '", "'")?;
        let Some(screen) = between(line, "import('./", "'") else {
            return Some(Err(format!("web/{MAIN}: no screen stands in the line of {address}")));
        };
        // What answers its requests is asked for by all of them.
        Some(Ok(page(address, &graph.needed(&[MAIN, ANSWERS, screen]))))
    });
    let embed = graph.needed(&[EMBED]);
    pages.chain(EMBED_ADDRESSES.map(|address| Ok(page(address, &embed)))).collect()
}

/// The entry of an address with its modules; the first of them stands in the page already.
fn page(address: &str, modules: &[String]) -> String {
    format!("    ({:?}, &{:?}),\n", in_braces(address), &modules[1..])
}

/// `/game/:id` as `/game/{id}`.
fn in_braces(address: &str) -> String {
    let parts = address.split('/').map(|part| match part.strip_prefix(':') {
        Some(name) => format!("{{{name}}}"),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("/")
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    Some(rest.split_once(after)?.0)
}
