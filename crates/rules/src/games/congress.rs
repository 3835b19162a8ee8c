//! Congress: gather all eight pawns in one group (rules.md, 4.7).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError, expect_eight};
use crate::refusal::{NO_CAPTURES, PAWNS_MOVE, movement_error};
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, IllegalMove, Move, MoveSet, MoveSink, Outcome,
    Phrase, Setup,
};

/// a4, a7, b1, d8, e1, g8, h2, h5.
const WHITE_START: Bitboard = Bitboard(0x4801_0080_0100_8012);
/// a2, a5, b8, d1, e8, g1, h4, h7.
const BLACK_START: Bitboard = Bitboard(0x1280_0001_8000_0148);

const ONE_GROUP: Phrase = Phrase::new("one-group", "all eight pawns form one connected group");
const TASK: Phrase = Phrase::new("move", "move a pawn");

/// A position of Congress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Congress {
    core: Core,
}

impl Rules for Congress {
    const INFO: GameInfo = GameInfo {
        title: "Congress",
        summary: "From all around the edge, gather your eight pawns in one connected group.",
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::start(WHITE_START, BLACK_START, setup.first) }
    }

    #[inline]
    fn core(&self) -> &Core {
        &self.core
    }

    #[inline]
    fn core_mut(&mut self) -> &mut Core {
        &mut self.core
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

    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        None
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let (Move::Step { from, to } | Move::Capture { from, to }) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_MOVE };
        };
        if let Some(refusal) = movement_error(&self.core, board, from, to) {
            refusal
        } else if self.core.own().contains(to) {
            IllegalMove::OwnPawn(to)
        } else {
            IllegalMove::rule(NO_CAPTURES, to)
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        TASK
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let core = core.after_passes(fields.passes()?);
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
