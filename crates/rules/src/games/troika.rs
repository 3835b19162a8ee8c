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

/// The steps from a square to the next one on a straight line, one for each slope. Three squares of a
/// line have two such steps between them at least, so none is longer than half the board.
const STEPS: [(isize, isize); 16] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (1, -1),
    (1, 2),
    (1, -2),
    (2, 1),
    (2, -1),
    (1, 3),
    (1, -3),
    (3, 1),
    (3, -1),
    (2, 3),
    (2, -3),
    (3, 2),
    (3, -2),
];

/// The greatest distance of two squares in files or ranks.
const FARTHEST: isize = 7;

/// For each distance in files and in ranks, both raised by [`FARTHEST`], the bit of the slope of its step
/// in [`STEPS`]; nothing where no third square can be on the line.
static SLOPES: [[u16; 15]; 15] = {
    let mut slopes = [[0; 15]; 15];
    let mut slope = 0;
    while slope < STEPS.len() {
        let (files, ranks) = STEPS[slope];
        let mut count = -FARTHEST;
        while count <= FARTHEST {
            let (files, ranks) = (count * files + FARTHEST, count * ranks + FARTHEST);
            if count != 0 && is_distance(files) && is_distance(ranks) {
                slopes[files.cast_unsigned()][ranks.cast_unsigned()] = 1 << slope;
            }
            count += 1;
        }
        slope += 1;
    }
    slopes
};

/// Whether two squares can be so far from each other, raised by [`FARTHEST`].
const fn is_distance(raised: isize) -> bool {
    0 <= raised && raised <= 2 * FARTHEST
}

/// Whether the pawn on `square` stands on a line with two other `pawns`.
#[inline]
fn makes_troika(pawns: Bitboard, square: Square) -> bool {
    let mut seen = 0;
    for other in pawns & !Bitboard::of(square) {
        let slope = slope(square, other);
        if seen & slope != 0 {
            return true;
        }
        seen |= slope;
    }
    false
}

/// The bit of the slope of the line through two squares.
#[inline]
fn slope(one: Square, other: Square) -> u16 {
    let raised = |one: u8, other: u8| usize::from(FARTHEST as u8 + one - other);
    SLOPES[raised(one.file(), other.file())][raised(one.rank(), other.rank())]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_squares_make_a_troika_on_every_straight_line_and_on_no_other() {
        for (one, other, square) in triples() {
            let files = |from: Square| i32::from(square.file()) - i32::from(from.file());
            let ranks = |from: Square| i32::from(square.rank()) - i32::from(from.rank());
            let is_straight = files(one) * ranks(other) == files(other) * ranks(one);
            let pawns = Bitboard::of(one) | Bitboard::of(other);
            assert_eq!(makes_troika(pawns, square), is_straight, "{one} {other} {square}");
        }
    }

    fn triples() -> impl Iterator<Item = (Square, Square, Square)> {
        let all = || (!Bitboard::EMPTY).into_iter();
        let pairs = all().flat_map(move |one| all().map(move |other| (one, other)));
        let triples = pairs.flat_map(move |(one, other)| all().map(move |it| (one, other, it)));
        triples.filter(|(one, other, it)| one != other && one != it && other != it)
    }
}
