//! The search against plain minimax by the rules alone.

use std::thread;
use std::time::{Duration, Instant};

use katarenga_engine::score::DECIDED;
use katarenga_engine::search::{Limits, Methods, Stop};
use katarenga_engine::{Analysis, Engine, RatedMove, Solvable, Value, bench};
use katarenga_rules::{Board, Game, GameKind, Move, Outcome, Position, Setup, Side};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Whether a side can force the end of a game within some plies, and how it ends: winner and points
/// as the winner wants them. Plain minimax over outcomes; `None` where nobody can force anything.
fn forced(board: &Board, position: &Position, depth: u8) -> Option<i32> {
    if let Some(outcome) = position.outcome(board) {
        return Some(worth(&outcome, position.turn()));
    }
    if depth == 0 {
        return None;
    }
    let mut best: Option<Option<i32>> = None;
    for mv in position.legal_moves(board) {
        let after = position.play(board, mv).expect("legal");
        let value = forced(board, &after, depth - 1).map(|value| -value);
        // A line that goes on is worth less than a win and more than a loss.
        let better = |old: Option<i32>| value.unwrap_or(0) > old.unwrap_or(0);
        if best.is_none_or(better) {
            best = Some(value);
        }
    }
    best.flatten()
}

fn worth(outcome: &Outcome, turn: Side) -> i32 {
    let points = i32::from(outcome.points) + 1;
    match outcome.winner {
        None => 0,
        Some(winner) if winner == turn => points,
        Some(_) => -points,
    }
}

pub(crate) fn random_game(kind: GameKind, plies: usize, rng: &mut ChaCha8Rng) -> Game {
    let first = Side::ALL[rng.random_range(0..2)];
    let setup = Setup { first, layout: 0 };
    let mut game = Game::new(kind, kind.random_board(rng), setup).expect("it suits");
    while game.ply() < plies {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
        game.play(*mv).expect("legal");
    }
    game
}

/// Games that go on, drawn from a seed: every other one is a few plies before its end.
pub(crate) fn games(kind: GameKind, count: usize) -> Vec<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let game = |index: usize| {
        let plies = if index.is_multiple_of(2) { 200 } else { rng.random_range(0..40) };
        let mut game = random_game(kind, plies, &mut rng);
        let back = rng.random_range(1..4);
        for _ in 0..if game.outcome().is_some() { back } else { 0 } {
            game.undo();
        }
        game
    };
    (0..count).map(game).collect()
}

