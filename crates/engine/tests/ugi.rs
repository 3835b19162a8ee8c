//! The real protocol loop, over strings.

use std::fmt::Write as _;
use std::thread;
use std::time::Duration;

use katarenga_engine::{Engine, Solvable, Solver, Value, ugi};
use katarenga_rules::{Game, GameKind, Setup};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::partner::Partner;

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
    for name in ["Game", "Board", "First", "Layout", "Hash", "Threads", "Level", "Seed", "MultiPV"]
    {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))));
    }
}

#[test]
fn a_solved_game_is_answered_by_one_move_and_nothing_after_it() {
    let script = "setoption name Game value cornered\nsetoption name Board value 2a0\n\
        position startpos moves d1 b2\ngo movetime 1000000\n";
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
        position startpos moves e1-e8\nposition fen nonsense\nquery weather\nquery p1turn\n\
        \u{fffd}\0\nsetoption name Seed value -1\nsetoption name Hash\n";
    let lines = answers(script);
    assert_eq!(lines.len(), 14);
    assert_eq!(lines[10], "response true", "the game is as before");
    let others = lines.iter().enumerate().filter(|(index, _)| *index != 10);
    for (_, line) in others {
        assert!(line.starts_with("info string "), "{line}");
    }
    assert!(lines[1].contains("`chess` is not a game"), "{}", lines[1]);
    assert_eq!(lines[4], "info string a level is a number from 1 to 8, or `full`");
    assert!(lines[7].contains("e1-e8 is not legal"), "{}", lines[7]);
    assert_eq!(lines[12], "info string Seed is a number from 0 to 9223372036854775807");
    let long = answers(&format!("{}\n", "x".repeat(10_000)));
    assert!(long[0].len() < 80, "{}", long[0]);
}

#[test]
fn a_position_that_is_refused_leaves_the_one_before_it_and_says_so() {
    let before = "position startpos moves e1-d3\n";
    for refused in [
        "position",
        "position somewhere",
        "position startpos moves e1-d3 b8-d6 nonsense",
        "position startpos moves e1-e8",
        "position fen katarenga 1a0",
        "setoption name Board value 2a0\nposition startpos",
    ] {
        let lines = answers(&format!("{before}{refused}\nquery p1turn\n"));
        assert_eq!(lines.len(), 2, "{refused}: {lines:?}");
        assert!(lines[0].ends_with("; the position stays as it was"), "{refused}: {}", lines[0]);
        assert_eq!(lines[1], "response false", "{refused}");
    }
}

