//! The tools that the checks need: found, installed, or named.

use std::env;
use std::path::{Path, PathBuf};

use crate::{Outcome, command, run};

/// A tool, how to tell that it is there, and how it comes.
struct Tool {
    name: &'static str,
    found: fn() -> bool,
    install: Install,
}

enum Install {
    /// A component of the toolchain.
    Rustup(&'static str),
    /// A package of Debian and Ubuntu.
    Apt(&'static str),
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        found: || answers(&["rustfmt", "--version"]),
        install: Install::Rustup("rustfmt"),
    },
    Tool {
        name: "clippy",
        found: || answers(&["cargo", "clippy", "--version"]),
        install: Install::Rustup("clippy"),
    },
    Tool { name: "git", found: || answers(&["git", "--version"]), install: Install::Apt("git") },
    // libFuzzer, of which the fuzz targets are made, is C++.
    Tool {
        name: "a C++ compiler",
        found: || answers(&["c++", "--version"]),
        install: Install::Apt("g++"),
    },
    // The page itself needs none of these: they check it.
    Tool {
        name: "Node.js 20 or newer",
        found: || {
            answers(&[
                "node",
                "--eval",
                "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)",
            ])
        },
        install: Install::Apt("nodejs"),
    },
    Tool { name: "npm", found: || answers(&["npm", "--version"]), install: Install::Apt("npm") },
    Tool { name: "Chromium", found: || chromium().is_some(), install: Install::Apt("chromium") },
];

/// Names under which a Chromium is started.
const CHROMIUMS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Makes sure that every tool is there.
pub(crate) fn ensure() -> Outcome {
    TOOLS.iter().try_for_each(|tool| if (tool.found)() { Ok(()) } else { install(tool) })
}

/// The browser that the page is tested in: the one that the environment names, or one on the path.
pub(crate) fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
        return Some(PathBuf::from(named));
    }
    CHROMIUMS.iter().find_map(|name| on_path(name))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| Path::is_file(path))
}

fn answers(question: &[&str]) -> bool {
    let (program, args) = question.split_first().unwrap_or((&"", &[]));
    command(program, args).output().is_ok_and(|output| output.status.success())
}

fn install(tool: &Tool) -> Outcome {
    println!("{} is missing: installing it", tool.name);
    let by_hand = match tool.install {
        Install::Rustup(component) => format!("rustup component add {component}"),
        Install::Apt(package) => format!("apt-get install {package}"),
    };
    let tried = match tool.install {
        Install::Rustup(component) => run(&mut command("rustup", &["component", "add", component])),
        Install::Apt(package) => run(&mut command("apt-get", &["update", "--quiet"]))
            .and_then(|()| run(&mut command("apt-get", &["install", "--yes", "--quiet", package]))),
    };
    // An old release may have only an older version than is needed.
    let isnt_it = || Err("what was installed isn't it".to_owned());
    let checked = tried.and_then(|()| if (tool.found)() { Ok(()) } else { isnt_it() });
    checked.map_err(|reason| {
        format!("{} is needed: install it, on Debian with `{by_hand}` ({reason})", tool.name)
    })
}
