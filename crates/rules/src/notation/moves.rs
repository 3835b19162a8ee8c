//! Reading moves (rules.md, section 3). Writing them is [`Move`]'s `Display`.

use std::fmt;

use crate::notation::signs::{CAPTURE_SIGNS, MOVE_SIGNS, PUT_SIGNS, is_blank};
use crate::text::quoted;
use crate::{IllegalMove, Move, Square};

/// A move as it was written: the squares are sure, but not whether a landing captures.
///
/// ```
/// use katarenga_rules::{Move, notation::moves::MoveText};
/// // Case, separators and `-` for `x` don't matter.
/// let written = MoveText::read("E4F6")?;
/// let [from, to] = ["e4", "f6"].map(|name| name.parse().unwrap());
/// assert!(written.means(Move::Step { from, to }));
/// assert!(written.means(Move::Capture { from, to }));
/// # Ok::<(), katarenga_rules::notation::moves::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveText(Move);

impl MoveText {
    /// Reads a move text. The `>` before the square of an ousted pawn is needed; case, blanks, and
    /// the sign between two squares are not.
    ///
    /// # Errors
    /// What is no square or no sign, and where it stands.
    pub fn read(text: &str) -> Result<Self, MoveTextError> {
        let mut reader = Reader::new(text);
        let mv = reader.read_move()?;
        reader.skip_blanks();
        if reader.rest.is_empty() { Ok(Self(mv)) } else { Err(reader.error(Expected::Nothing)) }
    }

    /// Whether the text stands for `mv`.
    pub fn means(self, mv: Move) -> bool {
        let plain = |mv| match mv {
            Move::Capture { from, to } => Move::Step { from, to },
            other => other,
        };
        plain(self.0) == plain(mv)
    }

    /// The move as it was written, for an explanation why it is not legal.
    pub const fn literal(self) -> Move {
        self.0
    }
}

/// The text of a move whose [path](Move::path) is written step by step. The steps may be anything:
/// the text says what is wrong with them when it is read.
///
/// ```
/// use katarenga_rules::notation::moves::text_of_path;
/// assert_eq!(text_of_path(&["e4", "f6"]), "e4-f6");
/// assert_eq!(text_of_path(&["e4", "f6", "c3"]), "e4-f6>c3");
/// ```
pub fn text_of_path<S: AsRef<str>>(path: &[S]) -> String {
    let steps: Vec<&str> = path.iter().map(AsRef::as_ref).collect();
    match steps.as_slice() {
        [from, to, put] => format!("{from}-{to}>{put}"),
        steps => steps.join("-"),
    }
}

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{text}` is not a move: expected {expected} at {} (moves look like `e4`, `e4-f6`, `e4xf6`, `e4-f6>c3`, `e8-camp`, `pass`)",
    place(found)
)]
pub struct MoveTextError {
    /// The whole text.
    pub text: String,
    /// What of it could be read: its beginning.
    pub read: String,
    /// What was expected next.
    pub expected: Expected,
    /// The rest of the text from there; empty at the end.
    pub found: String,
}

fn place(found: &str) -> String {
    if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") }
}

/// What may come next in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A square, or `pass`.
    SquareOrPass,
    /// A square, or `camp`.
    SquareOrCamp,
    /// The square on which an ousted pawn is put.
    Put,
    /// Nothing more.
    Nothing,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SquareOrPass => "a square or `pass`",
            Self::SquareOrCamp => "a square or `camp`",
            Self::Put => "the square of the ousted pawn",
            Self::Nothing => "nothing more",
        })
    }
}

/// Why a text is not a legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// It is no move at all.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// It is a move, but not a legal one.
    #[error("{mv} is not legal: {why}")]
    Illegal {
        /// The move as it was written.
        mv: Move,
        /// Why it is not legal.
        why: IllegalMove,
    },
    /// It names a pawn by a number that no pawn on the board bears.
    #[error("`{text}`: no pawn on the board has the number {number}")]
    Ordinal {
        /// The whole text.
        text: String,
        /// The number.
        number: u32,
    },
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.trim_matches(is_blank);
        Self { text, rest: text }
    }

    fn error(&self, expected: Expected) -> MoveTextError {
        let read = self.text.strip_suffix(self.rest).unwrap_or_default();
        MoveTextError {
            text: quoted(self.text),
            read: quoted(read.trim_end()),
            expected,
            found: quoted(self.rest),
        }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_blank);
    }

    fn read_move(&mut self) -> Result<Move, MoveTextError> {
        if self.word("pass") {
            return Ok(Move::Pass);
        }
        let from = self.square(Expected::SquareOrPass)?;
        if self.rest.is_empty() {
            return Ok(Move::Place(from));
        }
        // The sign is optional, and says nothing that the position doesn't.
        let captures = self.sign(CAPTURE_SIGNS);
        if !captures {
            self.sign(MOVE_SIGNS);
        }
        if self.word("camp") {
            return Ok(Move::Camp { from });
        }
        let to = self.square(Expected::SquareOrCamp)?;
        if !self.sign(PUT_SIGNS) {
            return Ok(if captures { Move::Capture { from, to } } else { Move::Step { from, to } });
        }
        let put = self.square(Expected::Put)?;
        Ok(Move::Oust { from, to, put })
    }

    /// Skips one of some signs if it comes next.
    fn sign(&mut self, signs: &[char]) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(signs);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Skips `word` if it comes next, whatever its case.
    fn word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        match self.rest.split_at_checked(word.len()) {
            Some((start, rest)) if start.eq_ignore_ascii_case(word) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn square(&mut self, expected: Expected) -> Result<Square, MoveTextError> {
        self.skip_blanks();
        let (name, rest) = self.rest.split_at_checked(2).ok_or_else(|| self.error(expected))?;
        let square = name.parse().map_err(|_| self.error(expected))?;
        self.rest = rest;
        Ok(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_lenient() {
        for (text, canonical) in [
            ("E4", "e4"),
            (" e4f6 ", "e4-f6"),
            ("e4xF6", "e4xf6"),
            ("e4 - f6", "e4-f6"),
            ("e4f6>C3", "e4-f6>c3"),
            ("e8CAMP", "e8-camp"),
            ("Pass", "pass"),
            ("e4–f6", "e4-f6"),
            ("e4\u{2011}f6", "e4-f6"),
            ("e4\u{a0}—\u{200b}f6", "e4-f6"),
            ("e4×f6", "e4xf6"),
            ("e4→f6›c3", "e4-f6>c3"),
            ("e8−camp", "e8-camp"),
        ] {
            let written = MoveText::read(text).map(|written| written.literal().to_string());
            assert_eq!(written, Ok(canonical.to_owned()), "{text}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, expected) in [
            ("", "expected a square or `pass` at the end"),
            ("e9", "expected a square or `pass` at `e9`"),
            ("e4-", "expected a square or `camp` at the end"),
            ("e4-f6>", "expected the square of the ousted pawn at the end"),
            ("e4-f6-c3", "expected nothing more at `-c3`"),
            ("e4-é6", "expected a square or `camp` at `é6`"),
        ] {
            let error = MoveText::read(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
