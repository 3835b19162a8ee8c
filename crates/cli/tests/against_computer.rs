//! Games against the computer in `katarenga play`.

mod conversation;
mod program;

use std::path::Path;

use crate::conversation::play;

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
