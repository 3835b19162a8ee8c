//! Quebec: Congress with captures (rules.md, 4.8).

use std::ops::ControlFlow;

use crate::Rules;
use crate::gathering;
use crate::notation::fields::{Fields, StateError};
use crate::refusal::{PAWNS_MOVE_OR_CAPTURE, landing_error};
use crate::task::MOVE_OR_CAPTURE;
use crate::{
    Board, BoardSize, Core, GameInfo, Group, IllegalMove, Move, MoveSet, MoveSink, Outcome, Phrase,
    Setup, Side,
};

const GATHERED: Phrase =
    Phrase::new("gathered", "all pawns that the winner has left form one connected group");
const LEFT_GATHERED: Phrase = Phrase::new(
    "left-gathered",
    "a capture by the other side has left the winner's pawns in one connected group",
);
const ONE_TO_EIGHT: Phrase = Phrase::new("one-to-eight", "1 to 8");

/// A position of Quebec.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quebec {
    pub(super) core: Core,
}

impl Rules for Quebec {
    const INFO: GameInfo = GameInfo {
        title: "Quebec",
        summary: "Congress with captures: gather all the pawns that you have left in one connected group.",
        group: Group::Gather,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const CAPTURES: bool = true;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: gathering::start(setup.first) }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let (occupied, enemy) = (self.core.occupied(), self.core.enemy());
        board.try_each_reach(self.core.own(), occupied, |from, reach| {
            let (quiet, captures) = (reach & !occupied, reach & enemy);
            sink.take(MoveSet::Moves { from, quiet, captures })
        })
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        match mv {
            Move::Step { from, to } => self.core.shift(from, to),
            Move::Capture { from, to } => self.core.capture(from, to),
            Move::Place(_) | Move::Oust { .. } | Move::Camp { .. } | Move::Pass => {}
        }
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        // The mover is looked at first: a move that gathers both sides wins.
        let (mover, other) = (!self.core.turn(), self.core.turn());
        if self.core.enemy().is_connected() {
            Some(Outcome::win(mover, 1, GATHERED))
        } else {
            self.core.own().is_connected().then(|| Outcome::win(other, 1, LEFT_GATHERED))
        }
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let expected = IllegalMove::OtherKind { expected: PAWNS_MOVE_OR_CAPTURE };
        match mv {
            Move::Step { from, to } | Move::Capture { from, to } => {
                landing_error(&self.core, board, from, to).unwrap_or(expected)
            }
            Move::Place(_) | Move::Oust { .. } | Move::Camp { .. } | Move::Pass => expected,
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        MOVE_OR_CAPTURE
    }

    fn read_fields(_board: &Board, core: Core, _fields: &mut Fields) -> Result<Self, StateError> {
        for side in Side::ALL {
            let found = core.pawns(side).count();
            if !(1..=8).contains(&found) {
                return Err(StateError::PawnCount { side, found, expected: ONE_TO_EIGHT });
            }
        }
        Ok(Self { core })
    }
}
