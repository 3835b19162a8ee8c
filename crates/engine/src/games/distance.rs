//! Distances by real movement: how many moves a pawn needs from a square to another on the empty
//! board, whose colours make the metric.

use katarenga_rules::{Bitboard, Board, Side, Square};

/// All distances on a board.
pub(crate) struct Distances {
    /// The squares to which a pawn moves from a square.
    to: Rings,
    /// The squares from which a pawn moves to a square.
    from: Rings,
}

/// By square and number of moves, what is that far from the square or nearer. A pawn mostly has a target within
/// three moves: looking at one set a move is quicker than comparing the distances of all targets.
struct Rings([[Bitboard; FAR as usize]; Square::COUNT]);

/// The distance of a square that can't be reached.
pub(super) const FAR: u8 = 12;

impl Rings {
    /// The least distance of one of `squares`; [`FAR`] when there is none.
    #[inline]
    fn nearest(&self, from: Square, squares: Bitboard) -> u8 {
        let rings = &self.0[from.index()];
        rings.iter().take_while(|within| (**within & squares).is_empty()).count() as u8
    }

    /// The sum of the least distances of each of `origins`.
    fn sum(&self, origins: Bitboard, squares: Bitboard) -> i32 {
        origins.into_iter().map(|origin| i32::from(self.nearest(origin, squares))).sum()
    }
}

impl Distances {
    pub(super) fn new(board: &Board) -> Self {
        let mut to = [[Bitboard::EMPTY; FAR as usize]; Square::COUNT];
        let mut from = to;
        for square in board.squares() {
            let mut within = Bitboard::of(square);
            for distance in 0..usize::from(FAR) {
                to[square.index()][distance] = within;
                for other in within {
                    from[other.index()][distance] |= Bitboard::of(square);
                }
                within = within
                    .into_iter()
                    .fold(within, |within, square| within | board.reach(square, Bitboard::EMPTY));
            }
        }
        Self { to: Rings(to), from: Rings(from) }
    }

    /// The least distance from `from` to one of `targets`; [`FAR`] when there is none.
    #[inline]
    pub(super) fn nearest(&self, from: Square, targets: Bitboard) -> u8 {
        self.to.nearest(from, targets)
    }

    /// The sum of the distances of each of `targets` from the nearest of `pawns`; 0 when there are none.
    #[inline]
    pub(super) fn sum_from(&self, pawns: Bitboard, targets: Bitboard) -> i32 {
        if pawns.is_empty() { 0 } else { self.from.sum(targets, pawns) }
    }

    /// The sum of the least distances of `pawns` to `targets`.
    #[inline]
    pub(super) fn sum(&self, pawns: Bitboard, targets: Bitboard) -> i32 {
        self.to.sum(pawns, targets)
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
