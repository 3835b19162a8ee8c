//! Words of visitors: plain text, of one line, in which something can be seen.

use icu_properties::props::{
    BidiControl, BinaryProperty as _, CanonicalCombiningClass, DefaultIgnorableCodePoint,
    EnumeratedProperty as _, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
    JoiningType, VariationSelector,
};
use unicode_segmentation::UnicodeSegmentation as _;

/// How many marks a letter can bear. Languages need up to four; what is written over the lines
/// around it has more.
const MAX_MARKS: usize = 4;

/// How many code points there may be for each character that is seen: a flag of tags has seven.
const MAX_PARTS: usize = 8;

/// A text without what can't be seen, on one line; `None` when nothing that is seen or too much is
/// left. The length is in characters as they are seen: an emoji of several parts is one.
pub(crate) fn sanitize(text: &str, most: usize) -> Option<String> {
    // Far more than can be left of it isn't looked at.
    if text.len() > most.saturating_mul(MAX_PARTS * 4) {
        return None;
    }
    let tidy = cleaned(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = tidy.chars().count();
    let fits = parts <= most || (parts <= most * MAX_PARTS && tidy.graphemes(true).count() <= most);
    (tidy.chars().any(is_seen) && fits).then_some(tidy)
}

/// A text without what can't be seen where it stands.
fn cleaned(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut clean = Clean::default();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let rest = &chars[at + 1..];
        at += 1 + clean.push(c, rest);
    }
    clean.text
}

/// The beginning of a text, with what decides on whatever follows.
#[derive(Default)]
struct Clean {
    text: String,
    /// What the next mark stands on, if it stands on anything, and how many are there.
    base: Option<char>,
    marks: usize,
}

impl Clean {
    /// Adds a character where it can stand; gives how many of the rest it took with it.
    fn push(&mut self, c: char, rest: &[char]) -> usize {
        if is_blank(c) {
            self.add(' ', None);
        } else if c == FLAG {
            self.add(c, Some(c));
            let tags = tags(rest);
            self.text.extend(&rest[..tags]);
            return tags;
        } else if is_mark(c) {
            self.mark(c);
        } else if matches!(c, JOINER | NON_JOINER) {
            if rest.first().is_some_and(|next| self.joins(c, *next)) {
                self.text.push(c);
            }
        } else if is_tone(c) && self.base.is_some_and(ExtendedPictographic::for_char) {
            self.text.push(c);
        } else if !is_hidden(c) {
            self.add(c, Some(c));
        }
        0
    }

    fn add(&mut self, c: char, base: Option<char>) {
        self.text.push(c);
        (self.base, self.marks) = (base, 0);
    }

    /// A mark stands on something, and a variation of it is chosen once.
    fn mark(&mut self, c: char) {
        let is_variation = VariationSelector::for_char(c);
        let is_second = is_variation && self.text.ends_with(VariationSelector::for_char);
        if self.base.is_some() && self.marks < MAX_MARKS && !is_second {
            self.text.push(c);
            self.marks += 1;
        }
    }

    /// Whether a joiner has something to join: parts of an emoji, or letters of scripts that need
    /// it (the rules for names of hosts, RFC 5892 A.1 and A.2, say where).
    fn joins(&self, joiner: char, next: char) -> bool {
        let Some(base) = self.base else { return false };
        if joiner == JOINER && ExtendedPictographic::for_char(base) {
            return ExtendedPictographic::for_char(next);
        }
        let is_after_virama = self.text.chars().next_back().is_some_and(|last| {
            CanonicalCombiningClass::for_char(last) == CanonicalCombiningClass::Virama
        });
        let connects = |c: char| {
            let joining = JoiningType::for_char(c);
            [JoiningType::DualJoining, JoiningType::LeftJoining, JoiningType::RightJoining]
                .contains(&joining)
        };
        is_after_virama || (joiner == NON_JOINER && connects(base) && connects(next))
    }
}

const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';
const FLAG: char = '\u{1f3f4}';

/// Whether a character gives the emoji before it a colour of skin.
fn is_tone(c: char) -> bool {
    matches!(c, '\u{1f3fb}'..='\u{1f3ff}')
}

/// How many tags follow a black flag, and make another of it: the code of a place, and an end.
fn tags(rest: &[char]) -> usize {
    let code = rest.iter().take_while(|c| matches!(c, '\u{e0030}'..='\u{e007a}')).count();
    let ends = rest.get(code) == Some(&'\u{e007f}');
    if ends && (3..=6).contains(&code) { code + 1 } else { 0 }
}

/// Whether a character is white: a space of any kind, and what is drawn as one.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{2800}' | '\u{fffc}' | '\u{16fe4}' | '\u{1d159}')
        || matches!(c, '\u{13441}' | '\u{13442}')
}

