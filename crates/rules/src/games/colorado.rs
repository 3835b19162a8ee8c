//! Colorado: bring all pawns that are left across, to the far bank (rules.md, 4.13).

use std::ops::ControlFlow;

use crate::Rules;
use crate::barred::{BARRED, Barred, FIRST_TASK};
use crate::notation::fields::{Fields, StateError, expect_at_most_eight};
use crate::refusal::{PAWNS_MOVE_OR_CAPTURE, landing_error};
use crate::task::MOVE_OR_CAPTURE;
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, Group, IllegalMove, Mark, MarkKind, Move, MoveSet,
    MoveSink, Outcome, Phrase, Setup, Side, View,
};

const ALL_ACROSS: Phrase =
    Phrase::new("all-across", "all pawns that the winner has left are across");
const LAST_CAPTURED: Phrase = Phrase::new(
    "last-captured",
    "the loser captured the winner's last pawn while not all of its own were across",
);

const SAFE: Phrase = Phrase::new(
    "pawn-is-safe",
    "holds a pawn that is across and safe: it could be captured only in the turn right after it landed",
);

/// A position of Colorado.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colorado {
    pub(super) core: Core,
    barred: Barred,
    /// The pawn of the side that has just moved which has just landed across, as a set of at most
    /// one.
    landed: Bitboard,
}

impl Colorado {
    /// The rank that a side's pawns want to reach.
    #[inline]
    pub const fn far_bank(side: Side) -> Bitboard {
        Bitboard::far_rank(side)
    }

    /// The pawns of a side that are across.
    #[inline]
    pub fn across(&self, side: Side) -> Bitboard {
        self.core.pawns(side) & Self::far_bank(side)
    }

    /// The pawn that has just landed across, as a set of at most one: it can be captured this turn.
    #[inline]
    pub const fn landed(&self) -> Bitboard {
        self.landed
    }

    /// The pawns of a side that can't be captured where they stand.
    #[inline]
    pub fn safe(&self, side: Side) -> Bitboard {
        self.across(side) & !self.landed
    }

    /// Whether a side has no pawn that is not across.
    #[inline]
    fn has_all_across(&self, side: Side) -> bool {
        (self.core.pawns(side) & !Self::far_bank(side)).is_empty()
    }
}

impl Rules for Colorado {
    const INFO: GameInfo = GameInfo {
        title: "Colorado",
        summary: "Cross the board and bring all the pawns that you have left to the far bank, where they are soon safe.",
        group: Group::Race,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const CAPTURES: bool = true;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self {
            core: Core::start(Bitboard::rank(0), Bitboard::rank(7), setup.first),
            barred: Barred::START,
            landed: Bitboard::EMPTY,
        }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let occupied = self.core.occupied();
        let takeable = self.barred.takeable(&self.core) & !self.safe(!self.core.turn());
        board.try_each_reach(self.core.own(), occupied, |from, reach| {
            let (quiet, captures) = (reach & !occupied, reach & takeable);
            sink.take(MoveSet::Moves { from, quiet, captures })
        })
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        self.barred.end_turn();
        self.landed = Bitboard::EMPTY;
        let to = match mv {
            Move::Step { from, to } => {
                self.core.shift(from, to);
                to
            }
            Move::Capture { from, to } => {
                self.core.capture(from, to);
                to
            }
            Move::Place(_) | Move::Oust { .. } | Move::Camp { .. } | Move::Pass => return,
        };
        self.landed = Bitboard::of(to) & Self::far_bank(self.core.turn());
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        // The mover is looked at first: its last pawn across wins before it could be captured.
        let (mover, other) = (!self.core.turn(), self.core.turn());
        if self.has_all_across(mover) {
            Some(Outcome::win(mover, 1, ALL_ACROSS))
        } else if self.has_all_across(other) {
            let reason = if self.core.own().is_empty() { LAST_CAPTURED } else { ALL_ACROSS };
            Some(Outcome::win(other, 1, reason))
        } else {
            None
        }
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let (Move::Step { from, to } | Move::Capture { from, to }) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_MOVE_OR_CAPTURE };
        };
        let rule = if self.barred.is_now() { BARRED } else { SAFE };
        landing_error(&self.core, board, from, to).unwrap_or(IllegalMove::rule(rule, to))
    }

    fn task(&self, _board: &Board) -> Phrase {
        if self.barred.is_now() { FIRST_TASK } else { MOVE_OR_CAPTURE }
    }

    fn view(&self, board: &Board) -> View {
        let goals = Mark::of_sides(MarkKind::Goal, Self::far_bank);
        let safe = Mark::of_sides(MarkKind::Safe, |side| self.safe(side));
        // Once the game is over nothing can be captured any more.
        let squares = if self.won(board).is_some() { Bitboard::EMPTY } else { self.landed };
        let exposed = Mark { kind: MarkKind::Exposed, side: Some(!self.core.turn()), squares };
        let marks = goals.into_iter().chain(safe).chain([exposed]);
        View { marks: marks.filter(|mark| mark.squares.any()).collect(), ..View::default() }
    }

    fn write_fields(&self, fields: &mut Fields) {
        self.barred.write_fields(fields);
        if let Some(square) = self.landed.first() {
            fields.put("landed", square);
        }
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let barred = Barred::read_fields(&core, fields)?;
        let landed = fields.square("landed")?;
        let mover = !core.turn();
        expect_at_most_eight(&core)?;
        if core.enemy().is_empty() {
            return Err(StateError::impossible(
                "mover-without-pawns",
                "the side that is not to move has no pawn: it had lost its last one before it could move",
            ));
        }
        if let Some(square) = landed {
            if !(core.enemy() & Self::far_bank(mover)).contains(square) {
                return Err(StateError::impossible_at(
                    square,
                    "landed-not-across",
                    "the pawn that has just landed across belongs to the side that is not to move, and stands on its far bank",
                ));
            }
            if core.passes() > 0 {
                return Err(StateError::impossible_at(
                    square,
                    "landed-by-pass",
                    "no pawn lands across by a pass",
                ));
            }
        }
        Ok(Self { core, barred, landed: landed.map_or(Bitboard::EMPTY, Bitboard::of) })
    }
}
