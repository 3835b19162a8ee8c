//! The program at a real terminal: editing lines, leaving, colours, stepping through a replay.
#![cfg(unix)]

use std::env;
use std::fs;
use std::path::Path;

use katarenga_rules::GameKind;
use katarenga_rules::notation::position::BoardPosition;
use snapbox::cmd::{Command, OutputAssert};

use crate::program::katarenga;
use crate::pseudo_terminal::Terminal;

const CTRL_A: &str = "\x01";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const BACKSPACE: &str = "\x7f";
const UP: &str = "\x1b[A";

/// The folder of the tests, which they only read.
fn here() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
}

fn open(args: &[&str]) -> Terminal {
    Terminal::open(here(), args, &[])
}

/// A game of Cornered with two pawns on the board.
fn in_mid_game() -> Terminal {
    let mut terminal = open(&["play", "--game", "cornered", "--board", "2a0"]);
    for (prompt, mv) in [("white 1> ", "d1"), ("black 2> ", "c3")] {
        terminal.until(prompt);
        terminal.enter(mv);
    }
    terminal.until("white 3> ");
    terminal
}

#[test]
fn the_prompt_shows_whose_turn_it_is_and_which() {
    let mut terminal = in_mid_game();
    terminal.enter("undo");
    terminal.until("black 2> ");
    terminal.enter("b2");
    terminal.until("white 3> ");
    terminal.enter("a1");
    let end = terminal.until("over> ");
    assert!(end.contains("White wins, 3 points"), "{end}");
}

#[test]
fn a_line_can_be_edited_and_called_back() {
    let mut terminal = in_mid_game();
    // `c3` with its first letter wrong, then missing, then put in front: the square is taken.
    terminal.press(&["d3", BACKSPACE, BACKSPACE, "3", CTRL_A, "c"].concat());
    terminal.enter("");
    terminal.until("c3 is not legal: there is already a pawn on c3");
    terminal.until("white 3> ");
    terminal.enter(UP);
    terminal.until("c3 is not legal: there is already a pawn on c3");
}

#[test]
fn leaving_in_mid_game_tells_how_to_go_on() {
    for key in [CTRL_C, CTRL_D] {
        let mut terminal = in_mid_game();
        terminal.press(key);
        let (farewell, status) = terminal.leave();
        assert!(status.success(), "{key:?}: {status}");
        let lines: Vec<&str> = farewell.lines().collect();
        let [.., told, command, "Goodbye."] = lines.as_slice() else { panic!("{farewell}") };
        assert_eq!(*told, "To go on with this game:");
        assert_eq!(gone_on(command), "cornered 2a0 4/2b1/4/3w w w last=c3");
    }
}

/// The position in which a command line starts to play.
fn gone_on(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_katarenga"));
    let folder = program.parent().expect("the program is in a folder").to_owned();
    let folders = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let path = env::join_paths([vec![folder], folders].concat()).expect("a path of folders");
    let run = Command::new("sh")
        .args(["-c", command.trim()])
        .env("PATH", path)
        .stdin("position\n")
        .assert();
    position_in(&printed(run))
}

/// What a command prints, which must succeed without complaint.
fn printed(run: OutputAssert) -> String {
    let output = run.success().get_output().clone();
    // A random board is named there.
    let said = String::from_utf8(output.stderr).expect("the program prints text");
    assert!(said.is_empty() || said.starts_with("board: "), "{said}");
    String::from_utf8(output.stdout).expect("the program prints text")
}

/// The line that is a position.
fn position_in(output: &str) -> String {
    let position = output.lines().find(|line| line.parse::<BoardPosition>().is_ok());
    position.expect("the position is shown").to_owned()
}

/// The next game of a match has the rules of the one before, also where that began with a position.
#[test]
fn a_match_keeps_its_layout() {
    for (start, next) in [
        (
            "isolation 1a0-2a0-3a0-4a0 8/8/8/8/8/8/8/w7 b w layout=opposites",
            "isolation 1a0-2a0-3a0-4a0 8/8/8/8/8/8/8/8 b b layout=opposites",
        ),
        (
            "greengage 1a0-2a0-3a0-4a0 b3b3/1b4b1/3b3b/2b2b2/w3w3/3w3w/2w3w1/1w4w1 b w layout=red-blue",
            "greengage 1a0-2a0-3a0-4a0 b3b3/1b4b1/3b3b/2b2b2/w3w3/3w3w/2w3w1/1w3w2 b b layout=red-blue",
        ),
    ] {
        let program = Command::new(env!("CARGO_BIN_EXE_katarenga"));
        let run = program.args(["play", "--position", start]).stdin("resign\nnew\nposition\n");
        assert_eq!(position_in(&printed(run.assert())), next);
    }
}

