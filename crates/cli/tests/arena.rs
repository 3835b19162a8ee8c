//! Matches of the real program: against itself as a program that speaks UGI, and their records.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

use katarenga_rules::{GameKind, Record};
use tempfile::tempdir;

use crate::program::katarenga;

/// The player that is the program itself.
fn itself() -> String {
    format!("ugi:'{}' ugi", env!("CARGO_BIN_EXE_katarenga"))
}

fn arena(folder: &Path, game: &str, args: &[&str]) -> Output {
    let mut program = katarenga(folder);
    program.args(["arena", "--game", game]).args(args).stdin(Stdio::null());
    program.output().expect("the program runs")
}

/// Runs a match until its file `a.ktg` has at least the given size in bytes, then presses Ctrl-C.
/// Somebody thinks for a minute by then.
#[cfg(unix)]
fn interrupted(folder: &Path, args: &[&str], bytes: u64) -> Output {
    let mut program = katarenga(folder);
    program.args(["arena", "--game", "congress", "--records", "a.ktg"]).args(args);
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = program.spawn().expect("the program runs");
    let started = Instant::now();
    while !fs::metadata(folder.join("a.ktg")).is_ok_and(|file| file.len() >= bytes) {
        assert!(started.elapsed() < Duration::from_secs(20), "the match doesn't get on");
        thread::sleep(Duration::from_millis(5));
    }
    // It shall come in the middle of a move.
    thread::sleep(Duration::from_millis(200));
    let pressed = Instant::now();
    let kill = format!("kill -INT {}", program.id());
    let sent = std::process::Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.expect("there is a shell").success());
    let output = program.wait_with_output().expect("the program ends");
    assert!(pressed.elapsed() < Duration::from_secs(5), "{:?}", pressed.elapsed());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    output
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn records(file: &Path) -> Vec<Record> {
    let text = fs::read_to_string(file).expect("the file is there");
    let records: Result<Vec<Record>, _> = Record::read_all(&text).collect();
    records.expect("all records are right")
}

#[test]
fn whole_games_of_every_kind_are_played_through_the_protocol() {
    let folder = tempdir().expect("a folder for the test");
    for kind in GameKind::ALL {
        let file = format!("{kind}.ktg");
        let args = ["random", &itself(), "--games", "2", "--max-plies", "40", "--time", "1"];
        let args = [&args[..], &["--records", &file, "--seed", "5"]].concat();
        let told = told(&arena(folder.path(), kind.name(), &args));
        assert!(!told.contains("fault"), "{told}");
        let records = records(&folder.path().join(&file));
        assert_eq!(records.len(), 2, "{kind}");
        for record in records {
            let names = [record.tag("White"), record.tag("Black")];
            assert!(names.contains(&Some("random")) && names.contains(&Some(&itself())));
            assert_eq!(record.tag("Seed"), Some("5"));
            assert!(record.game.outcome().is_some() || record.game.ply() == 40, "{record}");
        }
    }
}

#[test]
fn an_engine_gets_the_layout_and_the_first_side() {
    let folder = tempdir().expect("a folder for the test");
    let args = [&itself(), "random", "--games", "4", "--max-plies", "6", "--time", "1"];
    let args = [&args[..], &["--layout", "halves", "--records", "a.ktg"]].concat();
    let told = told(&arena(folder.path(), "big-bang", &args));
    // A start that the engine took for another would show by an illegal move.
    assert!(told.contains("not over after 6 plies: 4\n"), "{told}");
    let layouts = records(&folder.path().join("a.ktg"));
    let layouts: Vec<u8> =
        layouts.iter().filter_map(|record| record.game.setup()).map(|setup| setup.layout).collect();
    assert_eq!(layouts, [1; 4]);
}

#[test]
fn records_are_those_of_the_table_and_can_be_checked() {
    let folder = tempdir().expect("a folder for the test");
    let args = ["uct:30", "random", "--games", "8", "--threads", "3", "--records", "a.ktg"];
    let told = told(&arena(folder.path(), "quartermaster", &args));
    let records = records(&folder.path().join("a.ktg"));
    let mut rounds: Vec<&str> = records.iter().filter_map(|record| record.tag("Round")).collect();
    rounds.sort_unstable();
    assert_eq!(rounds, ["1", "2", "3", "4", "5", "6", "7", "8"]);
    let won = |record: &&Record| {
        let winner = record.game.outcome().and_then(|outcome| outcome.winner);
        winner.and_then(|side| record.tag(side.title())) == Some("uct:30")
    };
    let wins = records.iter().filter(won).count();
    let row = told.lines().find(|line| line.starts_with("all ")).expect("a table");
    assert_eq!(row.split_whitespace().nth(1), Some(wins.to_string().as_str()), "{told}");
}

