//! The examples of README and docs, run by the real program.

use std::fs;
use std::path::Path;

#[test]
fn console_examples_do_what_they_say() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .case("../../README.md")
        .case("../../README.fr.md")
        .case("../../docs/notation.md")
        .case("../../docs/engine.md")
        .case("../../docs/results.md");
}

#[test]
fn the_picture_in_readme_is_what_the_program_draws() {
    let drawn = snapbox::cmd::Command::new(snapbox::cmd::cargo_bin!("katarenga"))
        .args(["diagram", "--game", "katarenga", "--moves", "e1-f3"])
        .output()
        .expect("the program runs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let kept = fs::read(root.join("docs/images/board.svg")).expect("the picture is there");
    assert!(
        drawn.stdout == kept,
        "draw it again: katarenga diagram --game katarenga --moves e1-f3"
    );
}