#[test]
fn one_can_go_on_whatever_the_start() {
    let letters = ["RRYYGGBB"; 8].join("/");
    for options in [
        &["--game", "big-bang", "--layout", "halves", "--first", "black"][..],
        &["--game", "cornered", "--board", "random", "--seed", "7"],
        &["--game", "congress", "--board", &letters],
        &["--game", "katarenga", "--moves", "b1-b4 f8-e7"],
        &["--position", "cornered 2a0 4/4/4/3w b w last=d1"],
        &["--position", "katarenga 1a0-2a0-3a0-4a0 w7/8/8/8/8/8/w7/bb6 w b camps=1/0"],
    ] {
        let run = |command, typed: &str| {
            let program = Command::from_std(katarenga(here())).arg(command).args(options);
            printed(program.stdin(typed.to_owned()).assert())
        };
        let moves = run("moves", "");
        let mv = moves.lines().next().expect("there is a legal move");
        let told = run("play", &format!("{mv}\nposition\n"));
        let command = told.lines().find(|line| line.starts_with("  katarenga play "));
        let command = command.expect("the command to go on is shown");
        assert_eq!(gone_on(command), position_in(&told), "{command}");
    }
}

#[test]
fn nothing_is_said_of_a_game_that_is_over() {
    let mut terminal = in_mid_game();
    terminal.enter("resign");
    terminal.until("over> ");
    terminal.press(CTRL_D);
    let (farewell, status) = terminal.leave();
    assert_eq!(farewell.trim_start(), "Goodbye.\n");
    assert!(status.success(), "{status}");
}

#[test]
fn leaving_the_menu_says_goodbye() {
    for key in [CTRL_C, CTRL_D] {
        for answers in [&[][..], &["4"]] {
            let mut terminal = open(&["play"]);
            for answer in answers {
                terminal.until("game> ");
                terminal.enter(answer);
            }
            terminal.until(["game> ", "board> "][answers.len()]);
            terminal.press(key);
            let (farewell, status) = terminal.leave();
            assert_eq!(farewell.trim_start(), "Goodbye.\n", "{key:?} after {answers:?}");
            assert!(status.success(), "{key:?} after {answers:?}: {status}");
        }
    }
}

#[test]
fn the_menu_speaks_of_what_it_asked() {
    let mut terminal = open(&["play"]);
    terminal.until("game> ");
    terminal.enter("");
    terminal.until(&format!("type a number from 1 to {} or a name", GameKind::ALL.len()));
    terminal.until("game> ");
    terminal.enter("cornered");
    terminal.until("board> ");
    terminal.enter("1a0-2a0-3a0-4a0");
    let refusal = terminal.until("board> ");
    assert!(refusal.contains("this game is played on a lone quarter"), "{refusal}");
    assert!(!refusal.contains("--board"), "{refusal}");
}

#[test]
fn the_menu_asks_until_it_understands() {
    let mut terminal = open(&["play"]);
    for (answer, says) in [("99", "type a number from 1 to "), ("chess", "`chess` is not a game")] {
        terminal.until("game> ");
        terminal.enter(answer);
        terminal.until(says);
    }
    terminal.until("game> ");
    terminal.enter("Big Bang");
    for (answer, says) in [
        ("5a0", "`5` in `5a0` is not a board"),
        ("2a0", "`2a0` is a lone quarter"),
        ("3a3-1a3-2b2-4b0", "eligible: blue"),
    ] {
        terminal.until("board> ");
        terminal.enter(answer);
        terminal.until(says);
    }
    terminal.until("board> ");
    terminal.enter("");
    terminal.until("opponent> ");
    terminal.enter("9");
    terminal.until("a level is a number from 1 to 8");
    terminal.until("opponent> ");
    terminal.enter("1");
    let start = terminal.until("white 1> ");
    assert!(start.contains("Big Bang on "), "{start}");
}

