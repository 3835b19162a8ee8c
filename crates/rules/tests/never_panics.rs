//! No text from outside makes a reader panic; what is read can be written and read again; and what
//! is refused is refused in a short, printable sentence.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use katarenga_rules::notation::moves::MoveText;
use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{BoardCode, Game, GameKind, Language, Quarter, Record, Side, Square};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

use crate::common::{random_games, stages, told};

/// The longest sentence: the one that refuses a board of 64 letters, with some room.
const LONGEST_ERROR: usize = 400;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn on_any_text(text in any::<String>()) {
        feed(&text);
    }

    #[test]
    fn on_text_of_the_right_characters(text in r#"[a-h1-8wbxRYG/*=>. \[\]"{}();\n-]{0,60}"#) {
        feed(&text);
    }

    #[test]
    fn on_spoilt_text(text in spoilt()) {
        feed(&text);
    }

    #[test]
    fn on_positions_that_no_game_led_to(text in rearranged()) {
        feed(&text);
    }
}

/// The text of a position with pawns moved about, and perhaps another side to move or to be first,
/// or another field.
fn rearranged() -> impl Strategy<Value = String> {
    let swaps = prop::collection::vec((any::<Index>(), any::<Index>()), 0..5);
    let fields = select(
        [
            "",
            " passes=1",
            " barred=1",
            " camps=1/1",
            " hand=1/1",
            " last=b2",
            " targets=R/G",
            " layout=opposites",
            " layout=green-red",
            " landed=e8",
        ]
        .as_slice(),
    );
    (select(GAMES.as_slice()), swaps, "( [wb] [wb])?", fields).prop_map(
        |(game, swaps, sides, field)| {
            let text = game.board_position().to_string();
            let (head, tail) =
                text.split_at(text.find(" w ").or(text.find(" b ")).expect("a side"));
            let (head, pawns) = head.rsplit_once(' ').expect("pawns");
            let (old_sides, fields) = tail.split_at(4);
            let sides = if sides.is_empty() { old_sides } else { &sides };
            format!("{head} {}{sides}{fields}{field}", swapped(pawns, &swaps))
        },
    )
}

/// The pawns of a position text with the contents of squares exchanged.
fn swapped(pawns: &str, swaps: &[(Index, Index)]) -> String {
    let empty = |c: char| vec!['1'; c.to_digit(10).map_or(1, |n| n as usize)];
    let mut squares: Vec<char> =
        pawns.chars().flat_map(|c| if c.is_ascii_digit() { empty(c) } else { vec![c] }).collect();
    let places: Vec<usize> = (0..squares.len()).filter(|at| squares[*at] != '/').collect();
    for (one, other) in swaps {
        squares.swap(*one.get(&places), *other.get(&places));
    }
    squares.into_iter().collect()
}

/// A valid text with up to four pieces replaced.
fn spoilt() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<Index>(), 0..6_usize, piece()), 1..5);
    (select(VALID.as_slice()), edits).prop_map(|(text, edits)| {
        edits.into_iter().fold(text, |text, (at, length, piece)| splice(&text, at, length, &piece))
    })
}

/// What may take the place of a piece: nothing, any character, something of another valid text.
fn piece() -> impl Strategy<Value = String> {
    let slice = |(text, at, length): (String, Index, usize)| {
        text.chars().skip(at.index(text.len())).take(length).collect()
    };
    prop_oneof![
        Just(String::new()),
        any::<char>().prop_map(String::from),
        (select(VALID.as_slice()), any::<Index>(), 1..12_usize).prop_map(slice),
    ]
}

/// `text` with `length` characters from `at` replaced.
fn splice(text: &str, at: Index, length: usize, piece: &str) -> String {
    let at = at.index(text.chars().count() + 1);
    let head = text.chars().take(at);
    let tail = text.chars().skip(at + length);
    head.chain(piece.chars()).chain(tail).collect()
}

/// Texts of every kind, most of them valid.
static VALID: LazyLock<Vec<String>> = LazyLock::new(|| {
    let inputs = [
        include_str!("data/inputs/words.txt"),
        include_str!("data/inputs/boards.txt"),
        include_str!("data/inputs/positions.txt"),
        include_str!("data/inputs/moves.txt"),
    ];
    let lines = inputs.iter().flat_map(|file| file.lines());
    let written = lines.filter_map(|line| line.strip_prefix("| ")).map(str::to_owned);
    let played = GAMES.iter().flat_map(|game| {
        let moves = game.legal_moves().into_iter().take(5).map(|mv| mv.to_string());
        moves.chain([game.board_position().to_string(), told(game)])
    });
    written.chain(played).collect()
});

/// Games of every kind, in their middle.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    random_games(1, 1).map(|game| stages(&game).nth(game.ply() / 2).expect("a stage")).collect()
});

fn feed(text: &str) {
    reads_back::<BoardCode>(text);
    reads_back::<Quarter>(text);
    reads_back::<Square>(text);
    reads_back::<Side>(text);
    reads_back::<GameKind>(text);
    reads_back::<BoardPosition>(text);
    if let Ok(placed) = text.parse::<BoardPosition>() {
        assert_can_be_played(&placed);
    }
    if let Ok(language) = text.parse::<Language>() {
        assert_eq!(language.code().parse(), Ok(language));
    }
    if let Err(error) = MoveText::read(text) {
        assert_fit_to_print(&error);
    }
    for record in Record::read_all(text).chain([Record::read(text)]) {
        match record {
            Ok(record) => assert_record_reads_back(&record),
            Err(errors) => errors.iter().for_each(assert_fit_to_print),
        }
    }
    for game in GAMES.iter() {
        match game.read_move(text) {
            Ok(mv) => assert_eq!(game.read_move(&mv.to_string()), Ok(mv)),
            Err(error) => assert_fit_to_print(&error),
        }
    }
}

fn reads_back<T: FromStr<Err: Display + Debug> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let read: T = written.parse().expect("what was written can be read");
            assert!(read == value, "{written}");
            assert_eq!(read.to_string(), written);
        }
        Err(error) => assert_fit_to_print(&error),
    }
}

/// A position that is accepted goes on like one that was reached by play.
fn assert_can_be_played(placed: &BoardPosition) {
    let BoardPosition { board, position } = placed;
    let legal = position.legal_moves(board);
    assert_eq!(legal.is_empty(), position.outcome(board).is_some(), "{placed}");
    assert_eq!(position.task(board).is_none(), position.outcome(board).is_some(), "{placed}");
    let _ = position.view(board);
    for mv in legal {
        let position = position.play(board, mv).expect("a legal move");
        let after = BoardPosition { board: board.clone(), position };
        let read: BoardPosition =
            after.to_string().parse().unwrap_or_else(|error| panic!("{placed} {mv}: {error}"));
        assert_eq!(read.position, position, "{placed} {mv}");
    }
}

/// All that was read of a record comes back: tags, comments, annotations.
fn assert_record_reads_back(record: &Record) {
    let written = record.to_string();
    let read = Record::read(&written).unwrap_or_else(|errors| panic!("{errors:?}\n{written}"));
    assert_eq!(read, *record, "{written}");
    assert_eq!(read.to_string(), written);
}

fn assert_fit_to_print(error: &impl Display) {
    let sentence = error.to_string();
    assert!(!sentence.is_empty() && sentence.chars().count() < LONGEST_ERROR, "{sentence}");
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
}
