//! Writing records in their canonical form.

use std::fmt::{self, Write as _};

use super::{Record, TERMINATION, result_text};
use crate::{Ending, Outcome, Setup, reasons};

/// The width at which moves are wrapped.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    /// The canonical form, ending with a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // A line break would end the tag.
            let value: String =
                value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            writeln!(f, "[{name} \"{value}\"]")
        };
        tag("Game", game.kind().name())?;
        tag("Board", &game.board().code().to_string())?;
        tag("First", &game.start().core().first().to_string())?;
        match game.setup() {
            Some(Setup { layout: 0, .. }) => {}
            Some(Setup { layout, .. }) => {
                let name = game.kind().info().layout_name(layout);
                name.map_or(Ok(()), |name| tag("Layout", name))?;
            }
            None => {
                tag("Position", &game.start_board_position().to_string())?;
            }
        }
        for (name, value) in &self.tags {
            tag(name, value)?;
        }
        if game.ending() == Some(Ending::Aborted) {
            tag(TERMINATION, reasons::ABORTED.key)?;
        }
        tag("Result", &result_text(game.outcome().filter(Outcome::is_result)))?;
        f.write_char('\n')?;
        f.write_str(&self.wrapped_moves())
    }
}

impl Record {
    /// The moves with their numbers, the comments, and the result, wrapped.
    fn wrapped_moves(&self) -> String {
        let mut text = Wrapped::default();
        self.remarks(0, &mut text);
        for (index, mv) in self.game.moves().enumerate() {
            // A number stays with its move.
            match index % 2 {
                0 => text.word(&format!("{}. {mv}", index / 2 + 1)),
                _ => text.word(&mv.to_string()),
            }
            self.remarks(index + 1, &mut text);
        }
        text.word(&match self.game.outcome().filter(Outcome::is_result) {
            None => "*".to_owned(),
            Some(Outcome { winner: None, .. }) => "draw".to_owned(),
            Some(Outcome { winner: Some(side), points, .. }) => format!("{side}+{points}"),
        });
        text.end_line();
        text.0
    }

    /// What is said after a ply: signs by their numbers, then the comment in braces; one that has
    /// braces itself in lines of its own.
    fn remarks(&self, ply: usize, text: &mut Wrapped) {
        for nag in self.nags.get(&ply).into_iter().flatten() {
            text.word(&format!("${nag}"));
        }
        let comment = self.comments.get(&ply).map_or("", String::as_str);
        let mut words: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
        if comment.contains(['{', '}']) {
            text.lines_after("; ", &words);
            return;
        }
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        for word in &words {
            text.word(word);
        }
    }
}

/// Words on lines that are not too long.
#[derive(Default)]
struct Wrapped(String);

impl Wrapped {
    /// Adds a word, on a new line where there is no room for it.
    fn word(&mut self, word: &str) {
        let column = self.column();
        if column > 0 && column + 1 + word.chars().count() > WIDTH {
            self.0.push('\n');
        } else if column > 0 {
            self.0.push(' ');
        }
        self.0.push_str(word);
    }

    fn end_line(&mut self) {
        if self.column() > 0 {
            self.0.push('\n');
        }
    }

    /// Adds words on lines of their own, each of which begins with `sign`.
    fn lines_after(&mut self, sign: &str, words: &[String]) {
        self.end_line();
        for word in words {
            let column = self.column();
            if column > 0 && column + 1 + word.chars().count() > WIDTH {
                self.0.push('\n');
            }
            self.0.push_str(if self.column() == 0 { sign } else { " " });
            self.0.push_str(word);
        }
        self.end_line();
    }

    /// How many characters the last line has.
    fn column(&self) -> usize {
        self.0.rsplit('\n').next().map_or(0, |line| line.chars().count())
    }
}
