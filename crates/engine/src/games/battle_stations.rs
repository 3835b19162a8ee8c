//! Battle Stations: who can take whom while pawns are placed; solved once all are.

use katarenga_rules::games::BattleStations;
use katarenga_rules::{Bitboard, Board, Colour, Rules as _, Side};

use super::{Evaluator, Searchable, Tally, Term};
use crate::limits::Stop;
use crate::score::{Score, of_verdict};
use crate::solve::battle::{Balance, Battle, BattleSolver};
use crate::solve::{OutOfMemory, Solvable, Value, Verdict};

const TEMPO: usize = 0;
const FIRST: usize = 1;
/// From here on the terms of the side to move come before those of the other: what is en prise is lost to
/// the side that moves next, so the one is not worth as much as the other.
const TAKER: usize = 2;
const HANGING: usize = 4;
const EN_PRISE: usize = 6;
const MOBILITY: usize = 8;
/// The first of the terms by colour, in the order of [`Colour::ALL`].
const COLOUR: usize = 10;
/// How many terms there are for each stage.
const COUNT: usize = COLOUR + Colour::ALL.len();

/// How many pawns both sides place together.
const PAWNS: u32 = 16;

/// The stages: how many pawns are placed at least.
const STAGES: [u32; 3] = [12, 7, 0];

macro_rules! names {
    ($stage:literal) => {
        [
            concat!($stage, ": the move"),
            concat!($stage, ": being the first player"),
            concat!($stage, ": a pawn of the mover that could take"),
            concat!($stage, ": a pawn of the other that could take"),
            concat!($stage, ": a pawn of the mover en prise that is not defended"),
            concat!($stage, ": a pawn of the other en prise that is not defended"),
            concat!($stage, ": a pawn of the mover en prise that is defended"),
            concat!($stage, ": a pawn of the other en prise that is defended"),
            concat!($stage, ": a square in reach of the mover"),
            concat!($stage, ": a square in reach of the other"),
            concat!($stage, ": a pawn on red"),
            concat!($stage, ": a pawn on yellow"),
            concat!($stage, ": a pawn on green"),
            concat!($stage, ": a pawn on blue"),
        ]
    };
}
const NAMES: [[&str; COUNT]; STAGES.len()] = [names!("late"), names!("midway"), names!("early")];

const WEIGHTS: [[Score; COUNT]; STAGES.len()] = [
    [86, -217, 138, -124, -201, 207, -81, 76, 0, -2, -6, -41, -79, -26],
    [117, -227, 94, -116, -106, 121, -24, 28, 5, -5, -15, -51, -83, -23],
    [93, -225, 82, -80, -54, 64, 5, -8, 9, -9, -9, -58, -83, -9],
];

const fn terms() -> [Term; COUNT * STAGES.len()] {
    let mut terms = [Term::new("", 0); COUNT * STAGES.len()];
    let mut index = 0;
    while index < terms.len() {
        terms[index] = {
            let (stage, term) = (index / COUNT, index % COUNT);
            Term::new(NAMES[stage][term], WEIGHTS[stage][term])
        };
        index += 1;
    }
    terms
}

impl Searchable for BattleStations {
    type Evaluator = BattleSolver;

    const SOLVED: Solvable = Solvable::Once("once all pawns are placed");

    fn is_solved(&self) -> bool {
        !self.is_placing()
    }

    fn evaluator(board: &Board) -> BattleSolver {
        BattleSolver::new(board)
    }
}

impl Evaluator<BattleStations> for BattleSolver {
    const TERMS: &'static [Term] = &terms();

    #[inline]
    fn count(&self, board: &Board, position: &BattleStations, tally: &mut impl Tally) {
        let core = position.core();
        let turn = core.turn();
        // In a battle all are, however many are left.
        let placed = if position.is_placing() { core.occupied().count() } else { PAWNS };
        let stage = STAGES.iter().position(|pawns| placed >= *pawns).unwrap_or(0);
        let mut add = |term: usize, count: i32| tally.add(stage * COUNT + term, count);
        let mut seen = [Seen::default(); 2];
        for side in Side::ALL {
            let (seen, enemy) = (&mut seen[side.index()], core.pawns(!side));
            board.each_reach(core.pawns(side), core.occupied(), |_, squares| {
                seen.reach |= squares;
                seen.mobility += squares.count() as i32;
                seen.takers += i32::from((squares & enemy).any());
            });
        }
        add(TEMPO, 1);
        add(FIRST, if core.first() == turn { 1 } else { -1 });
        for (of, side, sign) in [(0, turn, 1), (1, !turn, -1)] {
            let (own, other) = (&seen[side.index()], &seen[(!side).index()]);
            let en_prise = core.pawns(side) & other.reach;
            add(TAKER + of, own.takers);
            add(HANGING + of, (en_prise & !own.reach).count() as i32);
            add(EN_PRISE + of, (en_prise & own.reach).count() as i32);
            add(MOBILITY + of, own.mobility);
            for (index, colour) in Colour::ALL.into_iter().enumerate() {
                let pawns = core.pawns(side) & board.coloured(colour);
                add(COLOUR + index, sign * pawns.count() as i32);
            }
        }
    }

    fn solve(&mut self, position: &BattleStations, stop: &Stop) -> Option<Verdict> {
        Some(verdict(self.balance(battle(position)?, stop)?))
    }

    fn solve_within(
        &mut self,
        position: &BattleStations,
        ply: usize,
        (alpha, beta): (Score, Score),
        stop: &Stop,
    ) -> Option<Score> {
        let score = |balance| of_verdict(verdict(balance), ply);
        let balances = || (-8..=8).filter(|balance| *balance != 0);
        let least = balances().rfind(|balance| score(*balance) <= alpha).unwrap_or(-9);
        let most = balances().find(|balance| score(*balance) >= beta).unwrap_or(9);
        self.balance_within(battle(position)?, least, most, stop).map(score)
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        Self::out_of_memory(self)
    }
}

/// The battle, once all pawns are placed.
fn battle(position: &BattleStations) -> Option<Battle> {
    let core = position.core();
    let first = core.turn() == core.first();
    position.is_solved().then(|| Battle { own: core.own(), enemy: core.enemy(), first })
}

fn verdict(balance: Balance) -> Verdict {
    Verdict { value: Value::won(balance > 0), points: balance.unsigned_abs(), length: None }
}

/// What the pawns of a side see.
#[derive(Clone, Copy, Default)]
struct Seen {
    reach: Bitboard,
    mobility: i32,
    takers: i32,
}
