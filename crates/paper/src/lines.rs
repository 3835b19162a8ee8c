//! Text broken into lines.

use crate::font::Font;

/// A piece of text in one font.
pub(crate) type Run = (Font, String);

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    /// Its pieces, which follow each other.
    pub(crate) pieces: Vec<Run>,
    /// The size of its characters.
    pub(crate) size: f32,
}

fn width(pieces: &[Run], size: f32) -> f32 {
    pieces.iter().map(|(font, text)| font.width(text, size)).sum()
}

/// Breaks runs at blanks into lines of at most a width. A word that is wider than a line is cut after a
/// slash, or where the line ends.
pub(crate) fn broken(runs: &[Run], size: f32, most: f32) -> Vec<Line> {
    let (mut lines, mut line) = (Vec::new(), Vec::<Run>::new());
    for word in words(runs) {
        let mut longer = line.clone();
        if let (Some((before, _)), Some((after, _))) = (line.last(), word.first()) {
            // The blank of typed text is wide: it stands only between its own words.
            push(&mut longer, if *before == Font::Code { *after } else { *before }, " ");
        }
        for (font, text) in &word {
            push(&mut longer, *font, text);
        }
        if width(&longer, size) <= most {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(Line { pieces: std::mem::take(&mut line), size });
        }
        line = cut(&word, size, most, &mut lines);
    }
    if !line.is_empty() {
        lines.push(Line { pieces: line, size });
    }
    lines
}

/// Breaks text of one font.
pub(crate) fn broken_text(text: &str, font: Font, size: f32, most: f32) -> Vec<Line> {
    broken(&[(font, text.to_owned())], size, most)
}

/// Adds text to a line, to its last piece where that has the same font.
fn push(line: &mut Vec<Run>, font: Font, text: &str) {
    match line.last_mut() {
        Some((last, piece)) if *last == font => piece.push_str(text),
        _ => line.push((font, text.to_owned())),
    }
}

/// The words of runs: what stands between blanks, which may be in several fonts. Spaces that don't break are
/// no blanks.
fn words(runs: &[Run]) -> Vec<Vec<Run>> {
    let (mut words, mut word) = (Vec::new(), Vec::new());
    for (font, text) in runs {
        for (index, part) in text.split([' ', '\n']).enumerate() {
            if index > 0 && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if !part.is_empty() {
                push(&mut word, *font, part);
            }
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// A word as the beginning of a line; what doesn't fit that becomes lines before.
fn cut(word: &[Run], size: f32, most: f32, lines: &mut Vec<Line>) -> Vec<Run> {
    let mut line = Vec::new();
    for (font, text) in word {
        for c in text.chars() {
            let mut longer = line.clone();
            push(&mut longer, *font, c.encode_utf8(&mut [0; 4]));
            if width(&longer, size) > most && !line.is_empty() {
                let rest = after_slash(&mut line);
                lines.push(Line { pieces: std::mem::take(&mut line), size });
                if let Some((font, text)) = rest {
                    push(&mut line, font, &text);
                }
                push(&mut line, *font, c.encode_utf8(&mut [0; 4]));
            } else {
                line = longer;
            }
        }
    }
    line
}

/// Takes what follows the last slash of a line, where an address is better cut.
fn after_slash(line: &mut [Run]) -> Option<Run> {
    let (font, text) = line.last_mut()?;
    let place = text.rfind('/').map(|place| place + 1)?;
    (place < text.len()).then(|| (*font, text.split_off(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[Line]) -> Vec<String> {
        let text = |line: &Line| line.pieces.iter().map(|(_, text)| text.as_str()).collect();
        lines.iter().map(text).collect()
    }

    #[test]
    fn lines_are_broken_at_blanks_alone() {
        let runs = [
            (Font::Bold, "Match".to_owned()),
            (Font::Regular, "\u{a0}: one two\nthree ".to_owned()),
            (Font::Italic, "four".to_owned()),
            (Font::Regular, ".".to_owned()),
        ];
        let lines = broken(&runs, 10.0, 60.0);
        assert_eq!(texts(&lines), ["Match\u{a0}: one", "two three", "four."]);
        assert!(lines.iter().all(|line| width(&line.pieces, line.size) <= 60.0));
        assert_eq!(lines[0].pieces[0], (Font::Bold, "Match".to_owned()));
    }

    #[test]
    fn a_word_wider_than_a_line_is_cut() {
        let lines = broken_text("a wwwwwwwwww b", Font::Code, 10.0, 30.0);
        assert_eq!(texts(&lines), ["a", "wwwww", "wwwww", "b"]);
        let lines = broken_text("wwww/ww/ww", Font::Code, 10.0, 55.0);
        assert_eq!(texts(&lines), ["wwww/ww/", "ww"]);
        assert!(broken_text("  ", Font::Regular, 10.0, 30.0).is_empty());
    }
}
