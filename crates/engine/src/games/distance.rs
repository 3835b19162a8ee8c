//! Distances by real movement: how many moves a pawn needs from a square to another on the empty
//! board, whose colours make the metric.

use katarenga_rules::{Bitboard, Board, Side, Square};

/// All distances on a board.
pub(crate) struct Distances([[u8; Square::COUNT]; Square::COUNT]);

/// The distance of a square that can't be reached.
pub(super) const FAR: u8 = 12;

impl Distances {
    pub(super) fn new(board: &Board) -> Self {
        let mut moves = [[FAR; Square::COUNT]; Square::COUNT];
        for from in board.squares() {
            let (mut reached, mut edge) = (Bitboard::of(from), Bitboard::of(from));
            for distance in 0..FAR {
                for square in edge {
                    moves[from.index()][square.index()] = distance;
                }
                let next = edge.into_iter().fold(Bitboard::EMPTY, |next, square| {
                    next | board.reach(square, Bitboard::EMPTY)
                });
                edge = next & !reached;
                reached |= next;
            }
        }
        Self(moves)
    }

    /// The least distance from `from` to one of `targets`; [`FAR`] when there is none.
    pub(super) fn nearest(&self, from: Square, targets: Bitboard) -> u8 {
        let row = &self.0[from.index()];
        targets.into_iter().map(|to| row[to.index()]).min().unwrap_or(FAR)
    }

    /// The sum of the distances of each of `targets` from the nearest of `pawns`.
    pub(super) fn sum_from(&self, pawns: Bitboard, targets: Bitboard) -> i32 {
        let from = |to: Square| {
            let moves = pawns.into_iter().map(|pawn| self.0[pawn.index()][to.index()]).min();
            i32::from(moves.unwrap_or(0))
        };
        targets.into_iter().map(from).sum()
    }

    /// The sum of the least distances of `pawns` to `targets`.
    pub(super) fn sum(&self, pawns: Bitboard, targets: Bitboard) -> i32 {
        pawns.into_iter().map(|pawn| i32::from(self.nearest(pawn, targets))).sum()
    }
}

/// The moves that a pawn needs from each square to the goal of its side.
pub(crate) struct MovesToGo([[u8; Square::COUNT]; 2]);

impl MovesToGo {
    pub(super) fn new(board: &Board, goal: impl Fn(Side) -> Bitboard) -> Self {
        let distances = Distances::new(board);
        Self(Side::ALL.map(|side| {
            let mut moves = [0; Square::COUNT];
            for square in board.squares() {
                moves[square.index()] = distances.nearest(square, goal(side));
            }
            moves
        }))
    }

    #[inline]
    pub(super) fn from(&self, side: Side, square: Square) -> usize {
        self.0[side.index()][square.index()].into()
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::BoardCode;

    use super::*;

    #[test]
    fn a_distance_is_how_many_moves_it_takes() {
        let board = Board::new(BoardCode::REFERENCE);
        let distances = Distances::new(&board);
        for from in board.squares() {
            assert_eq!(distances.nearest(from, from.into()), 0);
            let mut reached = Bitboard::of(from);
            for moves in 1..4 {
                reached = reached
                    .into_iter()
                    .fold(reached, |all, square| all | board.reach(square, Bitboard::EMPTY));
                for to in board.squares() {
                    let near = distances.nearest(from, to.into()) <= moves;
                    assert_eq!(near, reached.contains(to), "{from} {to} in {moves}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_far() {
        let board = Board::new(BoardCode::REFERENCE);
        let from = board.squares().first().expect("a square");
        assert_eq!(Distances::new(&board).nearest(from, Bitboard::EMPTY), FAR);
    }
}
