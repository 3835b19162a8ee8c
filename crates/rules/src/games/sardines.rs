//! Sardines: pack all pawns into one half of the centre (rules.md, 4.12).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError, expect_eight};
use crate::refusal::{NOTHING_TO_OUST, PAWNS_MOVE, PUT_ON_PAWN, landing_error};
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, Group, IllegalMove, Mark, MarkKind, Move, MoveSet,
    MoveSink, Outcome, Phrase, Setup, Side, Square, View,
};

const PACKED: Phrase = Phrase::new("packed", "all eight pawns stand in their half of the can");

const OUST_OUTSIDE: Phrase = Phrase::new(
    "oust-outside-half",
    "holds an enemy pawn, and pawns are ousted only from the side's own half of the can (c5-f6 for White, c3-f4 for Black)",
);
const SAY_WHERE: Phrase = Phrase::new(
    "oust-says-where-on-rank",
    "holds an enemy pawn: say on which empty square of its start rank it is put, as in `d4-d5>b8`",
);
const RANK_FULL: Phrase = Phrase::new(
    "start-rank-full",
    "holds a pawn that can't be ousted, since its start rank would have no empty square",
);
const OTHER_RANK: Phrase = Phrase::new(
    "put-off-start-rank",
    "is not on the start rank of the ousted pawn (1 for White, 8 for Black)",
);
const TASK: Phrase = Phrase::new(
    "move-or-oust-from-can",
    "move a pawn, or oust an enemy pawn from your half of the can",
);

/// A position of Sardines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sardines {
    pub(super) core: Core,
}

impl Sardines {
    /// The half of the can that a side's pawns want to fill: c5-f6 for White, c3-f4 for Black.
    #[inline]
    pub const fn half(side: Side) -> Bitboard {
        match side {
            Side::White => Bitboard(0x0000_3C3C_0000_0000),
            Side::Black => Bitboard(0x0000_0000_3C3C_0000),
        }
    }

    /// Where a pawn of the other side is put when the pawn on `from` ousts it: the squares of its
    /// start rank that are then empty.
    #[inline]
    fn puts(&self, from: Square) -> Bitboard {
        Bitboard::far_rank(self.core.turn()) & (!self.core.occupied() | from.into())
    }

    fn pawns_outside(&self, side: Side) -> u32 {
        (self.core.pawns(side) & !Self::half(side)).count()
    }

    /// Why a landing on `to`, which is in reach and holds an enemy pawn, is not legal.
    fn refuse_ousting(&self, from: Square, to: Square, put: Option<Square>) -> IllegalMove {
        if !Self::half(self.core.turn()).contains(to) {
            return IllegalMove::rule(OUST_OUTSIDE, to);
        }
        match put {
            _ if self.puts(from).is_empty() => IllegalMove::rule(RANK_FULL, to),
            None => IllegalMove::rule(SAY_WHERE, to),
            Some(put) if Bitboard::far_rank(self.core.turn()).contains(put) => {
                IllegalMove::rule(PUT_ON_PAWN, put)
            }
            Some(put) => IllegalMove::rule(OTHER_RANK, put),
        }
    }
}

impl Rules for Sardines {
    const INFO: GameInfo = GameInfo {
        title: "Sardines",
        summary: "Pack all eight pawns into your half of the can in the centre, ousting pawns that stand in the way.",
        group: Group::Gather,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::start(Bitboard::rank(0), Bitboard::rank(7), setup.first) }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let occupied = self.core.occupied();
        let oustable = self.core.enemy() & Self::half(self.core.turn());
        board.try_each_reach(self.core.own(), occupied, |from, reach| {
            let quiet = reach & !occupied;
            sink.take(MoveSet::Moves { from, quiet, captures: Bitboard::EMPTY })?;
            for to in reach & oustable {
                sink.take(MoveSet::Ousts { from, to, puts: self.puts(from) })?;
            }
            ControlFlow::Continue(())
        })
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        match mv {
            Move::Step { from, to } => self.core.shift(from, to),
            Move::Oust { from, to, put } => self.core.oust(from, to, put),
            Move::Place(_) | Move::Capture { .. } | Move::Camp { .. } | Move::Pass => {}
        }
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        let mover = !self.core.turn();
        (self.core.enemy() == Self::half(mover))
            .then(|| Outcome::win(mover, self.pawns_outside(!mover), PACKED))
    }

    fn resignation_points(&self, _board: &Board, winner: Side) -> u32 {
        self.pawns_outside(!winner)
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let (from, to, put) = match mv {
            Move::Step { from, to } | Move::Capture { from, to } => (from, to, None),
            Move::Oust { from, to, put } => (from, to, Some(put)),
            Move::Place(_) | Move::Camp { .. } | Move::Pass => {
                return IllegalMove::OtherKind { expected: PAWNS_MOVE };
            }
        };
        if let Some(refusal) = landing_error(&self.core, board, from, to) {
            refusal
        } else if self.core.enemy().contains(to) {
            self.refuse_ousting(from, to, put)
        } else {
            IllegalMove::rule(NOTHING_TO_OUST, to)
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        TASK
    }

    fn view(&self, _board: &Board) -> View {
        View { marks: Mark::of_sides(MarkKind::Goal, Self::half).to_vec(), ..View::default() }
    }

    fn read_fields(_board: &Board, core: Core, _fields: &mut Fields) -> Result<Self, StateError> {
        expect_eight(&core)?;
        if core.own() == Self::half(core.turn()) {
            return Err(StateError::impossible(
                "can-packed",
                "all pawns of the side to move stand in its half of the can: it won by its last move, so it can't be its turn",
            ));
        }
        Ok(Self { core })
    }
}