#[test]
fn boards_are_coloured_at_a_terminal() {
    let coloured = |variables: &[(&str, &str)]| {
        let args = ["board", "1a0"];
        Terminal::open(here(), &args, variables).raw_until("games for it").contains("\x1b[")
    };
    assert!(coloured(&[]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
    assert!(!coloured(&[("TERM", "dumb")]));
}

#[test]
fn the_board_of_a_game_goes_without_colours_too() {
    let args = ["play", "--game", "cornered"];
    let board = |variables| Terminal::open(here(), &args, variables).raw_until("White to move");
    assert!(board(&[]).contains("\x1b["));
    let plain = board(&[("NO_COLOR", "1")]);
    assert!(!plain.contains('\x1b'), "{plain:?}");
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    for args in
        [&["board"][..], &["play", "--game", "congress"], &["rules", "congress"], &["--help"]]
    {
        let run = Command::from_std(katarenga(here())).args(args).stdin("moves\n").assert();
        let output = run.success().get_output().stdout.clone();
        assert!(!output.contains(&b'\x1b'), "{args:?}: {}", String::from_utf8_lossy(&output));
    }
}

const STEP: &str = "Enter: on, b: back, n: next game, q: quit> ";

#[test]
fn a_replay_goes_forwards_and_backwards() {
    let mut terminal = open(&["replay", "data/games.ktg"]);
    let start = terminal.until(STEP);
    assert!(start.starts_with("Cornered on 2a0, white Ann, black Bob\n"), "{start}");
    assert!(start.contains("Two moves settle it.\nWhite to move: "), "{start}");
    for (typed, says) in [
        ("", "Ply 1 of 3. White played d1"),
        ("", "Ply 2 of 3. Black played b2"),
        ("b", "Ply 1 of 3. White played d1"),
        ("b", "Two moves settle it."),
        ("b", "Two moves settle it."),
        ("n", "Katarenga on 1a0-2a0-3a0-4a0"),
        ("n", "Congress on 1a0-2a0-3a0-4a0"),
        ("", "Black wins, 1 point: the other side resigned"),
    ] {
        terminal.enter(typed);
        terminal.until(says);
        terminal.until(STEP);
    }
    terminal.enter("q");
    let (rest, status) = terminal.leave();
    assert_eq!(rest.trim(), "q");
    assert!(status.success(), "{status}");
}

#[test]
fn a_replay_ends_after_its_last_game() {
    let mut terminal = open(&["replay", "data/games.ktg", "--record", "3"]);
    for _ in 0..2 {
        terminal.until(STEP);
        terminal.enter("");
    }
    let (_, status) = terminal.leave();
    assert!(status.success(), "{status}");
}

#[test]
fn a_replay_can_be_left_by_ctrl_c_and_ctrl_d() {
    for key in [CTRL_C, CTRL_D] {
        let mut terminal = open(&["replay", "data/games.ktg"]);
        terminal.until(STEP);
        terminal.press(key);
        let (_, status) = terminal.leave();
        assert!(status.success(), "{key:?}: {status}");
    }
}

#[test]
fn a_match_ends_by_ctrl_c_with_what_was_played() {
    let players = ["engine:100", "random"];
    let args = ["arena", "--game", "cornered", "--games", "1000000", "--threads", "2"];
    let mut terminal = open(&[&args[..], &players].concat());
    // The first bar may be drawn before any game has ended.
    while terminal.until(" of 1000000 games, ").ends_with(" 0 of 1000000 games, ") {}
    terminal.press(CTRL_C);
    let (told, status) = terminal.leave();
    assert_eq!(status.code(), Some(130), "{told}");
    let result = told.split_once("cornered: engine:100 against random, ").expect("a result").1;
    let games: u32 = result.split(' ').next().and_then(|count| count.parse().ok()).expect(result);
    assert!(games < 1_000_000, "{result}");
    let end = format!("error: interrupted after {games} of 1000000 games\n");
    assert!(result.ends_with(&end), "{result}");
}

#[test]
fn a_survey_ends_by_ctrl_c_and_tells_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::open(folder.path(), &["survey", "quartermaster"], &[]);
    terminal.until(" of 24576 boards, ");
    terminal.press(CTRL_C);
    let (told, status) = terminal.leave();
    assert_eq!(status.code(), Some(130), "{told}");
    let file = fs::read_to_string(folder.path().join("quartermaster.csv")).expect("it is there");
    // The first line is the header.
    let rows = file.lines().count() - 1;
    let end = format!(
        "error: interrupted after {rows} of 24576 boards: their rows are in quartermaster.csv, and the same command goes on after them\n"
    );
    assert!(told.ends_with(&end), "{told}");
}

#[test]
fn a_game_of_two_computers_is_left_by_ctrl_c_and_can_go_on() {
    let options = ["play", "--game", "katarenga", "--white", "level:8", "--black", "level:8"];
    let mut terminal = open(&options);
    terminal.until("The computer plays both sides.");
    terminal.press(CTRL_C);
    let (farewell, status) = terminal.leave();
    assert!(farewell.ends_with("Goodbye.\n"), "{farewell}");
    assert!(status.success(), "{status}");
}

#[test]
fn an_analysis_ends_by_ctrl_c_with_the_best_so_far() {
    let mut terminal = open(&["analyse", "--game", "congress", "--depth", "64"]);
    terminal.until("depth  2");
    terminal.press(CTRL_C);
    let (told, status) = terminal.leave();
    assert_eq!(status.code(), Some(130), "{told}");
    assert!(told.contains("best move "), "{told}");
    let end = told.split_once("error: interrupted at depth ").expect("it says so").1;
    assert!(end.ends_with(": printed what was found so far\n"), "{told}");
}

#[test]
fn bench_tells_that_it_was_interrupted() {
    let mut terminal = open(&["bench"]);
    terminal.until("katarenga ");
    terminal.press(CTRL_C);
    let (told, status) = terminal.leave();
    assert_eq!(status.code(), Some(130), "{told}");
    assert!(told.contains("error: interrupted in "), "{told}");
    assert!(!told.contains("\nnodes "), "no number that is not the checksum: {told}");
}

#[test]
fn f33_two_computers_hear_what_is_typed_at_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["play", "--game", "katarenga", "--white", "level:8", "--black", "level:8"];
    let mut terminal = Terminal::open(folder.path(), &options, &[]);
    terminal.until("The computer plays both sides.");
    for (typed, says) in [
        ("help", "Type a move, such as e4"),
        ("save game.ktg", "Saved in game.ktg."),
        ("resign black", "Black is the computer's: `quit` leaves the game."),
        ("new", "The game is not over: `quit` leaves it."),
        ("pause", ", paused> "),
        ("go", "The game goes on."),
    ] {
        terminal.enter(typed);
        terminal.until(says);
    }
    terminal.enter("quit");
    let (farewell, status) = terminal.leave();
    assert!(farewell.ends_with("Goodbye.\n"), "{farewell}");
    assert!(status.success(), "{status}");
    let record = fs::read_to_string(folder.path().join("game.ktg")).expect("it was saved");
    assert!(record.starts_with("[Game \"katarenga\"]"), "{record}");
}

