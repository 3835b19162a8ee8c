//! North West Passage: a race of two diagonals, with evictions (rules.md, 4.2).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError, expect_eight};
use crate::refusal::{PAWNS_MOVE, landing_error};
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, IllegalMove, Mark, MarkKind, Move, MoveSet,
    MoveSink, Outcome, Phrase, Setup, Sharing, Side, Square, View,
};

/// a8-h1, where White starts.
const NORTH_WEST: Bitboard = Bitboard(0x0102_0408_1020_4080);
/// a1-h8, where Black starts.
const SOUTH_WEST: Bitboard = Bitboard(0x8040_2010_0804_0201);

const ARRIVED: Phrase = Phrase::new("arrival", "all eight pawns stand on their target diagonal");
const BOTH_ARRIVED: Phrase =
    Phrase::new("both-arrived", "both sides have filled their target diagonals");

const FORCED: Phrase =
    Phrase::new("must-move-evicted", "holds the evicted pawn, which must move now");
const STUCK: Phrase = Phrase::new(
    "eviction-without-exit",
    "holds a pawn that can't be evicted, since it would have no empty square to step to",
);
const NOT_ON_TARGET: Phrase = Phrase::new(
    "eviction-off-target",
    "holds an enemy pawn, and pawns are evicted only on the side's own target diagonal",
);
const EVICTED_SHARES: Phrase = Phrase::new(
    "after-eviction",
    "two pawns share a square only after an eviction: one of each side, written `*`",
);
const TASK: Phrase = Phrase::new("move", "move a pawn");
const FORCED_TASK: Phrase = Phrase::new("move-evicted", "move the evicted pawn");

/// A position of North West Passage.
///
/// A square that holds a pawn of each side exists only right after an eviction, and the pawn of the
/// side to move there must leave: no other state is needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NorthWestPassage {
    pub(super) core: Core,
}

impl NorthWestPassage {
    /// The diagonal that a side's pawns want to fill: the other side's start.
    #[inline]
    pub const fn target(side: Side) -> Bitboard {
        match side {
            Side::White => SOUTH_WEST,
            Side::Black => NORTH_WEST,
        }
    }

    /// The square of the evicted pawn that must move now, as a set of at most one.
    #[inline]
    pub fn forced(&self) -> Bitboard {
        self.core.shared()
    }

    /// Whether all eight pawns of `side` stand on its target diagonal.
    #[inline]
    pub fn has_arrived(&self, side: Side) -> bool {
        self.core.pawns(side) == Self::target(side)
    }

    /// The enemy pawns that the pawn on `from` may evict, `reach` being what it reaches.
    #[inline]
    fn evictions(&self, board: &Board, from: Square, reach: Bitboard) -> Bitboard {
        let mut landings = reach & self.core.enemy() & Self::target(self.core.turn());
        if landings.any() {
            for to in landings {
                if !self.leaves_exit(board, from, to) {
                    landings &= !Bitboard::of(to);
                }
            }
        }
        landings
    }

    /// Whether the pawn on `to`, evicted from `from`, could step to an empty square.
    fn leaves_exit(&self, board: &Board, from: Square, to: Square) -> bool {
        let mut after = self.core;
        after.shift(from, to);
        (board.reach(to, after.occupied()) & !after.occupied()).any()
    }

    fn outcome_of_arrival(&self) -> Outcome {
        match Side::ALL.map(|side| self.has_arrived(side)) {
            [true, true] => Outcome::draw(BOTH_ARRIVED),
            [white, _] => {
                let winner = if white { Side::White } else { Side::Black };
                Outcome::win(winner, self.pawns_under_way(!winner), ARRIVED)
            }
        }
    }

    fn pawns_under_way(&self, side: Side) -> u32 {
        (self.core.pawns(side) & !Self::target(side)).count()
    }
}

impl Rules for NorthWestPassage {
    const INFO: GameInfo = GameInfo {
        title: "North West Passage",
        summary: "Bring all eight pawns to the diagonal where the enemy started, evicting pawns that stand in the way.",
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const SHARING: Sharing = Sharing::BothSides(EVICTED_SHARES);

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::start(NORTH_WEST, SOUTH_WEST, setup.first) }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let occupied = self.core.occupied();
        let forced = self.forced();
        let movers = if forced.any() { forced } else { self.core.own() };
        board.try_each_reach(movers, occupied, |from, reach| {
            let quiet = (reach & !occupied) | self.evictions(board, from, reach);
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
        let first = self.core.first();
        // The first player's arrival waits for the second player's answer, the second player's does
        // not.
        let over =
            self.has_arrived(!first) || (self.has_arrived(first) && self.core.turn() == first);
        over.then(|| self.outcome_of_arrival())
    }

    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        // The first player has arrived, and the second has no move to answer with.
        self.has_arrived(self.core.first()).then(|| self.outcome_of_arrival())
    }

    fn resignation_points(&self, _board: &Board, winner: Side) -> u32 {
        self.pawns_under_way(!winner)
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let (Move::Step { from, to } | Move::Capture { from, to }) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_MOVE };
        };
        match self.forced().first() {
            Some(forced) if forced != from => return IllegalMove::rule(FORCED, forced),
            _ => {}
        }
        if let Some(refusal) = landing_error(&self.core, board, from, to) {
            refusal
        } else if Self::target(self.core.turn()).contains(to) {
            IllegalMove::rule(STUCK, to)
        } else {
            IllegalMove::rule(NOT_ON_TARGET, to)
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        if self.forced().any() { FORCED_TASK } else { TASK }
    }

    fn view(&self, _board: &Board) -> View {
        let mut marks = Mark::of_sides(MarkKind::Goal, Self::target).to_vec();
        if self.forced().any() {
            marks.push(Mark {
                kind: MarkKind::Forced,
                side: Some(self.core.turn()),
                squares: self.forced(),
            });
        }
        View { marks, ..View::default() }
    }

    fn read_fields(board: &Board, core: Core, _fields: &mut Fields) -> Result<Self, StateError> {
        let position = Self { core };
        expect_eight(&core)?;
        let Some(forced) = position.forced().first() else {
            return Ok(position);
        };
        if position.forced().more_than_one() {
            return Err(StateError::impossible(
                "one-shared-square",
                "at most one square is shared: that of the pawn just evicted",
            ));
        }
        if !Self::target(!core.turn()).contains(forced) {
            return Err(StateError::impossible_at(
                forced,
                "evicted-off-target",
                "a pawn is evicted only on the target diagonal of the side that has just moved",
            ));
        }
        if core.passes() > 0 {
            return Err(StateError::impossible_at(
                forced,
                "evicted-by-pass",
                "a pass evicts no pawn",
            ));
        }
        if (board.reach(forced, core.occupied()) & !core.occupied()).is_empty() {
            return Err(StateError::impossible_at(
                forced,
                "evicted-without-exit",
                "the evicted pawn has no empty square to step to, so the eviction was not legal",
            ));
        }
        Ok(position)
    }
}
