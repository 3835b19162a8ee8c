//! Conversations with `katarenga play` over a pipe.

use std::path::Path;
use std::{iter, mem};

use katarenga_rules::notation::position::BoardPosition;
use snapbox::cmd::Command;

use crate::program::katarenga;

/// What the program says to a line.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) text: String,
    /// The position afterwards, as the program writes it.
    pub(crate) position: String,
}

/// Plays with `options` in `folder` and types `lines`: the answers to each, after what is said
/// before the first.
///
/// The position is asked for after each line, so an answer ends where a position stands.
pub(crate) fn play(
    folder: &Path,
    options: &[impl AsRef<str>],
    lines: &[impl AsRef<str>],
) -> Vec<Answer> {
    let typed = lines.iter().flat_map(|line| [line.as_ref(), "position"]);
    let typed: Vec<&str> = iter::once("position").chain(typed).collect();
    let output = Command::from_std(katarenga(folder))
        .arg("play")
        .args(options.iter().map(AsRef::as_ref))
        .stdin(typed.join("\n"))
        .assert()
        .success()
        .stderr_eq("")
        .get_output()
        .stdout
        .clone();
    let answers = cut(&String::from_utf8(output).expect("the program prints text"));
    assert_eq!(answers.len(), lines.len() + 1, "an answer to each line: {answers:#?}");
    answers
}

fn cut(output: &str) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut text = String::new();
    for line in output.lines() {
        if line.parse::<BoardPosition>().is_ok() {
            let position = line.to_owned();
            answers.push(Answer { text: mem::take(&mut text), position });
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    answers
}
