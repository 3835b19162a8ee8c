//! Battle Stations: place all pawns, then capture as long as anyone can (rules.md, 4.6).

use std::ops::ControlFlow;

use crate::Rules;
use crate::notation::fields::{Fields, StateError};
use crate::refusal::{PAWNS_ARE_PLACED, landing_error, placing_error};
use crate::{
    Bitboard, Board, BoardSize, Core, Counter, CounterKind, GameInfo, Group, IllegalMove, Move,
    MoveSet, MoveSink, Outcome, Phrase, Setup, Side, Square, View,
};

/// How many pawns a side has.
const PAWNS: u8 = 8;

const MORE_LEFT: Phrase =
    Phrase::new("more-pawns", "no capture is left, and the winner has more pawns");
const EQUAL: Phrase =
    Phrase::new("equal-pawns", "no capture is left, and with equal pawns the second player wins");

const MUST_CAPTURE: Phrase =
    Phrase::new("must-capture", "holds no enemy pawn, and every move of the battle is a capture");
const CAPTURES_ONLY: Phrase =
    Phrase::new("captures-only", "the battle has begun: every move is a capture, as in `e4xf6`");
const EIGHT_WITH_HAND: Phrase =
    Phrase::new("with-hand", "8 with those in hand while pawns are placed, and no more later");
const PLACE_TASK: Phrase = Phrase::new("place", "place a pawn on any empty square");
const CAPTURE_TASK: Phrase = Phrase::new("capture", "capture an enemy pawn");

/// A position of Battle Stations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BattleStations {
    pub(super) core: Core,
    /// Pawns still to be placed, both sides together.
    in_hand: u8,
}

impl BattleStations {
    /// How many pawns a side still has in hand.
    pub fn hand(&self, side: Side) -> u8 {
        // The sides place in turn, the first player's pawn first.
        if side == self.core.first() { self.in_hand / 2 } else { self.in_hand.div_ceil(2) }
    }

    /// Whether pawns are still being placed.
    #[inline]
    pub const fn is_placing(&self) -> bool {
        self.in_hand > 0
    }

    /// Calls `visit` with each pawn of a side and the squares of its captures, until it breaks.
    #[inline]
    fn each_capture(
        &self,
        board: &Board,
        side: Side,
        mut visit: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let enemy = self.core.pawns(!side);
        board.try_each_reach(self.core.pawns(side), self.core.occupied(), |from, reach| {
            visit(from, reach & enemy)
        })
    }

    fn can_capture(&self, board: &Board, side: Side) -> bool {
        let first = self.each_capture(board, side, |_, captures| {
            if captures.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        first.is_break()
    }

    fn pawns_left(&self, side: Side) -> u32 {
        self.core.pawns(side).count() + u32::from(self.hand(side))
    }
}

impl Rules for BattleStations {
    const INFO: GameInfo = GameInfo {
        title: "Battle Stations",
        summary: "Place all pawns, then capture whenever you can: the side with more pawns left wins.",
        group: Group::Capture,
        board_size: BoardSize::Full,
        layouts: &[],
        match_target: None,
    };

    const CAPTURES: bool = true;

    const REPEATS: bool = false;

    const TWO_PASSES_DRAW: bool = false;

    fn start(_board: &Board, setup: Setup) -> Self {
        Self { core: Core::empty(setup.first), in_hand: 2 * PAWNS }
    }

    #[inline]
    fn non_pass_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        if self.is_placing() {
            sink.take(MoveSet::Places(board.squares() & !self.core.occupied()))
        } else {
            self.each_capture(board, self.core.turn(), |from, captures| {
                sink.take(MoveSet::Moves { from, quiet: Bitboard::EMPTY, captures })
            })
        }
    }

    #[inline]
    fn apply(&mut self, _board: &Board, mv: Move) {
        match mv {
            Move::Place(square) => {
                self.core.add(square);
                self.in_hand -= 1;
            }
            Move::Capture { from, to } => self.core.capture(from, to),
            Move::Step { .. } | Move::Oust { .. } | Move::Camp { .. } | Move::Pass => {}
        }
    }

    #[inline]
    fn blocked(&self, board: &Board) -> Option<Outcome> {
        if self.can_capture(board, !self.core.turn()) {
            return None;
        }
        let second = !self.core.first();
        let [first_left, second_left] = [!second, second].map(|side| self.pawns_left(side));
        Some(match first_left.cmp(&second_left) {
            std::cmp::Ordering::Greater => Outcome::win(!second, first_left, MORE_LEFT),
            std::cmp::Ordering::Less => Outcome::win(second, second_left, MORE_LEFT),
            std::cmp::Ordering::Equal => Outcome::win(second, second_left, EQUAL),
        })
    }

    fn resignation_points(&self, _board: &Board, winner: Side) -> u32 {
        self.pawns_left(winner)
    }

    fn refuse(&self, board: &Board, mv: Move) -> IllegalMove {
        match mv {
            Move::Place(square) if self.is_placing() => {
                placing_error(&self.core, board, square).unwrap_or(IllegalMove::Occupied(square))
            }
            _ if self.is_placing() => IllegalMove::OtherKind { expected: PAWNS_ARE_PLACED },
            Move::Step { from, to } | Move::Capture { from, to } => {
                landing_error(&self.core, board, from, to)
                    .unwrap_or(IllegalMove::rule(MUST_CAPTURE, to))
            }
            _ => IllegalMove::OtherKind { expected: CAPTURES_ONLY },
        }
    }

    fn task(&self, _board: &Board) -> Phrase {
        if self.is_placing() { PLACE_TASK } else { CAPTURE_TASK }
    }

    fn view(&self, _board: &Board) -> View {
        View {
            counters: Counter::of_sides(CounterKind::Hand, PAWNS, |side| self.hand(side)).to_vec(),
            ..View::default()
        }
    }

    fn write_fields(&self, fields: &mut Fields) {
        fields.put_pair("hand", Side::ALL.map(|side| self.hand(side)));
    }

    fn read_fields(_board: &Board, core: Core, fields: &mut Fields) -> Result<Self, StateError> {
        let hand = fields.pair("hand", PAWNS)?;
        let position = Self { core, in_hand: hand.iter().sum() };
        if Side::ALL.map(|side| position.hand(side)) != hand {
            return Err(StateError::impossible(
                "hands-alternate",
                "the sides place in turn: both have the same number of pawns in hand, or the second player one more",
            ));
        }
        if position.is_placing()
            && position.in_hand.is_multiple_of(2) != (core.turn() == core.first())
        {
            return Err(StateError::impossible(
                "turn-to-place",
                "with equal hands it is the first player's turn to place, otherwise the second player's",
            ));
        }
        for side in Side::ALL {
            let found = position.pawns_left(side);
            if found > PAWNS.into() || (position.is_placing() && found != PAWNS.into()) {
                return Err(StateError::PawnCount { side, found, expected: EIGHT_WITH_HAND });
            }
        }
        Ok(position)
    }
}
