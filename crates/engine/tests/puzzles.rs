//! Puzzles: made, judged, written and read.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use katarenga_engine::puzzles::{
    Collection, Goal, Judge, Maker, Puzzle, PuzzleError, TRIES, Theme, make, solved_tries,
};
use katarenga_engine::search::Stop;
use katarenga_engine::{Solver, Value};
use katarenga_rules::{Game, GameKind, Move};

/// Of the games with the numbers up to `games`.
fn puzzles_of(kind: GameKind, games: u64, threads: usize) -> Vec<Puzzle> {
    let (stop, mut puzzles) = (Stop::default(), Vec::new());
    make(kind, 1, 0, threads, &stop, |number, puzzle| {
        puzzles.extend(puzzle);
        if number + 1 >= games {
            stop.set();
        }
    })
    .expect("threads");
    puzzles
}

const LINE: &str = "xu34ywv | troika 4a0-1a2-3a1-2b0 8/8/8/8/8/8/6b1/3bw3 w b last=d1 | c2 d4 d3 f2 f5 | win | proven | only-defence | 5 | 24";

#[test]
fn a_line_is_read_as_it_was_written() {
    let puzzle: Puzzle = LINE.parse().expect("a puzzle");
    assert_eq!(puzzle.to_string(), LINE);
    assert_eq!((puzzle.goal, puzzle.level.number(), puzzle.source), (Goal::Win, 5, 24));
    assert_eq!(puzzle.themes, [Theme::OnlyDefence]);
    let turns = puzzle.turns();
    let right: Vec<String> = turns.iter().map(|(_, mv)| mv.to_string()).collect();
    assert_eq!(right, ["c2", "d3", "f5"]);
    assert!(turns.iter().all(|(game, _)| game.turn() == puzzle.start.position.turn()));
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    let wrong = |from: &str, to: &str| {
        let error = LINE.replacen(from, to, 1).parse::<Puzzle>().expect_err(to);
        error.to_string()
    };
    assert_eq!(
        "".parse::<Puzzle>(),
        Err(PuzzleError::Parts { found: 1 }),
        "an empty line has one empty part"
    );
    assert_eq!(
        wrong("troika", "chess").split(':').next(),
        Some("the position"),
        "{}",
        wrong("troika", "chess")
    );
    assert!(wrong("c2 d4", "c9 d4").starts_with("move 1: "), "{}", wrong("c2 d4", "c9 d4"));
    assert!(wrong("d4 d3", "d4 h8").starts_with("move 3: "), "{}", wrong("d4 d3", "d4 h8"));
    assert_eq!(
        wrong(" f5 |", " |"),
        "the line has 4 moves: an odd number is expected, since it ends with a move of who solves it"
    );
    assert_eq!(wrong("| win", "| lose"), "`lose` is not a goal: `win`, `draw` or `points:N`");
    assert_eq!(wrong("| proven", "| sure"), "`sure` is not `proven` or `searched`");
    assert_eq!(wrong("only-defence", "fork"), "`fork` is not a theme (docs/puzzles.md lists them)");
    assert_eq!(wrong("| 5 |", "| 9 |"), "`9` is not a level from 1 to 8");
    assert_eq!(wrong("| 24", "| -1"), "`-1` is not the number of a game");
    assert!(
        wrong("xu34ywv", "aaaaaaa").contains("that of this position and these moves is `xu34ywv`")
    );
    assert!(wrong(" f2 f5", "").contains("the id is"), "another line has another id");
}

#[test]
fn puzzles_depend_on_the_seed_alone() {
    let kind = GameKind::Cornered;
    let once = puzzles_of(kind, 12, 1);
    assert!(once.len() > 5, "{}", once.len());
    assert_eq!(once, puzzles_of(kind, 12, 3));
    let other: Vec<_> =
        (0..12).filter_map(|number| Maker::new(kind, 2).puzzle(number, &Stop::default())).collect();
    assert_ne!(once, other);
}

/// The puzzles of the page, by their files.
fn page_puzzles() -> Vec<(String, Vec<Puzzle>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let files = fs::read_dir(folder).expect("puzzles").map(|file| file.expect("a file").path());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("text");
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
        let puzzle = |(line, number): (&str, u32)| {
            line.parse().unwrap_or_else(|error| panic!("{}:{number}: {error}", path.display()))
        };
        let command = text.lines().next().expect("a first line").to_owned();
        (command, lines.map(puzzle).collect())
    };
    files.map(read).collect()
}

/// Reading a puzzle plays its moves, and compares its id.
#[test]
fn each_puzzle_of_the_page_can_be_played() {
    let files = page_puzzles();
    assert!(files.len() >= 5, "{}", files.len());
    let mut ids = HashSet::new();
    for (command, puzzles) in &files {
        let kind = puzzles[0].start.position.kind();
        let count = puzzles.len();
        assert!(command.contains(&format!("--game {kind} --count {count} ")), "{command}: {count}");
        for puzzle in puzzles {
            assert_eq!(puzzle.start.position.kind(), kind, "{puzzle}");
            assert!(ids.insert(puzzle.id()), "twice: {puzzle}");
            assert!(puzzle.game().legal_moves().len() >= 3, "{puzzle}");
        }
    }
}

