//! Signs as word processors and printers set them.

/// What may join two squares.
pub(crate) const MOVE_SIGNS: &[char] =
    &['-', '\u{ad}', '‐', '\u{2011}', '‒', '–', '—', '―', '−', '﹘', '﹣', '\u{ff0d}', '→'];

/// What a capture may be written with.
pub(crate) const CAPTURE_SIGNS: &[char] = &['x', 'X', ':', '×', '✕', '✖', '⨯'];

/// What may stand before the square of an ousted pawn.
pub(crate) const PUT_SIGNS: &[char] = &['>', '›', '\u{ff1e}'];

/// Whether a character separates words: a blank of any width, also of none, and what turns the
/// direction of writing. An old end of a file, Ctrl-Z, too.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_invisible(c) || c == '\u{1a}'
}

/// Whether a character shows nothing, or turns others around.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