fn limits(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// The score and the number of positions of a search; solved games have none.
fn searched(game: &Game, depth: u8, methods: Methods) -> Option<(i32, u64)> {
    let mut engine = Engine::new().with_memory(8).with_methods(methods);
    match engine.analyse(game, limits(depth), &Stop::default(), |_| ()) {
        Analysis::Found(lines) => Some((lines[0].score, lines[0].nodes)),
        _ => None,
    }
}

#[test]
fn wins_and_losses_that_minimax_sees_are_seen() {
    let mut decided = 0;
    for kind in GameKind::ALL {
        for game in games(*kind, 25) {
            let Some((score, _)) = searched(&game, 2, Methods::PLAIN) else { continue };
            let found = (score.abs() >= DECIDED)
                .then(|| score.signum() * ((score.abs() - DECIDED + 999) / 1_000));
            let expected = forced(game.board(), game.position(), 2).filter(|value| *value != 0);
            assert_eq!(found, expected, "{}", game.board_position());
            decided += u32::from(found.is_some());
        }
    }
    assert!(decided > 5, "only {decided} positions were decided");
}

#[test]
fn the_table_changes_no_value_of_shallow_searches() {
    for kind in GameKind::ALL {
        for game in games(*kind, 10) {
            let plain = searched(&game, 3, Methods::PLAIN).map(|(score, _)| score);
            let table = Methods { table: true, ..Methods::PLAIN };
            let remembered = searched(&game, 3, table).map(|(score, _)| score);
            assert_eq!(plain, remembered, "{}", game.board_position());
        }
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    for kind in GameKind::ALL {
        let [first, again] = [0, 1].map(|_| {
            games(*kind, 3)
                .iter()
                .map(|game| searched(game, 4, Methods::default()))
                .collect::<Vec<_>>()
        });
        assert_eq!(first, again, "{kind}");
    }
}

#[test]
fn every_move_that_is_chosen_is_legal_and_every_line_can_be_played() {
    for kind in GameKind::ALL {
        for mut game in games(*kind, 5) {
            let few = Limits { nodes: Some(3_000), ..Limits::default() };
            let analysis =
                Engine::new().with_memory(1).analyse(&game, few, &Stop::default(), |_| ());
            let best = analysis.best().expect("the game goes on");
            assert!(game.check(best).is_ok(), "{} {best}", game.board_position());
            let moves = match analysis {
                Analysis::Over => Vec::new(),
                Analysis::Proven(proof) => proof.lines.concat(),
                Analysis::Found(lines) => lines[0].moves.clone(),
            };
            for mv in moves {
                game.play(mv).expect("the line can be played");
            }
        }
    }
}

#[test]
fn a_finished_game_is_not_searched() {
    let mut game = random_game(GameKind::Congress, 0, &mut ChaCha8Rng::seed_from_u64(1));
    game.resign(Side::White).expect("the game goes on");
    assert_eq!(Engine::new().analyse(&game, limits(3), &Stop::default(), |_| ()), Analysis::Over);
}

#[test]
fn a_search_ends_when_stop_is_set() {
    let game = random_game(GameKind::Katarenga, 0, &mut ChaCha8Rng::seed_from_u64(1));
    let stop = Stop::default();
    stop.set();
    let analysis = Engine::new().with_memory(1).analyse(&game, Limits::default(), &stop, |_| ());
    assert!(game.check(analysis.best().expect("the game goes on")).is_ok());
}

#[test]
fn a_search_without_end_can_be_stopped_from_elsewhere() {
    for threads in [1, 2] {
        let game = random_game(GameKind::Katarenga, 4, &mut ChaCha8Rng::seed_from_u64(1));
        let stop = Stop::default();
        let analysis = thread::scope(|scope| {
            let search = scope.spawn(|| {
                let mut engine = Engine::new().with_memory(1).with_threads(threads);
                engine.analyse(&game, Limits::default(), &stop, |line| {
                    // Something was found.
                    if line.depth == 4 {
                        stop.set();
                    }
                })
            });
            search.join().expect("the search ends")
        });
        let Analysis::Found(lines) = analysis else { panic!("{analysis:?}") };
        assert!(lines[0].depth >= 4, "{lines:?}");
        assert!(game.check(lines[0].moves[0]).is_ok());
    }
}

/// Endgames of Katarenga on boards whose tables nobody has made yet: the solver takes all the time there is.
const ENDGAMES: [&str; 2] = [
    "katarenga 2a0-3b0-1b3-4a2 4w3/8/8/1b6/8/8/6b1/b7 b w camps=1/1",
    "katarenga 2a2-4b1-3a2-1b2 1w6/8/8/8/2w5/8/7b/b7 w b",
];

#[test]
fn a_win_in_one_is_played_however_short_the_search_is() {
    let stopped = Stop::default();
    stopped.set();
    let time = |millis| Limits { time: Some(Duration::from_millis(millis)), ..Limits::default() };
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let endgames = ENDGAMES.map(|text| Game::from_position(text.parse().expect("a position")));
    let games = GameKind::ALL.iter().flat_map(|kind| games(*kind, 24)).chain(endgames);
    let mut wins = 0;
    for game in games {
        let (board, position) = (game.board(), game.position());
        let Some(win) = forced(board, position, 1).filter(|worth| *worth > 0) else { continue };
        wins += 1;
        for (limits, stop) in [
            (Limits::default(), &stopped),
            (time(0), &Stop::default()),
            (time(5), &Stop::default()),
            (none, &Stop::default()),
        ] {
            let analysis = Engine::new().with_memory(1).analyse(&game, limits, stop, |_| ());
            // There may be a win by more, later.
            let wins = match &analysis {
                Analysis::Proven(proof) => {
                    proof.verdict.wins() && i32::from(proof.verdict.points) + 1 >= win
                }
                Analysis::Found(lines) => lines[0].score >= DECIDED,
                Analysis::Over => false,
            };
            let mv = analysis.best().expect("the game goes on");
            assert!(wins, "{limits:?}: {mv} in {position:?}");
            let outcome = position.play(board, mv).expect("legal").outcome(board);
            let won = outcome.map_or(win, |outcome| worth(&outcome, position.turn()));
            assert!(won >= win, "{limits:?}: {mv} in {position:?}");
        }
    }
    assert!(wins > 40, "{wins}");
}

#[test]
fn a_solver_can_be_stopped_and_asked_again() {
    let kind = GameKind::Quartermaster;
    let game = Game::new(kind, kind.default_board(), Setup::default()).expect("it suits");
    let mut engine = Engine::new().with_memory(1);
    let stop = Stop::default();
    stop.set();
    let stopped = engine.analyse(&game, Limits::default(), &stop, |_| ());
    assert!(matches!(stopped, Analysis::Found(_)));
    let again = engine.analyse(&game, Limits::default(), &Stop::default(), |_| ());
    let fresh = Engine::new().analyse(&game, Limits::default(), &Stop::default(), |_| ());
    assert!(matches!(again, Analysis::Proven(_)));
    assert_eq!(again, fresh);
}

#[test]
fn the_best_lines_are_the_best_moves_each_with_its_own_value() {
    for kind in GameKind::ALL {
        for game in games(*kind, 6) {
            let count = game.legal_moves().len();
            let mut engine = Engine::new()
                .with_memory(1)
                .with_lines(count)
                .with_methods(Methods { table: true, ..Methods::PLAIN });
            let analysis = engine.analyse(&game, limits(2), &Stop::default(), |_| ());
            let Analysis::Found(lines) = analysis else { panic!("{analysis:?}") };
            let mut found: Vec<_> = lines.iter().map(|line| (line.moves[0], line.score)).collect();
            assert!(lines.iter().map(|line| line.rank).eq(1..=count), "{lines:?}");
            assert!(found.is_sorted_by_key(|(_, score)| -score), "{found:?}");
            let value = |mv| {
                let mut after = game.clone();
                after.play(mv).expect("legal");
                searched(&after, 1, Methods::PLAIN).map(|(score, _)| -score)
            };
            found.retain(|(_, score)| score.abs() < DECIDED);
            for (mv, score) in found {
                // A repetition within the line is a draw for the one search and not for the other.
                assert!(score == 0 || value(mv) == Some(score), "{} {mv}", game.board_position());
            }
        }
    }
}

#[test]
fn several_lines_are_of_one_depth_however_early_the_search_ends() {
    for kind in [GameKind::Katarenga, GameKind::Congress] {
        let game = random_game(kind, 6, &mut ChaCha8Rng::seed_from_u64(5));
        for nodes in (400..6_000).step_by(97) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut engine = Engine::new().with_memory(1).with_lines(4);
            let analysis = engine.analyse(&game, limits, &Stop::default(), |_| ());
            let Analysis::Found(lines) = analysis else { panic!("{analysis:?}") };
            assert!(lines.iter().map(|line| line.rank).eq(1..=4), "{kind} {nodes}: {lines:?}");
            assert!(lines.iter().all(|line| line.depth == lines[0].depth), "{nodes}: {lines:?}");
            assert!(lines.is_sorted_by_key(|line| -line.score), "{kind} {nodes}: {lines:?}");
        }
    }
}

#[test]
fn a_limit_in_nodes_holds_for_all_threads_together() {
    let game = random_game(GameKind::Katarenga, 2, &mut ChaCha8Rng::seed_from_u64(5));
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let mut most = 0;
    let mut engine = Engine::new().with_memory(1).with_threads(2);
    let _ = engine.analyse(&game, limits, &Stop::default(), |line| most = most.max(line.nodes));
    assert!((50_000..=201_000).contains(&most), "{most}");
}

#[test]
fn a_length_is_given_only_where_the_end_was_seen() {
    let mut told = 0;
    for game in games(GameKind::BattleStations, 15) {
        let analysis =
            Engine::new().with_memory(1).analyse(&game, limits(3), &Stop::default(), |line| {
                assert_eq!(line.end, None, "a battle is judged without its length");
                told += u32::from(line.score.abs() >= DECIDED);
            });
        assert!(!matches!(analysis, Analysis::Over));
    }
    assert!(told > 0);
}

#[test]
fn where_no_solver_judges_the_length_of_a_decided_line_is_given() {
    let mut told = 0;
    for game in games(GameKind::Katarenga, 30) {
        let _ = Engine::new().with_memory(1).analyse(&game, limits(3), &Stop::default(), |line| {
            let is_decided = line.score.abs() >= DECIDED;
            assert_eq!(line.end.is_some(), is_decided, "{}: {line:?}", game.board_position());
            assert!(line.moves.len() <= usize::from(line.depth), "{line:?}");
            told += u32::from(is_decided);
        });
    }
    assert!(told > 0);
}

#[test]
fn a_proof_orders_the_moves_and_its_line_keeps_the_verdict() {
    for kind in GameKind::ALL.iter().filter(|kind| Solvable::of(**kind).ever()) {
        for mut game in games(*kind, 12) {
            let analysis =
                Engine::new().with_memory(1).analyse(&game, limits(1), &Stop::default(), |_| ());
            let Analysis::Proven(proof) = analysis else { continue };
            let turn = game.turn();
            assert_eq!(proof.moves.len(), game.legal_moves().len());
            assert_eq!(proof.moves[0].mv, proof.lines[0][0]);
            let rank = |rated: &RatedMove| {
                let points = i32::from(rated.verdict.points);
                match rated.verdict.value {
                    Value::Loss => -points,
                    Value::Draw => 0,
                    Value::Win => points,
                }
            };
            assert!(proof.moves.is_sorted_by_key(|rated| -rank(rated)), "{:?}", proof.moves);
            for mv in &proof.lines[0] {
                game.play(*mv).expect("the line can be played");
            }
            let outcome = game.outcome().expect("the line ends the game");
            let winner = proof.verdict.value.winner(turn);
            assert_eq!(outcome.winner, winner, "{}", game.start_board_position());
            assert_eq!(outcome.points, proof.verdict.points, "{}", game.start_board_position());
        }
    }
}

/// A move is chosen from all, however few positions may be looked at: else those at the end of the list
/// would never be.
#[test]
fn the_first_ply_is_searched_whole() {
    for kind in GameKind::ALL {
        for game in games(*kind, 6) {
            let chosen = |limits| {
                let mut engine = Engine::new().with_memory(1);
                engine.analyse(&game, limits, &Stop::default(), |_| ()).best()
            };
            let few = Limits { nodes: Some(1), ..Limits::default() };
            assert_eq!(chosen(few), chosen(limits(1)), "{}", game.board_position());
        }
    }
}

/// A proof of the whole board takes longer than this in every build: the search answers instead.
#[test]
fn a_solver_heeds_the_time() {
    let kind = GameKind::Quartermaster;
    let game = Game::new(kind, kind.default_board(), Setup::default()).expect("it suits");
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    let ask = |engine: &mut Engine, limits| {
        let started = Instant::now();
        (engine.analyse(&game, limits, &Stop::default(), |_| ()), started.elapsed())
    };
    // The soonest of some answers: a machine with other work may make one wait.
    let mut soonest = Duration::MAX;
    for _ in 0..5 {
        let (analysis, took) = ask(&mut Engine::new().with_memory(1), limits);
        let Analysis::Found(lines) = analysis else { panic!("{analysis:?}") };
        assert!(game.check(lines[0].moves[0]).is_ok());
        soonest = soonest.min(took);
    }
    // The next question of the same engine has more time.
    let mut engine = Engine::new().with_memory(1);
    ask(&mut engine, limits);
    let (analysis, needed) = ask(&mut engine, Limits::default());
    assert!(matches!(analysis, Analysis::Proven(_)));
    assert!(soonest < needed / 3, "{soonest:?} of the {needed:?} that a proof takes");
}

/// Games of the search against itself, some plies before they end.
fn ends(kind: GameKind, count: u64) -> Vec<Game> {
    let end = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = random_game(kind, 6, &mut rng);
        let mut engine = Engine::new().with_memory(1);
        let few = Limits { nodes: Some(200), ..Limits::default() };
        while game.outcome().is_none() && game.ply() < 150 {
            let best = engine.analyse(&game, few, &Stop::default(), |_| ()).best();
            game.play(best.expect("the game goes on")).expect("legal");
        }
        for _ in 0..rng.random_range(1..6) {
            game.undo();
        }
        game
    };
    (0..count).map(end).collect()
}