#[test]
fn proven_puzzles_of_the_page_have_one_solution() {
    let mut tried = 0;
    for (_, puzzles) in page_puzzles() {
        for puzzle in puzzles.into_iter().filter(|puzzle| puzzle.is_proven).take(20) {
            assert_one_solution(&puzzle);
            tried += 1;
        }
    }
    assert!(tried >= 80, "{tried}");
}

/// In the games that a solver answers for, by the solver alone: exactly one move reaches the goal.
#[test]
fn of_proven_puzzles_one_move_alone_reaches_the_goal() {
    for kind in [GameKind::Cornered, GameKind::Troika] {
        for puzzle in puzzles_of(kind, 8, 2) {
            assert!(puzzle.is_proven, "{puzzle}");
            assert_one_solution(&puzzle);
        }
    }
}

fn assert_one_solution(puzzle: &Puzzle) {
    let kind = puzzle.start.position.kind();
    let mut solver = Solver::new(kind, &puzzle.start.board).expect("a solver");
    for (game, right) in puzzle.turns() {
        let all = game.legal_moves();
        // A turn with one legal move is no choice.
        let is_right = |mv: &Move| all.len() == 1 || reaches(&mut solver, &game, *mv, puzzle.goal);
        let reaching: Vec<Move> = all.iter().copied().filter(is_right).collect();
        assert_eq!(reaching, [right], "{puzzle}");
    }
}

fn reaches(solver: &mut Solver, game: &Game, mv: Move, goal: Goal) -> bool {
    let after = game.position().play(game.board(), mv).expect("a legal move");
    let verdict = solver.solve(&after).expect("solved").reversed();
    match goal {
        Goal::Win => verdict.value == Value::Win,
        Goal::Draw => verdict.value >= Value::Draw,
        Goal::Points(points) => verdict.value == Value::Win && verdict.points >= points,
    }
}

#[test]
fn searched_puzzles_keep_their_solution() {
    let stop = Stop::default();
    let mut searched = 0;
    for puzzle in puzzles_of(GameKind::Katarenga, 20, 2) {
        let mut judge = Judge::new(50_000);
        assert!(judge.confirms(&puzzle.turns(), puzzle.goal, &stop), "{puzzle}");
        let game = puzzle.game();
        assert!(game.legal_moves().len() >= 3, "{puzzle}");
        searched += u32::from(!puzzle.is_proven);
        // The higher levels would take long.
        if puzzle.level.number() <= 5 {
            let solved = solved_tries(puzzle.level, &puzzle.turns(), &stop);
            assert!(solved > TRIES / 2, "{puzzle}: {solved}");
        }
    }
    assert!(searched > 1, "{searched}");
}

#[test]
fn a_judge_refuses_a_second_solution() {
    // Each of the two pawns on the far rank wins at once by entering the second camp.
    let two = "katarenga 2a0-3b0-1b3-4a2 4w3/8/8/1b6/8/8/6b1/b1b5 b w camps=1/1";
    let one = "katarenga 2a0-3b0-1b3-4a2 4w3/8/8/1b6/8/8/6b1/b7 b w camps=1/1";
    let [two, one] = [two, one].map(|text| Game::from_position(text.parse().expect("a position")));
    let (mut judge, stop) = (Judge::new(20_000), Stop::default());
    assert_eq!(judge.only_move(&two, &stop), None);
    let only = judge.only_move(&one, &stop).map(|only| only.mv.to_string());
    assert_eq!(only.as_deref(), Some("a1-camp"));
    let mv = one.read_move("a1-camp").expect("legal");
    assert!(judge.confirms(&[(one.clone(), mv)], Goal::Win, &stop));
    let other = one.legal_moves().into_iter().find(|other| *other != mv).expect("another");
    assert!(!judge.confirms(&[(one, other)], Goal::Win, &stop));
}

#[test]
fn a_collection_takes_nothing_twice_and_of_no_level_too_much() {
    let puzzles = puzzles_of(GameKind::Cornered, 40, 2);
    let mut collection = Collection::new(10);
    let taken: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| collection.take(puzzle)).collect();
    assert_eq!(taken.len(), collection.len());
    assert!(!collection.take(taken[0]));
    for puzzle in &taken {
        let of_level = taken.iter().filter(|other| other.level == puzzle.level).count();
        assert!(of_level <= 3, "{of_level} of level {}", puzzle.level);
    }
    assert!(taken.len() < puzzles.len());
}

#[test]
fn nothing_is_made_once_it_is_stopped() {
    let stop = Stop::default();
    stop.set();
    let mut games = 0;
    make(GameKind::Congress, 1, 0, 2, &stop, |_, _| games += 1).expect("threads");
    assert_eq!(games, 0);
    assert_eq!(Maker::new(GameKind::Cornered, 1).puzzle(0, &stop), None);
}
