//! Troika: each pawn is placed en prise to the last, and three on a line win (rules.md, 4.10).

use std::ops::ControlFlow;

use crate::Rules;
use crate::chain::{Chain, NOT_EN_PRISE};
use crate::notation::fields::{Fields, StateError};
use crate::refusal::{PAWNS_ARE_PLACED, placing_error};
use crate::{
    Bitboard, Board, BoardSize, Core, Counter, GameInfo, Group, IllegalMove, Move, MoveSet,
    MoveSink, Outcome, Phrase, Setup, Square, View,
};

const TROIKA: Phrase = Phrase::new("troika", "three pawns of the winner stand on a straight line");
const ALL_PLACED: Phrase =
    Phrase::new("all-placed", "all sixteen pawns are placed, and none made a troika");
const NO_PLACEMENT: Phrase =
    Phrase::new("no-placement", "each placement of the side to move would be illegal");

const IMMOBILISES: Phrase = Phrase::new(
    "immobilises",
    "would hold a pawn to which no empty square is en prise: only a pawn that makes a troika, or the sixteenth, may immobilise",
);

/// How many pawns both sides have together.
const PAWNS: u32 = 16;

/// For each two squares all squares on the straight line through them, these two included.
static LINES: [[Bitboard; Square::COUNT]; Square::COUNT] = {
    let mut lines = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * Square::COUNT {
        let (one, other) = (index / Square::COUNT, index % Square::COUNT);
        if one != other {
            lines[one][other] = line(one, other);
        }
        index += 1;
    }
    lines
};

/// The squares on the line through two squares, given by their indices.
const fn line(one: usize, other: usize) -> Bitboard {
    let (mut file, mut rank) = ((one % 8).cast_signed(), (one / 8).cast_signed());
    let (files, ranks) = ((other % 8).cast_signed() - file, (other / 8).cast_signed() - rank);
    let step = greatest_common_divisor(files.unsigned_abs(), ranks.unsigned_abs()).cast_signed();
    let (files, ranks) = (files / step, ranks / step);
    while is_on_board(file - files, rank - ranks) {
        (file, rank) = (file - files, rank - ranks);
    }
    let mut line = Bitboard::EMPTY;
    while is_on_board(file, rank) {
        line.0 |= 1 << (8 * rank + file);
        (file, rank) = (file + files, rank + ranks);
    }
    line
}

const fn is_on_board(file: isize, rank: isize) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

const fn greatest_common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// Whether the pawn on `square` stands on a line with two other `pawns`.
#[inline]
fn makes_troika(pawns: Bitboard, square: Square) -> bool {
    let others = pawns & !Bitboard::of(square);
    let mut left = others;
    // The last one stands on no line with another that was not looked at.
    while left.more_than_one() {
        let Some(other) = left.first() else { break };
        left &= !Bitboard::of(other);
        if (LINES[square.index()][other.index()] & left).any() {
            return true;
        }
    }
    false
}

/// A position of Troika.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Troika {
    pub(super) core: Core,
    chain: Chain,
}

impl Troika {
    /// The square of the pawn placed last, which the next one must answer.
    pub const fn last(&self) -> Option<Square> {
        self.chain.last
    }

    /// Whether a placement on `square`, en prise to the last pawn, is legal: it doesn't immobilise,
    /// or it may.
    #[inline]
    fn is_open(&self, board: &Board, square: Square) -> bool {
        let occupied = self.core.occupied();
        (board.reach(square, occupied) & !occupied).any()
            || makes_troika(self.core.own(), square)
            || occupied.count() + 1 == PAWNS
    }
}

impl Rules for Troika {
    const INFO: GameInfo = GameInfo {
        title: "Troika",
        summary: "Place pawns in turn, each within a move of the one before, and get three of yours in a straight line.",
        group: Group::Place,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const REPEATS: bool = false;

    const TWO_PASSES_DRAW: bool = false;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::empty(setup.first), chain: Chain::default() }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let mut places = self.chain.answers(&self.core, board);
        for square in places {
            if !self.is_open(board, square) {
                places &= !Bitboard::of(square);
            }
        }
        sink.take(MoveSet::Places(places))
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        self.chain.apply(&mut self.core, mv);
    }

    #[inline]
    fn won(&self, _board: &Board) -> Option<Outcome> {
        let last = self.chain.last?;
        if makes_troika(self.core.enemy(), last) {
            Some(Outcome::win(!self.core.turn(), 1, TROIKA))
        } else {
            (self.core.occupied().count() == PAWNS).then_some(Outcome::draw(ALL_PLACED))
        }
    }

    #[inline]
    fn blocked(&self, _board: &Board) -> Option<Outcome> {
        Some(Outcome::draw(NO_PLACEMENT))
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        let Move::Place(square) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_ARE_PLACED };
        };
        if let Some(refusal) = placing_error(&self.core, board, square) {
            refusal
        } else if self.chain.answers(&self.core, board).contains(square) {
            IllegalMove::rule(IMMOBILISES, square)
        } else {
            IllegalMove::rule(NOT_EN_PRISE, square)
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        self.chain.task()
    }

    fn view(&self, _board: &Board) -> View {
        View { counters: Counter::in_hand(&self.core).to_vec(), ..self.chain.view(&self.core) }
    }

    fn write_fields(&self, fields: &mut Fields) {
        self.chain.write_fields(fields);
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let position = Self { core, chain: Chain::read_fields(&core, fields)? };
        let last = position.last().map_or(Bitboard::EMPTY, Bitboard::of);
        for pawns in [core.own(), core.enemy() & !last] {
            if let Some(square) = pawns.into_iter().find(|square| makes_troika(pawns, *square)) {
                return Err(StateError::impossible_at(
                    square,
                    "troika-before",
                    "this pawn stands in a troika that was there before the last placement: the game was over",
                ));
            }
        }
        Ok(position)
    }
}
