//! The real protocol loop, over strings.

use std::io;
use std::thread;
use std::time::Duration;

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
    for name in ["Game", "Board", "First", "Layout", "Hash", "Threads", "Level", "MultiPV"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))));
    }
}

#[test]
fn a_solved_game_is_answered_by_one_move_and_nothing_after_it() {
    let script = "setoption name Game value cornered\nsetoption name Board value 2a0\n\
        position startpos moves d1 b2\ngo movetime 1000\n";
    assert_eq!(
        said(script),
        [
            "info string proven: wins, 5 points",
            "info depth 3 multipv 1 score mate 2 pv b3 a2 a1",
            "bestmove b3"
        ]
    );
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
fn a_layout_of_another_game_is_no_layout_of_this_one() {
    let script = "setoption name Layout value halves\nsetoption name Game value greengage\n\
        position startpos moves f4-e2\nquery p1turn\n\
        setoption name Layout value red-yellow\nposition startpos moves e4-e5\nquery p1turn\n\
        setoption name Layout value diagonal\nposition startpos\n";
    let lines = answers(script);
    assert_eq!(lines[..2], ["response false", "response false"]);
    assert!(lines[2].starts_with("info string greengage has no layout `diagonal`"), "{}", lines[2]);
}

#[test]
fn wrong_lines_are_reported_and_change_nothing() {
    let script = "hello\nsetoption name Game value chess\nsetoption name Hash value 0\n\
        setoption name Speed value 2\nsetoption name Level value 9\nsetoption Game\nposition somewhere\n\
        position startpos moves e1-e8\nposition fen nonsense\nquery weather\ngo depth\n\
        go faster 3\nquery p1turn\n\u{fffd}\0\n\
        go depth -1\ngo fast\n";
    let lines = answers(script);
    assert_eq!(lines.len(), 16);
    assert_eq!(lines[12], "response true", "the game is as before");
    let others = lines.iter().enumerate().filter(|(index, _)| *index != 12);
    for (_, line) in others {
        assert!(line.starts_with("info string "), "{line}");
    }
    assert!(lines[1].contains("`chess` is not a game"), "{}", lines[1]);
    assert_eq!(lines[4], "info string a level is a number from 1 to 8, or `full`");
    assert!(lines[7].contains("e1-e8 is not legal"), "{}", lines[7]);
    assert_eq!(lines[10], "info string `depth` needs a whole number from 0, not ``");
    assert!(lines[11].starts_with("info string no limit `faster`: there are movetime, depth,"));
    assert_eq!(lines[14], "info string `depth` needs a whole number from 0, not `-1`");
    assert!(lines[15].starts_with("info string no limit `fast`: "), "{}", lines[15]);
    let long = answers(&format!("{}\n", "x".repeat(10_000)));
    assert!(long[0].len() < 80, "{}", long[0]);
}

#[test]
fn numbers_beyond_all_measure_are_no_harm() {
    let much = "9".repeat(30);
    for go in [
        format!("go nodes {much} depth 2"),
        format!("go depth {much} nodes 2000"),
        format!("go p1time {much} p1inc {much} depth 2"),
        format!("go p1time 100 p1inc {much} movestogo {much}"),
        format!("go movetime {much} depth 1"),
        "go depth 0".to_owned(),
        "go nodes 0".to_owned(),
    ] {
        let lines = answers(&format!("position startpos\n{go}\n"));
        assert_eq!(lines.len(), 1, "{go}: {lines:?}");
        assert!(lines[0].starts_with("bestmove "), "{go}: {lines:?}");
    }
}

const SOLVED: &str = "setoption name Game value quartermaster\nposition startpos moves d1\n";

#[test]
fn the_end_of_the_input_leaves_a_solver_its_time() {
    let to_the_end = answers(&format!("{SOLVED}go\n"));
    assert!(to_the_end[0].starts_with("info string proven: "), "{to_the_end:?}");
    assert_eq!(to_the_end, answers(&format!("{SOLVED}go movetime 5000\n")));
    assert_eq!(to_the_end, answers(&format!("{SOLVED}go infinite\n")));
}

/// Input that comes piece by piece, as somebody asks for the next one.
struct Slow<'a>(Vec<&'a [u8]>);

impl io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        thread::sleep(Duration::from_millis(400));
        let piece = self.0.remove(0);
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn an_endless_search_of_a_solved_game_answers_when_it_is_stopped() {
    let script = format!("{SOLVED}go infinite\n");
    let input = io::BufReader::new(Slow(vec![script.as_bytes(), b"isready\n", b"stop\n"]));
    let mut output = Vec::new();
    ugi::run(input, &mut output).expect("it can be written");
    let text = String::from_utf8(output).expect("it says text");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("info string proven: "), "{lines:?}");
    assert_eq!(lines[lines.len() - 2], "readyok");
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn a_solved_game_has_as_many_lines_as_are_wanted() {
    let lines = said(&format!("setoption name MultiPV value 3\n{SOLVED}go\n"));
    for (index, line) in lines[1..4].iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} score mate ", index + 1)), "{lines:?}");
    }
    let firsts: Vec<_> = lines[1..4].iter().map(|line| line.split(" pv ").nth(1)).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2], "{lines:?}");
    assert!(lines[4].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn a_new_game_during_a_search_is_a_new_game_after_it() {
    let script =
        |between: &str| format!("position startpos\ngo infinite\n{between}stop\ngo depth 5\n");
    let fresh = said("position startpos\ngo depth 5\n");
    let lines = said(&script("uginewgame\n"));
    assert_eq!(lines[lines.len() - fresh.len()..], fresh);
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

#[test]
fn several_lines_and_a_level_are_options() {
    let script = "setoption name MultiPV value 3\nposition startpos\ngo depth 2\n";
    let lines = said(script);
    let ranks =
        |rank| lines.iter().filter(|line| line.contains(&format!(" multipv {rank} "))).count();
    assert_eq!([1, 2, 3, 4].map(ranks), [2, 2, 2, 0], "{lines:?}");

    let script = "setoption name Level value 2\nposition startpos\ngo\n";
    assert_eq!(said(script), said(script));
    let deepest = said(script).iter().filter(|line| line.starts_with("info depth")).count();
    assert!(deepest <= 2, "a weak level looks no deeper");
    // Options that change during a search hold for the next one.
    let script =
        "position startpos\ngo depth 3\nsetoption name MultiPV value 2\nstop\ngo depth 1\n";
    assert!(said(script).iter().any(|line| line.contains(" depth 1 multipv 2 ")));
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

#[test]
fn f35_a_line_that_is_too_long_is_answered_and_the_next_one_heard() {
    let longest = "x".repeat(1 << 20);
    let script = format!("{longest}x\nisready\n{longest}\nisready\n{longest}xxx");
    let answers = answers(&script);
    let too_long = "info string a line is longer than 1048576 bytes";
    assert_eq!(answers[..2], [too_long, "readyok"]);
    assert!(answers[2].starts_with("info string unknown command `xx"), "{}", answers[2].len());
    assert_eq!(answers[3..], ["readyok", too_long]);
}