/// What is forced within three plies is seen a few plies later at the latest.
#[test]
fn pruning_hides_no_end_for_long() {
    let mut decided = 0;
    for kind in GameKind::ALL {
        for game in ends(*kind, 20) {
            let plain = Methods { table: true, ..Methods::PLAIN };
            let Some((score, _)) = searched(&game, 3, plain) else { continue };
            if score.abs() < DECIDED {
                continue;
            }
            let Some((found, _)) = searched(&game, 8, Methods::default()) else { continue };
            let place = game.board_position();
            assert!(found.abs() >= DECIDED && found.signum() == score.signum(), "{place}: {found}");
            decided += 1;
        }
    }
    assert!(decided > 60, "only {decided} positions were decided");
}

/// Of equal players in North West Passage, as players they leave a repetition where they can.
#[test]
fn a_player_avoids_repetition_where_most_games_would_end_so() {
    let repetitions = |as_player: bool| {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let game = |_| {
            let mut game = random_game(GameKind::NorthWestPassage, 4, &mut rng);
            let new = || Engine::new().with_memory(1);
            let mut engines = [(); 2].map(|()| if as_player { new().as_player() } else { new() });
            let few = Limits { nodes: Some(800), ..Limits::default() };
            while game.outcome().is_none() && game.ply() < 200 {
                let engine = &mut engines[game.turn().index()];
                let best = engine.analyse(&game, few, &Stop::default(), |_| ()).best();
                game.play(best.expect("the game goes on")).expect("legal");
            }
            u32::from(game.outcome().is_some_and(|outcome| outcome.winner.is_none()))
        };
        (0..48).map(game).sum::<u32>()
    };
    let [judges, players] = [false, true].map(repetitions);
    assert!(judges >= 8 && players <= judges / 2, "{judges} and {players} of 48 games were drawn");
}

