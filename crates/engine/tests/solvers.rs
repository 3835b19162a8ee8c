//! The exact solvers against the known answers of the rules (section 5), and against a slow solver
//! that plays every game to its end by the rules alone.

use katarenga_engine::solve::chain::{FirstSquares, Limit};
use katarenga_engine::{Solver, Verdict};
use katarenga_rules::{Board, BoardCode, Game, GameKind, Position, Quarter, Setup, Side};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// What the side to move scores with best play: its points if it wins, the winner's, negative, if
/// it loses.
fn slow_balance(board: &Board, position: &Position) -> i32 {
    if let Some(outcome) = position.outcome(board) {
        let points = i32::from(outcome.points);
        return if outcome.winner == Some(position.turn()) { points } else { -points };
    }
    let replies = position.legal_moves(board).into_iter();
    let balances =
        replies.map(|mv| -slow_balance(board, &position.play(board, mv).expect("legal")));
    balances.max().expect("a game that goes on has a move")
}

/// The number of pawns at the end when the winner hurries and the loser resists.
fn slow_length(board: &Board, position: &Position) -> u32 {
    let moves = position.legal_moves(board);
    let after = moves.into_iter().map(|mv| position.play(board, mv).expect("legal"));
    let wins = slow_balance(board, position) > 0;
    let lengths = after.filter_map(|next| {
        let keeps = (slow_balance(board, &next) < 0) == wins;
        keeps.then(|| slow_length(board, &next))
    });
    let length = if wins { lengths.min() } else { lengths.max() };
    length.unwrap_or_else(|| position.core().occupied().count())
}

fn assert_agrees(solver: &mut Solver, board: &Board, position: &Position, told: &str) {
    let Verdict { wins, points, length } = solver.solve(position).expect("it is solved");
    let balance = slow_balance(board, position);
    assert_eq!((wins, i32::from(points)), (balance > 0, balance.abs()), "{told}");
    if let Some(length) = length {
        assert_eq!(u32::from(length), slow_length(board, position), "{told}");
    }
}

/// A game after `plies` moves drawn from `rng`; fewer if it ends before.
fn random_game(kind: GameKind, plies: usize, rng: &mut ChaCha8Rng) -> Game {
    let first = Side::ALL[rng.random_range(0..2)];
    let board = kind.random_board(rng);
    let mut game = Game::new(kind, board, Setup { first, layout: 0 }).expect("it suits");
    while game.ply() < plies {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
        game.play(*mv).expect("legal");
    }
    game
}

/// Compares many positions of a game, `plies` moves from the start and onwards.
fn agrees_with_the_slow_one(kind: GameKind, plies: std::ops::Range<usize>, games: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(games);
    for _ in 0..games {
        let game = random_game(kind, rng.random_range(plies.clone()), &mut rng);
        let mut solver = Solver::new(kind, game.board()).expect("it is solved");
        let told = game.board_position().to_string();
        assert_agrees(&mut solver, game.board(), game.position(), &told);
    }
}

#[test]
fn cornered_agrees_with_a_slow_solver() {
    agrees_with_the_slow_one(GameKind::Cornered, 4..9, 100);
}

#[test]
fn quartermaster_agrees_with_a_slow_solver() {
    agrees_with_the_slow_one(GameKind::Quartermaster, 5..9, 60);
}

#[test]
fn battles_agree_with_a_slow_solver() {
    agrees_with_the_slow_one(GameKind::BattleStations, 19..29, 60);
}

#[test]
fn battle_stations_is_not_solved_while_pawns_are_placed() {
    let board = Board::new(BoardCode::REFERENCE);
    let start = GameKind::BattleStations.start(&board, Setup::default()).expect("it suits");
    let mut solver = Solver::new(GameKind::BattleStations, &board).expect("battles are solved");
    assert_eq!(solver.solve(&start), None);
}

fn winning_first_squares(quarter: &str) -> Vec<String> {
    let board = Board::new(quarter.parse().expect("a quarter"));
    let start = GameKind::Cornered.start(&board, Setup::default()).expect("it suits");
    let mut solver = Solver::new(GameKind::Cornered, &board).expect("it is solved");
    let mut squares: Vec<String> = start
        .legal_moves(&board)
        .into_iter()
        .filter(|mv| !solver.solve(&start.play(&board, *mv).expect("legal")).expect("solved").wins)
        .map(|mv| mv.to_string())
        .collect();
    squares.sort();
    squares
}

#[test]
fn the_published_first_squares_of_cornered_win() {
    for (quarter, squares) in [
        ("1a0", ["a2", "d1", "d4"]),
        ("1b0", ["a1", "c4", "d1"]),
        ("2a0", ["b4", "d1", "d4"]),
        ("2b0", ["a1", "a3", "d1"]),
    ] {
        assert_eq!(winning_first_squares(quarter), squares, "{quarter}");
    }
}

#[test]
fn the_first_player_wins_cornered_on_every_face_however_it_is_turned() {
    let mut fast = FirstSquares::new(Limit::Quarter).expect("there is memory");
    for quarter in Quarter::all() {
        let winning = fast.winning(&Board::new(quarter.into()));
        assert!(winning.any(), "{quarter}");
        let squares: Vec<String> = winning.into_iter().map(|square| square.to_string()).collect();
        let mut sorted = squares.clone();
        sorted.sort();
        assert_eq!(sorted, winning_first_squares(&quarter.to_string()), "{quarter}");
        let unturned = Quarter::new(quarter.board(), quarter.face(), 0).expect("a quarter");
        let as_printed = fast.winning(&Board::new(unturned.into()));
        assert_eq!(winning.count(), as_printed.count(), "{quarter}");
    }
}

#[test]
fn replies_to_d1_on_2a_are_as_told() {
    let board = Board::new("2a0".parse().expect("a quarter"));
    let mut solver = Solver::new(GameKind::Cornered, &board).expect("it is solved");
    let mut verdict_after = |moves: &[&str]| {
        let mut game = Game::new(GameKind::Cornered, board.code(), Setup::default()).expect("fits");
        for text in moves {
            let mv = game.read_move(text).expect("legal");
            game.play(mv).expect("legal");
        }
        solver.solve(game.position()).expect("solved")
    };
    let after_b2 = verdict_after(&["d1", "b2"]);
    assert!(after_b2.wins, "b2 loses at once to a1");
    assert_eq!(after_b2.length, Some(3), "three pawns");
    assert_eq!(
        verdict_after(&["d1", "b2", "a1"]),
        Verdict { wins: false, points: 3, length: Some(3) }
    );
    assert_eq!(verdict_after(&["d1", "c3"]).length, Some(11), "c3 resists longest");
}

#[test]
fn the_fast_search_agrees_with_the_full_one_on_whole_boards() {
    let mut fast = FirstSquares::new(Limit::Block).expect("there is memory");
    for code in ["1a0-2a0-3a0-4a0", "4a2-1a0-2b3-3a2"] {
        let board = Board::new(code.parse().expect("a board"));
        let mut solver = Solver::new(GameKind::Quartermaster, &board).expect("it is solved");
        let start = GameKind::Quartermaster.start(&board, Setup::default()).expect("it suits");
        let winning = fast.winning(&board);
        for square in board.squares() {
            let mv = katarenga_rules::Move::Place(square);
            let after = start.play(&board, mv).expect("legal");
            let wins = !solver.solve(&after).expect("solved").wins;
            assert_eq!(wins, winning.contains(square), "{code} {square}");
        }
    }
}
