//! Lines of a limited length from an untrusted input.

use std::io::{self, BufRead};

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line without its end, as text.
    Line(String),
    /// A line is longer than the limit. It is skipped.
    TooLong,
}

/// Reads lines of a limited length, in bytes.
///
/// ```
/// use katarenga_engine::lines::{BoundedLines, InputLine};
/// let mut lines = BoundedLines::new("go\nmuch longer\nquit".as_bytes(), 4);
/// assert_eq!(lines.next_line()?, Some(InputLine::Line("go".to_owned())));
/// assert_eq!(lines.next_line()?, Some(InputLine::TooLong));
/// assert_eq!(lines.next_line()?, Some(InputLine::Line("quit".to_owned())));
/// assert_eq!(lines.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
    most: usize,
    /// Whether what follows is the rest of a line that was too long.
    in_long: bool,
}

impl<R: BufRead> BoundedLines<R> {
    /// The lines of `input`, of at most `most` bytes each.
    pub const fn new(input: R, most: usize) -> Self {
        Self { input, most, in_long: false }
    }

    /// The next line; `None` at the end. That one is too long is said before its end has come.
    ///
    /// # Errors
    /// When the input can't be read.
    pub fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut line = Vec::new();
        loop {
            let read = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if read.is_empty() {
                return Ok((!line.is_empty()).then(|| InputLine::Line(text(&line))));
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = &read[..end.unwrap_or(read.len())];
            let is_too_long = !self.in_long && line.len() + part.len() > self.most;
            if !self.in_long && !is_too_long {
                line.extend_from_slice(part);
            }
            let used = end.map_or(read.len(), |end| end + 1);
            self.input.consume(used);
            let was_in_long = std::mem::replace(&mut self.in_long, false);
            match (is_too_long, end) {
                (true, _) => {
                    self.in_long = end.is_none();
                    return Ok(Some(InputLine::TooLong));
                }
                (false, Some(_)) if !was_in_long => return Ok(Some(InputLine::Line(text(&line)))),
                (false, Some(_)) => {}
                (false, None) => self.in_long = was_in_long,
            }
        }
    }
}

/// Invalid UTF-8 is replaced.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read as _};

    use super::*;

    #[test]
    fn f35_of_a_long_line_nothing_is_kept_and_the_next_one_is_read() {
        // Whatever pieces the input comes in.
        for piece in [1, 3, 4, 5, 64] {
            let input = BufReader::with_capacity(piece, "abcd\n\nabcde\nx\nabcdefghij".as_bytes());
            let mut lines = BoundedLines::new(input, 4);
            let read: Vec<InputLine> =
                std::iter::from_fn(|| lines.next_line().expect("it can be read")).collect();
            let line = |text: &str| InputLine::Line(text.to_owned());
            let all = [line("abcd"), line(""), InputLine::TooLong, line("x"), InputLine::TooLong];
            assert_eq!(read, all, "{piece}");
        }
    }

    #[test]
    fn f35_a_line_without_end_is_noticed_at_once() {
        let mut lines = BoundedLines::new(BufReader::new(std::io::repeat(0)), 1000);
        assert_eq!(lines.next_line().expect("it can be read"), Some(InputLine::TooLong));
        let mut lines = BoundedLines::new(BufReader::new(std::io::repeat(0).take(1 << 24)), 1000);
        assert_eq!(lines.next_line().expect("it can be read"), Some(InputLine::TooLong));
        assert_eq!(lines.next_line().expect("it can be read"), None);
    }
}
