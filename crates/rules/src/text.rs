//! Helpers for the texts of errors.

/// The longest part of the input that an error message repeats, in characters.
const MAX_QUOTE: usize = 40;

/// `input` fit to stand in an error message: control characters escaped, cut after 40 characters.
pub fn quoted(input: &str) -> String {
    quoted_within(input, MAX_QUOTE)
}

/// `input` fit to stand in a message: control characters escaped, cut after `longest` characters.
pub fn quoted_within(input: &str, longest: usize) -> String {
    let mut shown = String::new();
    for c in input.chars().take(longest) {
        match c {
            '\'' | '"' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    if input.chars().nth(longest).is_some() {
        shown.push('…');
    }
    shown
}

/// A number of things as a sentence names it: `1 pawn`, `3 pawns`.
pub fn counted(number: impl Into<u64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// A number of digits alone, up to 255.
pub(crate) fn small_number(text: &str) -> Option<u8> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// `items` as a sentence names them: `a`, `a and b`, `a, b and c`; `none` when there are none.
pub fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        None => "none".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quoted("e4\n"), "e4\\n");
        assert_eq!(quoted(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
        assert_eq!(quoted(&"é".repeat(40)), "é".repeat(40));
    }

    #[test]
    fn f36_one_thing_is_named_in_the_singular() {
        assert_eq!(counted(0_u32, "pawn"), "0 pawns");
        assert_eq!(counted(1_u32, "pawn"), "1 pawn");
        assert_eq!(counted(2_u8, "pawn"), "2 pawns");
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(listed(Vec::<String>::new()), "none");
        assert_eq!(listed(["a"]), "a");
        assert_eq!(listed(["a", "b", "c"]), "a, b and c");
    }
}
