//! The lessons of the page, and what is said of lessons that make no sense.

use std::fs;
use std::path::{Path, PathBuf};

use katarenga_content::Lesson;
use katarenga_rules::{Game, GameKind, Move, Side};

/// The lesson that belongs to no game.
const FIRST: &str = "first-minute";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/lessons")
}

fn lesson(name: &str) -> Lesson {
    let path = folder().join(format!("{name}.json"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Lesson::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of all lessons.
fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("lessons");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    names.map(|name| name.strip_suffix(".json").expect("JSON alone").to_owned()).collect()
}

#[test]
fn nothing_is_wrong_with_any_lesson() {
    let mut names = names();
    for name in &names {
        let lesson = lesson(name);
        let faults: Vec<String> = lesson.faults().iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        assert_eq!(lesson.title.is_some(), name == FIRST, "{name}");
    }
    let mut expected: Vec<String> = GameKind::ALL.iter().map(ToString::to_string).collect();
    expected.push(FIRST.to_owned());
    expected.sort();
    names.sort();
    assert_eq!(names, expected);
}

#[test]
fn each_game_has_a_lesson_of_five_to_eight_steps_in_that_game() {
    for kind in GameKind::ALL {
        let lesson = lesson(kind.name());
        assert!((5..=8).contains(&lesson.steps.len()), "{kind}: {} steps", lesson.steps.len());
        assert_eq!(lesson.title, None, "{kind}: its name is its title");
        for step in &lesson.steps {
            assert_eq!(step.position.split(' ').next(), Some(kind.name()));
        }
    }
}

/// The last step of a game's lesson is a win in two: whatever the answer, one move then wins; and no first move
/// does so but those of the lines.
#[test]
fn each_lesson_of_a_game_ends_with_a_win_in_two() {
    for kind in GameKind::ALL {
        let lesson = lesson(kind.name());
        let step = lesson.steps.last().expect("steps");
        let start = Game::from_position(step.position.parse().expect("a position"));
        let mut firsts: Vec<Move> = Vec::new();
        for line in &step.lines {
            assert_eq!(line.len(), 3, "{kind}: {line:?}");
            let mut game = start.clone();
            for text in line {
                let mv = game.read_move(text).expect("legal");
                game.play(mv).expect("legal");
            }
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner, Some(start.turn()), "{kind}: {line:?}");
            firsts.extend(game.moves().next());
        }
        for mv in start.legal_moves() {
            assert_eq!(wins_in_two(&start, mv), firsts.contains(&mv), "{kind}: {mv}");
        }
    }
}

fn after(game: &Game, mv: Move) -> Game {
    let mut after = game.clone();
    after.play(mv).expect("legal");
    after
}

fn is_won(game: &Game, side: Side) -> bool {
    game.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

/// Whether the side to move wins with this move, at once or after every answer with another one.
fn wins_in_two(game: &Game, mv: Move) -> bool {
    let side = game.turn();
    let first = after(game, mv);
    if first.outcome().is_some() {
        return is_won(&first, side);
    }
    first.legal_moves().into_iter().all(|answer| {
        let second = after(&first, answer);
        is_won(&second, side)
            || second.legal_moves().into_iter().any(|mv| is_won(&after(&second, mv), side))
    })
}

#[test]
fn a_lesson_that_makes_no_sense_is_refused_with_its_step_and_the_reason() {
    let step = |change: &str| {
        let step = r#"{ "position": "katarenga 1a0-2a0-3a0-4a0 8/8/8/8/8/8/8/w6b w w camps=1/1",
            "say": { "en": "Go.", "fr": "Allez." }, "then": { "en": "Well.", "fr": "Bien." } }"#;
        let (from, to) = change.split_once("=>").unwrap_or((change, change));
        assert!(step.contains(from), "{from}");
        let text = format!(r#"{{ "steps": [{}] }}"#, step.replacen(from, to, 1));
        match Lesson::read(&text) {
            Ok(lesson) => {
                lesson.faults().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
            }
            Err(error) => error.to_string(),
        }
    };
    assert_eq!(step("Go."), "");
    assert_eq!(step(r#", "fr": "Allez."=>"#), "step 1: `say` has no text in `fr`");
    assert_eq!(step("Allez.=> "), "step 1: `say` has no text in `fr`");
    let german = step(r#""fr": "Bien."=>"fr": "Bien.", "de": "Gut.""#);
    assert_eq!(german, "step 1: `then` has a text in `de`, which is no language of the page");
    let position = step("8/w6b=>7/w6b");
    assert!(position.starts_with("step 1: the position: rank 2 of the pawns, `7`"), "{position}");
    let lines = |lines: &str| step(&format!(r#""say"=>"lines": {lines}, "say""#));
    let missing = lines(r#"[["a1-a9"]]"#);
    assert!(missing.starts_with("step 1: line 1, move 1: "), "{missing}");
    let right = lines(r#"[["a1-b3"]]"#);
    assert!(right.ends_with("is legal and not right: say so in `wrong`"), "{right}");
    assert!(lines("[[]]").contains("line 1 has an even number of moves"), "{}", lines("[[]]"));
    let mark = step(r#""say"=>"marks": ["i9"], "say""#);
    assert_eq!(mark, "step 1: the mark `i9` is no square of the board");
    let wrong = step(r#""say"=>"wrong": { "en": "No.", "fr": "Non." }, "say""#);
    assert_eq!(wrong, "step 1: every legal move is right: `wrong` is never said");
    let unknown = step(r#""say"=>"hint": "e4", "say""#);
    assert!(unknown.starts_with("unknown field `hint`"), "{unknown}");
    let none = Lesson::read(r#"{ "steps": [] }"#).expect("JSON").faults();
    assert_eq!(
        none.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["a lesson has at least one step"]
    );
}