#[test]
fn a_file_of_records_is_replaced_by_force_alone() {
    let folder = tempdir().expect("a folder for the test");
    let file = folder.path().join("a.ktg");
    fs::write(&file, "dear to somebody").expect("the folder can be written to");
    let args = ["random", "random", "--games", "2", "--records", "a.ktg"];
    let refused = arena(folder.path(), "cornered", &args);
    assert_eq!(refused.status.code(), Some(2));
    assert!(complaint(&refused).starts_with("error: a.ktg exists already"), "{refused:?}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "dear to somebody");
    told(&arena(folder.path(), "cornered", &[&args[..], &["--force"]].concat()));
    assert_eq!(records(&file).len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_match_with_what_was_played() {
    let args = ["random", "random", "--games", "100000", "--records", "/dev/full", "--force"];
    let output = arena(Path::new("."), "cornered", &args);
    assert_eq!(output.status.code(), Some(1));
    let result = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(result.starts_with("cornered: random against random, "), "{result}");
    assert_eq!(complaint(&output), "error: /dev/full: No space left on device (os error 28)\n");
}

#[cfg(unix)]
#[test]
fn what_an_engine_writes_cannot_steer_the_terminal() {
    let folder = tempdir().expect("a folder for the test");
    let engine = "ugi:sh -c 'while read -r word rest; do case $word in ugi) echo ugiok;; \
        isready) echo readyok;; go) printf \"bestmove \\033[2J{}\\n\";; esac; done'";
    let args = [engine, "random", "--games", "2", "--records", "a.ktg"];
    let told = told(&arena(folder.path(), "congress", &args));
    assert!(
        told.contains(": 2; in game 1, the engine played a wrong move: `\\u{1b}[2J{}` is"),
        "{told}"
    );
    let text = fs::read_to_string(folder.path().join("a.ktg")).expect("it is there");
    assert!(!told.contains('\u{1b}') && !text.contains('\u{1b}'));
    let records = records(&folder.path().join("a.ktg"));
    assert!(records.iter().all(|record| record.to_string().contains("lost by a fault of ugi:sh")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_before_the_end_of_any_game_leaves_one_line() {
    let folder = tempdir().expect("a folder for the test");
    let args = ["engine:60000ms", "uct:60000ms", "--games", "2", "--threads", "2"];
    let output = interrupted(folder.path(), &args, 0);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "congress: engine:60000ms against uct:60000ms: no game has ended, so there is no result\n"
    );
    assert_eq!(complaint(&output), "error: interrupted after 0 of 2 games\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_result_of_the_games_that_have_ended() {
    let folder = tempdir().expect("a folder for the test");
    let engine = "ugi:sh -c 'while read -r word rest; do case $word in ugi) echo ugiok;; \
        isready) echo readyok;; go) [ -e lost ] && exec sleep 60; touch lost; exit;; esac; done'";
    let args = [engine, "random", "--games", "2", "--threads", "1", "--time", "60000"];
    let output = interrupted(folder.path(), &args, 1);
    let result = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(result.contains("\nall               0      0       1    0.0%\n"), "{result}");
    assert_eq!(complaint(&output), "error: interrupted after 1 of 2 games\n");
    assert_eq!(records(&folder.path().join("a.ktg")).len(), 1);
}

#[cfg(unix)]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    let folder = tempdir().expect("a folder for the test");
    // A child that would write for ten seconds.
    let script = "i=0; while [ $i -lt 200 ]; do i=$((i+1)); echo; sleep 0.05; done >> beats &
        until [ -s beats ]; do sleep 0.01; done
        while read -r word rest; do case $word in
        ugi) echo ugiok;; isready) echo readyok;; go) echo bestmove none;; esac; done";
    fs::write(folder.path().join("engine.sh"), script).expect("the folder can be written to");
    told(&arena(folder.path(), "cornered", &["ugi:sh engine.sh", "random", "--games", "2"]));
    let written = || fs::metadata(folder.path().join("beats")).expect("it has begun").len();
    thread::sleep(Duration::from_millis(200));
    let before = written();
    thread::sleep(Duration::from_secs(1));
    assert_eq!(written(), before, "it still writes");
}
