//! Cutting a text of records into tags, comments, marks and words, each with its place.
//!
//! Every step reads on from where the one before ended, so the time grows with the text alone,
//! whatever it holds.

use super::tag::{Tag, has_name, looks_like_tag, read_tag};
use crate::notation::signs::{CAPTURE_SIGNS, MOVE_SIGNS, PUT_SIGNS, is_blank};
use crate::text::quoted;

/// Where something stands, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    /// In characters.
    pub(super) column: usize,
}

/// What a text consists of.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Tag(Tag),
    /// Something in brackets that is no tag, and the name that it has nevertheless.
    BadTag {
        text: String,
        name: Option<String>,
    },
    Comment(&'a str),
    /// The brace of a comment that ends nowhere; what follows is the next record.
    OpenComment,
    /// `$1`
    Nag(u16),
    /// A move number.
    Number,
    /// A parenthesis, with what is glued to it.
    Variation(&'a str),
    /// A move or a result.
    Word(&'a str),
}

/// A piece and where it stands.
#[derive(Debug)]
pub(super) struct Token<'a> {
    pub(super) place: Place,
    /// Whether an empty line stands before it.
    pub(super) after_gap: bool,
    /// Whether it is the first on its line.
    pub(super) begins_line: bool,
    pub(super) piece: Piece<'a>,
}

impl Token<'_> {
    /// Whether it belongs to the tags of a record. Something in brackets that is no tag does so
    /// where a tag would stand; among tags also without a name.
    pub(super) fn belongs_to_tags(&self, is_among_tags: bool) -> bool {
        match &self.piece {
            Piece::Tag(_) => true,
            Piece::BadTag { name, .. } => self.begins_line && (is_among_tags || name.is_some()),
            _ => false,
        }
    }
}

/// The next place of a byte, looked up once for all who ask before it.
struct Lookahead {
    byte: u8,
    from: usize,
    /// The end of the text where there is none.
    found: usize,
}

impl Lookahead {
    const fn new(byte: u8) -> Self {
        Self { byte, from: 1, found: 0 }
    }

    fn find(&mut self, text: &str, from: usize) -> Option<usize> {
        if !(self.from..=self.found).contains(&from) {
            let rest = text.as_bytes().get(from..).unwrap_or_default();
            let found = rest.iter().position(|byte| *byte == self.byte);
            (self.from, self.found) = (from, found.map_or(text.len(), |found| from + found));
        }
        (self.found < text.len()).then_some(self.found)
    }
}

/// Reads a text piece by piece.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    place: Place,
    opening: Lookahead,
    closing: Lookahead,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let place = Place { line: 1, column: 1 };
        Self { text, at: 0, place, opening: Lookahead::new(b'{'), closing: Lookahead::new(b'}') }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on by some bytes. A line ends with a line feed, a carriage return, or both.
    fn advance(&mut self, length: usize) {
        let mut previous = self.text[..self.at].chars().next_back();
        for c in self.text[self.at..self.at + length].chars() {
            match c {
                '\n' if previous == Some('\r') => {}
                '\n' | '\r' => self.place = Place { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
            previous = Some(c);
        }
        self.at += length;
    }

    /// Skips blanks, and lines that begin with `%`, which belong to other programs; says whether an
    /// empty line was among them.
    fn skip_blanks(&mut self) -> bool {
        let mut has_gap = false;
        loop {
            let (rest, line) = (self.rest(), self.place.line);
            self.advance(rest.len() - rest.trim_start_matches(is_blank).len());
            has_gap |= self.place.line > line + 1;
            if !(self.rest().starts_with('%') && self.place.column == 1) {
                return has_gap;
            }
            self.advance(line_length(self.rest()));
        }
    }

    /// The comment at the brace that comes next, with its length.
    fn comment(&mut self) -> (usize, Piece<'a>) {
        let (text, start) = (self.text, self.at + 1);
        let close = self.closing.find(text, start);
        let inside = &text[start..close.unwrap_or(text.len())];
        match (self.record_inside(start, inside, close.is_some()), close) {
            (Some(record), _) => (record - self.at, Piece::OpenComment),
            (None, Some(close)) => (close + 1 - self.at, Piece::Comment(inside)),
            (None, None) => (text.len() - self.at, Piece::OpenComment),
        }
    }

    /// Where a record begins that an open brace would make part of a comment.
    ///
    /// Comments may hold what looks like a tag. So this takes two lines in brackets, or one with a
    /// tag of ours and no more; and a sign that they are no comment: an empty line before them, or
    /// another brace that is opened after them before one is closed. Where none is closed at all, a
    /// tag is enough.
    fn record_inside(&mut self, start: usize, inside: &str, is_closed: bool) -> Option<usize> {
        let end = start + inside.len();
        let mut offset = start;
        let mut run: Option<Run> = None;
        // The comment begins in the middle of a line.
        let (mut is_first, mut is_empty, mut after_return) = (true, false, false);
        for line in inside.split_inclusive(['\n', '\r']) {
            let at = offset;
            offset += line.len();
            if line == "\n" && std::mem::take(&mut after_return) {
                continue;
            }
            after_return = line.ends_with('\r');
            let content = line.trim_matches(is_blank);
            if !is_first && has_name(content) {
                let run =
                    run.get_or_insert(Run { at, after_gap: is_empty, lines: 0, has_tag: false });
                run.lines += 1;
                run.has_tag |= looks_like_tag(content);
                let is_whole = line.ends_with(['\n', '\r']) && is_own_tag(content);
                let is_record = run.has_tag && (run.lines > 1 || is_whole);
                let is_sure = run.after_gap
                    || self.opening.find(self.text, at).is_some_and(|open| open < end);
                if run.has_tag && !is_closed || is_record && is_sure {
                    return Some(run.at);
                }
            } else {
                run = None;
            }
            (is_first, is_empty) = (false, content.is_empty());
        }
        None
    }
}

/// Lines in brackets, one after the other.
struct Run {
    at: usize,
    /// Whether an empty line stands before them.
    after_gap: bool,
    lines: usize,
    /// Whether one of them looks like a tag.
    has_tag: bool,
}

/// The names of the tags that the game itself gives.
const OWN_TAGS: [&str; 6] = ["game", "board", "first", "layout", "position", "result"];

/// Whether a line is a tag that the game itself gives, and no more.
fn is_own_tag(line: &str) -> bool {
    read_tag(line).is_ok_and(|(length, tag)| {
        length == line.len() && OWN_TAGS.iter().any(|name| tag.name.eq_ignore_ascii_case(name))
    })
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let (line, is_start) = (self.place.line, self.at == 0);
        let after_gap = self.skip_blanks();
        let (place, rest) = (self.place, self.rest());
        let (length, piece) = match rest.chars().next()? {
            '{' => self.comment(),
            ';' => (line_length(rest), Piece::Comment(&rest[1..line_length(rest)])),
            '[' => bracket(rest),
            '$' => nag(rest),
            '(' | ')' => (word_length(rest), Piece::Variation(&rest[..word_length(rest)])),
            '*' => (1, Piece::Word(&rest[..1])),
            _ => word(rest),
        };
        self.advance(length);
        Some(Token { place, after_gap, begins_line: is_start || place.line > line, piece })
    }
}