#[test]
fn what_is_kept_from_move_to_move_can_be_forgotten() {
    let mut engine = Engine::new().with_memory(1);
    for game in games(GameKind::Congress, 3) {
        let mut analyse = || engine.analyse(&game, limits(4), &Stop::default(), |_| ());
        let first = analyse();
        analyse();
        engine.forget();
        assert_eq!(engine.analyse(&game, limits(4), &Stop::default(), |_| ()), first);
    }
}

/// Plays a game of the engine against random moves; the engine is `side`.
fn against_random(kind: GameKind, side: Side, rng: &mut ChaCha8Rng) -> Option<Outcome> {
    let setup = Setup { first: Side::White, layout: 0 };
    let mut game = Game::new(kind, kind.random_board(rng), setup).expect("it suits");
    let mut engine = Engine::new().with_memory(1);
    let few = Limits { nodes: Some(1_500), ..Limits::default() };
    while game.outcome().is_none() && game.ply() < 300 {
        let mv = if game.turn() == side {
            engine.analyse(&game, few, &Stop::default(), |_| ()).best().expect("a move")
        } else {
            let legal = game.legal_moves();
            legal[rng.random_range(0..legal.len())]
        };
        game.play(mv).expect("legal");
    }
    game.outcome()
}

#[test]
fn a_small_search_beats_random_moves() {
    for kind in GameKind::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let results: Vec<i32> = (0..6)
            .map(|index| {
                let side = Side::ALL[index % 2];
                let outcome = against_random(*kind, side, &mut rng);
                outcome
                    .and_then(|outcome| outcome.winner)
                    .map_or(0, |winner| if winner == side { 1 } else { -1 })
            })
            .collect();
        // Evictions that answer one another can force a draw in North West Passage.
        assert!(!results.contains(&-1), "{kind}: {results:?}");
        assert!(results.iter().sum::<i32>() >= 5, "{kind}: {results:?}");
    }
}

