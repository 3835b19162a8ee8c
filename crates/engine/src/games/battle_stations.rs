//! Battle Stations: solved once all pawns are placed.

use katarenga_rules::games::BattleStations;
use katarenga_rules::{Board, Rules as _};

use super::Knowledge;
use crate::solve::battle::{Battle, BattleSolver};
use crate::solve::{Solve, Verdict};

impl Knowledge for BattleStations {
    fn solver(board: &Board) -> Option<Box<dyn Solve<Self> + '_>> {
        Some(Box::new(BattleSolver::new(board)))
    }
}

impl Solve<BattleStations> for BattleSolver<'_> {
    fn solve(&mut self, position: &BattleStations) -> Option<Verdict> {
        if position.is_placing() {
            return None;
        }
        let core = position.core();
        let first = core.turn() == core.first();
        let balance = self.balance(Battle { own: core.own(), enemy: core.enemy(), first });
        Some(Verdict { wins: balance > 0, points: balance.unsigned_abs(), length: None })
    }
}