#[test]
fn words_may_be_parted_by_any_blanks_and_written_in_any_case() {
    let usual = "position fen cornered 2a0 4/4/4/3w b w last=d1 moves b2 a1\nquery result\n\
        setoption name Game value cornered\nsetoption name Board value 2a0\n\
        position startpos moves d1 b2\nquery p1turn\ngo movetime 1000000\n";
    let other = "Position\tFEN\tcornered\t2a0 4/4/4/3w  b w last=d1 MOVES\tb2  a1 \nquery  RESULT\n\
        \tSetOption\tNAME  gAME\tValue\tcornered\r\nsetoption name\tboard value\t2a0\n\
        POSITION \t STARTPOS\tMoves d1\t\tb2\nQuery\tP1Turn\nGO\tMoveTime\t1000000\n";
    let lines = said(usual);
    assert_eq!(lines[..2], ["response p1win", "response true"]);
    assert_eq!(said(other), lines);
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

/// The input stays open, so that each of these ends by itself or not at all.
#[test]
fn every_go_is_answered_by_one_best_move() {
    let partner = Partner::new();
    partner.say("position startpos");
    for go in [
        "go depth -1",
        "go depth 1.9",
        "go nodes 0.5",
        "go nodes -1000000000000000000000000",
        "go movetime 0",
        "go movetime -50",
        "go movetime 12.5",
        "go movetime -inf",
        "go p1time 0 p2time 0",
        "go p1time -300 p2time 5000 p1inc -4 movestogo -1",
        "go p1time 99.9 p1inc 0.1 p2time x movestogo 0",
    ] {
        let answers = partner.answers(go);
        let remarks = usize::from(go.contains('x'));
        assert_eq!(answers.len(), remarks + 1, "{go}: {answers:?}");
    }
    let limited = "info string nothing limits the search: it takes 1 s";
    let limits = "movetime, depth, nodes, p1time, p2time, p1inc, p2inc, movestogo, infinite";
    for (go, remarks) in [
        ("go depth x nodes 500", vec!["`depth` needs a number, not `x`".to_owned()]),
        ("go depth nodes 500", vec!["`depth` needs a number".to_owned()]),
        ("go movetime", vec!["`movetime` needs a number".to_owned(), limited.to_owned()]),
        ("go depth nan", vec!["`depth` needs a number, not `nan`".to_owned(), limited.to_owned()]),
        ("go ponder", vec![format!("no limit `ponder`: there are {limits}"), limited.to_owned()]),
        ("go mate 3 depth 1", vec![format!("no limits `mate` and `3`: there are {limits}")]),
        (
            "go searchmoves a1-a2 b1-b2 c1-c2 d1-d2 e1-e2 nodes 500",
            vec![format!(
                "no limits `searchmoves`, `a1-a2`, `b1-b2`, `c1-c2` and 2 more: there are {limits}"
            )],
        ),
        // The clock of the other is none.
        ("go p2time 100 movestogo 3", vec![limited.to_owned()]),
    ] {
        let mut answers = partner.answers(go);
        assert!(answers.pop().is_some_and(|last| last.starts_with("bestmove ")), "{go}");
        let remarks = remarks.iter().map(|remark| remark.trim_start_matches("info string "));
        let remarks: Vec<String> = remarks.map(|text| format!("info string {text}")).collect();
        assert_eq!(answers, remarks, "{go}");
    }
}

#[test]
fn a_long_line_of_nonsense_is_answered_in_few_words() {
    let partner = Partner::new();
    let go = format!("go {}nodes 1", "depth x ponder 7 ".repeat(10_000));
    let answers = partner.answers(&go);
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert!(answers.iter().all(|line| line.len() < 250), "{answers:?}");
}

/// The limits of a level are limits.
#[test]
fn a_level_ends_by_itself_whatever_is_asked() {
    let partner = Partner::new();
    partner.say("setoption name Level value 2\nposition startpos");
    assert_eq!(partner.answers("go").len(), 1);
    assert_eq!(partner.answers("go ponder").len(), 2);
}

#[test]
fn a_go_during_a_search_is_answered_after_it() {
    let partner = Partner::new();
    partner.say("position startpos\ngo depth 3\nposition startpos moves e1-d3\ngo depth 3");
    let first = partner.lines_until("bestmove ");
    let second = partner.lines_until("bestmove ");
    assert_eq!(first.last(), said("position startpos\ngo depth 3\n").last());
    assert_eq!(second.last(), said("position startpos moves e1-d3\ngo depth 3\n").last());

    // `stop` ends all that were asked for, and is over once they are answered.
    partner.say("go infinite\ngo\ngo movetime 1000000\nstop\nisready");
    let lines = partner.lines_until("readyok");
    let is_best = |line: &&String| line.starts_with("bestmove ");
    assert_eq!(lines.iter().filter(is_best).count(), 3, "{lines:?}");
    let told = "info string a search is under way: `stop` ends it";
    assert_eq!(lines.iter().filter(|line| *line == told).count(), 2, "{lines:?}");

    // However many there are, and whatever ends them.
    partner.say(&"go infinite\n".repeat(200));
    let mut lines = partner.lines_until("bestmove ");
    lines.extend(partner.rest());
    assert_eq!(lines.iter().filter(is_best).count(), 200);
}

/// Lines of words in any order. A partner that counts gets as many answers as it asked for.
#[test]
fn garbage_never_leaves_a_go_unanswered() {
    let words = [
        "go",
        "Go",
        "stop",
        "depth",
        "nodes",
        "movetime",
        "p1time",
        "p2time",
        "p1inc",
        "movestogo",
        "infinite",
        "ponder",
        "searchmoves",
        "mate",
        "position",
        "startpos",
        "fen",
        "moves",
        "e1-d3",
        "d1",
        "setoption",
        "name",
        "value",
        "Game",
        "Level",
        "Seed",
        "MultiPV",
        "Threads",
        "cornered",
        "quartermaster",
        "katarenga",
        "isolation",
        "full",
        "uginewgame",
        "query",
        "result",
        "isready",
        "-1",
        "0",
        "1",
        "2",
        "3",
        "0.5",
        "1e9",
        "99999999999999999999",
        "nan",
        "\u{fffd}",
        "\t",
    ];
    let likely = ["go", "position startpos", "setoption name Game value", "go infinite", "stop"];
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut script = String::new();
        let mut asked = 0;
        for _ in 0..60 {
            let mut line = match rng.random_range(0..3) {
                0 => likely[rng.random_range(0..likely.len())].to_owned(),
                _ => String::new(),
            };
            for _ in 0..rng.random_range(0..5) {
                let word = words[rng.random_range(0..words.len())];
                write!(line, " {word}").expect("a string takes it");
            }
            let first = line.split_whitespace().next().unwrap_or_default();
            asked += usize::from(first.eq_ignore_ascii_case("go"));
            writeln!(script, "{line}").expect("a string takes it");
        }
        let partner = Partner::new();
        // A search without end may still wait.
        partner.say(&format!("{script}stop\nposition startpos\nisready\ngo depth 1"));
        let mut lines = Vec::new();
        let is_best = |line: &&String| line.starts_with("bestmove ");
        while lines.iter().filter(is_best).count() <= asked {
            lines.extend(partner.lines_until("bestmove "));
        }
        lines.extend(partner.rest());
        assert_eq!(lines.iter().filter(is_best).count(), asked + 1, "{seed}: {script}");
    }
}