/// The length of a text to the end of its first line.
fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The length of the word with which a text begins: at least one character.
fn word_length(text: &str) -> usize {
    let ends = |c: char| is_blank(c) || "{};()[]$*".contains(c);
    let first = text.chars().next().map_or(0, char::len_utf8);
    text[first..].find(ends).map_or(text.len(), |end| first + end)
}

fn bracket<'a>(rest: &str) -> (usize, Piece<'a>) {
    match read_tag(rest) {
        Ok((length, tag)) => (length, Piece::Tag(tag)),
        Err(name) => {
            // Other tags may stand on the same line.
            let ends = |(at, c): &(usize, char)| match c {
                '\n' | '\r' => true,
                '[' => *at > 0 && looks_like_tag(&rest[*at..]),
                _ => false,
            };
            let length = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
            let text = quoted(rest[..length].trim_matches(is_blank));
            (length, Piece::BadTag { text, name })
        }
    }
}

/// `$1`; a sign without a number says nothing.
fn nag<'a>(rest: &str) -> (usize, Piece<'a>) {
    let digits = digits(&rest[1..]);
    match digits.parse() {
        Ok(number) => (1 + digits.len(), Piece::Nag(number)),
        Err(_) => (word_length(rest), Piece::Nag(0)),
    }
}

fn word(rest: &str) -> (usize, Piece<'_>) {
    let spaced = spaced_result(rest).or_else(|| spaced_move(rest));
    if let Some(length) = spaced {
        return (length, Piece::Word(&rest[..length]));
    }
    if let Some(length) = number(rest) {
        return (length, Piece::Number);
    }
    let length = word_length(rest);
    (length, Piece::Word(&rest[..length]))
}

fn digits(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
}

/// The length of a move number, `12.`, `12...`, `12…`, `12)`, a lone `12`, or the dots of `12 ...`.
fn number(text: &str) -> Option<usize> {
    let after_digits = &text[digits(text).len()..];
    let after_dots = after_digits.trim_start_matches(['.', '…']);
    let after = if after_digits.len() < text.len() {
        after_dots.strip_prefix(')').unwrap_or(after_dots)
    } else {
        after_dots
    };
    let is_alone = after.chars().next().is_none_or(|c| is_blank(c) || "{;()[$*".contains(c));
    let is_number = after.len() < after_digits.len() || is_alone || square(after).is_some();
    (after.len() < text.len() && is_number).then(|| text.len() - after.len())
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// The text after a square.
fn square(text: &str) -> Option<&str> {
    match text.as_bytes() {
        [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..] => text.get(2..),
        _ => None,
    }
}

/// The text after a word, whatever its case.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}

/// The length of a move that is written with blanks, `e4 - f6 > c3` or `13 x 12`: its sign joins
/// what stands before and after it.
fn spaced_move(text: &str) -> Option<usize> {
    let joined = |text, signs: &[char]| skip_blanks(text).strip_prefix(signs).map(skip_blanks);
    let number = digits(text);
    let end = if number.is_empty() {
        let after = skip_blanks(square(text)?);
        let to = joined(after, MOVE_SIGNS).or_else(|| joined(after, CAPTURE_SIGNS))?;
        let after = square(to).or_else(|| after_word(to, "camp"))?;
        joined(after, PUT_SIGNS).and_then(square).unwrap_or(after)
    } else {
        let of = joined(&text[number.len()..], CAPTURE_SIGNS)?;
        &of[Some(digits(of).len()).filter(|length| *length > 0)?..]
    };
    let length = text.len() - end.len();
    text[..length].contains(is_blank).then_some(length)
}

/// The length of a result that is written with blanks: `1 - 0`, `1/2 – 1/2`.
fn spaced_result(text: &str) -> Option<usize> {
    let score = |text: &str| {
        let known = ["1/2", "½", "1", "0"].into_iter().find(|score| text.starts_with(score));
        known.map(str::len)
    };
    let after = skip_blanks(&text[score(text)?..]);
    let other = skip_blanks(after.strip_prefix(MOVE_SIGNS)?);
    let end = &other[score(other)?..];
    let is_whole = end.chars().next().is_none_or(|c| is_blank(c) || "{;[$*".contains(c));
    is_whole.then(|| text.len() - end.len())
}
