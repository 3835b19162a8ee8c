//! North West Passage: a race of two diagonals, with evictions (rules.md, 4.2).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError};
use crate::passage::{self, Passage, Words};
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, Group, IllegalMove, Move, MoveSink, Outcome,
    Phrase, Setup, Sharing, Side, View,
};

/// a8-h1, where White starts.
const NORTH_WEST: Bitboard = Bitboard(0x0102_0408_1020_4080);
/// a1-h8, where Black starts.
const SOUTH_WEST: Bitboard = Bitboard(0x8040_2010_0804_0201);

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
}

impl Passage for NorthWestPassage {
    const WORDS: Words = Words {
        arrived: Phrase::new("arrival", "all eight pawns stand on their target diagonal"),
        both_arrived: Phrase::new("both-arrived", "both sides have filled their target diagonals"),
        off_target: Phrase::new(
            "eviction-off-target",
            "holds an enemy pawn, and pawns are evicted only on the side's own target diagonal",
        ),
        evicted_off_target: Phrase::new(
            "evicted-off-target",
            "a pawn is evicted only on the target diagonal of the side that has just moved",
        ),
    };

    #[inline]
    fn targets(&self, _board: &Board, side: Side) -> Bitboard {
        Self::target(side)
    }
}

impl Rules for NorthWestPassage {
    const INFO: GameInfo = GameInfo {
        title: "North West Passage",
        summary: "Bring all eight pawns to the diagonal where the enemy started, evicting pawns that stand in the way.",
        group: Group::Race,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const SHARING: Sharing = passage::SHARING;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::start(NORTH_WEST, SOUTH_WEST, setup.first) }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        self.passage_moves(board, sink)
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        if let Move::Step { from, to } = mv {
            self.core.shift(from, to);
        }
    }

    #[inline]
    fn won(&self, board: &Board) -> Option<Outcome> {
        self.arrival(board)
    }

    #[inline]
    fn blocked(&self, board: &Board) -> Option<Outcome> {
        self.unanswered_arrival(board)
    }

    fn resignation_points(&self, board: &Board, winner: Side) -> u32 {
        self.pawns_under_way(board, !winner)
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        self.refuse_passage(board, mv)
    }

    fn task(&self, _board: &Board) -> Phrase {
        self.passage_task()
    }

    fn view(&self, board: &Board) -> View {
        self.passage_view(board)
    }

    fn read_fields(board: &Board, core: Core, _fields: &mut Fields) -> Result<Self, StateError> {
        Self { core }.checked(board)
    }
}
