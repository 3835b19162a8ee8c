//! Sheets as the program writes them. What is on them is tested in `crates/paper`.

use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, OutputAssert};
use tempfile::tempdir;

use crate::program::{katarenga, names};

const PUZZLES: &str = include_str!("../../paper/tests/puzzles.txt");

fn run(folder: &Path, args: &[&str]) -> OutputAssert {
    Command::from_std(katarenga(folder)).arg("sheet").args(args).assert()
}

#[test]
fn every_kind_of_sheet_is_written() {
    let folder = tempdir().expect("a folder for the test");
    fs::write(folder.path().join("puzzles.txt"), PUZZLES).expect("the folder can be written to");
    for args in [
        &["puzzles", "puzzles.txt"][..],
        &["rules", "troika", "--language", "fr"],
        &["boards", "--board", "2b1", "1a0-2a0-3a0-4a0"],
        &["quarterboards", "--paper", "letter"],
        &["scores", "--game", "cornered"],
    ] {
        let name = format!("{}.pdf", args[0]);
        let args = [args, &["--output", name.as_str()]].concat();
        run(folder.path(), &args).success().stdout_eq(format!("wrote {name}\n")).stderr_eq("");
        let pdf = fs::read(folder.path().join(&name)).expect("it is there");
        assert!(pdf.starts_with(b"%PDF-"), "{name}");
        run(folder.path(), &args).code(2).stderr_eq(format!(
            "error: {name} exists already: choose another name, or replace it with --force\n"
        ));
        run(folder.path(), &[&args[..], &["--force"]].concat()).success();
        assert!(fs::read(folder.path().join(&name)).expect("it is there") == pdf, "{name}");
    }
    assert_eq!(names(folder.path()).len(), 6, "nothing else is left there");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_to_and_not_replaced() {
    let folder = tempdir().expect("a folder for the test");
    let place = folder.path().join("nowhere");
    std::os::unix::fs::symlink("/dev/null", &place).expect("a link");
    run(folder.path(), &["scores", "--output", "nowhere", "--force"]).success();
    assert!(place.symlink_metadata().expect("it is there").is_symlink());
}

#[test]
fn puzzles_are_chosen_from_a_file() {
    let folder = tempdir().expect("a folder for the test");
    fs::write(folder.path().join("puzzles.txt"), PUZZLES).expect("the folder can be written to");
    fs::write(folder.path().join("none.txt"), "# none\n").expect("the folder can be written to");
    let refused = |args: &[&str], why: &str| {
        let args = [&["puzzles"][..], args, &["--output", "sheet.pdf"]].concat();
        run(folder.path(), &args).code(2).stdout_eq("").stderr_eq(format!("error: {why}\n"));
    };
    refused(
        &["puzzles.txt", "--count", "8"],
        "puzzles.txt: the file has 7 puzzles, fewer than the 8 of --count",
    );
    refused(
        &["puzzles.txt", "--game", "troika", "--count", "2"],
        "puzzles.txt: the file has 1 puzzle of troika, fewer than the 2 of --count",
    );
    refused(&["puzzles.txt", "--game", "quebec"], "puzzles.txt: the file has no puzzle of quebec");
    refused(&["none.txt"], "none.txt: the file has no puzzle");
    for seed in ["1", "2"] {
        let name = format!("{seed}.pdf");
        let args =
            ["puzzles", "puzzles.txt", "--count", "2", "--seed", seed, "--output", name.as_str()];
        run(folder.path(), &args).success();
    }
    let sheet = |name: &str| fs::read(folder.path().join(name)).expect("it is there");
    assert!(sheet("1.pdf") != sheet("2.pdf"), "a seed draws other puzzles");
}

#[test]
fn random_boards_differ_and_are_named() {
    let folder = tempdir().expect("a folder for the test");
    let args = ["boards", "--board", "random", "random", "--seed", "7", "--output", "boards.pdf"];
    let output = run(folder.path(), &args).success().get_output().stdout.clone();
    let text = String::from_utf8(output).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[0], "wrote boards.pdf");
    assert!(lines[1].starts_with("board: ") && lines[1] != lines[2], "{text}");
}
