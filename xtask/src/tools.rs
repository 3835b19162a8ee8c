//! The tools that the checks need: found, installed, or named.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::Outcome;
use crate::commands::{Output, command, run};
use crate::page;

/// What is done where a tool is missing.
#[derive(Clone, Copy)]
pub(crate) enum Missing {
    Install,
    Stop,
}

/// A tool, what it is for, how to tell that it is there, and how it comes.
struct Tool {
    name: &'static str,
    purpose: &'static str,
    found: fn() -> bool,
    install: Install,
}

enum Install {
    /// A component of the toolchain.
    Rustup(&'static str),
    /// A package of Debian and Ubuntu.
    Apt(&'static str),
    /// What `web/package-lock.json` names.
    Npm,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        purpose: "checks the formatting",
        found: || answers(&["rustfmt", "--version"]),
        install: Install::Rustup("rustfmt"),
    },
    Tool {
        name: "clippy",
        purpose: "finds mistakes",
        found: || answers(&["cargo", "clippy", "--version"]),
        install: Install::Rustup("clippy"),
    },
    Tool {
        name: "a C compiler",
        purpose: "compiles SQLite",
        found: || answers(&["cc", "--version"]),
        install: Install::Apt("gcc"),
    },
    Tool {
        name: "a C++ compiler",
        purpose: "compiles libFuzzer, which the fuzz targets are made of",
        found: || answers(&["c++", "--version"]),
        install: Install::Apt("g++"),
    },
    // Its package also starts a server as a service, which nothing here uses.
    Tool {
        name: "PostgreSQL",
        purpose: "keeps the games in tests of many servers",
        found: katarenga_test_database::is_installed,
        install: Install::Apt("postgresql"),
    },
    // The page itself needs none of these: they check it.
    Tool {
        name: "Node.js 20 or newer",
        purpose: "runs the page's tests",
        found: || {
            answers(&[
                "node",
                "--eval",
                "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)",
            ])
        },
        install: Install::Apt("nodejs"),
    },
    Tool {
        name: "npm",
        purpose: "brings what the page's tests need",
        found: || answers(&["npm", "--version"]),
        install: Install::Apt("npm"),
    },
    Tool {
        name: "Chromium without a window",
        purpose: "shows the page to its tests",
        found: || chromium().is_some(),
        install: Install::Apt("chromium-headless-shell"),
    },
    Tool {
        name: "web/node_modules",
        purpose: "holds TypeScript, Playwright and others, which check the page",
        found: node_modules_are_current,
        install: Install::Npm,
    },
];

/// Names under which a Chromium is started. The first draws nothing on a screen: the tests take half
/// the time in it.
const CHROMIUMS: &[&str] =
    &["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/// Makes sure that every tool is there. What is missing is named before anything is installed.
pub(crate) fn ensure(missing: Missing) -> Outcome {
    let absent: Vec<&Tool> = TOOLS.iter().filter(|tool| !(tool.found)()).collect();
    for tool in &absent {
        println!("missing: {}, which {}: `{}`", tool.name, tool.purpose, by_hand(&tool.install));
    }
    match missing {
        Missing::Install => absent.into_iter().try_for_each(install),
        Missing::Stop if absent.is_empty() => Ok(()),
        Missing::Stop => Err("nothing was installed, as --no-install asks".to_owned()),
    }
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

/// Whether what npm brought is not older than the list of it.
fn node_modules_are_current() -> bool {
    let web = page::folder();
    // npm writes the second when all is in place.
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    installed.is_some() && changed(&web.join("package-lock.json")) <= installed
}

/// When a file was last written: never, if it isn't there.
fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// The command that a person would type.
fn by_hand(install: &Install) -> String {
    match install {
        Install::Rustup(component) => format!("rustup component add {component}"),
        Install::Apt(package) => format!("apt-get install {package}"),
        Install::Npm => "npm ci (in web/)".to_owned(),
    }
}

fn install(tool: &Tool) -> Outcome {
    println!("installing {}", tool.name);
    let out = &Output::Shown;
    let tried = match tool.install {
        Install::Rustup(component) => {
            run(&mut command("rustup", &["component", "add", component]), out)
        }
        Install::Apt(package) => run(&mut command("apt-get", &["update", "--quiet"]), out)
            .and_then(|()| {
                let mut install = command("apt-get", &["install", "--yes", "--quiet", package]);
                // Some packages, such as that of time zones, ask questions.
                run(install.env("DEBIAN_FRONTEND", "noninteractive"), out)
            }),
        Install::Npm => run(command("npm", &["ci"]).current_dir(page::folder()), out),
    };
    // An old release may have only an older version than is needed.
    let isnt_it = || Err("what was installed isn't it".to_owned());
    let checked = tried.and_then(|()| if (tool.found)() { Ok(()) } else { isnt_it() });
    checked.map_err(|reason| {
        let by_hand = by_hand(&tool.install);
        format!("{} is needed: install it, on Debian with `{by_hand}` ({reason})", tool.name)
    })
}
