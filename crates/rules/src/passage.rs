//! Races with evictions: what North West Passage and Greengage have in common (rules.md, 4.2 and
//! 4.11).

use std::ops::ControlFlow;

use crate::notation::fields::{StateError, expect_eight};
use crate::refusal::{PAWNS_MOVE, landing_error};
use crate::task::MOVE;
use crate::{
    Bitboard, Board, Core, IllegalMove, Mark, MarkKind, Move, MoveSet, MoveSink, Outcome, Phrase,
    Rules, Sharing, Side, Square, View,
};

const FORCED: Phrase =
    Phrase::new("must-move-evicted", "holds the evicted pawn, which must move now");
const STUCK: Phrase = Phrase::new(
    "eviction-without-exit",
    "holds a pawn that can't be evicted, since it would have no empty square to step to",
);
const EVICTED_SHARES: Phrase = Phrase::new(
    "after-eviction",
    "two pawns share a square only after an eviction: one of each side, written `*`",
);
const FORCED_TASK: Phrase = Phrase::new("move-evicted", "move the evicted pawn");

/// When two pawns share a square in such a game.
pub(crate) const SHARING: Sharing = Sharing::BothSides(EVICTED_SHARES);

/// What a game says of its target squares, by the name that they have in it.
pub(crate) struct Words {
    /// Why a side that has arrived wins.
    pub(crate) arrived: Phrase,
    /// Why a game in which both have arrived is a draw.
    pub(crate) both_arrived: Phrase,
    /// Why an enemy pawn on another square can't be evicted.
    pub(crate) off_target: Phrase,
    /// Why a square can't be shared that is no target square.
    pub(crate) evicted_off_target: Phrase,
}

/// A race to eight target squares, from which a side evicts enemy pawns.
///
/// A square that holds a pawn of each side exists only right after an eviction, and the pawn of the
/// side to move there must leave: no other state is needed.
pub(crate) trait Passage: Rules {
    /// What the game says of its target squares.
    const WORDS: Words;

    /// The eight squares that a side's pawns want to fill.
    fn targets(&self, board: &Board, side: Side) -> Bitboard;

    /// Whether all eight pawns of `side` stand on its target squares.
    #[inline]
    fn has_arrived(&self, board: &Board, side: Side) -> bool {
        self.core().pawns(side) == self.targets(board, side)
    }

    /// How many pawns of `side` are not on its target squares.
    fn pawns_under_way(&self, board: &Board, side: Side) -> u32 {
        (self.core().pawns(side) & !self.targets(board, side)).count()
    }

    /// The moves: for [`Rules::non_pass_moves`].
    #[inline]
    fn passage_moves<S: MoveSink>(&self, board: &Board, sink: &mut S) -> ControlFlow<()> {
        let core = self.core();
        let occupied = core.occupied();
        let forced = core.shared();
        let movers = if forced.any() { forced } else { core.own() };
        let evictable = core.enemy() & self.targets(board, core.turn());
        board.try_each_reach(movers, occupied, |from, reach| {
            let evictions = with_exit(core, board, from, reach & evictable);
            let quiet = (reach & !occupied) | evictions;
            sink.take(MoveSet::Moves { from, quiet, captures: Bitboard::EMPTY })
        })
    }

    /// The outcome of arrivals: for [`Rules::won`].
    #[inline]
    fn arrival(&self, board: &Board) -> Option<Outcome> {
        let first = self.core().first();
        // The first player's arrival waits for the second player's answer, the second player's does
        // not.
        let over = self.has_arrived(board, !first)
            || (self.has_arrived(board, first) && self.core().turn() == first);
        over.then(|| self.outcome_of_arrival(board))
    }

    /// The outcome when the second player has no move with which to answer the first player's
    /// arrival: for [`Rules::blocked`].
    #[inline]
    fn unanswered_arrival(&self, board: &Board) -> Option<Outcome> {
        self.has_arrived(board, self.core().first()).then(|| self.outcome_of_arrival(board))
    }

    /// The outcome once a side has arrived and the other has answered.
    fn outcome_of_arrival(&self, board: &Board) -> Outcome {
        match Side::ALL.map(|side| self.has_arrived(board, side)) {
            [true, true] => Outcome::draw(Self::WORDS.both_arrived),
            [white, _] => {
                let winner = if white { Side::White } else { Side::Black };
                Outcome::win(winner, self.pawns_under_way(board, !winner), Self::WORDS.arrived)
            }
        }
    }

    /// Why a move is not legal: for [`Rules::refuse`].
    fn refuse_passage(&self, board: &Board, mv: Move) -> IllegalMove {
        let (Move::Step { from, to } | Move::Capture { from, to }) = mv else {
            return IllegalMove::OtherKind { expected: PAWNS_MOVE };
        };
        let core = self.core();
        match core.shared().first() {
            Some(forced) if forced != from => return IllegalMove::rule(FORCED, forced),
            _ => {}
        }
        if let Some(refusal) = landing_error(core, board, from, to) {
            refusal
        } else if self.targets(board, core.turn()).contains(to) {
            IllegalMove::rule(STUCK, to)
        } else {
            IllegalMove::rule(Self::WORDS.off_target, to)
        }
    }

    /// What is asked of the side to move: for [`Rules::task`].
    fn passage_task(&self) -> Phrase {
        if self.core().shared().any() { FORCED_TASK } else { MOVE }
    }

    /// The targets and the evicted pawn: for [`Rules::view`].
    fn passage_view(&self, board: &Board) -> View {
        let mut marks = Mark::of_sides(MarkKind::Goal, |side| self.targets(board, side)).to_vec();
        let forced = self.core().shared();
        if forced.any() {
            let side = Some(self.core().turn());
            marks.push(Mark { kind: MarkKind::Forced, side, squares: forced });
        }
        View { marks, ..View::default() }
    }

    /// What the game demands of a position: for [`Rules::read_fields`].
    fn checked(self, board: &Board) -> Result<Self, StateError> {
        let core = self.core();
        expect_eight(core)?;
        let Some(forced) = core.shared().first() else {
            return Ok(self);
        };
        if core.shared().more_than_one() {
            return Err(StateError::impossible(
                "one-shared-square",
                "at most one square is shared: that of the pawn just evicted",
            ));
        }
        if !self.targets(board, !core.turn()).contains(forced) {
            return Err(StateError::Impossible {
                at: Some(forced),
                why: Self::WORDS.evicted_off_target,
            });
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
        Ok(self)
    }
}

/// Those of `landings` from which the pawn evicted by the one on `from` could step to an empty
/// square.
#[inline]
fn with_exit(core: &Core, board: &Board, from: Square, landings: Bitboard) -> Bitboard {
    let mut legal = landings;
    for to in landings {
        if !leaves_exit(*core, board, from, to) {
            legal &= !Bitboard::of(to);
        }
    }
    legal
}

fn leaves_exit(mut after: Core, board: &Board, from: Square, to: Square) -> bool {
    after.shift(from, to);
    (board.reach(to, after.occupied()) & !after.occupied()).any()
}
