//! The tools that the checks need: found, installed, or named.

use crate::{Outcome, command, run};

/// A tool, the question that shows it is there, and how it comes.
struct Tool {
    name: &'static str,
    probe: &'static [&'static str],
    install: Install,
}

enum Install {
    /// A component of the toolchain.
    Rustup(&'static str),
    /// A package of Debian and Ubuntu.
    Apt(&'static str),
}

const TOOLS: &[Tool] = &[
    Tool { name: "rustfmt", probe: &["rustfmt", "--version"], install: Install::Rustup("rustfmt") },
    Tool {
        name: "clippy",
        probe: &["cargo", "clippy", "--version"],
        install: Install::Rustup("clippy"),
    },
    Tool { name: "git", probe: &["git", "--version"], install: Install::Apt("git") },
    // libFuzzer, of which the fuzz targets are made, is C++.
    Tool { name: "a C++ compiler", probe: &["c++", "--version"], install: Install::Apt("g++") },
];

/// Makes sure that every tool is there.
pub(crate) fn ensure() -> Outcome {
    TOOLS.iter().try_for_each(|tool| if is_there(tool.probe) { Ok(()) } else { install(tool) })
}

fn is_there(probe: &[&str]) -> bool {
    let (program, args) = probe.split_first().unwrap_or((&"", &[]));
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
    tried.map_err(|reason| {
        format!("{} is needed: install it, on Debian with `{by_hand}` ({reason})", tool.name)
    })
}