#[test]
fn f33_two_computers_are_left_by_ctrl_d() {
    let options = ["play", "--game", "katarenga", "--white", "level:8", "--black", "level:8"];
    let mut terminal = open(&options);
    terminal.until("The computer plays both sides.");
    terminal.press(CTRL_D);
    let (farewell, status) = terminal.leave();
    assert!(farewell.ends_with("Goodbye.\n"), "{farewell}");
    assert!(status.success(), "{status}");
}

#[test]
fn f33_a_person_is_heard_while_the_computer_thinks() {
    let mut terminal = open(&["play", "--game", "katarenga", "--black", "level:8"]);
    terminal.until("white 1> ");
    terminal.enter("e1-f3");
    terminal.until("Black to move: ");
    terminal.enter("undo");
    let told = terminal.until("white 1> ");
    assert!(!told.contains("Black played "), "{told}");
    terminal.enter("e1-f3");
    terminal.until("Black to move: ");
    terminal.enter("resign");
    terminal.until("the other side resigned");
}

#[test]
fn f33_a_move_typed_while_the_computer_thinks_waits_for_its_turn() {
    let mut terminal = open(&["play", "--game", "katarenga", "--black", "level:6"]);
    terminal.until("white 1> ");
    terminal.enter("e1-f3");
    terminal.until("Black to move: ");
    terminal.enter("e4-e5");
    terminal.until("Black played ");
    terminal.until("e4-e5 is not legal: there is no pawn on e4");
    terminal.until("white 3> ");
}
