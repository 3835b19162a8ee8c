//! The solvers at work: `cargo bench -p katarenga-engine`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use katarenga_engine::Solver;
use katarenga_rules::{Board, BoardCode, Game, GameKind, Quarter, Setup};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Solves every first move of a game on a board.
fn solve_first_moves(kind: GameKind, code: BoardCode) {
    let board = Board::new(code);
    let start = kind.start(&board, Setup::default()).expect("the board suits the game");
    let mut solver = Solver::new(kind, &board).expect("the game is solved");
    for mv in start.legal_moves(&board) {
        let after = start.play(&board, mv).expect("a legal move");
        black_box(solver.solve(&after));
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The median of five runs.
fn median(work: impl Fn()) -> Duration {
    let mut times: Vec<Duration> = (0..5).map(|_| timed(&work)).collect();
    times.sort_unstable();
    times[2]
}

/// A position right after placing, drawn at random on a random board.
fn random_battle(rng: &mut ChaCha8Rng) -> Game {
    let kind = GameKind::BattleStations;
    let mut game = Game::new(kind, kind.random_board(rng), Setup::default()).expect("it suits");
    for _ in 0..16 {
        let legal = game.legal_moves();
        game.play(legal[rng.random_range(0..legal.len())]).expect("a legal move");
    }
    game
}

fn main() {
    let faces = median(|| {
        for face in Quarter::all().filter(|quarter| quarter.turns() == 0) {
            solve_first_moves(GameKind::Cornered, face.into());
        }
    });
    println!("Cornered, all eight faces: {faces:.1?}");

    for kind in [GameKind::Quartermaster, GameKind::Isolation, GameKind::Troika] {
        let board = median(|| solve_first_moves(kind, BoardCode::REFERENCE));
        println!("{}, the reference board: {board:.1?}", kind.info().title);
    }

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut times: Vec<Duration> = (0..400)
        .map(|_| {
            let game = random_battle(&mut rng);
            let mut solver = Solver::new(game.kind(), game.board()).expect("battles are solved");
            timed(|| {
                black_box(solver.solve(game.position()));
            })
        })
        .collect();
    times.sort_unstable();
    let [half, most, all] = [199, 395, 399].map(|index| times[index]);
    println!(
        "battles right after placing, 400 at random: median {half:.1?}, 99 of 100 within {most:.1?}, all within {all:.1?}"
    );
}
