//! `analyse` says the same as text and as JSON.

use std::path::Path;

use katarenga_rules::{Game, GameKind, Setup};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::program::katarenga;

/// The positions of a random game of each kind, some plies before its end.
fn games() -> Vec<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut games = Vec::new();
    for kind in GameKind::ALL {
        let mut game = Game::new(*kind, kind.default_board(), Setup::default()).expect("it suits");
        while game.outcome().is_none() && game.ply() < 300 {
            let legal = game.legal_moves();
            game.play(legal[rng.random_range(0..legal.len())]).expect("legal");
        }
        // In Battle Stations the last pawns are placed ten to fifteen plies before the end.
        for back in 1..=14 {
            game.undo();
            if [1, 3, 7, 12, 14].contains(&back) {
                games.push(game.clone());
            }
        }
    }
    games
}

fn analysed(game: &Game, options: &[&str]) -> String {
    let mut program = katarenga(Path::new("."));
    let position = game.board_position().to_string();
    program.args(["analyse", "--position", &position, "--memory", "1", "--lines", "2"]);
    let output = program.args(options).output().expect("the program runs");
    assert!(output.status.success(), "{position}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn words(moves: &Value) -> String {
    let moves = moves.as_array().expect("moves").iter();
    moves.map(|mv| mv.as_str().expect("a move")).collect::<Vec<_>>().join(" ")
}

/// What the text says of an end that is certain, by what the JSON says.
fn certain(worth: &Value) -> Option<String> {
    let points = worth["points"].as_u64()?;
    let verb = if worth["wins"] == true { "wins" } else { "loses" };
    let plural = if points == 1 { "" } else { "s" };
    let length = match worth["plies"].as_u64() {
        None => ", proven".to_owned(),
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
    };
    Some(format!("{verb} {points} point{plural}{length}"))
}

/// The same of what a solver has proven.
fn gain(worth: &Value) -> String {
    let points = &worth["points"];
    let plural = if *points == 1 { "" } else { "s" };
    match (worth["draws"] == true, worth["wins"] == true) {
        (true, _) => "draws".to_owned(),
        (_, true) => format!("wins {points} point{plural}"),
        _ => format!("loses, {points} point{plural} to the other side"),
    }
}

/// Whether the game is over after a line, and not before.
fn goes_to_the_end(game: &Game, line: &str) -> bool {
    let mut game = game.clone();
    for text in line.split(' ') {
        assert!(game.outcome().is_none(), "{line}");
        let mv = game.read_move(text).expect("a legal move");
        game.play(mv).expect("legal");
    }
    game.outcome().is_some()
}

#[test]
fn the_json_says_what_the_text_says() {
    let (mut evaluated, mut seen, mut by_solver, mut proofs) = (0, 0, 0, 0);
    for (index, game) in games().iter().enumerate() {
        // The nodes end a search amid a depth.
        let limit = if index % 3 == 0 { ["--nodes", "3000"] } else { ["--depth", "4"] };
        let text = analysed(game, &limit);
        let json = analysed(game, &[limit.as_slice(), &["--json"]].concat());
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let what = format!("{text}\n{json}");
        let best = json["best"].as_str().expect("a move");
        assert!(text.ends_with(&format!("\nbest move {best}\n")), "{what}");
        let (line, plies) = (&json["line"], &json["plies"]);
        if line.is_array() {
            let line = words(line);
            assert_eq!(plies.as_u64(), Some(line.split(' ').count() as u64), "{what}");
            assert!(goes_to_the_end(game, &line), "{what}");
        }
        if text.starts_with("Proven: ") {
            assert_eq!(json["proven"], true, "{what}");
            let verdict = format!("Proven: {} {}.\n", game.turn(), gain(&json));
            assert!(text.starts_with(&verdict), "{what}");
            assert!(text.contains(&format!("\nBest play: {}\n", words(line))), "{what}");
            for rated in json["moves"].as_array().expect("moves") {
                let mv = rated["move"].as_str().expect("a move");
                assert!(text.contains(&format!("\n{mv:<6} {}\n", gain(rated))), "{what}");
            }
            proofs += 1;
            continue;
        }
        let lines = json["lines"].as_array().expect("lines");
        let told: Vec<&str> = text.lines().collect();
        let told = &told[told.len() - 1 - lines.len()..told.len() - 1];
        assert_eq!(lines.len(), game.legal_moves().len().min(2), "{what}");
        for ((line, told), rank) in lines.iter().zip(told).zip(1..) {
            let head = format!("depth {:>2}  line {rank}  ", line["depth"].as_u64().expect("one"));
            let tail = format!("{} nodes  {}", line["nodes"], words(&line["moves"]));
            assert!(told.starts_with(&head) && told.ends_with(&tail), "{what}");
            match certain(line) {
                Some(certain) => assert!(told.contains(&format!("  {certain}  ")), "{what}"),
                None => assert!(told.contains(", chance "), "{what}"),
            }
        }
        for key in ["wins", "points", "plies", "draws"] {
            assert_eq!(json[key], lines[0][key], "{what}");
        }
        assert_eq!(json["proven"], certain(&json).is_some(), "{what}");
        let (proven, length) = (json["proven"] == true, plies.is_u64());
        evaluated += u32::from(!proven);
        seen += u32::from(proven && length);
        by_solver += u32::from(proven && !length);
    }
    let seen = [evaluated, seen, by_solver, proofs];
    assert!(seen.iter().all(|count| *count > 1), "all kinds of answers occur: {seen:?}");
}
