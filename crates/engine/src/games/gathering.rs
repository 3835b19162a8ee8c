//! Games in which pawns gather: what Congress and Quebec have in common.

use katarenga_rules::{Bitboard, Board, Core, Side};

use super::distance::Distances;

/// How far the pawns of a side are gathered.
pub(super) struct Gathering {
    /// The pawns of the largest group.
    pub(super) grouped: i32,
    pub(super) groups: i32,
    /// The moves that the other pawns need to free squares beside it.
    pub(super) moves: i32,
    /// The empty squares in reach, once for each pawn.
    pub(super) mobility: i32,
    /// The squares in reach, those of pawns included.
    pub(super) reach: Bitboard,
}

impl Gathering {
    #[inline]
    pub(super) fn of(distances: &Distances, board: &Board, core: &Core, side: Side) -> Self {
        let pawns = core.pawns(side);
        let (group, groups) = largest_group(pawns);
        let beside = group.neighbours() & !core.occupied();
        let (mut mobility, mut reach) = (0, Bitboard::EMPTY);
        board.each_reach(pawns, core.occupied(), |_, squares| {
            mobility += (squares & !core.occupied()).count() as i32;
            reach |= squares;
        });
        Self {
            grouped: group.count() as i32,
            groups,
            moves: distances.sum(pawns & !group, beside),
            mobility,
            reach,
        }
    }
}

/// The largest of the groups of `pawns`, and how many there are.
fn largest_group(pawns: Bitboard) -> (Bitboard, i32) {
    let (mut rest, mut largest, mut groups) = (pawns, Bitboard::EMPTY, 0);
    while let Some(seed) = rest.first() {
        let mut group = Bitboard::of(seed);
        loop {
            let grown = (group | group.neighbours()) & rest;
            if grown == group {
                break;
            }
            group = grown;
        }
        if group.count() > largest.count() {
            largest = group;
        }
        groups += 1;
        rest &= !group;
    }
    (largest, groups)
}