/// A change that should not alter play leaves the number as it is; another one names it in CHANGELOG.
#[test]
fn bench_counts_the_nodes_that_are_known() {
    let nodes = |kind: &GameKind| bench::run(*kind, &Stop::default()).expect("memory").nodes;
    assert_eq!(GameKind::ALL.iter().map(nodes).sum::<u64>(), 927_667);
}

/// The lines of all moves, searched one ply deep without any other method.
fn all_lines(game: &Game) -> Vec<(Move, i32)> {
    let mut engine = Engine::new()
        .with_memory(1)
        .with_methods(Methods::PLAIN)
        .with_lines(game.legal_moves().len());
    let analysis = engine.analyse(game, limits(1), &Stop::default(), |_| ());
    let Analysis::Found(lines) = analysis else { panic!("{analysis:?}") };
    lines.iter().map(|line| (line.moves[0], line.score)).collect()
}

#[test]
fn a_third_occurrence_of_a_position_of_the_game_is_a_draw() {
    for kind in [GameKind::Congress, GameKind::NorthWestPassage, GameKind::BigBang] {
        let start = Game::new(kind, kind.default_board(), Setup::default()).expect("it suits");
        let reverse = |mv: Move| match mv {
            Move::Step { from, to } => Some(Move::Step { from: to, to: from }),
            _ => None,
        };
        // Each side makes a move and takes it back.
        let there_and_back = |mv: Move, answer: Move| {
            let (moves, mut game) = ([mv, answer, reverse(mv)?, reverse(answer)?], start.clone());
            moves.iter().all(|mv| game.play(*mv).is_ok()).then_some(moves)
        };
        let answers = |mv: Move| {
            let mut game = start.clone();
            game.play(mv).expect("legal");
            game.legal_moves()
        };
        let moves = start
            .legal_moves()
            .into_iter()
            .find_map(|mv| answers(mv).into_iter().find_map(|answer| there_and_back(mv, answer)));
        let moves = moves.expect("two moves that can be taken back");
        let mut game = start.clone();
        for mv in moves.iter().chain(&moves[..3]) {
            game.play(*mv).expect("legal");
        }
        let last = moves[3];
        let score = |game: &Game| {
            let lines = all_lines(game);
            lines.iter().find(|(mv, _)| *mv == last).expect("it is legal").1
        };
        assert_eq!(score(&game), 0, "{kind} {last}: the third occurrence");
        let unplayed = Game::from_position(game.board_position());
        assert_ne!(score(&unplayed), 0, "{kind} {last}: the first occurrence");
    }
}

#[test]
fn the_distance_of_an_end_stays_right_in_what_the_table_keeps() {
    let mut ends = 0;
    for kind in [GameKind::Katarenga, GameKind::Congress] {
        for mut game in games(kind, 60) {
            let methods = Methods { table: true, ..Methods::PLAIN };
            let mut engine = Engine::new().with_memory(8).with_methods(methods);
            let mut analyse = |game: &Game, depth| match engine.analyse(
                game,
                limits(depth),
                &Stop::default(),
                |_| (),
            ) {
                Analysis::Found(lines) => lines[0].clone(),
                analysis => panic!("{analysis:?}"),
            };
            let line = analyse(&game, 4);
            let Some(end) = line.end.filter(|end| *end >= 3) else { continue };
            for mv in &line.moves[..2] {
                game.play(*mv).expect("the line can be played");
            }
            // The engine still has the positions of the longer search in its table.
            assert_eq!(analyse(&game, 2).end, Some(end - 2), "{}", game.board_position());
            ends += 1;
        }
    }
    assert!(ends > 2, "only {ends} ends were seen");
}
