//! Words of visitors: plain text, of one line.

/// A text without what can't be seen, on one line; `None` when nothing or too much is left. The
/// length is in characters.
pub(crate) fn tidied(text: &str, most: usize) -> Option<String> {
    // Far more than can be left of it isn't looked at.
    if text.len() > most.saturating_mul(16) {
        return None;
    }
    let visible: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let tidy = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=most).contains(&tidy.chars().count()).then_some(tidy)
}

/// Whether a character shows nothing, or turns the order of others around.
fn is_hidden(c: char) -> bool {
    let is_control = c.is_control() && !c.is_whitespace();
    is_control
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_seen_and_stands_on_one_line() {
        for (text, expected) in [
            ("  Zoé \n\t L.  ", Some("Zoé L.")),
            ("<b>&lt;", Some("<b>&lt;")),
            ("\u{202e}gro.live\u{200b}", Some("gro.live")),
            ("a\u{0}b\u{7f}", Some("ab")),
            ("", None),
            (" \u{200b}\u{feff}\n", None),
            ("1234567890", Some("1234567890")),
            ("12345678901", None),
        ] {
            assert_eq!(tidied(text, 10).as_deref(), expected, "{text:?}");
        }
        assert_eq!(tidied(&"é".repeat(10), 10).map(|text| text.chars().count()), Some(10));
        assert_eq!(tidied(&" ".repeat(1000), 10), None);
    }
}
