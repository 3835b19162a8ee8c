//! Counting move sequences: the measure by which rules are compared (rules.md, section 5).

use crate::rules::Rules;
use crate::{Board, Move};

/// The number of legal move sequences of length `depth` from `position`.
///
/// A finished game ends its sequences, a pass counts as a move, and there is one sequence of length 0. `earlier` are the positions of the game
/// before this one, which count for repetition.
///
/// ```
/// use katarenga_rules::{Board, BoardCode, Setup, games::Katarenga, perft::perft, rules::Rules};
/// let board = Board::new(BoardCode::REFERENCE);
/// let start = Katarenga::start(&board, Setup::default());
/// assert_eq!(perft(&board, start, &[], 3), 26_053);
/// ```
pub fn perft<R: Rules>(board: &Board, position: R, earlier: &[R], depth: u32) -> u64 {
    let mut walk = Walk {
        board,
        line: earlier.to_vec(),
        lists: vec![Vec::new(); depth.saturating_sub(1) as usize],
    };
    walk.count(&position, depth)
}

struct Walk<'a, R> {
    board: &'a Board,
    /// The positions before the one that is looked at.
    line: Vec<R>,
    /// A list of moves for each remaining depth above 1, reused.
    lists: Vec<Vec<Move>>,
}

impl<R: Rules> Walk<'_, R> {
    fn count(&mut self, position: &R, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if is_third(&self.line, position) {
            return 0;
        }
        if depth == 1 {
            return position.count_moves(self.board).into();
        }
        let level = depth as usize - 2;
        let mut moves = std::mem::take(&mut self.lists[level]);
        moves.clear();
        position.generate(self.board, &mut moves);
        self.line.push(*position);
        let total = moves
            .iter()
            .map(|mv| self.count(&position.play_unchecked(self.board, *mv), depth - 1))
            .sum();
        self.line.pop();
        self.lists[level] = moves;
        total
    }
}

/// Whether `position` has stood at least twice in `earlier`.
#[inline]
pub(crate) fn is_third<P: PartialEq>(earlier: &[P], position: &P) -> bool {
    // The same side is to move every other ply: the third time comes eight plies after the first at the earliest.
    earlier.len() >= 8
        && earlier.iter().rev().skip(1).step_by(2).filter(|at| *at == position).nth(1).is_some()
}
