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
const TAKER: usize = 2;
const HANGING: usize = 3;
const EN_PRISE: usize = 4;
const MOBILITY: usize = 5;
/// The first of the terms by colour, in the order of [`Colour::ALL`].
const COLOUR: usize = 6;

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
    const TERMS: &'static [Term] = &[
        Term::new("the move", 117),
        Term::new("being the first player", 31),
        Term::new("a pawn that could take", 125),
        Term::new("a pawn en prise that is not defended", -118),
        Term::new("a pawn en prise that is defended", -28),
        Term::new("a square in reach", 8),
        Term::new("a pawn on red", 16),
        Term::new("a pawn on yellow", -15),
        Term::new("a pawn on green", -53),
        Term::new("a pawn on blue", 9),
    ];

    #[inline]
    fn count(&self, board: &Board, position: &BattleStations, tally: &mut impl Tally) {
        let core = position.core();
        let turn = core.turn();
        let mut seen = [Seen::default(); 2];
        for side in Side::ALL {
            let (seen, enemy) = (&mut seen[side.index()], core.pawns(!side));
            board.each_reach(core.pawns(side), core.occupied(), |_, squares| {
                seen.reach |= squares;
                seen.mobility += squares.count() as i32;
                seen.takers += i32::from((squares & enemy).any());
            });
        }
        tally.add(TEMPO, 1);
        tally.add(FIRST, if core.first() == turn { 1 } else { -1 });
        tally.balance(TAKER, turn, |side| seen[side.index()].takers);
        tally.balance(MOBILITY, turn, |side| seen[side.index()].mobility);
        let en_prise = |side: Side| core.pawns(side) & seen[(!side).index()].reach;
        let reach = |side: Side| seen[side.index()].reach;
        tally.balance(HANGING, turn, |side| (en_prise(side) & !reach(side)).count() as i32);
        tally.balance(EN_PRISE, turn, |side| (en_prise(side) & reach(side)).count() as i32);
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            let squares = board.coloured(colour);
            tally.balance(COLOUR + index, turn, |side| (core.pawns(side) & squares).count() as i32);
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
