//! Every code has a text in both languages, and the texts speak of what the details hold.

#[allow(dead_code, reason = "the tests of the rules ask more of it")]
#[path = "../../../rules/tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::fs;

use katarenga_rules::notation::position::BoardPosition;
use katarenga_rules::{
    BoardCode, Colour, GameKind, Match, Move, Outcome, Quarter, Record, RecordError, Side, Square,
    reasons,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

use super::{Explain, Explained};
use common::inputs::{
    BOARDS, Case, MOVES, POSITIONS, RECORDS, SETUPS, WORDS, cases, reach, set_up,
    written_with_the_wrong_sign,
};
use common::{random_games, stages};

/// A code with the details of one occasion.
struct Sample {
    code: String,
    details: Map<String, Value>,
}

impl From<Explained> for Sample {
    fn from(Explained { code, details, .. }: Explained) -> Self {
        Self { code, details }
    }
}

#[test]
fn every_code_has_a_text_and_every_text_a_code() {
    let codes: BTreeSet<String> = samples().into_iter().map(|sample| sample.code).collect();
    for language in ["en", "fr"] {
        let texts: BTreeSet<String> = texts(language).into_iter().map(|(code, _)| code).collect();
        let without_text: Vec<&String> = codes.difference(&texts).collect();
        let unused: Vec<&String> = texts.difference(&codes).collect();
        assert!(without_text.is_empty(), "{language}: no text for {without_text:?}");
        assert!(unused.is_empty(), "{language}: no code for {unused:?}");
    }
}

#[test]
fn codes_are_lower_case_words_joined_by_hyphens() {
    for Sample { code, .. } in samples() {
        let mut words = code.split('-');
        let lower = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
        assert!(words.all(lower), "{code}");
    }
}

#[test]
fn texts_speak_of_what_the_details_hold() {
    for language in ["en", "fr"] {
        let texts = texts(language);
        for Sample { code, details } in samples() {
            for text in forms(&texts[&code], &details, language) {
                check_parameters(text, &details)
                    .unwrap_or_else(|fault| panic!("{language} {code}: {fault} in {text:?}"));
            }
        }
    }
}

#[test]
fn french_has_its_own_signs_and_spaces() {
    for (code, text) in texts("fr") {
        for text in all_forms(&text) {
            for wrong in ["'", "“", "...", " ?", " !", " ;", " :", "« ", " »"] {
                assert!(!text.contains(wrong), "{code}: {wrong:?} in {text:?}");
            }
            assert!(text.ends_with(['.', '?', '!']), "{code}: {text:?}");
        }
    }
}

// Texts.

/// The texts of errors in a language by their codes.
fn texts(language: &str) -> Map<String, Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/locales");
    let file = fs::read_to_string(format!("{folder}/{language}.json")).expect("a locale");
    let mut locale: Value = serde_json::from_str(&file).expect("JSON");
    serde_json::from_value(locale["error"].take()).expect("texts by codes")
}

/// The forms of a text: one, or a singular and a plural.
fn all_forms(text: &Value) -> Vec<&str> {
    match text {
        Value::String(text) => vec![text],
        Value::Object(forms) => {
            let keys: Vec<&String> = forms.keys().collect();
            assert_eq!(keys, ["one", "other"], "of {text}");
            forms.values().filter_map(Value::as_str).collect()
        }
        other => panic!("{other} is no text"),
    }
}

/// The forms of a text that the details can call for: of a singular and a plural, one.
fn forms<'a>(text: &'a Value, details: &Map<String, Value>, language: &str) -> Vec<&'a str> {
    let forms = all_forms(text);
    let [singular, plural] = forms[..] else { return forms };
    let count = details.get("count").and_then(Value::as_u64).expect("a text with a plural counts");
    // French counts nothing as one.
    let is_one = count == 1 || (count == 0 && language == "fr");
    vec![if is_one { singular } else { plural }]
}

