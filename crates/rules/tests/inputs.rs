//! Texts from outside, right and wrong, with what is read from them or exactly what the person who
//! wrote them is told: `data/inputs/`.
//!
//! In these files lines after `|` are an input. Lines after `=` say what was read, lines after `!`
//! are errors. A line after `@` says how the inputs below it are read, or where; lines after `#`
//! are remarks.

use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};
use std::fs;
use std::path::Path;

use katarenga_rules::UnsuitableBoard;
use katarenga_rules::notation::fields::StateError;
use katarenga_rules::notation::moves::MoveError;
use katarenga_rules::notation::position::{Placed, PositionError};
use katarenga_rules::{
    BoardCode, BoardError, Game, GameKind, IllegalMove, Language, Move, Quarter, QuarterError,
    Record, RecordError, RecordFault, Setup, SetupError, Side, Square, result_text,
};

const WORDS: &str = include_str!("data/inputs/words.txt");
const BOARDS: &str = include_str!("data/inputs/boards.txt");
const SETUPS: &str = include_str!("data/inputs/setups.txt");
const POSITIONS: &str = include_str!("data/inputs/positions.txt");
const MOVES: &str = include_str!("data/inputs/moves.txt");
const RECORDS: &str = include_str!("data/inputs/records.txt");

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
        vec![answer(start.map(|game| game.placed()))]
    });
    met.expect_all::<SetupError>();
    met.expect_all::<UnsuitableBoard>();
}

fn set_up(input: &str) -> Result<Game, SetupError> {
    let mut words = input.split(' ');
    let kind: GameKind = words.next().expect("a game").parse().expect("a game");
    let board: BoardCode = words.next().expect("a board").parse().expect("a board");
    let layout = words.next().map_or(Ok(0), |name| kind.layout(name))?;
    Game::new(kind, board, Setup { layout, ..Setup::default() })
}

/// What is read is the canonical text, and what is to be done in the position.
#[test]
fn positions() {
    let mut met = Met::default();
    check(POSITIONS, |_, input| {
        let placed = met.note(input.parse::<Placed>());
        if let Err(PositionError::State(error)) = &placed {
            met.note_error(error);
        }
        let state = placed.as_ref().ok().map(state);
        [answer(placed)].into_iter().chain(state).collect()
    });
    met.expect_all::<PositionError>();
    met.expect_all::<StateError>();
}

fn state(placed: &Placed) -> String {
    let Placed { board, position } = placed;
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

fn reach(place: &str) -> Game {
    let (position, moves) = place.split_once(" moves ").unwrap_or((place, ""));
    let placed = position.parse().unwrap_or_else(|fault| panic!("{position}: {fault}"));
    let mut game = Game::from_position(placed);
    for text in moves.split_whitespace() {
        let mv = game.read_move(text).unwrap_or_else(|fault| panic!("{fault}"));
        game.play(mv).expect("a legal move");
    }
    game
}

/// No text leads here, since reading is lenient: only programs name a move of the wrong kind.
fn written_with_the_wrong_sign() -> IllegalMove {
    let game = Game::new(GameKind::Congress, BoardCode::REFERENCE, Setup::default());
    let [from, to] = ["a4", "e4"].map(|name| name.parse().expect("a square"));
    let check = game.expect("a start").check(Move::Capture { from, to });
    let why = check.expect_err("there is nothing to capture");
    assert_eq!(why.to_string(), "the legal move there is written a4-e4");
    why
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
    let shared = ["chain.rs", "refusal.rs"].map(|name| source.join(name));
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

/// An input of a file and the lines that follow it.
struct Case<'a> {
    line: usize,
    context: &'a str,
    input: String,
    answers: Vec<&'a str>,
}

fn cases(file: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut context = "";
    for (line, text) in (1..).zip(file.lines()) {
        let (sign, rest) = text.split_at(text.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match (sign, cases.last_mut()) {
            ("" | "#", _) => {}
            ("@", _) => context = rest,
            ("|", Some(case)) if case.answers.is_empty() => {
                case.input.push('\n');
                case.input.push_str(rest);
            }
            ("|", _) => {
                cases.push(Case { line, context, input: rest.to_owned(), answers: Vec::new() });
            }
            ("=" | "!", Some(case)) => case.answers.push(text),
            _ => panic!("line {line} is of no kind: {text}"),
        }
    }
    cases
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
    UnsuitableBoard { Area Rule }
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
