//! Tags: `[Name "value"]`.

use super::printable;
use crate::notation::signs::is_blank;

/// A tag as it was read.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
}

/// The quotation marks that a value may stand in, with those that end it.
const QUOTES: [(char, &[char]); 6] = [
    ('"', &['"']),
    ('“', &['”', '“', '"']),
    ('”', &['”', '"']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
    ('\'', &['\'']),
];
const SINGLE: (char, &[char]) = ('‘', &['’', '\'']);

fn closing(quote: char) -> Option<&'static [char]> {
    QUOTES.iter().chain([&SINGLE]).find(|(known, _)| *known == quote).map(|(_, closing)| *closing)
}

/// Whether a character can be one of a name. Outside ASCII all but quotes and blanks can, so that a name in
/// another alphabet is read whole, and refused.
fn is_of_name(c: char) -> bool {
    match c {
        '_' => true,
        _ if c.is_ascii() => c.is_ascii_alphanumeric(),
        _ => closing(c).is_none() && !is_blank(c),
    }
}

/// The name after a bracket, also one that has other letters than tags may have, and the text after it and its blanks.
fn name(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?.trim_start_matches(is_blank);
    let rest = inner.trim_start_matches(is_of_name);
    let name = &inner[..inner.len() - rest.len()];
    (!name.is_empty()).then(|| (name, rest.trim_start_matches(is_blank)))
}

/// Whether a text begins with a bracket and a name.
pub(super) fn has_name(text: &str) -> bool {
    name(text).is_some()
}

/// Whether a text begins like a tag, even if it doesn't go on like one.
pub(super) fn looks_like_tag(text: &str) -> bool {
    name(text).and_then(|(_, rest)| closing(rest.chars().next()?)).is_some()
}

/// The tag with which a text begins, and its length; otherwise the name that it seems to have.
pub(super) fn read_tag(text: &str) -> Result<(usize, Tag), Option<String>> {
    let Some((name, rest)) = name(text) else { return Err(None) };
    let value = if name.is_ascii() { value(rest) } else { None };
    value
        .map(|(value, rest)| {
            let tag = Tag { name: name.to_owned(), value: printable(&value) };
            (text.len() - rest.len(), tag)
        })
        .ok_or_else(|| Some(name.to_owned()))
}

/// The value with which a text begins, and the text after its bracket.
fn value(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next()?;
    let closing = closing(quote)?;
    let inner = &text[quote.len_utf8()..];
    let mut value = String::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if closing.contains(&c) {
            let after = inner[at + c.len_utf8()..].trim_start_matches(is_blank).strip_prefix(']');
            match after {
                Some(after) => return Some((value, after)),
                // An apostrophe, say; in the usual marks a quotation mark needs a backslash.
                None if quote != '"' => value.push(c),
                None => return None,
            }
            continue;
        }
        match c {
            '\n' | '\r' => return None,
            // What would make a value of the rest of a line without end.
            '[' if quote != '"' => return None,
            '\\' => value.push(chars.next().filter(|(_, c)| !matches!(c, '\n' | '\r'))?.1),
            _ => value.push(c),
        }
    }
    None
}
