//! Katarenga, the base game: reach the two camps beyond the far rank (rules.md, 4.1).

use std::ops::ControlFlow;

use crate::Rules;
use crate::barred::{BARRED, Barred, FIRST_TASK};
use crate::notation::fields::{Fields, StateError};
use crate::refusal::{landing_error, pawn_error};
use crate::task::MOVE_OR_CAPTURE;
use crate::{
    Bitboard, Board, BoardSize, Core, Counter, CounterKind, GameInfo, Group, IllegalMove, Mark,
    MarkKind, Move, MoveSet, MoveSink, Outcome, Phrase, Setup, Side, View,
};

const IN_CAMPS: Phrase = Phrase::new("camps", "two pawns are in the camps");
const TOO_FEW: Phrase = Phrase::new("too-few", "the other side has fewer than two pawns left");
const BLOCKED: Phrase = Phrase::new("blocked", "the other side has no legal move");

const NOT_FAR: Phrase = Phrase::new(
    "not-on-far-rank",
    "is not on the far rank (8 for White, 1 for Black), from which pawns enter the camps",
);
const OTHER_KIND: Phrase = Phrase::new(
    "move-or-camp",
    "in this game pawns move from a square to another or into a camp: write `e4-f6`, `e4xf6` or `e8-camp`",
);
const EIGHT_WITH_CAMPS: Phrase = Phrase::new("with-camps", "at most 8, camps included");
const CAMP_TASK: Phrase =
    Phrase::new("move-capture-or-camp", "move a pawn, capture, or enter a camp");

/// How many camps a side has.
const CAMPS: u8 = 2;

/// A position of Katarenga.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Katarenga {
    pub(super) core: Core,
    /// Pawns in camps, by side.
    camps: [u8; 2],
    barred: Barred,
}

impl Katarenga {
    /// How many pawns of a side are in camps, at most two.
    #[inline]
    pub const fn camps(&self, side: Side) -> u8 {
        side.pick(self.camps)
    }

    /// The rank on which a side's pawns can enter a camp.
    pub const fn far_rank(side: Side) -> Bitboard {
        Bitboard::far_rank(side)
    }

    /// Whether the side to move may not capture, this being its first turn.
    #[inline]
    pub const fn captures_barred(&self) -> bool {
        self.barred.is_now()
    }

    /// The pawns of the side to move that may enter a camp now.
    #[inline]
    fn entering(&self) -> Bitboard {
        if self.camps(self.core.turn()) < CAMPS {
            self.core.own() & Self::far_rank(self.core.turn())
        } else {
            Bitboard::EMPTY
        }
    }

    #[inline]
    fn has_too_few(&self, side: Side) -> bool {
        let pawns = self.core.pawns(side);
        match self.camps(side) {
            0 => !pawns.more_than_one(),
            1 => pawns.is_empty(),
            _ => false,
        }
    }
}

impl Rules for Katarenga {
    const INFO: GameInfo = GameInfo {
        title: "Katarenga",
        summary: "Bring two pawns into the camps beyond the far rank, or leave the enemy fewer than two.",
        group: Group::Race,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const CAPTURES: bool = true;

    const TWO_PASSES_DRAW: bool = false;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self {
            core: Core::start(Bitboard::rank(0), Bitboard::rank(7), setup.first),
            camps: [0; 2],
            barred: Barred::START,
        }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let occupied = self.core.occupied();
        let takeable = self.barred.takeable(&self.core);
        board.try_each_reach(self.core.own(), occupied, |from, reach| {
            let (quiet, captures) = (reach & !occupied, reach & takeable);
            sink.take(MoveSet::Moves { from, quiet, captures })
        })?;
        sink.take(MoveSet::Camps(self.entering()))
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        self.barred.end_turn();
        match mv {
            Move::Step { from, to } => self.core.shift(from, to),
            Move::Capture { from, to } => self.core.capture(from, to),
            Move::Camp { from } => {
                self.core.remove(from);
                match self.core.turn() {
                    Side::White => self.camps[0] += 1,
                    Side::Black => self.camps[1] += 1,
                }
            }
            Move::Place(_) | Move::Oust { .. } | Move::Pass => {}
        }
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        let (mover, other) = (!self.core.turn(), self.core.turn());
        if self.camps(mover) >= CAMPS {
            return Some(Outcome::win(mover, 1, IN_CAMPS));
        }
        // A move takes pawns from the other side alone.
        self.has_too_few(other).then(|| Outcome::win(mover, 1, TOO_FEW))
    }

    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        Some(Outcome::win(!self.core.turn(), 1, BLOCKED))
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        match mv {
            Move::Step { from, to } | Move::Capture { from, to } => {
                landing_error(&self.core, board, from, to).unwrap_or(IllegalMove::rule(BARRED, to))
            }
            Move::Camp { from } => {
                pawn_error(&self.core, board, from).unwrap_or(IllegalMove::rule(NOT_FAR, from))
            }
            Move::Place(_) | Move::Oust { .. } | Move::Pass => {
                IllegalMove::OtherKind { expected: OTHER_KIND }
            }
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        if self.captures_barred() {
            FIRST_TASK
        } else if self.entering().any() {
            CAMP_TASK
        } else {
            MOVE_OR_CAPTURE
        }
    }

    fn view(&self, _board: &Board) -> View {
        View {
            marks: Mark::of_sides(MarkKind::Goal, Self::far_rank).to_vec(),
            counters: Counter::of_sides(CounterKind::Camp, CAMPS, |side| self.camps(side)).to_vec(),
            ..View::default()
        }
    }

    fn write_fields(&self, fields: &mut Fields) {
        self.barred.write_fields(fields);
        fields.put_pair("camps", self.camps);
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let barred = Barred::read_fields(&core, fields)?;
        let camps = fields.pair("camps", CAMPS)?;
        let position = Self { core, camps, barred };
        for side in Side::ALL {
            let found = core.pawns(side).count() + u32::from(position.camps(side));
            if found > 8 {
                return Err(StateError::PawnCount { side, found, expected: EIGHT_WITH_CAMPS });
            }
        }
        if position.camps(core.turn()) >= CAMPS {
            return Err(StateError::impossible(
                "camps-full",
                "the side to move has two pawns in camps: it won by its last move, so it can't be its turn",
            ));
        }
        if position.has_too_few(!core.turn()) {
            return Err(StateError::impossible(
                "too-few-before",
                "the side that moved last has fewer than two pawns: it had lost before that move",
            ));
        }
        Ok(position)
    }
}
