//! The engine for browsers: `crates/browser` compiled to WebAssembly, once for all profiles, and
//! compressed.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use zopfli::{Format, Options};

/// What it is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that it is made of.
const CRATES: [&str; 4] = ["rules", "engine", "play", "browser"];

/// How it is compiled. The linker leaves five bytes for each number in the code that it fills in, also
/// where one would do. A threshold for inlining that is said replaces those of the levels of optimisation:
/// with 15 the result is the smallest, and as fast as with more.
const FLAGS: [&str; 4] =
    ["-C", "link-arg=--compress-relocations", "-C", "llvm-args=-inline-threshold=15"];

/// Settings of the build that runs this one, which would change what is compiled.
const SETTINGS: [&str; 6] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_MAKEFLAGS",
];

/// Writes the compressed engine to a file; `false` where it can't be compiled for lack of the target,
/// which a warning of the build says: pages then use the engine of the server.
pub(crate) fn write(workspace: &Path, out: &Path) -> io::Result<bool> {
    for name in CRATES {
        println!("cargo::rerun-if-changed={}", workspace.join("crates").join(name).display());
    }
    for name in ["Cargo.lock", "Cargo.toml"] {
        println!("cargo::rerun-if-changed={}", workspace.join(name).display());
    }
    if !has_target()? {
        // Once it is there, this is to run again.
        println!("cargo::rerun-if-changed={}", target_folder()?.display());
        println!(
            "cargo::warning=without `rustup target add {TARGET}` pages have no engine of their own, \
             and use the server's"
        );
        return Ok(false);
    }
    let compiled = fs::read(compile(workspace, out)?)?;
    // As many blocks as help, rather than 15.
    let options = Options { maximum_block_splits: 0, ..Options::default() };
    let file = File::create(out.join(super::ENGINE_FILE))?;
    zopfli::compress(options, Format::Gzip, &without_names(&compiled)?[..], file)?;
    Ok(true)
}

/// Whether the target is installed; where rustup is there, it is installed now.
fn has_target() -> io::Result<bool> {
    if is_installed()? {
        return Ok(true);
    }
    println!(
        "cargo::warning=installing the target {TARGET} with rustup, for the engine in browsers"
    );
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    Ok(added.is_ok_and(|status| status.success()) && is_installed()?)
}

fn is_installed() -> io::Result<bool> {
    Ok(target_folder()?.is_dir())
}

/// Where the target is, once it is installed.
fn target_folder() -> io::Result<PathBuf> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder =
        Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output()?;
    Ok(PathBuf::from(String::from_utf8_lossy(&folder.stdout).trim()))
}

/// Compiles the crate; gives where the result is. The same sources give the same bytes, wherever they
/// are: paths are left out.
fn compile(workspace: &Path, out: &Path) -> io::Result<PathBuf> {
    // `target`, whichever profile is built: beside the others, so that it is compiled once for all.
    let folder = out.ancestors().nth(4).unwrap_or(out).join("browser");
    let home = env::var_os("CARGO_HOME").map_or_else(default_home, PathBuf::from);
    let without =
        |path: &Path, name: &str| format!("--remap-path-prefix={}={name}", path.display());
    let paths = [without(workspace, "katarenga"), without(&home, "cargo")];
    let flags =
        FLAGS.map(str::to_owned).into_iter().chain(paths).collect::<Vec<_>>().join("\u{1f}");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.current_dir(workspace);
    for name in SETTINGS {
        command.env_remove(name);
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags).args([
        "rustc",
        "--quiet",
        "--package=katarenga-browser",
        "--profile=browser",
        "--crate-type=cdylib",
        "--target",
        TARGET,
        "--target-dir",
    ]);
    let ended = command.arg(&folder).status()?;
    if !ended.success() {
        return Err(io::Error::other("the engine for browsers could not be compiled"));
    }
    Ok(folder.join(TARGET).join("browser/katarenga_browser.wasm"))
}

fn default_home() -> PathBuf {
    env::home_dir().unwrap_or_default().join(".cargo")
}

/// The module without its custom sections, which hold names for debuggers: each section has its kind,
/// 0 for a custom one, and its length (WebAssembly core specification, 5.5.2).
fn without_names(module: &[u8]) -> io::Result<Vec<u8>> {
    const PREAMBLE: usize = 8;
    const CUSTOM: u8 = 0;
    let broken = || io::Error::other("what was compiled is no WebAssembly");
    let (preamble, mut rest) = module.split_at_checked(PREAMBLE).ok_or_else(broken)?;
    let mut kept = preamble.to_vec();
    while let Some((&kind, after)) = rest.split_first() {
        let (length, size) = number(after).ok_or_else(broken)?;
        let section = rest.get(..1 + size + length).ok_or_else(broken)?;
        if kind != CUSTOM {
            kept.extend(section);
        }
        rest = &rest[section.len()..];
    }
    Ok(kept)
}

/// The number at the start of some bytes, and how many of them it takes (LEB128).
fn number(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0;
    for (index, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, index + 1));
        }
    }
    None
}
