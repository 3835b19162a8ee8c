//! Quartermaster: Cornered on the whole board, within any block of 4x4 squares (rules.md, 4.5).

use crate::chain::{Chain, LAST_TO_PLACE, NOT_EN_PRISE, TASK, TASK_FIRST};
use crate::notation::position::{Fields, PositionError};
use crate::refusal::{PAWNS_ARE_PLACED, against_placing};
use crate::rules::{Area, Core, GameInfo, Mark, MarkKind, Phrase, Rules, View};
use crate::{Bitboard, Board, IllegalMove, Move, MoveSink, Outcome, Setup, Side, Square};

const OUTSIDE: Phrase = Phrase::new(
    "outside-block",
    "all pawns must fit in a block of 4x4 squares, and with one here they would not",
);

/// How many files and ranks all pawns fit in.
const BLOCK: u32 = 4;

/// A position of Quartermaster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quartermaster {
    chain: Chain,
}

impl Quartermaster {
    /// The square of the pawn placed last, which the next one must answer.
    pub const fn last(&self) -> Option<Square> {
        self.chain.last
    }

    /// The squares on which one more pawn still fits in a block of 4x4 with all others.
    #[inline]
    pub fn block(&self) -> Bitboard {
        block_around(self.chain.core.occupied())
    }
}

/// The squares that fit in a block of 4x4 together with all of `pawns`.
#[inline]
fn block_around(pawns: Bitboard) -> Bitboard {
    if pawns.is_empty() {
        return Bitboard::FULL;
    }
    let ranks = span(pawns.0.trailing_zeros() / 8, 7 - pawns.0.leading_zeros() / 8);
    // All ranks folded onto one: a bit for each file that holds a pawn.
    let mut folded = pawns.0 | pawns.0 >> 32;
    folded |= folded >> 16;
    folded |= folded >> 8;
    let files = folded as u8;
    let files = span(files.trailing_zeros(), 7 - files.leading_zeros());
    let fitting_ranks = (!0 << (8 * ranks.0)) & (!0 >> (8 * (7 - ranks.1)));
    let fitting_files = (0xFF << files.0) & (0xFF >> (7 - files.1));
    Bitboard(fitting_ranks & (fitting_files * 0x0101_0101_0101_0101))
}

/// The first and the last file (or rank) that lies within a block together with `least` and `most`.
#[inline]
fn span(least: u32, most: u32) -> (u32, u32) {
    (most.saturating_sub(BLOCK - 1), (least + BLOCK - 1).min(7))
}

impl Rules for Quartermaster {
    const INFO: GameInfo = GameInfo {
        title: "Quartermaster",
        summary: "Cornered on the whole board: the pawns themselves choose the 4x4 squares they are placed on.",
        area: Area::Board,
        layouts: &[],
        match_target: Some(15),
    };

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { chain: Chain::start(setup.first) }
    }

    #[inline]
    fn core(&self) -> &Core {
        &self.chain.core
    }

    #[inline]
    fn core_mut(&mut self) -> &mut Core {
        &mut self.chain.core
    }

    #[inline]
    fn ordinary_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) {
        sink.places(self.chain.answers(board) & self.block());
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        self.chain.apply(mv);
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        None
    }

    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        Some(Outcome::win(!self.chain.core.turn, self.chain.pawns(), LAST_TO_PLACE))
    }

    fn resignation_points(&self, _board: &Board, _winner: Side) -> u32 {
        self.chain.pawns()
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let Move::Place(square) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_ARE_PLACED };
        };
        if let Some(refusal) = against_placing(&self.chain.core, board, square) {
            refusal
        } else if self.chain.answers(board).contains(square) {
            IllegalMove::rule(OUTSIDE, square)
        } else {
            IllegalMove::rule(NOT_EN_PRISE, square)
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        if self.chain.last.is_none() { TASK_FIRST } else { TASK }
    }

    fn view(&self, _board: &Board) -> View {
        let mut view = self.chain.view();
        if self.chain.last.is_some() {
            view.marks.insert(0, Mark { kind: MarkKind::Area, side: None, squares: self.block() });
        }
        view
    }

    fn write_fields(&self, fields: &mut Fields) {
        self.chain.write_fields(fields);
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, PositionError> {
        let position = Self { chain: Chain::read_fields(core, fields)? };
        if (core.occupied() & !position.block()).any() {
            return Err(PositionError::impossible("all pawns fit in a block of 4x4 squares"));
        }
        Ok(position)
    }
}
