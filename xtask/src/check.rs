//! `cargo xtask check`: its steps, which of them run beside each other, and what each took.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::commands::{Output, cargo, command, printed, root, run as run_command};
use crate::tools::{self, Missing};
use crate::{Outcome, page};

/// A step of the check: its name, and what it does.
type Step = (&'static str, fn(&Output) -> Outcome);

/// Steps that run one after another.
type Lane = &'static [Step];

/// The lanes of a stage run beside each other; the first has the terminal. A stage begins when the
/// one before has ended. Cargo runs once at a time, so all that waits for it is one lane.
const STAGES: &[&[Lane]] = &[
    &[&[("formatting", formatting)]],
    &[&[("build", build)], &[("page", page::check)]],
    &[
        &[
            ("types of API", |output| page::api_types(&["--check"], output)),
            ("browser", |output| page::browse(&[], output)),
        ],
        &[
            ("lints", lints),
            ("documentation", documentation),
            ("fuzz targets", fuzz_targets),
            ("dependencies", no_duplicates),
        ],
    ],
    // Alone, for some of them measure what the machine gives.
    &[&[
        ("tests", |output| cargo(&[&["test"], WHOLE].concat(), output)),
        ("tests on PostgreSQL", tests_on_postgresql),
    ]],
];

/// All crates with all their features, everywhere: with others, cargo builds once more.
const WHOLE: &[&str] = &["--workspace", "--all-features"];

/// Crates that come in two versions, and why we can't help it.
const KNOWN_DUPLICATES: &[&str] = &[
    // png 0.18 itself asks for miniz_oxide 0.8, and through flate2 for 0.9.
    "miniz_oxide",
    // sqlx 0.9 still asks for the older one; rand's generator for the newer.
    "cpufeatures",
    // sqlx and governor ask for the older one, utoipa through indexmap for the newer.
    "hashbrown",
    // The core of sqlx asks for the older ones, its driver for PostgreSQL for the newer.
    "block-buffer",
    "crypto-common",
    "digest",
    "sha2",
    // tracing's attributes and most other macros are between two versions.
    "syn",
    // tungstenite, by which axum speaks over WebSockets, masks frames with the older rand; ring, by
    // which sqlx speaks TLS, asks for an older one still.
    "getrandom",
    "rand",
    "rand_core",
    // In tests alone: trycmd asks for the older one, the compiler of SQLite for the newer.
    "shlex",
];

/// A step that has run.
struct Report {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

/// Runs all steps, prints what each took, and fails with the first that failed.
pub(crate) fn run(missing: Missing) -> Outcome {
    let start = Instant::now();
    let mut reports = vec![timed("tools", |_| tools::ensure(missing), &Output::Shown)];
    for stage in STAGES {
        if reports.iter().any(|report| report.outcome.is_err()) {
            break;
        }
        reports.extend(run_stage(stage));
    }
    print_table(&reports, start.elapsed());
    reports.into_iter().try_for_each(|Report { name, outcome, .. }| {
        outcome.map_err(|reason| format!("{name}: {reason}"))
    })
}

/// Runs the lanes of a stage beside each other. When a step fails, no lane begins another.
fn run_stage(lanes: &[Lane]) -> Vec<Report> {
    let failed = AtomicBool::new(false);
    let lane = |steps: Lane, is_shown: bool| {
        let mut reports = Vec::new();
        for (name, step) in steps {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            let report =
                if is_shown { timed(name, step, &Output::Shown) } else { kept(name, step) };
            failed.fetch_or(report.outcome.is_err(), Ordering::Relaxed);
            reports.push(report);
        }
        reports
    };
    thread::scope(|scope| {
        let others: Vec<_> =
            lanes.iter().skip(1).map(|steps| scope.spawn(|| lane(steps, false))).collect();
        let mut reports = lanes.first().map(|steps| lane(steps, true)).unwrap_or_default();
        for other in others {
            reports.extend(other.join().expect("a lane returns its failures"));
        }
        reports
    })
}

fn timed(name: &'static str, step: impl Fn(&Output) -> Outcome, output: &Output) -> Report {
    println!("=== {name}");
    let begun = Instant::now();
    let outcome = step(output);
    let took = begun.elapsed();
    let verdict = if outcome.is_ok() { "passed" } else { "failed" };
    println!("=== {name}: {verdict} in {:.0} s", took.as_secs_f64());
    Report { name, took, outcome }
}

/// Runs a step whose output is shown only if it fails.
fn kept(name: &'static str, step: impl Fn(&Output) -> Outcome) -> Report {
    let path = root().join("target").join(format!("check-{}.log", name.replace(' ', "-")));
    let report = match File::create(&path) {
        Ok(file) => timed(name, step, &Output::Kept(file)),
        Err(error) => {
            let outcome = Err(format!("{}: {error}", path.display()));
            return Report { name, took: Duration::ZERO, outcome };
        }
    };
    if report.outcome.is_err() {
        println!("{}", fs::read_to_string(&path).unwrap_or_default());
    }
    report
}

fn print_table(reports: &[Report], whole: Duration) {
    println!("\nstep                 seconds");
    for Report { name, took, outcome } in reports {
        let note = if outcome.is_ok() { "" } else { "  failed" };
        println!("{name:<20} {:>7.0}{note}", took.as_secs_f64());
    }
    println!("{:<20} {:>7.0}  (some steps run beside others)", "all", whole.as_secs_f64());
}

/// Every Rust file, the fuzz targets' too, which are a workspace of their own.
fn formatting(output: &Output) -> Outcome {
    cargo(&["fmt", "--all", "--check"], output)?;
    cargo(&["fmt", "--manifest-path", FUZZ, "--check"], output)
}

/// Builds all tests, and with them the program that the browser tests start.
pub(crate) fn build(output: &Output) -> Outcome {
    cargo(&[&["test"], WHOLE, &["--no-run"]].concat(), output)
}

fn lints(output: &Output) -> Outcome {
    cargo(&[&["clippy"], WHOLE, &["--all-targets", "--", "-D", "warnings"]].concat(), output)
}

fn documentation(output: &Output) -> Outcome {
    let mut doc = command("cargo", &[&["doc"], WHOLE, &["--no-deps"]].concat());
    run_command(doc.env("RUSTDOCFLAGS", "-D warnings"), output)
}

/// The tests of the server that use its database, once more. All crates are selected, for the reason
/// of [`WHOLE`], so its unit tests are chosen by their modules.
fn tests_on_postgresql(output: &Output) -> Outcome {
    const UNIT: &[&str] = &["--lib", "--", "store::", "live_games::", "flag_watcher::"];
    const INTEGRATION: &[&str] = &["--test", "server"];
    [UNIT, INTEGRATION].into_iter().try_for_each(|tests| {
        let mut test = command("cargo", &[&["test"], WHOLE, tests].concat());
        run_command(test.env("KATARENGA_TEST_DATABASE", "postgres"), output)
    })
}

const FUZZ: &str = "fuzz/Cargo.toml";

/// In the folder of all other builds, so that what they share is there.
fn fuzz_targets(output: &Output) -> Outcome {
    cargo(&["check", "--manifest-path", FUZZ, "--target-dir", "target"], output)
}

/// Each dependency is built in one version only. (In one version with two sets of features it may
/// be built twice: for the program and for what builds it.)
fn no_duplicates(_: &Output) -> Outcome {
    let tree = printed("cargo", &["tree", "--workspace", "--duplicates", "--depth", "0"])?;
    let crates = tree.lines().filter_map(|line| line.split_once(" v"));
    let versions: BTreeSet<(&str, &str)> =
        crates.map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest))).collect();
    let names: Vec<&str> = versions.into_iter().map(|(name, _)| name).collect();
    let mut doubled: Vec<&str> =
        names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    doubled.retain(|name| !KNOWN_DUPLICATES.contains(name));
    if doubled.is_empty() {
        return Ok(());
    }
    Err(format!("in two versions: {} (see cargo tree --duplicates)", doubled.join(", ")))
}
