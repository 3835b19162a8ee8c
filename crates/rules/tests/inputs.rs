//! Texts from outside: what they parse to, or their exact error messages.

use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};
use std::fs;
use std::path::Path;

use crate::common::inputs::{
    BOARDS, Case, MOVES, POSITIONS, RECORDS, SETUPS, WORDS, cases, reach, set_up,
    written_with_the_wrong_sign,
};
use katarenga_rules::UnsuitableBoard;
use katarenga_rules::notation::fields::StateError;
use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::notation::position::{BoardPosition, PositionError};
use katarenga_rules::{
    BoardCode, BoardError, GameKind, IllegalMove, Language, Quarter, QuarterError, Record,
    RecordError, RecordFault, SetupError, Side, Square, result_text,
};

#[test]
fn words() {
    check(WORDS, |what, input| match what {
        "side" => vec![answer(input.parse::<Side>())],
        "square" => vec![answer(input.parse::<Square>())],
        "game" => vec![answer(input.parse::<GameKind>())],
        "language" => vec![answer(input.parse::<Language>().map(Language::code))],
        other => panic!("no test reads a {other}"),
    });
}

#[test]
fn boards() {
    let mut met = Met::default();
    check(BOARDS, |what, input| match what {
        "board" => vec![answer(met.note(input.parse::<BoardCode>()))],
        "quarter" => vec![answer(met.note(input.parse::<Quarter>()))],
        other => panic!("no test reads a {other}"),
    });
    met.expect_all::<BoardError>();
    met.expect_all::<QuarterError>();
}

/// Inputs are the name of a game, a board, and a layout where one is chosen.
#[test]
fn setups() {
    let mut met = Met::default();
    check(SETUPS, |_, input| {
        let start = met.note(set_up(input));
        if let Err(SetupError::Board(error)) = &start {
            met.note_error(error);
        }
        vec![answer(start.map(|game| game.board_position()))]
    });
    met.expect_all::<SetupError>();
    met.expect_all::<UnsuitableBoard>();
}

/// What is read is the canonical text, and what is to be done in the position.
#[test]
fn positions() {
    let mut met = Met::default();
    check(POSITIONS, |_, input| {
        let placed = met.note(input.parse::<BoardPosition>());
        if let Err(PositionError::State(error)) = &placed {
            met.note_error(error);
        }
        let state = placed.as_ref().ok().map(state);
        [answer(placed)].into_iter().chain(state).collect()
    });
    met.expect_all::<PositionError>();
    met.expect_all::<StateError>();
}

fn state(placed: &BoardPosition) -> String {
    let BoardPosition { board, position } = placed;
    match (position.outcome(board), position.task(board)) {
        (Some(outcome), None) => format!("= {}", outcome.sentence()),
        (None, Some(task)) => format!("= {}: {}", position.turn(), task.text),
        both => panic!("a game is over or there is something to do: {both:?}"),
    }
}

/// Inputs are read in the position after `@`, or after the moves that follow it.
#[test]
fn moves() {
    let mut met = Met::default();
    check(MOVES, |place, input| {
        let mv = met.note(reach(place).read_move(input));
        if let Err(MoveError::Illegal { why, .. }) = &mv {
            met.note_error(why);
        }
        vec![answer(mv)]
    });
    met.note_error(&written_with_the_wrong_sign());
    met.expect_all::<MoveError>();
    met.expect_all::<IllegalMove>();
}

#[test]
fn records() {
    let mut met = Met::default();
    check(RECORDS, |how, input| read_records(how, input, &mut met));
    met.expect_all::<RecordFault>();
}

/// As editors of other systems leave them.
#[test]
fn line_ends_and_a_byte_order_mark_change_nothing_in_records() {
    check(RECORDS, |how, input| {
        let text = format!("\u{feff}{}", input.replace('\n', "\r\n"));
        read_records(how, &text, &mut Met::default())
    });
}

fn read_records(how: &str, input: &str, met: &mut Met) -> Vec<String> {
    let mut tell = |record: Result<Record, Vec<RecordError>>| match record {
        Ok(record) => vec![format!("= {}", summary(&record))],
        Err(errors) => {
            for error in &errors {
                met.note_error(&error.fault);
            }
            errors.into_iter().map(|error| answer(Err::<Record, _>(error))).collect()
        }
    };
    match how {
        "one record" => tell(Record::read(input)),
        "any number of records" => Record::read_all(input).flat_map(tell).collect(),
        other => panic!("no test reads {other}"),
    }
}

