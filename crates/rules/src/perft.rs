//! Counting move sequences: the measure by which rules are compared (rules.md, section 5).

use std::ops::ControlFlow;

use crate::{Board, Move, MoveSet, MoveSink, Rules};

/// The number of legal move sequences of length `depth` from `position`.
///
/// A finished game ends its sequences, a pass counts as a move, and there is one sequence of length
/// 0. `earlier` are the positions of the game before this one, which count for repetition.
///
/// ```
/// use katarenga_rules::{Board, BoardCode, Setup, games::Katarenga, perft::perft, Rules};
/// let board = Board::new(BoardCode::REFERENCE);
/// let start = Katarenga::start(&board, Setup::default());
/// assert_eq!(perft(&board, start, &[], 3), 26_053);
/// ```
pub fn perft<R: Rules>(board: &Board, position: R, earlier: &[R], depth: u32) -> u64 {
    if R::REPEATS && earlier.len() + depth as usize > MIN_REPETITION_PLIES {
        let mut line = earlier.to_vec();
        Walk { board, history: &mut line }.count(&position, depth)
    } else {
        Walk { board, history: () }.count(&position, depth)
    }
}

/// A position stands for the third time eight plies after the first at the earliest.
const MIN_REPETITION_PLIES: usize = 8;

/// The positions on the way to the one that is looked at: a list, or nothing where none can come
/// back.
trait History<R> {
    fn is_third(&self, position: &R) -> bool;
    fn push(&mut self, position: &R);
    fn pop(&mut self);
}

impl<R> History<R> for () {
    fn is_third(&self, _: &R) -> bool {
        false
    }

    fn push(&mut self, _: &R) {}

    fn pop(&mut self) {}
}

impl<R: Rules> History<R> for &mut Vec<R> {
    fn is_third(&self, position: &R) -> bool {
        is_third(self.iter().rev(), position)
    }

    fn push(&mut self, position: &R) {
        Vec::push(self, *position);
    }

    fn pop(&mut self) {
        Vec::pop(self);
    }
}

struct Walk<'a, L> {
    board: &'a Board,
    history: L,
}

impl<L> Walk<'_, L> {
    fn count<R: Rules>(&mut self, position: &R, depth: u32) -> u64
    where
        L: History<R>,
    {
        if depth == 0 {
            return 1;
        }
        if self.history.is_third(position) {
            return 0;
        }
        match depth {
            1 => position.count_moves(self.board).into(),
            2 => self.sum::<R, true>(position, depth),
            _ => self.sum::<R, false>(position, depth),
        }
    }

    fn sum<R: Rules, const LAST: bool>(&mut self, position: &R, depth: u32) -> u64
    where
        L: History<R>,
    {
        self.history.push(position);
        let mut node = Node::<L, R, LAST> { walk: self, position, depth, total: 0 };
        position.generate(node.walk.board, &mut node);
        let total = node.total;
        self.history.pop();
        total
    }
}

/// A position whose moves are played as they come from the generator. `LAST`: the moves after them
/// are counted, not played.
struct Node<'a, 'w, L, R, const LAST: bool> {
    walk: &'a mut Walk<'w, L>,
    position: &'a R,
    depth: u32,
    total: u64,
}

impl<L: History<R>, R: Rules, const LAST: bool> Node<'_, '_, L, R, LAST> {
    #[inline]
    fn descend(&mut self, mv: Move) {
        let child = self.position.play_unchecked(self.walk.board, mv);
        self.total += if !LAST {
            self.walk.count(&child, self.depth - 1)
        } else if self.walk.history.is_third(&child) {
            0
        } else {
            child.count_moves(self.walk.board).into()
        };
    }
}

impl<L: History<R>, R: Rules, const LAST: bool> MoveSink for Node<'_, '_, L, R, LAST> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the kind of set is known, no branch is left")]
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        match set {
            // One loop for both: what is inlined into it stands there once.
            MoveSet::Moves { from, quiet, captures } => {
                for to in quiet | captures {
                    let captures = captures.contains(to);
                    self.descend(if captures {
                        Move::Capture { from, to }
                    } else {
                        Move::Step { from, to }
                    });
                }
            }
            set => set.for_each(|mv| self.descend(mv)),
        }
        ControlFlow::Continue(())
    }
}

/// Whether `position` has stood at least twice in `earlier`, which begins with the position just
/// before it.
#[inline]
pub(crate) fn is_third<'a, P: PartialEq + 'a>(
    earlier: impl Iterator<Item = &'a P>,
    position: &P,
) -> bool {
    // The same side is to move every other ply.
    earlier.skip(1).step_by(2).filter(|at| *at == position).nth(1).is_some()
}
