//! Move generation of every game against `cozy-chess`, all in one run: `cargo bench -p
//! katarenga-rules`.
//!
//! Each row counts the leaves of a tree of moves: the moves of the last ply are counted, not
//! played, on both sides of the comparison. The rows take turns, and the median of each is printed,
//! so that a machine whose speed drifts treats all alike.

#![allow(clippy::cast_precision_loss, reason = "rates are printed with a few digits")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use katarenga_rules::{Board, Game, GameKind, Quarters, Setup};

/// How often each row is measured.
const ROUNDS: usize = 9;
/// The least time of one measurement: small trees are counted again and again.
const LEAST: Duration = Duration::from_millis(100);
/// The most leaves of a tree: of each game the deepest one is counted that has no more, and whose last
/// ply at least doubles them, so that the leaves take most of the time.
const MOST_LEAVES: u64 = 200_000_000;

/// A tree to count, with its number of leaves.
struct Row {
    name: &'static str,
    depth: u32,
    leaves: u64,
    count: Box<dyn Fn(u32) -> u64>,
    /// Million leaves a second, once a round.
    rates: Vec<f64>,
}

impl Row {
    fn new(
        name: &'static str,
        depth: u32,
        leaves: u64,
        count: impl Fn(u32) -> u64 + 'static,
    ) -> Self {
        Self { name, depth, leaves, count: Box::new(count), rates: Vec::new() }
    }

    /// A game from its start on its default board, White first.
    fn game(kind: GameKind) -> Self {
        let game = Game::new(kind, kind.default_board(), Setup::default()).expect("it suits");
        let (mut depth, mut leaves) = (1, game.perft(1));
        loop {
            let deeper = game.perft(depth + 1);
            if !(2 * leaves..=MOST_LEAVES).contains(&deeper) {
                break;
            }
            (depth, leaves) = (depth + 1, deeper);
        }
        Self::new(kind.name(), depth, leaves, move |depth| game.perft(depth))
    }

    fn measure(&mut self) {
        let start = Instant::now();
        let mut total = 0;
        while start.elapsed() < LEAST {
            let leaves = black_box((self.count)(black_box(self.depth)));
            assert_eq!(leaves, self.leaves, "{} depth {}", self.name, self.depth);
            total += leaves;
        }
        self.rates.push(total as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn chess(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += chess(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Chess from its start is the measure; its 119,060,324 leaves at depth 6 are a published figure.
fn rows() -> Vec<Row> {
    let start = cozy_chess::Board::default();
    let chess = Row::new("cozy-chess", 6, 119_060_324, move |depth| chess(&start, depth));
    std::iter::once(chess).chain(GameKind::ALL.iter().copied().map(Row::game)).collect()
}

fn main() {
    let mut rows = rows();
    for _ in 0..ROUNDS {
        rows.iter_mut().for_each(Row::measure);
    }
    println!("{:<20} {:>5} {:>12} {:>9} {:>6}", "game", "depth", "leaves", "Mleaves/s", "ratio");
    let chess = rows[0].rates.clone();
    for Row { name, depth, leaves, rates, .. } in &rows {
        let ratios: Vec<f64> = rates.iter().zip(&chess).map(|(rate, chess)| rate / chess).collect();
        let (rate, ratio) = (median(rates), median(&ratios));
        println!("{name:<20} {depth:>5} {leaves:>12} {rate:>9.0} {ratio:>6.2}");
    }
    println!();
    boards();
}

/// What boards cost: their tables, and the enumeration of all.
fn boards() {
    const BUILT: u32 = 10_000;
    let start = Instant::now();
    for quarters in Quarters::all().step_by((Quarters::COUNT / BUILT) as usize).take(BUILT as usize)
    {
        black_box(Board::new(black_box(quarters).into()));
    }
    let each = start.elapsed() / BUILT;
    println!("building a board with its tables: {:.1} µs", each.as_secs_f64() * 1e6);

    let start = Instant::now();
    let canonical = Quarters::all().filter(|board| black_box(*board).canonical() == *board).count();
    println!(
        "enumerating all {} boards, {canonical} of them canonical: {:.3} s",
        Quarters::COUNT,
        start.elapsed().as_secs_f64()
    );
    assert_eq!(canonical, 24_576);
}
