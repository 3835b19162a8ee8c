//! Files that can't be read, and files that must not be lost.

use std::fs::{self, File};
use std::path::Path;

use snapbox::cmd::{Command, OutputAssert};
use tempfile::tempdir;

use crate::program::{katarenga, names};

fn run(folder: &Path, args: &[&str]) -> OutputAssert {
    Command::from_std(katarenga(folder)).args(args).assert()
}

#[test]
fn a_huge_file_is_refused() {
    let folder = tempdir().expect("a folder for the test");
    let file = File::create(folder.path().join("huge.ktg")).expect("the folder can be written to");
    // Sparse: it takes no room.
    file.set_len(100 * 1024 * 1024).expect("a file may be as long");
    let refusal = "huge.ktg: the file is larger than 64 MiB, the most that is read at once: split it (a record begins with its [Game ...] tag)\n";
    for args in [&["replay", "huge.ktg"][..], &["play", "--load", "huge.ktg"]] {
        run(folder.path(), args).code(2).stdout_eq("").stderr_eq(format!("error: {refusal}"));
    }
    run(folder.path(), &["check", "huge.ktg"])
        .code(2)
        .stdout_eq(refusal)
        .stderr_eq("error: 1 error found\n");
}

#[test]
fn a_picture_replaces_a_file_by_force_alone() {
    let folder = tempdir().expect("a folder for the test");
    for (option, name, begins) in
        [("--svg", "board.svg", &b"<svg "[..]), ("--png", "board.png", b"\x89PNG")]
    {
        let file = folder.path().join(name);
        fs::write(&file, "dear to somebody").expect("the folder can be written to");
        for command in [&["board"][..], &["diagram", "--game", "congress"]] {
            let args = [command, &[option, name]].concat();
            run(folder.path(), &args).code(2).stdout_eq("").stderr_eq(format!(
                "error: {name} exists already: choose another name, or replace it with --force\n"
            ));
        }
        assert_eq!(fs::read(&file).expect("it is still there"), b"dear to somebody");

        let args = ["diagram", "--game", "congress", option, name, "--force"];
        run(folder.path(), &args).success().stdout_eq(format!("wrote {name}\n")).stderr_eq("");
        let picture = fs::read(&file).expect("it is there");
        assert!(picture.starts_with(begins), "{name} holds the picture");
    }
    assert_eq!(names(folder.path()), ["board.png", "board.svg"], "nothing else is left there");
}

#[test]
fn a_picture_needs_a_folder() {
    let folder = tempdir().expect("a folder for the test");
    fs::write(folder.path().join("file"), "").expect("the folder can be written to");
    for name in ["none/board.svg", "file/board.svg"] {
        let refused = run(folder.path(), &["board", "--svg", name]).code(2).stdout_eq("");
        let complaint = String::from_utf8_lossy(&refused.get_output().stderr);
        assert!(complaint.starts_with(&format!("error: {name}: ")), "{complaint}");
    }
    assert_eq!(names(folder.path()), ["file"], "nothing is left there");
}

#[test]
fn a_folder_is_not_replaced() {
    let folder = tempdir().expect("a folder for the test");
    fs::create_dir(folder.path().join("board.svg")).expect("the folder can be written to");
    for force in [&[][..], &["--force"]] {
        let args = [&["board", "--svg", "board.svg"], force].concat();
        let refused = run(folder.path(), &args).code(2).stdout_eq("");
        let complaint = String::from_utf8_lossy(&refused.get_output().stderr);
        assert!(complaint.starts_with("error: board.svg"), "{complaint}");
    }
    assert_eq!(names(folder.path()), ["board.svg"], "nothing else is left there");
}

#[test]
fn a_record_may_come_from_another_system() {
    let folder = tempdir().expect("a folder for the test");
    let record = "\u{feff}[Game \"cornered\"]\r\n[Board \"2a0\"]\r\n\r\n1. d1 b2 2. a1 white+3\r\n";
    fs::write(folder.path().join("game.ktg"), record).expect("the folder can be written to");
    run(folder.path(), &["check", "game.ktg"])
        .success()
        .stdout_eq("game.ktg: 1 record, 1 valid\n")
        .stderr_eq("");
}