fn check_parameters(text: &str, details: &Map<String, Value>) -> Result<(), String> {
    for piece in text.split('{').skip(1) {
        let (parameter, _) = piece.split_once('}').ok_or("an open brace")?;
        let (name, section) = parameter.split_once(':').unwrap_or((parameter, ""));
        let value = match details.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            other => return Err(format!("{name} is {other:?}")),
        };
        let is_known = match section {
            "" => true,
            "colour" => Colour::ALL.iter().any(|colour| colour.to_string() == value),
            "side" => Side::ALL.iter().any(|side| side.to_string() == value),
            // Every game has its own; they have texts of their own.
            "reason" | "sharing" => !value.is_empty(),
            _ => false,
        };
        if !is_known {
            return Err(format!("there is no {section} {value}"));
        }
    }
    Ok(())
}

// Samples.

/// Occasions of every code.
fn samples() -> Vec<Sample> {
    let mut samples: Vec<Sample> = of_the_server().into();
    samples.extend(of_the_browser());
    samples.extend(of_inputs().into_iter().flat_map(with_faults));
    samples.extend(of_moves().into_iter().map(Into::into));
    samples.extend([of_a_finished_game(), of_a_finished_match()].map(Into::into));
    samples.push(written_with_the_wrong_sign().explain().into());
    samples
}

/// What a browser says that plays by itself.
fn of_the_browser() -> [Sample; 12] {
    [
        "engine-missing",
        "no-engine",
        "no-server",
        "engine-broken",
        "page-incomplete",
        "browser-full",
        "browser-failing",
        "browser-forbidden",
        "kept-by-later-version",
        "kept-damaged",
        "embed-empty",
        "embed-damaged",
    ]
    .map(|code| Sample { code: code.to_owned(), details: Map::new() })
}

/// What the server refuses on its own, and what the page says when it doesn't reach the server.
fn of_the_server() -> [Sample; 49] {
    let plain = |code: &str| Sample { code: code.to_owned(), details: Map::new() };
    let with = |code: &str, name: &str, value: Value| Sample {
        details: Map::from_iter([(name.to_owned(), value)]),
        ..plain(code)
    };
    let with_all = |code: &str, details: Value| Sample {
        details: details.as_object().cloned().unwrap_or_default(),
        ..plain(code)
    };
    [
        plain("not-found"),
        plain("analysis-off"),
        plain("not-yours"),
        with("stale", "revision", json!(12)),
        plain("over"),
        plain("goes-on"),
        plain("invalid"),
        with("too-long", "most", json!(1000)),
        plain("method-not-allowed"),
        with("not-your-turn", "side", json!("white")),
        plain("nothing-to-undo"),
        plain("nothing-to-redo"),
        with_all("unknown-level", json!({ "level": 9, "weakest": 1, "strongest": 8 })),
        plain("invalid-json"),
        plain("too-large"),
        plain("too-slow"),
        with("too-many-requests", "seconds", json!(3)),
        plain("internal"),
        plain("unavailable"),
        plain("offline"),
        with("not-your-side", "side", json!("white")),
        plain("needs-consent"),
        plain("has-begun"),
        with("no-moves-from", "square", json!("e4")),
        plain("nobody-to-ask"),
        plain("answer-first"),
        plain("proposed-before"),
        plain("nothing-proposed"),
        plain("next-begun"),
        plain("analysis-later"),
        plain("foreign-origin"),
        plain("unknown-host"),
        with("too-many-connections", "seconds", json!(5)),
        with("bad-name", "most", json!(24)),
        with("bad-message", "most", json!(200)),
        with_all("bad-clock", json!({ "minutes": 180, "seconds": 180, "days": 14 })),
        plain("unknown-link"),
        plain("no-chat"),
        with("chat-full", "most", json!(200)),
        with("too-many-invitations", "most", json!(10)),
        plain("own-invitation"),
        with("too-late", "state", json!("taken")),
        plain("storage-away"),
        plain("storage-busy"),
        plain("storage-damaged"),
        plain("storage-failing"),
        plain("storage-full"),
        plain("storage-gone"),
        plain("storage-read-only"),
    ]
}

