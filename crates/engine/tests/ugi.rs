//! The real protocol loop, over strings.

use katarenga_engine::ugi;
use katarenga_rules::{Game, GameKind, Setup};

/// What the engine says to a script.
fn said(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    ugi::run(script.as_bytes(), &mut output).expect("strings can be read and written");
    let text = String::from_utf8(output).expect("it says text");
    text.lines().map(str::to_owned).collect()
}

/// The same without what depends on the search.
fn answers(script: &str) -> Vec<String> {
    said(script).into_iter().filter(|line| !line.starts_with("info depth")).collect()
}

#[test]
fn it_greets_and_is_ready() {
    let lines = said("ugi\nisready\nquit\n");
    assert!(lines[0].starts_with("id name Katarenga "), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
    for name in ["Game", "Board", "First", "Layout", "Hash"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))));
    }
}

#[test]
fn a_solved_game_is_answered_by_one_move_and_nothing_after_it() {
    let script = "setoption name Game value cornered\nsetoption name Board value 2a0\n\
        position startpos moves d1 b2\ngo movetime 1000\nstop\n";
    assert_eq!(answers(script).len(), 1);
    let best = answers(script)[0].strip_prefix("bestmove ").map(str::to_owned);
    assert!(best.is_some_and(|mv| mv.len() == 2));
}

#[test]
fn queries_speak_of_the_first_player_not_of_white() {
    let script = "setoption name Game value cornered\nsetoption name Board value 2a0\n\
        setoption name First value black\nposition startpos\nquery p1turn\nquery result\n\
        position startpos moves d1\nquery p1turn\nquery gameover\n\
        position startpos moves d1 b2 a1\nquery gameover\nquery result\n\
        position fen cornered 2a0 4/4/4/3w b w last=d1 moves b2 a1\nquery result\ngo depth 3\nstop\n";
    assert_eq!(
        answers(script),
        [
            "response true",
            "response none",
            "response false",
            "response false",
            "response true",
            "response p1win",
            "response p1win",
            "info string the game is over",
            "bestmove none"
        ]
    );
}

#[test]
fn wrong_lines_are_told_and_change_nothing() {
    let script = "hello\nsetoption name Game value chess\nsetoption name Hash value 0\n\
        setoption name Threads value 2\nsetoption Game\nposition somewhere\n\
        position startpos moves e1-e8\nposition fen nonsense\nquery weather\ngo depth\n\
        go faster 3\nquery p1turn\n\u{fffd}\0\n";
    let lines = answers(script);
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[11], "response true", "the game is as before");
    let others = lines.iter().enumerate().filter(|(index, _)| *index != 11);
    for (_, line) in others {
        assert!(line.starts_with("info string "), "{line}");
    }
    assert!(lines[1].contains("`chess` is not a game"), "{}", lines[1]);
    assert!(lines[6].contains("e1-e8 is not legal"), "{}", lines[6]);
}

#[test]
fn a_search_without_end_stops_when_told_and_at_the_end_of_input() {
    for end in ["stop\nisready\n", "quit\n", ""] {
        let lines = answers(&format!("position startpos\ngo infinite\ngo depth 1\n{end}"));
        assert_eq!(lines[0], "info string a search is under way: `stop` ends it", "{end:?}");
        assert!(lines[1].starts_with("bestmove "), "{end:?}: {lines:?}");
        assert_eq!(lines.get(2).map(String::as_str), end.contains("ready").then_some("readyok"));
    }
}

/// Two engines play a game of each kind through the protocol: every move is legal.
#[test]
fn whole_games_are_played() {
    for kind in GameKind::ALL {
        let setup = Setup::default();
        let mut game = Game::new(*kind, kind.default_board(), setup).expect("it suits");
        while game.outcome().is_none() && game.ply() < 80 {
            let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
            let script = format!(
                "setoption name Game value {kind}\nsetoption name Hash value 1\n\
                 position startpos moves {}\ngo nodes 400\n",
                moves.join(" ")
            );
            // The input ends here, the search by its limit.
            let last = answers(&script).pop().expect("an answer");
            let best = last.strip_prefix("bestmove ").expect("a move").to_owned();
            let mv = game.read_move(&best).expect("a legal move");
            assert_eq!(mv.to_string(), best, "{kind}: the canonical form");
            game.play(mv).expect("a legal move");
        }
        assert!(game.ply() > 4, "{kind}");
    }
}
