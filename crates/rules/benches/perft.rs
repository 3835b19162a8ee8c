//! Move generation of every game against `cozy-chess`, all in one run: `cargo bench -p
//! katarenga-rules`.
//!
//! Each row counts the leaves of a tree of moves: the moves of the last ply are counted, not
//! played, on both sides of the comparison. The rows take turns, and the median of each is printed,
//! so that a machine whose speed drifts treats all alike.

#![allow(clippy::cast_precision_loss, reason = "rates are printed with a few digits")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use katarenga_rules::{Board, BoardCode, Game, GameKind, Quarters, Setup};

/// How often each row is measured.
const ROUNDS: usize = 9;
/// The least time of one measurement: small trees are counted again and again.
const LEAST: Duration = Duration::from_millis(100);

/// A tree to count, with its known number of leaves.
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

    /// A game from its start on the reference board (Cornered: on 1a0), White first.
    fn game(kind: GameKind, depth: u32, leaves: u64) -> Self {
        let code = match kind.info().board_size.side() {
            8 => BoardCode::REFERENCE,
            _ => "1a0".parse().expect("a quarter"),
        };
        let game = Game::new(kind, code, Setup::default()).expect("the reference board suits all");
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
/// The counts of Cornered and Quartermaster stand in `tests/data/perft.json`; those of the other
/// games are one or two plies beyond the files there and were computed by this library (Battle
/// Stations: 64 x 63 x 62 x 61).
fn rows() -> Vec<Row> {
    let start = cozy_chess::Board::default();
    vec![
        Row::new("cozy-chess", 6, 119_060_324, move |depth| chess(&start, depth)),
        Row::game(GameKind::Katarenga, 5, 27_357_322),
        Row::game(GameKind::NorthWestPassage, 5, 180_595_994),
        Row::game(GameKind::BigBang, 5, 4_908_691),
        Row::game(GameKind::Cornered, 8, 53_474),
        Row::game(GameKind::Quartermaster, 8, 1_179_323),
        Row::game(GameKind::BattleStations, 4, 15_249_024),
        Row::game(GameKind::Congress, 5, 46_871_046),
        Row::game(GameKind::Quebec, 5, 89_318_203),
        Row::game(GameKind::Isolation, 4, 3_874_560),
        Row::game(GameKind::Troika, 7, 5_524_228),
        Row::game(GameKind::Greengage, 5, 49_195_819),
        Row::game(GameKind::Sardines, 5, 26_489_222),
        Row::game(GameKind::Colorado, 5, 27_354_129),
    ]
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
