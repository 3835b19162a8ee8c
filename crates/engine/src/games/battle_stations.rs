//! Battle Stations: who can take whom while pawns are placed; solved once all are.

use katarenga_rules::games::BattleStations;
use katarenga_rules::{Board, Rules as _};

use super::{Guide, Knowledge, balance};
use crate::search::score::Score;
use crate::solve::battle::{Battle, BattleSolver};
use crate::solve::{Solve, Verdict};

/// An enemy pawn that could be taken.
const TAKEABLE: Score = 20;
/// A pawn that could take.
const TAKER: Score = 10;

/// Judges by what stands en prise.
pub(crate) struct EnPrise;

impl Guide<BattleStations> for EnPrise {
    fn evaluate(&self, board: &Board, position: &BattleStations) -> Score {
        let core = position.core();
        balance(position, |side| {
            let enemy = core.pawns(!side);
            let (mut takers, mut takeable) = (0, katarenga_rules::Bitboard::EMPTY);
            board.each_reach(core.pawns(side), core.occupied(), |_, reach| {
                takers += Score::from((reach & enemy).any());
                takeable |= reach & enemy;
            });
            TAKEABLE * takeable.count() as Score + TAKER * takers
        })
    }
}

impl Knowledge for BattleStations {
    type Guide = EnPrise;

    fn guide(_board: &Board) -> EnPrise {
        EnPrise
    }

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
