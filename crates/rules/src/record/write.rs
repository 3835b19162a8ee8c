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
                tag("Layout", game.kind().info().layouts[usize::from(layout)])?;
            }
            None => {
                tag("Position", &game.placed_start().to_string())?;
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
        let mut words: Vec<String> = self.comment_words(0);
        for (index, mv) in self.game.moves().enumerate() {
            // A number stays with its move.
            words.push(match index % 2 {
                0 => format!("{}. {mv}", index / 2 + 1),
                _ => mv.to_string(),
            });
            words.extend(self.comment_words(index + 1));
        }
        words.push(match self.game.outcome().filter(Outcome::is_result) {
            None => "*".to_owned(),
            Some(Outcome { winner: None, .. }) => "draw".to_owned(),
            Some(Outcome { winner: Some(side), points, .. }) => format!("{side}+{points}"),
        });
        let (mut text, mut column) = (String::new(), 0);
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                text.push('\n');
                column = 0;
            }
            if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += width;
        }
        text.push('\n');
        text
    }

    /// The comment after a ply as words in braces.
    fn comment_words(&self, ply: usize) -> Vec<String> {
        let comment = self.comments.get(&ply).map_or("", String::as_str);
        let comment = comment.replace('{', "(").replace('}', ")");
        let mut words: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        words
    }
}
