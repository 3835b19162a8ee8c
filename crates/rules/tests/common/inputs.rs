//! Texts from outside, right and wrong, with what is read from them or exactly what the person who
//! wrote them is told: `tests/data/inputs/`.
//!
//! In these files lines after `|` are an input. Lines after `=` say what was read, lines after `!`
//! are errors. A line after `@` says how the inputs below it are read, or where; lines after `#`
//! are remarks.

use katarenga_rules::{BoardCode, Game, GameKind, IllegalMove, Move, Setup, SetupError};

pub(crate) const WORDS: &str = include_str!("../data/inputs/words.txt");
pub(crate) const BOARDS: &str = include_str!("../data/inputs/boards.txt");
pub(crate) const SETUPS: &str = include_str!("../data/inputs/setups.txt");
pub(crate) const POSITIONS: &str = include_str!("../data/inputs/positions.txt");
pub(crate) const MOVES: &str = include_str!("../data/inputs/moves.txt");
pub(crate) const RECORDS: &str = include_str!("../data/inputs/records.txt");

/// An input of a file and the lines that follow it.
pub(crate) struct Case<'a> {
    pub(crate) line: usize,
    pub(crate) context: &'a str,
    pub(crate) input: String,
    pub(crate) answers: Vec<&'a str>,
}

/// The inputs of a file.
pub(crate) fn cases(file: &str) -> Vec<Case<'_>> {
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

/// Begins the game that an input of `setups.txt` speaks of.
pub(crate) fn set_up(input: &str) -> Result<Game, SetupError> {
    let mut words = input.split(' ');
    let kind: GameKind = words.next().expect("a game").parse().expect("a game");
    let board: BoardCode = words.next().expect("a board").parse().expect("a board");
    let layout = words.next().map_or(Ok(0), |name| kind.layout(name))?;
    Game::new(kind, board, Setup { layout, ..Setup::default() })
}

/// The game at the place after `@` in `moves.txt`: a position, and moves from there.
pub(crate) fn reach(place: &str) -> Game {
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
pub(crate) fn written_with_the_wrong_sign() -> IllegalMove {
    let game = Game::new(GameKind::Congress, BoardCode::REFERENCE, Setup::default());
    let [from, to] = ["a4", "e4"].map(|name| name.parse().expect("a square"));
    let check = game.expect("a start").check(Move::Capture { from, to });
    let why = check.expect_err("there is nothing to capture");
    assert_eq!(why.to_string(), "the legal move there is written a4-e4");
    why
}
