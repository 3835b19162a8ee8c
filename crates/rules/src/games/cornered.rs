//! Cornered: each pawn is placed en prise to the last, on a lone quarter (rules.md, 4.4).

use std::ops::ControlFlow;

use crate::Rules;
use crate::chain::{Chain, LAST_TO_PLACE, NOT_EN_PRISE};
use crate::notation::fields::{Fields, StateError};
use crate::refusal::{PAWNS_ARE_PLACED, placing_error};
use crate::{
    Board, BoardSize, Core, GameInfo, Group, IllegalMove, Move, MoveSet, MoveSink, Outcome, Phrase,
    Setup, Side, Square, View,
};

/// A position of Cornered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cornered {
    pub(super) core: Core,
    chain: Chain,
}

impl Cornered {
    /// The square of the pawn placed last, which the next one must answer.
    pub const fn last(&self) -> Option<Square> {
        self.chain.last
    }
}

impl Rules for Cornered {
    const INFO: GameInfo = GameInfo {
        title: "Cornered",
        summary: "Place pawns in turn, each within a move of the one before, and be the last who can.",
        group: Group::Place,
        board_size: BoardSize::Quarter,
        layouts: &[],
        match_target: Some(15),
    };

    const REPEATS: bool = false;

    const TWO_PASSES_DRAW: bool = false;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::empty(setup.first), chain: Chain::default() }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        sink.take(MoveSet::Places(self.chain.answers(&self.core, board)))
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        self.chain.apply(&mut self.core, mv);
    }

    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        Some(Outcome::win(!self.core.turn(), self.core.occupied().count(), LAST_TO_PLACE))
    }

    fn resignation_points(&self, _board: &Board, _winner: Side) -> u32 {
        self.core.occupied().count()
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let Move::Place(square) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_ARE_PLACED };
        };
        placing_error(&self.core, board, square).unwrap_or(IllegalMove::rule(NOT_EN_PRISE, square))
    }

    fn task(&self, _board: &Board) -> Phrase {
        self.chain.task()
    }

    fn view(&self, _board: &Board) -> View {
        self.chain.view(&self.core)
    }

    fn write_fields(&self, fields: &mut Fields) {
        self.chain.write_fields(fields);
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        Ok(Self { core, chain: Chain::read_fields(&core, fields)? })
    }
}
