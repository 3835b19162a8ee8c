//! Records as people write them, and what is left of them when others are broken.

use katarenga_rules::{GameKind, Record, RecordError, RecordFault};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

const HEAD: &str = "[Game \"cornered\"]\n[Board \"2a0\"]\n";

/// A whole record that another one may swallow.
const WHOLE: &str = "[Game \"cornered\"]\n[Board \"2a0\"]\n[White \"Ann\"]\n\n1. d1 b2 {good {better}\n2. a1 white+3\n";

/// Reads one record with these moves.
fn moves(text: &str) -> Record {
    let text = format!("{HEAD}\n{text}\n");
    Record::read(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn played(record: &Record) -> Vec<String> {
    record.game.moves().map(|mv| mv.to_string()).collect()
}

/// The faults of a text with their places; nothing where a record is right.
fn faults(text: &str) -> Vec<Option<(usize, usize, String)>> {
    let first = |errors: Vec<RecordError>| {
        errors.first().map(|error| (error.line, error.column, error.fault.to_string()))
    };
    Record::read_all(text).map(|record| record.err().and_then(first)).collect()
}

const OPEN: &str = "the comment that begins here has no closing brace";

#[test]
fn f28_an_unclosed_brace_is_named_and_the_next_record_is_read() {
    for broken in
        ["1. d1 b2 {oops", "1. d1 {oops b2 2. a1 white+3", "{oops 1. d1", "1. d1 {\n{\n\noops"]
    {
        for gap in ["\n\n", "\n", "\r\n\r\n", "\r\r", "\n \t\n"] {
            let text = format!("{HEAD}\n{broken}{gap}{WHOLE}");
            let found = faults(&text);
            let (line, column, fault) = found[0].clone().expect("the brace is not closed");
            let before = broken.split('{').next().expect("a beginning");
            assert_eq!((line, column), (4, before.len() + 1), "{text}");
            assert_eq!((fault.as_str(), &found[1..]), (OPEN, &[None][..]), "{text}");
        }
    }
}

#[test]
fn f28_a_stray_closing_brace_later_hides_nothing() {
    let second = WHOLE.replace("{good {better}", "}");
    let found = faults(&format!("{HEAD}\n1. d1 b2 {{oops\n\n{second}\n{WHOLE}"));
    assert_eq!(found[0], Some((4, 10, OPEN.to_owned())));
    assert!(matches!(&found[1], Some((10, 10, fault)) if fault.contains('}')), "{found:?}");
    assert_eq!(found[2..], [None]);
}

#[test]
fn f28_a_closed_comment_may_hold_what_looks_like_tags() {
    for comment in [
        "{see\n[Event \"x\"]\nabove}",
        "{see\n\n[Event \"x\"]\n\nabove}",
        "{[Game \"cornered\"]}",
        "{as in\n[Game \"cornered\"] [Board \"2a0\"]\n1. d1 *}",
        "{a brace { and\n[Event \"x\"]\nno more}",
        "{[%clk 0:01:00] [and this]\n[and that]}",
    ] {
        let record = moves(&format!("1. d1 {comment} b2"));
        assert_eq!(played(&record), ["d1", "b2"], "{comment}");
        let words: Vec<&str> = comment.split_whitespace().collect();
        assert_eq!(format!("{{{}}}", record.comments[&1]), words.join(" "));
    }
}

/// What breaks a record, where it stands, and the record broken so.
const BROKEN: [(&str, &str, (usize, usize)); 24] = [
    (
        "a name with an accent",
        "[Game \"cornered\"]\n[Événement \"x\"]\n[Board \"2a0\"]\n\n1. d1 *\n",
        (2, 1),
    ),
    ("no name", "[Game \"cornered\"]\n[%x]\n[Board \"2a0\"]\n\n1. d1 *\n", (2, 1)),
    ("an open comment", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 {b2 2. a1 *\n", (4, 7)),
    (
        "an open comment between the tags",
        "[Game \"cornered\"]\n{oops\n[Board \"2a0\"]\n\n1. d1 *\n",
        (2, 1),
    ),
    ("an open comment before the moves", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n{\n", (4, 1)),
    ("an open quotation mark", "[Game \"cornered\"]\n[Board \"2a0]\n\n1. d1 *\n", (2, 1)),
    (
        "an open quotation mark in the first tag",
        "[Game \"cornered]\n[Board \"2a0\"]\n\n1. d1 *\n",
        (1, 1),
    ),
    ("an open bracket", "[Game \"cornered\"\n[Board \"2a0\"]\n\n1. d1 *\n", (1, 1)),
    ("no quotation marks", "[Game cornered]\n[Board \"2a0\"]\n\n1. d1 *\n", (1, 1)),
    ("a value on two lines", "[Game \"cornered\"]\n[Board \"2a0\n\n1. d1 *\n", (2, 1)),
    ("an open parenthesis", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 ( b2 *\n", (4, 7)),
    ("a variation", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1(1. d2 (a1)) b2 *\n", (4, 6)),
    ("a closing parenthesis", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 ) b2 *\n", (4, 7)),
    ("a closing brace", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 } b2 *\n", (4, 7)),
    ("a closing bracket", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 ] b2 *\n", (4, 7)),
    ("an opening bracket", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 [ b2 *\n", (4, 7)),
    (
        "a command for a clock",
        "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1\n[%clk 1] b2 *\n",
        (5, 1),
    ),
    ("a null byte", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 \0 b2 *\n", (4, 7)),
    (
        "null bytes at the end",
        "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 b2\n\0\0\0\0\n",
        (5, 1),
    ),
    ("a wrong move", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 z9 *\n", (4, 7)),
    ("moves after the end", "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 * b2\n", (4, 9)),
    (
        "text after the end",
        "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 *\nEnd of the round.\n",
        (5, 1),
    ),
    (
        "a wrong result",
        "[Game \"cornered\"]\n[Board \"2a0\"]\n[Result \"won\"]\n\n1. d1 *\n",
        (3, 1),
    ),
    ("no tag of the game", "[Board \"2a0\"]\n\n1. d1 *\n", (1, 1)),
];

#[test]
fn f28_whatever_is_broken_is_named_with_its_place() {
    for (what, broken, place) in BROKEN {
        let found: Vec<_> = Record::read_all(broken).collect();
        let [Err(errors)] = found.as_slice() else { panic!("{what}: {found:?}") };
        let places: Vec<(usize, usize)> =
            errors.iter().map(|error| (error.line, error.column)).collect();
        assert!(places.contains(&place), "{what}: {errors:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(28),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// However many of them are broken, each record of a file is found, and those that are whole are
    /// read.
    #[test]
    fn f28_no_record_swallows_another(
        which in prop::collection::vec(prop::option::of(select(BROKEN.as_slice())), 1..6),
        gap in select(["\n", "\n\n", "\r\n", "\n; a remark\n\n", "\n% no record\n", "\n\u{feff}"].as_slice()),
    ) {
        let texts: Vec<&str> = which.iter().map(|broken| broken.map_or(WHOLE, |(_, text, _)| text)).collect();
        let text = texts.join(gap);
        let found: Vec<bool> = Record::read_all(&text).map(|record| record.is_ok()).collect();
        let expected: Vec<bool> = which.iter().map(Option::is_none).collect();
        prop_assert_eq!(found, expected, "{}", text);
    }

    /// Tokens in any order: nothing panics, and what is read comes back as it was written.
    #[test]
    fn f28_any_soup_of_tokens_is_read_or_refused(
        tokens in prop::collection::vec(select(SOUP.as_slice()), 0..40),
        has_head in any::<bool>(),
    ) {
        let head = if has_head { HEAD } else { "" };
        let text = format!("{head}{}", tokens.concat());
        for record in Record::read_all(&text).flatten() {
            let written = record.to_string();
            prop_assert_eq!(Record::read(&written), Ok(record), "{}", written);
        }
    }
}

const SOUP: [&str; 44] = [
    " ",
    "\n",
    "\r",
    "\n\n",
    "\t",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "{",
    "}",
    ";",
    "%",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "“",
    "$",
    "1",
    ".",
    "…",
    "d1",
    "b2",
    "a1",
    "x",
    "–",
    "-",
    ">",
    "!",
    "?",
    "±",
    "=",
    "*",
    "½",
    "1-0",
    "white+3",
    "[Game \"cornered\"]",
    "[Board \"2a0\"]",
    "[White \"A\"]",
    "\\",
    "note",
    "é",
];

#[test]
fn f28_tags_without_moves_are_a_record_each() {
    let text = format!("{HEAD}\n{HEAD}[White \"Ann\"]\n\n*\n\n{HEAD}");
    assert_eq!(faults(&text), [None, None, None]);
    let line = format!(
        "{} 1. d1 * {} 1. d1 b2 * {} *",
        HEAD.replace('\n', ""),
        HEAD.replace('\n', " "),
        HEAD.replace('\n', "")
    );
    let plies: Vec<usize> =
        Record::read_all(&line).map(|record| record.expect("right").game.ply()).collect();
    assert_eq!(plies, [1, 2, 0], "several games on one line: {line}");
    // The same with a fault in the middle one, which is found on its line.
    let found = faults(&line.replace("b2", "b9"));
    assert!(matches!(found.as_slice(), [None, Some((1, 79, _)), None]), "{found:?}");
}

#[test]
fn f28_long_runs_take_no_longer_than_they_are() {
    for run in [
        "{",
        "(",
        "[",
        "}",
        "[A '",
        "[A \"",
        "[A \"\\",
        ";",
        "; \r",
        "%\n",
        "$",
        "1.",
        "*",
        "\n{[A \"\"]",
        "{\n\n[A \"b\"]\n[C \"d\"]\n",
        "[A \"b\n",
        "«",
        "d1 -",
    ] {
        let text = format!("{HEAD}\n1. d1 {}", run.repeat(400_000 / run.len()));
        for text in [text.clone(), format!("{text}}}")] {
            assert!(Record::read_all(&text).count() > 0, "{run:?}");
        }
    }
    let errors = Record::read(&"[A]\n".repeat(10_000)).expect_err("no tag is right");
    assert_eq!(errors.len(), 100, "the first ones are named");
}

#[test]
fn f29_comments_may_stand_before_and_among_the_tags() {
    for (text, comment) in [
        ("; note\n[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 *", Some("note")),
        ("{note}\n\n[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 *", Some("note")),
        ("% note\n[Game \"cornered\"]\n%[Board \"9\"]\n[Board \"2a0\"]\n\n% {\n1. d1 *", None),
        (
            "[Game \"cornered\"]\n; one\n{two\nthree}\n[Board \"2a0\"] ; four\n\n{five} 1. d1 *",
            Some("one two three four five"),
        ),
        ("[Game \"cornered\"] {note} [Board \"2a0\"] 1. d1 *", Some("note")),
        (
            "\u{feff}; note\r\n[Game \"cornered\"]\r\n[Board \"2a0\"]\r\n1. d1 *\r\n\u{1a}",
            Some("note"),
        ),
    ] {
        let record = Record::read(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!(
            (played(&record), record.comments.get(&0).map(String::as_str)),
            (vec!["d1".to_owned()], comment),
            "{text}"
        );
        assert_eq!(Record::read(&record.to_string()), Ok(record), "{text}");
    }
}

#[test]
fn f29_a_comment_between_records_goes_to_the_one_it_stands_with() {
    let text = format!(
        "{HEAD}\n1. d1 * {{of the first}}\n; too\n\n; of the second\n{HEAD}\n{HEAD}*\n\n{{of the last}}\n"
    );
    let comments: Vec<Vec<(usize, String)>> = Record::read_all(&text)
        .map(|record| record.expect("right").comments.into_iter().collect())
        .collect();
    let of = |ply: usize, text: &str| vec![(ply, text.to_owned())];
    assert_eq!(comments, [of(1, "of the first too"), of(0, "of the second"), of(0, "of the last")]);
    // Comments alone are no record.
    assert_eq!(Record::read_all("; nothing\n% at\n{all}").count(), 0);
    let empty = Record::read("; nothing").expect_err("there is no record");
    assert_eq!(empty[0].fault, RecordFault::Empty);
}

#[test]
fn f30_marks_of_annotators_are_read_and_kept() {
    for (text, nags) in [
        ("1. d1! b2?", [vec![1], vec![2]]),
        ("1. d1!! b2 ??", [vec![3], vec![4]]),
        ("1. d1 !? b2?!", [vec![5], vec![6]]),
        ("1. d1$1 b2 $4$18", [vec![1], vec![4, 18]]),
        ("1. d1 $ 1... b2!!!", [vec![], vec![3]]),
        ("1. d1‼ b2⁉", [vec![3], vec![5]]),
        ("1. d1± b2 ∓", [vec![16], vec![17]]),
        ("1. d1+- b2 -+", [vec![18], vec![19]]),
        ("1. d1! += b2=", [vec![1, 14], vec![10]]),
        ("1. d1□ b2⩲!", [vec![7], vec![14, 1]]),
        ("1. d1+ b2#", [vec![], vec![]]),
        ("1. d1!{why} b2?;why not", [vec![1], vec![2]]),
    ] {
        let record = moves(text);
        assert_eq!(played(&record), ["d1", "b2"], "{text}");
        let read = [1, 2].map(|ply| record.nags.get(&ply).cloned().unwrap_or_default());
        assert_eq!(read, nags, "{text}");
        assert_eq!(Record::read(&record.to_string()), Ok(record), "{text}");
    }
    let written = moves("1. d1!? {why} b2").to_string();
    assert!(written.contains("1. d1 $5 {why} b2 *"), "{written}");
}

#[test]
fn f30_numbers_of_moves_in_any_form_say_nothing() {
    for text in [
        "1. d1 b2 2. a1",
        "1.d1 b2 2.a1",
        "1 d1 b2 2 a1",
        "1 . d1 1 ... b2 2 . a1",
        "1.d1 1...b2 2.a1",
        "1… d1 1…b2 2…a1",
        "1) d1 b2 2) a1",
        "1.\nd1\nb2\n2.\na1",
        "7. d1 b2 3. a1",
        "d1 b2 a1",
        "1. d1 ... b2 2.a1",
        "1. d1 2. b2 3. a1",
        "1d1 b2 2a1",
        "1.\u{a0}d1\u{2009}b2 2.\u{202f}a1",
        "1.\u{200b}d1\u{feff} b2\t2.\u{b}a1\u{c}",
        "1. d1 b2\r2. a1\r",
        "1. D1 B2 2. A1",
    ] {
        assert_eq!(played(&moves(text)), ["d1", "b2", "a1"], "{text:?}");
    }
}

#[test]
fn f30_signs_of_typography_are_those_they_stand_for() {
    let head = "[Game \"congress\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n";
    for dash in [
        "-",
        "–",
        "—",
        "−",
        "‑",
        "‐",
        "\u{ad}",
        " - ",
        " – ",
        "- ",
        "\u{a0}–\u{a0}",
        "\n-\n",
        "→",
        "×",
        "",
    ] {
        let text = format!("{head}1. a4{dash}e4! b8{dash}e5 *");
        let record = Record::read(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!(played(&record), ["a4-e4", "b8-e5"], "{text}");
    }
    for result in ["1-0", "1–0", "1 - 0", "1 — 0", "white", "White+1", "1‑0"] {
        let record = Record::read(&format!("{head}1. a4-e4 {result}"))
            .unwrap_or_else(|errors| panic!("{result}: {errors:?}"));
        assert!(record.to_string().ends_with("white+1\n"), "{result}");
        let tag = head.replace("\n\n", &format!("\n[Result \"{result}\"]\n\n"));
        assert!(Record::read(&format!("{tag}1. a4-e4")).is_ok(), "{result}");
    }
    let moves = "1. a4-e4 b8-e5 2. e4-a4 e5-b8 3. a4-e4 b8-e5 4. e4-a4 e5-b8";
    for draw in ["1/2-1/2", "½-½", "½–½", "1/2", "½", "1/2 - 1/2", "draw", "1⁄2–1⁄2"] {
        assert!(Record::read(&format!("{head}{moves} {draw}")).is_ok(), "{draw}");
    }
}

#[test]
fn f30_tags_in_any_quotation_marks() {
    for tag in [
        "[White \"Ann\"]",
        "[White “Ann”]",
        "[White „Ann“]",
        "[White «Ann»]",
        "[White ‘Ann’]",
        "[White 'Ann']",
        "[White\"Ann\"]",
        "[ White  \"Ann\" ]",
        "[White\n\"Ann\"]",
        "\t[White \"Ann\"]\u{a0}",
        "[white \"\u{200b}Ann\"]",
    ] {
        let text = format!("{HEAD}{tag}\n\n1. d1 *");
        let record = Record::read(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert_eq!(record.tag("White"), Some("Ann"), "{tag}");
    }
    let hard = format!("{HEAD}[Event 'L’été d'Ann']\n[Site \"a \\\"b\\\" \\\\\"]\n*");
    let record = Record::read(&hard).expect("it can be read");
    assert_eq!(
        (record.tag("Event"), record.tag("Site")),
        (Some("L’été d'Ann"), Some("a \"b\" \\"))
    );
    assert_eq!(Record::read(&record.to_string()), Ok(record));
}

#[test]
fn f31_what_was_said_comes_back_in_its_order() {
    let text = format!(
        "{{about the game}}\n{HEAD}[Event \"Fête [du jeu]\"]\n[Zeta \"1\"]\n[White \"Ann\"]\n[Alpha \"2\"]\n\n\
         $7 {{before}} 1. d1! {{one}} ; a {{braced}} word, and so many others that they take more than one line of the record\n\
         b2 {{two}} {{and more}} 2. a1 white+3 {{at the end}}\n"
    );
    let record = Record::read(&text).expect("it can be read");
    let tags: Vec<&str> = record.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(tags, ["Event", "Zeta", "White", "Alpha"]);
    assert_eq!(record.comments[&0], "about the game before");
    assert!(record.comments[&1].starts_with("one a {braced} word"), "{record:?}");
    assert_eq!(
        (record.comments[&2].as_str(), record.comments[&3].as_str()),
        ("two and more", "at the end")
    );
    assert_eq!((record.nags[&0].clone(), record.nags[&1].clone()), (vec![7], vec![1]));
    let written = record.to_string();
    assert_eq!(Record::read(&written).as_ref(), Ok(&record), "{written}");
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
    // What is said of moves that are gone goes with them.
    let mut shorter = record;
    while shorter.game.ply() > 1 {
        assert!(shorter.game.undo());
    }
    shorter.forget_after(1);
    assert_eq!((shorter.comments.len(), shorter.nags.len()), (2, 2));
}

#[test]
fn f31_nothing_that_turns_the_screen_around_is_kept() {
    let record = moves("1. d1 {a\u{202e}b\u{0}c\u{2028}d\u{200b}\u{1b}[31m} *");
    assert_eq!(record.comments[&1], "ab c d [31m");
    assert_eq!(record.game.kind(), GameKind::Cornered);
}