fn summary(record: &Record) -> String {
    let game = &record.game;
    format!("{}, ply {}, {}", game.kind(), game.ply(), result_text(game.outcome()))
}

/// Every sentence that stands whole in the source of the games is met above: a rule that is added
/// can't go without an example.
#[test]
fn every_sentence_of_every_game_is_met() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let games = fs::read_dir(source.join("games")).expect("the folder of the games");
    let files =
        games.map(|file| file.expect("a file").path()).filter(|file| !file.ends_with("mod.rs"));
    let shared = ["barred.rs", "chain.rs", "passage.rs", "refusal.rs", "task.rs"];
    let shared = shared.map(|name| source.join(name));
    let answers = [SETUPS, POSITIONS, MOVES].concat();
    let mut met = 0;
    for file in files.chain(shared) {
        let text = fs::read_to_string(&file).expect("a source file");
        for sentence in sentences(&text) {
            assert!(answers.contains(sentence), "{}: {sentence:?} has no example", file.display());
            met += 1;
        }
    }
    assert!(met > 50, "only {met} sentences were found");
}

/// The texts of several words in a source file, without those that are filled in later, and those
/// that describe a game.
fn sentences(source: &str) -> impl Iterator<Item = &str> {
    let without_tests = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code = without_tests.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with('#') && !line.starts_with("summary:")
    });
    let literals = code.flat_map(|line| line.split('"').skip(1).step_by(2));
    literals.filter(|text| text.matches(' ').count() > 1 && !text.contains('{'))
}

/// Reads every input of a file and compares what comes of it with the lines that follow the input.
fn check(file: &str, mut read: impl FnMut(&str, &str) -> Vec<String>) {
    let mut differences = String::new();
    for Case { line, context, input, answers } in cases(file) {
        let found = read(context, &input);
        if found != answers {
            let found = found.join("\n");
            let _ = write!(differences, "\nline {line}: {input}\n{found}\n");
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

fn answer<T: Display, E: Display>(result: Result<T, E>) -> String {
    match result {
        Ok(value) => format!("= {value}"),
        Err(error) => format!("! {error}"),
    }
}

/// The variants of errors that were met.
#[derive(Default)]
struct Met(BTreeSet<(&'static str, &'static str)>);

impl Met {
    fn note<T, E: Variants>(&mut self, result: Result<T, E>) -> Result<T, E> {
        result.inspect_err(|error| self.note_error(error))
    }

    fn note_error<E: Variants>(&mut self, error: &E) {
        self.0.insert((E::TYPE, error.variant()));
    }

    fn expect_all<E: Variants>(&self) {
        for variant in E::ALL {
            assert!(self.0.contains(&(E::TYPE, variant)), "{}::{variant} has no example", E::TYPE);
        }
    }
}

/// An error type whose variants have names.
trait Variants {
    const TYPE: &str;
    const ALL: &[&str];

    fn variant(&self) -> &'static str;
}

/// Lists all variants of an error type. One that is missing here doesn't compile.
macro_rules! variants {
    ($($Type:ident { $($Variant:ident)* })*) => {
        $(
            impl Variants for $Type {
                const TYPE: &str = stringify!($Type);
                const ALL: &[&str] = &[$(stringify!($Variant)),*];

                fn variant(&self) -> &'static str {
                    match self { $(Self::$Variant { .. } => stringify!($Variant)),* }
                }
            }
        )*
    };
}

variants! {
    BoardError { Form QuarterCount Quarter LoneQuarter UsedTwice RankCount RankLength Letter }
    QuarterError { Form Board Face Turns }
    SetupError { Board NoLayout }
    UnsuitableBoard { Size Rule }
    PositionError {
        Parts Game Board Unsuitable RankCount RankLength Symbol Side State Shared
    }
    StateError { FieldForm FieldTwice UnknownField FieldValue PawnCount Impossible }
    MoveError { Text Illegal Ordinal }
    IllegalMove {
        GameOver OffBoard NoPawn NotYours OwnPawn Occupied OutOfReach OtherKind WrittenAs CannotPass MustPass Rule
    }
    RecordFault {
        Empty Second Tag TagTwice TagMissing TagContradicts Game Board First Setup Position Move OpenComment Variation AfterResult Result WrongResult
    }
}