/// The answers to the wrong inputs of the rules' own tests, which cover every error of every reader.
fn of_inputs() -> Vec<Explained> {
    let words = of_file(WORDS, |what, input| match what {
        "side" => refusal(input.parse::<Side>()),
        "square" => refusal(input.parse::<Square>()),
        "game" => refusal(input.parse::<GameKind>()),
        // No visitor names a language.
        _ => None,
    });
    let boards = of_file(BOARDS, |what, input| match what {
        "board" => refusal(input.parse::<BoardCode>()),
        _ => refusal(input.parse::<Quarter>()),
    });
    let setups = of_file(SETUPS, |_, input| refusal(set_up(input)));
    let positions = of_file(POSITIONS, |_, input| refusal(input.parse::<BoardPosition>()));
    let moves = of_file(MOVES, |place, input| refusal(reach(place).read_move(input)));
    let records = of_file(RECORDS, |how, input| match how {
        "one record" => refusal(Record::read(input)),
        _ => {
            let wrong = Record::read_all(input).filter_map(Result::err);
            let wrong: Vec<RecordError> = wrong.flatten().collect();
            (!wrong.is_empty()).then(|| wrong.explain())
        }
    });
    [words, boards, setups, positions, moves, records].concat()
}

/// The answers to the wrong inputs of a file: in English exactly what the file says.
fn of_file(file: &str, read: impl Fn(&str, &str) -> Option<Explained>) -> Vec<Explained> {
    let explained = |Case { line, context, input, answers }| {
        let explained = read(context, &input)?;
        let errors: Vec<&str> = answers.iter().filter_map(|line| line.strip_prefix("! ")).collect();
        assert_eq!(explained.message.lines().collect::<Vec<_>>(), errors, "line {line}");
        Some(explained)
    };
    cases(file).into_iter().filter_map(explained).collect()
}

fn refusal<T, E: Explain>(result: Result<T, E>) -> Option<Explained> {
    result.err().map(|error| error.explain())
}

/// What was explained, and each of the faults in it.
fn with_faults(explained: Explained) -> Vec<Sample> {
    let faults = explained.details.get("faults").and_then(Value::as_array).cloned();
    let faults = faults.unwrap_or_default().into_iter().map(|mut fault| {
        let (line, message) = (&fault["line"], fault["message"].as_str());
        let told = format!("line {line}: {}", message.expect("a message"));
        assert!(explained.message.lines().any(|line| line == told), "{told}");
        Sample {
            code: fault["code"].as_str().expect("a code").to_owned(),
            details: serde_json::from_value(fault["details"].take()).expect("details"),
        }
    });
    let mut samples: Vec<Sample> = faults.collect();
    samples.push(explained.into());
    samples
}

/// What is said of moves drawn at random in games played at random.
fn of_moves() -> Vec<Explained> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut explained = Vec::new();
    for game in random_games(7, 2) {
        for stage in stages(&game) {
            explained.extend((0..20).filter_map(|_| refusal(stage.check(any_move(&mut rng)))));
        }
    }
    explained
}

fn any_move(rng: &mut ChaCha8Rng) -> Move {
    let squares: Vec<Square> = Square::all().collect();
    let mut square = || squares[rng.random_range(0..squares.len())];
    let (from, to, put) = (square(), square(), square());
    match rng.random_range(0..6) {
        0 => Move::Place(to),
        1 => Move::Step { from, to },
        2 => Move::Capture { from, to },
        3 => Move::Oust { from, to, put },
        4 => Move::Camp { from },
        _ => Move::Pass,
    }
}

fn of_a_finished_game() -> Explained {
    let mut game = reach("cornered 2a0 4/4/4/4 w w");
    game.resign(Side::White).expect("the game goes on");
    game.resign(Side::Black).expect_err("the game is over").explain()
}

fn of_a_finished_match() -> Explained {
    let win = Outcome { winner: Some(Side::Black), points: 1, reason: reasons::RESIGNATION };
    let mut series = Match::new(Some(1), Side::White);
    series.record(win).expect("the match goes on");
    series.record(win).expect_err("the match is over").explain()
}
