//! The exact solvers against the known answers of the rules (section 5), and against a slow solver
//! that plays every game to its end by the rules alone.

use katarenga_engine::search::Stop;
use katarenga_engine::solve::chain::{FirstSquares, Limit};
use katarenga_engine::solve::kayles::{Graph, KaylesSolver};
use katarenga_engine::{Length, Solver, Value, Verdict};
use katarenga_rules::{
    Bitboard, Board, BoardCode, Game, GameKind, Position, Quarter, Setup, Side, Square,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// What the side to move scores with best play: its points if it wins, the winner's, negative, if
/// it loses, 0 for a draw.
fn slow_balance(board: &Board, position: &Position) -> i32 {
    if let Some(outcome) = position.outcome(board) {
        let points = i32::from(outcome.points);
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => points,
            Some(_) => -points,
        };
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
        let balance = slow_balance(board, &next);
        let keeps = if wins { balance < 0 } else { balance > 0 };
        keeps.then(|| slow_length(board, &next))
    });
    let length = if wins { lengths.min() } else { lengths.max() };
    length.unwrap_or_else(|| position.core().occupied().count())
}

fn assert_agrees(solver: &mut Solver, board: &Board, position: &Position, told: &str) {
    let Verdict { value, points, length } = solver.solve(position).expect("it is solved");
    let balance = slow_balance(board, position);
    let expected = match balance {
        0 => Value::Draw,
        _ => Value::won(balance > 0),
    };
    assert_eq!((value, i32::from(points)), (expected, balance.abs()), "{told}");
    if let Some(length) = length {
        assert_eq!(u32::from(length.number()), slow_length(board, position), "{told}");
    }
}

/// A game after `plies` moves drawn from `rng`; fewer if it ends before.
fn random_game(kind: GameKind, layout: u8, plies: usize, rng: &mut ChaCha8Rng) -> Game {
    let first = Side::ALL[rng.random_range(0..2)];
    let board = kind.random_board(rng);
    let mut game = Game::new(kind, board, Setup { first, layout }).expect("it suits");
    while game.ply() < plies {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
        game.play(*mv).expect("legal");
    }
    game
}

/// Compares many positions of a game, `plies` moves from the start and onwards.
fn agrees_with_the_slow_one(kind: GameKind, plies: std::ops::Range<usize>, games: u64) {
    agrees_in_layout(kind, 0, plies, games);
}

fn agrees_in_layout(kind: GameKind, layout: u8, plies: std::ops::Range<usize>, games: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(games);
    for _ in 0..games {
        let game = random_game(kind, layout, rng.random_range(plies.clone()), &mut rng);
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
fn isolation_agrees_with_a_slow_solver() {
    agrees_with_the_slow_one(GameKind::Isolation, 7..13, 60);
}

#[test]
fn isolation_from_the_enemy_alone_agrees_with_a_slow_solver() {
    agrees_in_layout(GameKind::Isolation, 1, 12..16, 60);
}

#[test]
fn troika_agrees_with_a_slow_solver() {
    agrees_with_the_slow_one(GameKind::Troika, 9..15, 60);
}

/// How many pawns will still be placed on `open`, where the winner hurries and the loser resists: by
/// looking at every game.
fn slow_kayles(board: &Board, open: Bitboard, in_hand: u8) -> (Value, u8) {
    let after = |square: Square| {
        let reached = |other: &Square| board.reach(*other, Bitboard::EMPTY).contains(square);
        let reaching: Bitboard = open.into_iter().filter(reached).collect();
        open & !(board.reach(square, Bitboard::EMPTY) | reaching | square.into())
    };
    if in_hand == 0 {
        return (Value::Loss, 0);
    }
    let answers: Vec<(Value, u8)> =
        open.into_iter().map(|square| slow_kayles(board, after(square), in_hand - 1)).collect();
    let lengths = |value| answers.iter().filter(move |answer| answer.0 == value).map(|it| it.1);
    match lengths(Value::Loss).min() {
        Some(length) => (Value::Win, length + 1),
        None => (Value::Loss, lengths(Value::Win).max().map_or(0, |length| length + 1)),
    }
}

#[test]
fn kayles_agrees_with_a_slow_solver_on_quarters_whatever_is_in_hand() {
    for quarter in Quarter::all().step_by(3) {
        let board = Board::new(quarter.into());
        let mut solver = KaylesSolver::new(&board);
        for in_hand in [2, 3, 4, 16] {
            let found = solver.length(board.squares(), in_hand, &Stop::default());
            let expected = slow_kayles(&board, board.squares(), in_hand);
            assert_eq!(found, Some(expected), "{quarter}, {in_hand} pawns in hand");
        }
    }
}

/// The largest set with no two en prise, by looking at every set of a quarter.
#[test]
fn the_largest_set_is_sound_and_no_other_is_larger() {
    for quarter in Quarter::all().step_by(3) {
        let board = Board::new(quarter.into());
        let en_prise = |set: Bitboard| {
            set.into_iter().any(|square| (board.reach(square, Bitboard::EMPTY) & set).any())
        };
        let largest = Graph::new(&board).largest_set();
        assert!(!en_prise(largest), "{quarter}");
        let squares: Vec<Square> = board.squares().into_iter().collect();
        let set = |bits: u32| -> Bitboard {
            (0..).zip(&squares).filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, it)| *it).collect()
        };
        let larger = (0..1_u32 << 16).filter(|bits| bits.count_ones() > largest.count());
        assert!(larger.map(set).all(en_prise), "{quarter}");
    }
}

/// The verdicts of all first squares, without the names of these.
fn first_verdicts(kind: GameKind, code: BoardCode) -> Vec<(Value, Option<u8>)> {
    let board = Board::new(code);
    let start = kind.start(&board, Setup::default()).expect("it suits");
    let mut solver = Solver::new(kind, &board).expect("it is solved");
    let after = start.legal_moves(&board).into_iter().map(|mv| start.play(&board, mv));
    let verdicts = after.map(|next| solver.solve(&next.expect("legal")).expect("solved"));
    let mut verdicts: Vec<_> =
        verdicts.map(|verdict| (verdict.value, verdict.length.map(Length::number))).collect();
    verdicts.sort_unstable();
    verdicts
}

#[test]
fn turning_the_board_changes_no_verdict() {
    for (kind, code) in
        [(GameKind::Troika, "1a0-2a0-3a0-4a0"), (GameKind::Troika, "4a2-1a0-2b3-3a2")]
    {
        let code: BoardCode = code.parse().expect("a board");
        assert_eq!(
            first_verdicts(kind, code),
            first_verdicts(kind, code.rotated()),
            "{kind} {code}"
        );
    }
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
        .filter(|mv| {
            !solver.solve(&start.play(&board, *mv).expect("legal")).expect("solved").wins()
        })
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
    assert!(after_b2.wins(), "b2 loses at once to a1");
    assert_eq!(after_b2.length, Some(Length::Pawns(3)), "three pawns");
    assert_eq!(
        verdict_after(&["d1", "b2", "a1"]),
        Verdict { value: Value::Loss, points: 3, length: Some(Length::Pawns(3)) }
    );
    assert_eq!(verdict_after(&["d1", "c3"]).length, Some(Length::Pawns(11)), "c3 resists longest");
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
            let wins = !solver.solve(&after).expect("solved").wins();
            assert_eq!(wins, winning.contains(square), "{code} {square}");
        }
    }
}
