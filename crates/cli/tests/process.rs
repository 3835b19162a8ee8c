//! The program as one process among others: pipes that close, completions for shells, pictures to
//! standard output, and a match from its first game to its last.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::Stdio;

use snapbox::cmd::Command;
use tempfile::tempdir;

use crate::conversation::play;
use crate::program::katarenga;

/// Runs a command that must succeed without complaint, and gives what it prints.
fn stdout(args: &[&str]) -> String {
    let program = Command::from_std(katarenga(Path::new(".")));
    let run = program.args(args).assert().success().stderr_eq("");
    String::from_utf8(run.get_output().stdout.clone()).expect("the program prints text")
}

/// The commands that help lists, all but `help`.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let after = help.split_once("Commands:\n").expect("help lists the commands").1;
    let list = after.split_once("\n\n").expect("other things follow the commands").0;
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = tempdir().expect("a folder for the test");
    // More than a pipe holds, so that the program still writes when its reader leaves.
    let record = "[Game \"congress\"]\n[Board \"1a0-2a0-3a0-4a0\"]\n\n1. d8-c6 *\n\n".repeat(200);
    fs::write(folder.path().join("games.ktg"), record).expect("the folder can be written to");

    let mut child = katarenga(folder.path())
        .args(["replay", "games.ktg"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line comes");
    assert_eq!(line, "Congress on 1a0-2a0-3a0-4a0\n");
    drop(reader);

    let mut complaints = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut complaints).expect("the program prints text");
    assert_eq!(complaints, "");
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn every_command_leaves_quietly_when_nobody_reads() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.ktg");
    for args in [
        &["--help"][..],
        &["analyse", "--game", "cornered"],
        &["arena", "--game", "cornered", "random", "random", "--games", "2"],
        &["board", "1a0"],
        &["check", data],
        &["completions", "bash"],
        &["diagram", "--game", "cornered"],
        &["games"],
        &["moves", "--game", "cornered"],
        &["perft", "--game", "cornered", "--depth", "2"],
        &["play", "--game", "cornered"],
        &["replay", data],
        &["result", "--game", "cornered"],
        &["rules", "cornered"],
        &["solve", "--game", "cornered"],
        &["survey", "cornered"],
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = katarenga(Path::new("."))
            .args(args)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert!(output.status.success(), "{args:?}: {}", output.status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = katarenga(Path::new("."))
        .args(["moves", "--game", "cornered"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("the program starts");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaints, "error: No space left on device (os error 28)\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn completions_of_every_shell_know_every_command() {
    let commands = commands();
    assert!(commands.len() >= 11, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell} does not know {command}");
        }
    }
}

#[test]
fn a_diagram_goes_to_standard_output() {
    let svg = stdout(&["diagram", "--game", "cornered", "--moves", "d1 c2", "--marks", "legal"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    let flipped = stdout(&["diagram", "--game", "cornered", "--moves", "d1 c2", "--flip"]);
    assert_ne!(flipped, stdout(&["diagram", "--game", "cornered", "--moves", "d1 c2"]));
}

#[test]
fn a_match_goes_to_its_target_and_no_further() {
    // On this quarter the first player places two of three pawns and the last: three points a game.
    let game = ["d1", "b2", "a1"];
    let lines = [&game[..], &["new"], &game, &["new"], &game, &["new"]].concat();
    let options = ["--game", "cornered", "--board", "2a0", "--target", "6"];
    let answers = play(Path::new("."), &options, &lines);

    // The fourth and fifth word of a position: the side to move and the side that began.
    let began: Vec<&str> = [0, 4, 8].map(|at| answers[at].position.as_str()).to_vec();
    assert_eq!(
        began,
        ["cornered 2a0 4/4/4/4 w w", "cornered 2a0 4/4/4/4 b b", "cornered 2a0 4/4/4/4 w w"]
    );
    for (at, score) in [
        (3, "Match: White 3, Black 0, to 6. `new` begins the next game"),
        (7, "Match: White 3, Black 3, to 6. `new` begins the next game"),
        (11, "Match: White 6, Black 3. White wins the match."),
        (12, "Match: White 6, Black 3. White wins the match."),
    ] {
        assert!(answers[at].text.contains(score), "{at}: {}", answers[at].text);
    }
    assert_eq!(answers[12].position, answers[11].position, "no new game begins");
}

#[test]
fn the_next_game_of_a_match_waits_for_the_end_and_may_take_another_board() {
    let lines = ["d1", "new", "resign", "new 1b2", "resign black", "new 5a0", "new random"];
    let answers = play(Path::new("."), &["--game", "cornered", "--board", "2a0"], &lines);
    assert_eq!(answers[2].text, "The game is not over: `resign` ends it.\n");
    assert_eq!(answers[2].position, answers[1].position);
    assert!(answers[3].text.contains("Match: White 1, Black 0, to 15."), "{}", answers[3].text);
    assert_eq!(answers[4].position, "cornered 1b2 4/4/4/4 b b");
    assert!(answers[5].text.contains("Match: White 1, Black 0, to 15."), "{}", answers[5].text);
    assert!(answers[6].text.contains("`5` in `5a0` is not a board"), "{}", answers[6].text);
    assert_eq!(answers[6].position, answers[5].position);
    assert!(answers[7].position.ends_with(" 4/4/4/4 w w"), "{}", answers[7].position);
}

#[test]
fn what_is_no_board_tells_how_new_is_typed() {
    let answers = play(Path::new("."), &["--game", "cornered"], &["resign", "new zzz"]);
    let words = "`new` stands alone, or with `random` or the code of a board: `zzz` is not a board";
    assert!(answers[2].text.starts_with(words), "{}", answers[2].text);
}

#[test]
fn long_lines_are_not_repeated_whole() {
    let folder = tempdir().expect("a folder");
    let long = "z".repeat(5_000);
    let words = ["", "moves ", "resign ", "rules ", "load ", "save ", "hint "];
    let lines: Vec<String> = words.iter().map(|word| format!("{word}{long}")).collect();
    let answers = play(folder.path(), &["--game", "cornered"], &lines);
    for (answer, word) in answers[1..].iter().zip(words) {
        assert!(answer.text.len() < 400, "`{word}`: {} characters", answer.text.len());
    }
    let escapes = play(folder.path(), &["--game", "cornered"], &["load \u{1b}[2Jx"]);
    assert!(!escapes[1].text.contains('\u{1b}'), "{}", escapes[1].text);
}

#[test]
fn a_match_is_saved_whole_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--game", "cornered", "--board", "2a0"];
    let first = ["d1", "b2", "a1", "new", "d1", "save --force match.ktg", "c3", "save"];
    let answers = play(folder.path(), &options, &first);
    assert_eq!(answers[6].text, "Saved in match.ktg.\n");
    assert_eq!(answers[8].text, "Saved in match.ktg.\n", "its own file needs no force");

    let again = play(folder.path(), &["--load", "match.ktg"], &["resign black"]);
    assert_eq!(again[0].position, answers[8].position);
    assert!(again[1].text.contains("Match: White 5, Black 0, to 15."), "{}", again[1].text);
}

#[test]
fn other_moves_than_the_saved_ones_are_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--game", "cornered", "--board", "2a0"];
    let lines = ["d1", "c3", "save a.ktg", "undo", "b2", "load a.ktg", "undo", "c3", "load a.ktg"];
    let answers = play(folder.path(), &options, &lines);
    assert!(answers[6].text.starts_with("This game is not saved"), "{}", answers[6].text);
    assert!(answers[9].text.contains("White to move"), "it is as saved: {}", answers[9].text);
}

#[test]
fn what_a_record_says_cannot_steer_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let record =
        "[Game \"cornered\"]\n[Board \"2a0\"]\n[White \"\u{1b}[2JAnn\"]\n\n1. d1 {\u{1b}[2Jhi}\n";
    std::fs::write(folder.path().join("a.ktg"), record).expect("it can be written");
    let output = katarenga(folder.path())
        .args(["replay", "a.ktg", "--ply", "1"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .expect("the program runs");
    let shown = String::from_utf8(output.stdout).expect("text");
    assert!(shown.contains("hi") && shown.contains("Ann"), "{shown}");
    assert!(!shown.contains("\u{1b}[2J"), "{shown}");
}

#[test]
fn an_engine_speaks_over_pipes() {
    let program = Command::from_std(katarenga(Path::new(".")));
    let script = "ugi\nsetoption name Game value congress\nposition startpos\ngo depth 3\n";
    let run = program.arg("ugi").stdin(script).assert().success().stderr_eq("");
    let output = String::from_utf8(run.get_output().stdout.clone()).expect("text");
    let last = output.lines().last().expect("an answer");
    assert!(last.starts_with("bestmove ") && last.contains('-'), "{output}");
    assert!(output.contains("ugiok\n"), "{output}");
}

/// The last number of the line that begins with `nodes`.
fn bench_nodes() -> String {
    let told = stdout(&["bench"]);
    let line = told.lines().find(|line| line.starts_with("nodes ")).expect("a total").to_owned();
    line.split_whitespace().nth(1).expect("a number").to_owned()
}

#[test]
fn bench_counts_the_nodes_that_the_changelog_names() {
    let nodes = bench_nodes();
    let changelog = include_str!("../../../CHANGELOG.md");
    let named = format!("`bench`: {nodes} nodes");
    assert!(changelog.contains(&named), "the engine plays otherwise: CHANGELOG needs {named}");
}

#[test]
fn f32_the_signs_of_the_board_are_explained_wherever_one_is_drawn() {
    let all = "R red, Y yellow, G green, B blue";
    for args in [
        &["board"][..],
        &["rules", "cornered"],
        &["replay", "tests/data/games.ktg"],
        &["play", "--game", "cornered"],
    ] {
        assert!(stdout(args).contains(all), "{args:?}");
    }
    let answers = play(Path::new("."), &["--game", "cornered"], &["legend", "help"]);
    for sign in [all, "w white", "b black", "[Rw ]", "(G  )"] {
        assert!(answers[0].text.contains(sign) && answers[1].text.contains(sign), "{sign}");
    }
    assert!(answers[2].text.contains("  legend "), "{}", answers[2].text);
    let french = stdout(&["rules", "big-bang", "--lang", "fr"]);
    assert!(french.contains("R rouge (red), Y jaune (yellow), G vert (green), B bleu (blue)"));
}

/// What is said to the last of `lines` in a game with `options`, separated by blanks.
fn last_answer(options: &str, lines: &[&str]) -> String {
    let options: Vec<&str> = options.split(' ').collect();
    play(Path::new("."), &options, lines).pop().expect("an answer").text
}

#[test]
fn f32_where_a_square_has_no_moves_the_reason_is_given() {
    for (options, lines, reason) in [
        ("--game katarenga", &["moves a8"][..], "the pawn on a8 is black, and it is white's turn"),
        (
            "--game katarenga",
            &["e1-f3", "moves a1"],
            "the pawn on a1 is white, and it is black's turn",
        ),
        ("--game katarenga", &["moves e4"], "there is no pawn on e4"),
        ("--game katarenga", &["resign", "moves a1"], "the game is over: Black wins, "),
        ("--game katarenga", &["resign", "moves"], "the game is over: Black wins, "),
        ("--game cornered", &["moves e5"], "e5 is not on this board, which ends at d4"),
        ("--game cornered --board 2a0", &["d1", "moves d1"], "there is already a pawn on d1"),
        ("--game cornered --board 2a0", &["d1", "moves a4"], "a4 is not "),
        ("--game battle-stations", &["e4", "moves e4"], "there is already a pawn on e4"),
        ("--game quartermaster", &["a1", "moves h8"], "h8 is not "),
    ] {
        let told = last_answer(options, lines);
        assert!(told.starts_with(&format!("None: {reason}")), "{options} {lines:?}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    assert_eq!(last_answer("--game cornered --board 2a0", &["d1", "moves b2"]), "b2\n");
}

#[test]
fn f32_an_own_pawn_that_is_blocked_and_a_forced_one_elsewhere_are_reported() {
    let board = "1a0-2a0-3a0-4a0";
    for (position, reason) in [
        (
            format!("katarenga {board} bbbb4/8/8/8/8/1w6/2w5/w7 w w"),
            "None: c2 holds a pawn of the same side; b3 holds a pawn of the same side.\n",
        ),
        (
            format!("north-west-passage {board} w6b/1w4b1/2w2b2/3wb3/3*4/2b2w2/1b4w1/b6w b w"),
            "None: d4 holds the evicted pawn, which must move now.\n",
        ),
    ] {
        let told = play(Path::new("."), &["--position", &position], &["moves a1"]).pop();
        assert_eq!(told.expect("an answer").text, reason);
    }
}

#[test]
fn f32_an_evaluation_is_given_as_a_chance() {
    let told = stdout(&["analyse", "--game", "congress", "--depth", "1"]);
    assert!(told.starts_with("depth  1  +1.76, chance 71%  "), "{told}");
    let help = stdout(&["analyse", "--help"]);
    assert!(help.contains("+2.00 stands for odds of e to 1"), "{help}");
    let hint = last_answer("--game congress", &["hint"]);
    let chance = hint.split_once(" (white's chance of winning is ").expect(&hint).1;
    assert!(chance.ends_with("%)\n"), "{hint}");
}
