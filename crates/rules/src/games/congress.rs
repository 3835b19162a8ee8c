//! Congress: gather all eight pawns in one group (rules.md, 4.7).

use std::ops::ControlFlow;

use crate::Rules;
use crate::gathering;
use crate::notation::fields::{Fields, StateError, expect_eight};
use crate::refusal::{NO_CAPTURES, PAWNS_MOVE, landing_error};
use crate::task::MOVE;
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, Group, IllegalMove, Move, MoveSet, MoveSink,
    Outcome, Phrase, Setup,
};

const ONE_GROUP: Phrase = Phrase::new("one-group", "all eight pawns form one connected group");

/// A position of Congress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Congress {
    pub(super) core: Core,
}

impl Rules for Congress {
    const INFO: GameInfo = GameInfo {
        title: "Congress",
        summary: "From all around the edge, gather your eight pawns in one connected group.",
        group: Group::Gather,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: gathering::start(setup.first) }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let occupied = self.core.occupied();
        board.try_each_reach(self.core.own(), occupied, |from, reach| {
            let quiet = reach & !occupied;
            sink.take(MoveSet::Moves { from, quiet, captures: Bitboard::EMPTY })
        })
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        if let Move::Step { from, to } = mv {
            self.core.shift(from, to);
        }
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        // Only the side that has just moved can have gathered.
        self.core.enemy().is_connected().then(|| Outcome::win(!self.core.turn(), 1, ONE_GROUP))
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let (Move::Step { from, to } | Move::Capture { from, to }) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_MOVE };
        };
        landing_error(&self.core, board, from, to).unwrap_or(IllegalMove::rule(NO_CAPTURES, to))
    }

    fn task(&self, _board: &Board) -> Phrase {
        MOVE
    }

    fn read_fields(_board: &Board, core: Core, _fields: &mut Fields) -> Result<Self, StateError> {
        expect_eight(&core)?;
        if core.own().is_connected() {
            return Err(StateError::impossible(
                "one-group",
                "the pawns of the side to move form one group: it won by its last move, so it can't be its turn",
            ));
        }
        Ok(Self { core })
    }
}
