//! What is thought of moves, in signs: `!`, `?!`, `±`, `$14`. Each is a number of PGN's list.

/// Signs and their numbers; a longer one stands before those with which it ends.
const SIGNS: [(&str, u16); 38] = [
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("❗", 1),
    ("❓", 2),
    ("□", 7),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+/−", 16),
    ("−/+", 17),
    ("+--", 20),
    ("--+", 21),
    ("+-", 18),
    ("-+", 19),
    ("+−", 18),
    ("−+", 19),
    ("+–", 18),
    ("–+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=", 10),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("∆", 140),
    ("⌓", 142),
];

/// Cuts the signs from the end of a word; gives the word without them and their numbers. A plus and
/// a cross, which announce check and mate elsewhere, mean nothing here.
pub(super) fn split_nags(word: &str) -> (&str, Vec<u16>) {
    let (mut rest, mut nags) = (word, Vec::new());
    loop {
        let before = rest.trim_end_matches(['!', '?', '\u{ff01}', '\u{ff1f}']);
        if before.len() < rest.len() {
            nags.push(of_marks(&rest[before.len()..]));
            rest = before;
        } else if let Some((sign, nag)) = SIGNS.iter().find(|(sign, _)| rest.ends_with(sign)) {
            nags.push(*nag);
            rest = &rest[..rest.len() - sign.len()];
        } else if let Some(before) = rest.strip_suffix(['+', '#', '†', '‡']) {
            rest = before;
        } else {
            nags.reverse();
            return (rest, nags);
        }
    }
}

/// Exclamation and question marks: what the first two say.
fn of_marks(marks: &str) -> u16 {
    let is_good = |c: char| matches!(c, '!' | '\u{ff01}');
    let mut marks = marks.chars().map(is_good);
    match (marks.next(), marks.next()) {
        (Some(true), None) => 1,
        (_, None) => 2,
        (Some(true), Some(true)) => 3,
        (Some(false), Some(false)) => 4,
        (Some(true), _) => 5,
        _ => 6,
    }
}
