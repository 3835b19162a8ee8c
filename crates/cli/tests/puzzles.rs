//! Files of puzzles: made, gone on with, checked.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::program::katarenga;

fn make(folder: &Path, count: &str, threads: &str) -> Output {
    let of = ["puzzles", "make", "--game", "cornered", "--seed", "1", "--output", "p.txt"];
    let with = ["--count", count, "--threads", threads];
    katarenga(folder).args(of).args(with).output().expect("the program runs")
}

fn check(folder: &Path, with: &[&str]) -> Output {
    katarenga(folder)
        .args(["puzzles", "check", "p.txt"])
        .args(with)
        .output()
        .expect("the program runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn making_that_was_cut_short_goes_on_to_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.txt");
    let whole = make(folder.path(), "5", "2");
    assert!(told(&whole).starts_with("5 puzzles in "), "{whole:?}");
    let complete = fs::read_to_string(&path).expect("the file is there");
    assert!(complete.starts_with(
        "# Puzzles made by `katarenga puzzles make --game cornered --count 5 --seed 1`\n"
    ));

    // As a kill in the middle of a line leaves it; and with another number of threads.
    fs::write(&path, &complete[..complete.len() - 9]).expect("it can be written");
    let again = make(folder.path(), "5", "1");
    assert!(told(&again).starts_with("4 puzzles are in p.txt already\n5 puzzles in "), "{again:?}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), complete);
}

#[test]
fn a_file_of_something_else_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.txt");
    fs::write(&path, "a letter").expect("it can be written");
    let refused = complained(&make(folder.path(), "5", "1"));
    assert!(refused.contains("p.txt:1: this file was not made by the same command"), "{refused}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), "a letter");
}

#[test]
fn files_are_checked_and_what_makes_no_sense_is_named_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path(), "4", "2");
    assert_eq!(told(&check(folder.path(), &[])), "4 puzzles, 4 of them proven\n");
    let judged = told(&check(folder.path(), &["--nodes", "1000", "--sample", "3", "--seed", "2"]));
    assert!(judged.ends_with("3 of 3 keep their one solution with 1000 nodes\n"), "{judged}");
    let path = folder.path().join("p.txt");
    let text = fs::read_to_string(&path).expect("the file is there");
    let with = |more: &str| {
        fs::write(&path, format!("{text}{more}\n")).expect("it can be written");
        complained(&check(folder.path(), &[]))
    };
    let refused = with("nonsense");
    assert!(refused.contains("p.txt:7: a puzzle has eight parts"), "{refused}");
    let last = text.lines().last().expect("a puzzle");
    assert!(with(last).contains(" is there twice"));
    // Errors repeat no more of a file than a reader needs.
    let endless = with(&last.replace(" | proven | ", &format!(" | {} | ", "p".repeat(100_000))));
    assert!(endless.len() < 300 && endless.contains("is not `proven` or `searched`"), "{endless}");
    // As some editors begin a file.
    fs::write(&path, format!("\u{feff}{last}\n")).expect("it can be written");
    assert_eq!(told(&check(folder.path(), &[])), "1 puzzles, 1 of them proven\n");
    fs::write(&path, "").expect("it can be written");
    assert_eq!(told(&check(folder.path(), &["--levels"])), "0 puzzles, 0 of them proven\n");
}

#[test]
fn a_puzzle_that_says_too_much_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.txt");
    let searched = include_str!("../../../puzzles/big-bang.txt");
    let searched = searched.lines().find(|line| line.contains(" | searched | ")).expect("a puzzle");
    let proven = searched.replace(" | searched | ", " | proven | ");
    fs::write(&path, format!("{proven}\n")).expect("it can be written");
    let refused = complained(&check(folder.path(), &[]));
    assert!(refused.contains("called proven, but no solver knows"), "{refused}");

    // A goal that is not the best there is.
    fs::remove_file(&path).expect("it is there");
    make(folder.path(), "1", "1");
    let text = fs::read_to_string(&path).expect("the file is there");
    let goal = text.lines().last().and_then(|line| line.split(" | ").nth(3)).expect("a goal");
    let wrong = text.replace(&format!(" | {goal} | "), " | draw | ");
    fs::write(&path, wrong).expect("it can be written");
    let output = check(folder.path(), &["--nodes", "1000"]);
    assert!(told(&output).contains("0 of 1 keep their one solution"), "{output:?}");
    assert!(complained(&output).contains("1 of 1 don't keep their one solution"), "{output:?}");
}

#[test]
fn making_ends_at_its_last_game_however_often_it_is_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.txt");
    make(folder.path(), "1", "1");
    let text = fs::read_to_string(&path).expect("the file is there");
    let source = text.trim_end().rsplit(" | ").next().expect("the number of a game");
    let text = text.replace("--count 1", "--count 2");
    for last in [399, u64::MAX] {
        let late = text.replace(&format!(" | {source}\n"), &format!(" | {last}\n"));
        fs::write(&path, &late).expect("it can be written");
        let output = make(folder.path(), "2", "1");
        assert!(output.status.success(), "{output:?}");
        let games = last.saturating_add(1);
        let expected = format!("1 puzzles are in p.txt already\n1 puzzles in {games} games\n");
        assert_eq!(told(&output), expected);
        assert_eq!(fs::read_to_string(&path).expect("the file is there"), late);
    }
}
