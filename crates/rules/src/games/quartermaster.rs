//! Quartermaster: Cornered on the whole board, within any block of 4x4 squares (rules.md, 4.5).

use std::ops::ControlFlow;

use crate::Rules;
use crate::chain::{Chain, LAST_TO_PLACE, NOT_EN_PRISE};
use crate::notation::fields::{Fields, StateError};
use crate::refusal::{PAWNS_ARE_PLACED, placing_error};
use crate::{
    Bitboard, Board, BoardSize, Core, GameInfo, Group, IllegalMove, Mark, MarkKind, Move, MoveSet,
    MoveSink, Outcome, Phrase, Setup, Side, Square, View,
};

const OUTSIDE: Phrase =
    Phrase::new("outside-block", "lies too far away: all pawns must fit in a block of 4x4 squares");

/// How many files and ranks all pawns fit in.
const BLOCK: usize = 4;

/// The squares that fit in a block together with each square.
const AROUND: [Bitboard; Square::COUNT] = {
    let mut around = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let (one, other) = (index / Square::COUNT, index % Square::COUNT);
        if (one % 8).abs_diff(other % 8) < BLOCK && (one / 8).abs_diff(other / 8) < BLOCK {
            around[one].0 |= 1 << other;
        }
        index += 1;
    }
    around
};

/// A position of Quartermaster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quartermaster {
    pub(super) core: Core,
    chain: Chain,
    /// The squares on which one more pawn still fits in a block of 4x4 with all others: what
    /// [`AROUND`] has in common for all pawns. Kept, since every move generation asks for it.
    block: Bitboard,
}

impl Quartermaster {
    /// The squares that fit in a block of 4x4 together with `square`, that one included.
    #[inline]
    pub const fn around(square: Square) -> Bitboard {
        AROUND[square.index()]
    }

    /// The square of the pawn placed last, which the next one must answer.
    pub const fn last(&self) -> Option<Square> {
        self.chain.last
    }

    /// The squares on which one more pawn still fits in a block of 4x4 with all others.
    #[inline]
    pub const fn block(&self) -> Bitboard {
        self.block
    }
}

/// The squares that fit in a block together with all of `pawns`.
fn block_around(pawns: Bitboard) -> Bitboard {
    pawns.into_iter().fold(Bitboard::FULL, |block, pawn| block & Quartermaster::around(pawn))
}

impl Rules for Quartermaster {
    const INFO: GameInfo = GameInfo {
        title: "Quartermaster",
        summary: "Cornered on the whole board: the pawns themselves choose the 4x4 squares they are placed on.",
        group: Group::Place,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: Some(15),
    };

    const REPEATS: bool = false;

    const TWO_PASSES_DRAW: bool = false;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::empty(setup.first), chain: Chain::default(), block: Bitboard::FULL }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        sink.take(MoveSet::Places(self.chain.answers(&self.core, board) & self.block))
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        self.chain.apply(&mut self.core, mv);
        if let Move::Place(square) = mv {
            self.block &= Self::around(square);
        }
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
        if let Some(refusal) = placing_error(&self.core, board, square) {
            refusal
        } else if self.chain.answers(&self.core, board).contains(square) {
            IllegalMove::rule(OUTSIDE, square)
        } else {
            IllegalMove::rule(NOT_EN_PRISE, square)
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        self.chain.task()
    }

    fn view(&self, _board: &Board) -> View {
        let mut view = self.chain.view(&self.core);
        if self.chain.last.is_some() {
            view.marks.insert(0, Mark { kind: MarkKind::Area, side: None, squares: self.block });
        }
        view
    }

    fn write_fields(&self, fields: &mut Fields) {
        self.chain.write_fields(fields);
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let block = block_around(core.occupied());
        let position = Self { core, chain: Chain::read_fields(&core, fields)?, block };
        if (core.occupied() & !block).any() {
            return Err(StateError::impossible(
                "outside-block",
                "all pawns must fit in a block of 4x4 squares",
            ));
        }
        Ok(position)
    }
}
