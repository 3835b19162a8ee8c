//! Games against the computer in `katarenga play`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::conversation::play;
use crate::program::katarenga;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn plies(position: &str) -> usize {
    position
        .split_whitespace()
        .nth(2)
        .map_or(0, |rows| rows.chars().filter(|letter| "wb".contains(*letter)).count())
}

#[test]
fn the_computer_answers_and_both_moves_are_taken_back_and_played_again() {
    let options = ["--game", "cornered", "--board", "2a0", "--black", "level:8"];
    let answers = play(here(), &options, &["d1", "undo", "redo", "undo", "undo", "hint"]);
    let placed: Vec<usize> = answers.iter().map(|answer| plies(&answer.position)).collect();
    assert_eq!(placed, [0, 2, 0, 2, 0, 0, 0]);
    assert!(answers[1].text.contains("Black played "), "{}", answers[1].text);
    assert!(answers[5].text.contains("nothing to take back"), "{}", answers[5].text);
    assert!(
        answers[6].text.contains("Hint: d4 (proven: white wins 7 points"),
        "{}",
        answers[6].text
    );
}

#[test]
fn the_computer_begins_where_it_is_white() {
    let options = ["--game", "congress", "--white", "level:1", "--player-seed", "3"];
    let answers = play(here(), &options, &["hint"]);
    assert!(answers[0].text.contains("White played "), "{}", answers[0].text);
    assert!(answers[0].position.ends_with(" b w"), "{}", answers[0].position);
    assert!(answers[1].text.contains("Hint: "), "{}", answers[1].text);
}

#[test]
fn two_computers_play_to_the_end_and_alike_with_the_same_seed() {
    let options = |seed| {
        [
            "--game",
            "battle-stations",
            "--white",
            "level:2",
            "--black",
            "level:1",
            "--player-seed",
            seed,
        ]
    };
    let record = |seed| play(here(), &options(seed), &["record", "hint"]);
    let answers = record("1");
    assert!(answers[0].text.contains(" wins, "), "{}", answers[0].text);
    assert!(answers[1].text.contains("[Result "), "{}", answers[1].text);
    assert!(answers[2].text.contains("No hint: the game is over."), "{}", answers[2].text);
    assert_eq!(answers[1].text, record("1")[1].text);
    assert_ne!(answers[1].text, record("2")[1].text);
}

#[test]
fn nothing_is_taken_back_where_the_computer_plays_both_sides() {
    let options = ["--game", "cornered", "--board", "2a0", "--white", "level:8"];
    let options = [&options[..], &["--black", "level:8"]].concat();
    let answers = play(here(), &options, &["undo", "redo", "new"]);
    assert!(answers[0].text.contains("The computer plays both sides."), "{}", answers[0].text);
    for at in [1, 2] {
        let text = &answers[at].text;
        assert!(text.starts_with("The computer plays both sides: its moves stand."), "{text}");
        assert_eq!(answers[at].position, answers[0].position);
    }
    assert!(answers[3].text.contains(" wins, "), "another game is played: {}", answers[3].text);
}

#[test]
fn the_first_move_of_the_computer_is_not_taken_back_only_to_be_played_again() {
    let options = ["--game", "cornered", "--board", "2a0", "--white", "level:8"];
    let answers = play(here(), &options, &["undo"]);
    assert_eq!(answers[1].text, "There is nothing to take back.\n");
    assert_eq!(answers[1].position, answers[0].position);
}

#[test]
fn nobody_resigns_for_the_computer() {
    let options = ["--game", "cornered", "--board", "2a0", "--black", "level:8"];
    let answers = play(here(), &options, &["resign black", "resign white", "resign black"]);
    assert_eq!(answers[1].text, "Black is the computer's: resign your own side.\n");
    assert!(answers[2].text.contains("Black wins, 0 points: the other side resigned"));
    assert!(!answers[3].text.contains("computer's"), "it is over: {}", answers[3].text);
}

/// Two strong computers, who play for minutes.
const LONG: [&str; 7] = ["play", "--game", "katarenga", "--white", "level:8", "--black", "level:8"];

/// A game of two computers, over pipes that stay open.
struct Open {
    program: Child,
    keyboard: ChildStdin,
    lines: Receiver<String>,
}

impl Open {
    fn begin() -> Self {
        let mut program = katarenga(here());
        program.args(LONG).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = program.spawn().expect("the program starts");
        let keyboard = program.stdin.take().expect("it is piped");
        let screen = BufReader::new(program.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            // Nobody listens any more once the test is over.
            screen.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Self { program, keyboard, lines }
    }

    fn enter(&mut self, line: &str) {
        writeln!(self.keyboard, "{line}").expect("the program reads");
    }

    /// The next line that has `part` in it. Far longer is waited for than it takes.
    fn until(&self, part: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_mins(1));
            let line = line.unwrap_or_else(|_| panic!("no line has `{part}` in it"));
            if line.contains(part) {
                return line;
            }
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        // It has ended already, unless a test failed.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn f33_two_computers_hear_what_is_typed_while_they_play() {
    let mut game = Open::begin();
    game.until("The computer plays both sides.");
    game.enter("record");
    game.until("[Result \"ongoing\"]");
    game.enter("e1-f3");
    game.until(" is the computer's: it plays its move itself");
    game.enter("resign white");
    game.until("White is the computer's: `quit` leaves the game.");
    game.enter("undo");
    game.until("The computer plays both sides: its moves stand. `pause` lets it wait.");
    game.enter("pause");
    game.until("Paused. `go` lets the computer play on.");
    game.enter("position");
    let before = game.until("katarenga 1a0");
    game.enter("undo");
    game.enter("redo");
    game.enter("position");
    assert_eq!(game.until("katarenga 1a0"), before, "nothing is played while it is paused");
    game.enter("go");
    game.until("The game goes on.");
    game.enter("quit");
    game.until("Goodbye.");
    assert!(game.program.wait().expect("it was started").success());
}

#[cfg(unix)]
#[test]
fn f33_ctrl_c_leaves_two_computers_with_the_game_so_far() {
    let mut game = Open::begin();
    game.until("The computer plays both sides.");
    let kill = format!("kill -INT {}", game.program.id());
    let sent = std::process::Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.expect("there is a shell").success());
    game.until("Goodbye.");
    assert!(game.program.wait().expect("it was started").success());
}

#[test]
fn f33_a_script_that_begins_by_leaving_leaves_at_once() {
    let program = snapbox::cmd::Command::from_std(katarenga(here()));
    let run = program.args(LONG).stdin("quit\nrecord\n").assert().success();
    let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(told.ends_with("Goodbye.\n"), "{told}");
    assert!(!told.contains(" played ") && !told.contains("[Result "), "{told}");
}
