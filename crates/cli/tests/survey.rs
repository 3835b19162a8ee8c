//! The surveys of all boards: their files, and what happens when they are stopped.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::program::katarenga;

/// Surveys Quartermaster on the first `boards` boards into `s.csv`.
fn survey(folder: &Path, boards: usize) -> Output {
    survey_of("quartermaster", folder, boards)
}

fn survey_of(what: &str, folder: &Path, boards: usize) -> Output {
    katarenga(folder)
        .args(["survey", what, "--output", "s.csv", "--boards", &boards.to_string()])
        .output()
        .expect("the program runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The rows without their order, which depends on the threads.
fn rows(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("s.csv")).expect("the file is there");
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    rows.sort();
    rows
}

#[test]
fn a_survey_that_was_cut_short_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = survey(folder.path(), 6);
    assert!(told(&whole).starts_with("boards: 6; the first player wins on 6\n"), "{whole:?}");
    let complete = rows(folder.path());
    assert_eq!(complete.len(), 7, "a header and a row a board");

    // As a kill in the middle of a row leaves it.
    let path = folder.path().join("s.csv");
    let text = fs::read(&path).expect("the file is there");
    fs::write(&path, &text[..text.len() - 9]).expect("it can be written");
    let again = survey(folder.path(), 6);
    assert!(told(&again).starts_with("5 boards are in s.csv already\nboards: 6;"), "{again:?}");
    assert_eq!(rows(folder.path()), complete);
}

#[test]
fn rows_agree_with_the_solver() {
    for what in ["quartermaster", "isolation", "troika"] {
        let folder = tempfile::tempdir().expect("a folder");
        survey_of(what, folder.path(), 1);
        let text = fs::read_to_string(folder.path().join("s.csv")).expect("the file is there");
        let [header, row] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        let cell = |name| {
            let index = header.split(',').position(|other| other == name).expect("a cell");
            row.split(',').nth(index).expect("as many as names")
        };
        let solved = katarenga(folder.path())
            .args(["solve", "--game", what, "--json", "--board", cell("board")])
            .output()
            .expect("the program runs");
        let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("JSON");
        let squares = solved["squares"].as_array().expect("squares");
        let mut winning: Vec<&str> = squares
            .iter()
            .filter(|square| square["wins"] == true)
            .filter_map(|square| square["square"].as_str())
            .collect();
        let mut listed: Vec<&str> = cell("squares").split_whitespace().collect();
        winning.sort_unstable();
        listed.sort_unstable();
        assert_eq!(winning, listed, "{row}");
        assert_eq!(cell("winning").parse(), Ok(listed.len()), "{row}");
    }
}

#[test]
fn the_most_pawns_of_a_board_are_as_many_as_those_of_the_example() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = katarenga(folder.path())
        .args(["survey", "isolation", "--most", "--boards", "3"])
        .output()
        .expect("the program runs");
    assert!(told(&output).starts_with("boards: 3\n14 pawns at most:"), "{output:?}");
    let text = fs::read_to_string(folder.path().join("most.csv")).expect("the file is there");
    assert_eq!(text.lines().count(), 4, "a header and a row a board");
    for row in text.lines().skip(1) {
        let [board, most, example] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        assert_eq!(most.parse(), Ok(example.split(' ').count()), "{board}");
    }
}

#[test]
fn another_file_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("s.csv");
    for other in ["my shopping list\n", "no end of line"] {
        fs::write(&path, other).expect("it can be written");
        let refused = survey(folder.path(), 1);
        assert_eq!(refused.status.code(), Some(2), "{other}: {refused:?}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), other);
    }
    let spoilt = "board,winning,red,yellow,green,blue,squares\nnonsense\n";
    fs::write(&path, spoilt).expect("it can be written");
    let refused = survey(folder.path(), 1);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.starts_with("error: s.csv:2: this row doesn't hold"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), spoilt);
}

/// Surveys one board into `path`, and gives what is complained of and the exit status.
fn refused(folder: &Path, path: &str) -> (String, Option<i32>) {
    let output = katarenga(folder)
        .args(["survey", "quartermaster", "--boards", "1", "--output", path])
        .output()
        .expect("the program runs");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    // Sparse: it takes no room.
    let huge = |name: &str, begins: &str| {
        let path = folder.path().join(name);
        fs::write(&path, begins).expect("it can be written");
        let file = fs::OpenOptions::new().write(true).open(path).expect("it is there");
        file.set_len(100 * 1024 * 1024).expect("a file may be as long");
    };
    huge("zeros.csv", "");
    let (complaint, status) = refused(folder.path(), "zeros.csv");
    assert!(complaint.starts_with("error: zeros.csv:1: this is not a survey"), "{complaint}");
    assert_eq!(status, Some(2));

    huge("long.csv", "board,winning,red,yellow,green,blue,squares\n");
    let (complaint, status) = refused(folder.path(), "long.csv");
    let why = "the file is larger than 64 MiB, the most that is read at once\n";
    assert_eq!(complaint, format!("error: long.csv: {why}"));
    assert_eq!(status, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_not_read() {
    // Both give zeros without end.
    let (complaint, status) = refused(Path::new("."), "/dev/full");
    assert_eq!(complaint, "error: /dev/full: No space left on device (os error 28)\n");
    assert_eq!(status, Some(1));
    assert_eq!(refused(Path::new("."), "/dev/zero"), (String::new(), Some(0)));
}