/// Whether a character stands on the one before, and says how that is drawn.
fn is_mark(c: char) -> bool {
    let is_variation = VariationSelector::for_char(c);
    let is_mark = GeneralCategoryGroup::Mark.contains(GeneralCategory::for_char(c));
    is_variation || (is_mark && !DefaultIgnorableCodePoint::for_char(c))
}

/// Whether a character shows nothing, or turns the order of others around.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || DefaultIgnorableCodePoint::for_char(c)
        || BidiControl::for_char(c)
        || matches!(c, '\u{fff9}'..='\u{fffb}')
}

/// Whether a character can be seen by itself, on every machine.
fn is_seen(c: char) -> bool {
    use GeneralCategoryGroup as Group;
    let kind = GeneralCategory::for_char(c);
    let groups = [Group::Letter, Group::Number, Group::Punctuation, Group::Symbol];
    groups.into_iter().any(|group| group.contains(kind)) && !is_hidden(c) && !is_blank(c)
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
            assert_eq!(sanitize(text, 10).as_deref(), expected, "{text:?}");
        }
        assert_eq!(sanitize(&"é".repeat(10), 10).map(|text| text.chars().count()), Some(10));
        assert_eq!(sanitize(&" ".repeat(1000), 10), None);
    }

    #[test]
    fn f12_a_name_of_nothing_that_is_seen_is_none() {
        for c in [
            '\u{3164}',
            '\u{2800}',
            '\u{115f}',
            '\u{1160}',
            '\u{ffa0}',
            '\u{17b4}',
            '\u{17b5}',
            '\u{34f}',
            '\u{ad}',
            '\u{61c}',
            '\u{180e}',
            '\u{200b}',
            '\u{200d}',
            '\u{2060}',
            '\u{2063}',
            '\u{2065}',
            '\u{feff}',
            '\u{fe0f}',
            '\u{fff0}',
            '\u{fff9}',
            '\u{fffc}',
            '\u{1d159}',
            '\u{1d173}',
            '\u{13441}',
            '\u{1bca0}',
            '\u{e0001}',
            '\u{e0041}',
            '\u{e0100}',
            '\u{e000}',
            '\u{301}',
            '\u{20dd}',
            '\u{3000}',
            '\u{a0}',
            '\u{1680}',
            '\u{2028}',
            '\u{85}',
            '\u{10ffff}',
            '\u{16fe4}',
            '\u{200e}',
            '\u{2069}',
        ] {
            assert_eq!(sanitize(&c.to_string(), 24), None, "U+{:04X}", u32::from(c));
            assert_eq!(sanitize(&format!(" {c}{c} {c}"), 24), None, "U+{:04X}", u32::from(c));
        }
        assert_eq!(sanitize("A\u{2800}\u{3164} B", 24).as_deref(), Some("A B"));
    }

    #[test]
    fn f12_what_has_several_parts_stays_whole() {
        for whole in [
            "👩\u{200d}🚀",
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "👩🏽\u{200d}🚒",
            "🏳\u{fe0f}\u{200d}🌈",
            "❤\u{fe0f}\u{200d}🔥",
            "1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "🇫🇷",
            "辻\u{e0100}",
            // Persian, Sinhala, Thai, Vietnamese and Tibetan.
            "می\u{200c}خواهم",
            "ශ\u{dca}\u{200d}රී",
            "น้ำใจ",
            "Nguye\u{302}\u{303}n",
            "བསྒྲུབས",
        ] {
            assert_eq!(sanitize(whole, 24).as_deref(), Some(whole), "{whole:?}");
        }
        let family = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
        assert!(sanitize(&family.repeat(24), 24).is_some(), "each counts as one");
        assert_eq!(sanitize(&family.repeat(25), 24), None);
        assert_eq!(sanitize(&"👨\u{200d}".repeat(200), 24), None, "one that never ends");
    }

    #[test]
    fn f12_what_joins_nothing_or_piles_up_goes() {
        for (text, expected) in [
            ("a\u{200d}b", "ab"),
            ("\u{200d}👩\u{200d}", "👩"),
            ("👩\u{200d} 👩", "👩 👩"),
            ("a\u{fe0f}\u{fe0f}\u{fe0f}", "a\u{fe0f}"),
            ("🏴\u{e0067}", "🏴"),
            ("a\u{e0067}\u{e007f}", "a"),
            ("\u{301}a", "a"),
            ("a \u{301}", "a"),
            (
                "Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}o",
                "Z\u{301}\u{302}\u{303}\u{304}o",
            ),
            ("\u{2067}a\u{2069}", "a"),
        ] {
            assert_eq!(sanitize(text, 24).as_deref(), Some(expected), "{text:?}");
        }
    }
}