#[test]
fn the_seed_decides_the_errors_of_a_level() {
    let best = |options: &str| {
        let script = format!("setoption name Level value 2\n{options}position startpos\ngo\n");
        answers(&script).pop().expect("an answer")
    };
    let seeded = |seed: u64| best(&format!("setoption name seed value {seed}\n"));
    assert_eq!(seeded(1), best(""), "1 is the default");
    let moves: Vec<String> = (0..8).map(seeded).collect();
    assert!(moves.iter().any(|best| *best != moves[0]), "{moves:?}");
    assert_eq!(moves, (0..8).map(seeded).collect::<Vec<_>>());
    assert!(seeded(i64::MAX.unsigned_abs()).starts_with("bestmove "));
}

const SOLVED: &str = "setoption name Game value quartermaster\nposition startpos moves d1\n";

#[test]
fn the_end_of_the_input_leaves_a_solver_its_time() {
    let to_the_end = answers(&format!("{SOLVED}go\n"));
    assert!(to_the_end[0].starts_with("info string proven: "), "{to_the_end:?}");
    assert_eq!(to_the_end, answers(&format!("{SOLVED}go movetime 1000000\n")));
    assert_eq!(to_the_end, answers(&format!("{SOLVED}go infinite\n")));
}

#[test]
fn the_end_of_the_input_leaves_a_limited_search_its_limit() {
    for position in ["position startpos\n", SOLVED] {
        for go in ["go depth 4\n", "go infinite depth 4\n"] {
            let partner = Partner::new();
            partner.say(&format!("{position}{go}isready"));
            let mut held = partner.lines_until("readyok");
            if !go.contains("infinite") && !held.iter().any(|line| line.starts_with("bestmove")) {
                held.extend(partner.lines_until("bestmove "));
            }
            held.extend(partner.rest());
            held.retain(|line| line != "readyok");
            assert_eq!(said(&format!("{position}{go}")), held, "{position}{go}");
        }
    }
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped_whatever_is_known_before() {
    let over = "setoption name Game value cornered\nposition startpos moves d1 b2 a1\n";
    for (position, known) in [
        (SOLVED, "info depth "),
        ("position startpos\nsetoption name Level value 1\n", "info depth "),
        (over, ""),
    ] {
        let partner = Partner::new();
        partner.say(&format!("{position}go infinite"));
        if !known.is_empty() {
            partner.lines_until(known);
        }
        // An answer that comes too soon would come now.
        thread::sleep(Duration::from_millis(300));
        partner.say("isready\nstop\nisready");
        let before = partner.lines_until("readyok");
        assert!(before.iter().all(|line| !line.starts_with("bestmove ")), "{before:?}");
        assert!(partner.lines_until("readyok").iter().any(|line| line.starts_with("bestmove ")));
    }
}

/// A random game, played until a solver knows the rest.
fn solved_game(kind: GameKind, rng: &mut ChaCha8Rng) -> Game {
    let start = Game::new(kind, kind.default_board(), Setup::default()).expect("it suits");
    let mut game = start.clone();
    let engine = Engine::new().with_memory(1);
    // Later positions are solved sooner.
    while !engine.solves(&game) || game.ply() < 3 {
        let legal = game.legal_moves();
        if legal.is_empty() {
            game = start.clone();
            continue;
        }
        game.play(legal[rng.random_range(0..legal.len())]).expect("legal");
    }
    game
}

#[test]
fn a_solved_game_has_as_many_lines_as_are_wanted_each_with_its_own_score() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let solvable = |kind: &&GameKind| Solvable::of(**kind).ever();
    for kind in GameKind::ALL.iter().filter(solvable) {
        let game = solved_game(*kind, &mut rng);
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        let mut solver = Solver::new(*kind, game.board()).expect("it is solved");
        let lines = said(&format!(
            "setoption name Game value {kind}\nsetoption name MultiPV value 3\n\
             position startpos moves {}\ngo\n",
            moves.join(" ")
        ));
        let wanted = game.legal_moves().len().min(3);
        assert_eq!(lines.len(), wanted + 2, "{kind}: {lines:?}");
        let mut firsts = Vec::new();
        for (line, rank) in lines[1..=wanted].iter().zip(1..) {
            let (head, line) = line.split_once(" pv ").expect("a line");
            let mut after = game.clone();
            for text in line.split(' ') {
                let mv = after.read_move(text).expect("a legal move");
                after.play(mv).expect("legal");
            }
            let plies = line.split(' ').count();
            let first = game.read_move(line.split(' ').next().expect("a move")).expect("legal");
            let position = game.position().play(game.board(), first).expect("legal");
            // To the other side, unless the move ends the game.
            let value = position.outcome(game.board()).map_or_else(
                || solver.solve(&position).expect("solved").reversed().value,
                |outcome| match outcome.winner {
                    None => Value::Draw,
                    Some(winner) => Value::won(winner == game.turn()),
                },
            );
            // A draw by repetition goes on.
            let ends = after.outcome().is_some() || (value == Value::Draw && plies == 32);
            assert!(ends, "{kind}: {line} goes to the end");
            let score = match value {
                Value::Win => format!("mate {}", plies.div_ceil(2)),
                Value::Draw => "cp 0".to_owned(),
                Value::Loss => format!("mate -{}", plies.div_ceil(2)),
            };
            assert_eq!(head, format!("info depth {plies} multipv {rank} score {score}"), "{kind}");
            assert!(!firsts.contains(&first), "{kind}: {lines:?}");
            firsts.push(first);
        }
        assert_eq!(lines.last(), Some(&format!("bestmove {}", firsts[0])), "{kind}");
    }
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
        assert!(lines[1..3].iter().all(|line| line.starts_with("bestmove ")), "{end:?}: {lines:?}");
        assert_eq!(lines.get(3).map(String::as_str), end.contains("ready").then_some("readyok"));
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
