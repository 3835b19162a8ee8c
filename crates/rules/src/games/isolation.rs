//! Isolation: pawns are placed where none is en prise to another (rules.md, 4.9).

use std::ops::ControlFlow;

use crate::Rules;
use crate::chain::LAST_TO_PLACE;
use crate::notation::fields::{Fields, StateError, expect_alternation};
use crate::refusal::{PAWNS_ARE_PLACED, placing_error};
use crate::{
    Bitboard, Board, BoardSize, Core, Counter, GameInfo, Group, IllegalMove, Layout, Mark,
    MarkKind, Move, MoveSet, MoveSink, Outcome, Phrase, Setup, Side, Square, View,
};

const LAYOUTS: &[Layout] = &[Layout::new("all"), Layout::new("opposites")];
/// The index of the layout in which pawns of the same side don't count.
const OPPOSITES: u8 = 1;

/// How many pawns a side has.
const PAWNS: u32 = 8;

const EN_PRISE_TO: Phrase =
    Phrase::new("en-prise-to", "holds a pawn to which the new one would be en prise");
const WOULD_BE_EN_PRISE: Phrase =
    Phrase::new("would-be-en-prise", "holds a pawn that would be en prise to the new one");
const NOT_ISOLATED: Phrase = Phrase::new(
    "not-isolated",
    "this pawn is en prise to another, so one of them was not placed legally",
);
const TASK: Phrase =
    Phrase::new("place-isolated", "place a pawn that is en prise to no other, and no other to it");
const OPPOSITES_TASK: Phrase = Phrase::new(
    "place-isolated-from-enemies",
    "place a pawn that is en prise to no enemy pawn, and no enemy pawn to it",
);

/// A position of Isolation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Isolation {
    pub(super) core: Core,
    layout: u8,
}

impl Isolation {
    /// Whether pawns of the same side count as well: the layout `all`.
    #[inline]
    pub const fn counts_own(&self) -> bool {
        self.layout != OPPOSITES
    }

    /// The pawns from which a new pawn of a side must be isolated.
    #[inline]
    fn others(&self, side: Side) -> Bitboard {
        if self.counts_own() { self.core.occupied() } else { self.core.pawns(!side) }
    }

    /// The empty squares on which a pawn of a side would be isolated.
    #[inline]
    pub fn open(&self, board: &Board, side: Side) -> Bitboard {
        let (others, occupied) = (self.others(side), self.core.occupied());
        let mut open = board.squares() & !occupied;
        board.each_reach(others, occupied, |_, reach| open &= !reach);
        board.each_reach(open, occupied, |square, reach| {
            if (reach & others).any() {
                open &= !Bitboard::of(square);
            }
        });
        open
    }

    /// A pawn that is en prise to one from which it should be isolated.
    fn en_prise(&self, board: &Board) -> Option<Square> {
        let core = &self.core;
        let mut found = Bitboard::EMPTY;
        for (side, others) in [(core.own(), core.enemy()), (core.enemy(), core.own())] {
            let others = if self.counts_own() { core.occupied() } else { others };
            board.each_reach(side, core.occupied(), |_, reach| found |= reach & others);
        }
        found.first()
    }
}

impl Rules for Isolation {
    const INFO: GameInfo = GameInfo {
        title: "Isolation",
        summary: "Place pawns in turn, none within a move of another, and be the last who can.",
        group: Group::Place,
        board_size: BoardSize::Full,
        layouts: LAYOUTS,
        match_target: None,
    };

    const REPEATS: bool = false;

    const TWO_PASSES_DRAW: bool = false;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::empty(setup.first), layout: setup.layout }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        if self.core.own().count() == PAWNS {
            return ControlFlow::Continue(());
        }
        sink.take(MoveSet::Places(self.open(board, self.core.turn())))
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        if let Move::Place(square) = mv {
            self.core.add(square);
        }
    }

    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        Some(Outcome::win(!self.core.turn(), 1, LAST_TO_PLACE))
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let Move::Place(square) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_ARE_PLACED };
        };
        if let Some(refusal) = placing_error(&self.core, board, square) {
            return refusal;
        }
        let (others, occupied) = (self.others(self.core.turn()), self.core.occupied());
        match (board.reach(square, occupied) & others).first() {
            Some(pawn) => IllegalMove::rule(WOULD_BE_EN_PRISE, pawn),
            None => {
                let mut reaching = Bitboard::EMPTY;
                board.each_reach(others, occupied, |pawn, reach| {
                    if reach.contains(square) {
                        reaching |= pawn.into();
                    }
                });
                IllegalMove::rule(EN_PRISE_TO, reaching.first().unwrap_or(square))
            }
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        if self.counts_own() { TASK } else { OPPOSITES_TASK }
    }

    fn view(&self, board: &Board) -> View {
        let closed = Mark {
            kind: MarkKind::Closed,
            side: Some(self.core.turn()),
            squares: board.squares() & !self.core.occupied() & !self.open(board, self.core.turn()),
        };
        View {
            marks: if closed.squares.any() { vec![closed] } else { Vec::new() },
            counters: Counter::in_hand(&self.core).to_vec(),
            ..View::default()
        }
    }

    fn layout(&self) -> Option<u8> {
        Some(self.layout)
    }

    fn write_fields(&self, fields: &mut Fields) {
        fields.put_layout(LAYOUTS, self.layout);
    }

    fn read_fields(board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let position = Self { core, layout: fields.layout(LAYOUTS)? };
        expect_alternation(&core)?;
        match position.en_prise(board) {
            Some(square) => Err(StateError::Impossible { at: Some(square), why: NOT_ISOLATED }),
            None => Ok(position),
        }
    }
}
