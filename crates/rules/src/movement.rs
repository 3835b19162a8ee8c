//! Where pawns can go: tables computed once for a board.
//!
//! A red or yellow pawn goes along two lines. On each line the squares it can ever reach end at the
//! first square of its own colour, so the table holds, for each line, the squares below and above
//! the pawn up to that stop. The nearest pawn on either side is found by *obstruction difference*:
//! a subtraction between the highest obstacle below and the lowest above leaves exactly the squares
//! in between, both obstacles included.

use std::ops::ControlFlow;

use crate::{Bitboard, Colour, Square};

/// King steps as (files, ranks).
const KING: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// Knight jumps as (files, ranks).
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The directions of a rook and a bishop, each with its opposite left out: both point to higher
/// square indices.
const ROOK_LINES: [(i8, i8); 2] = [(1, 0), (0, 1)];
const BISHOP_LINES: [(i8, i8); 2] = [(1, 1), (-1, 1)];

/// A line through a square, cut at the colour stop on both sides; the square itself is left out.
#[derive(Clone, Copy, Default, Debug)]
struct Line {
    below: u64,
    above: u64,
}

impl Line {
    /// The squares of the line up to and including the nearest obstacle on each side.
    #[inline]
    fn reach(self, occupied: u64) -> u64 {
        // The bit set below stands for "no obstacle": a1 ends every line that runs down.
        let below = (self.below & occupied) | 1;
        let above = self.above & occupied;
        let from_nearest_below = !0 << below.ilog2();
        let nearest_above = above & above.wrapping_neg();
        (self.below | self.above) & (nearest_above << 1).wrapping_add(from_nearest_below)
    }
}

/// The movement tables of one board.
#[derive(Clone, Debug)]
pub(crate) struct Movement {
    /// The squares from which pawns go along lines.
    sliders: Bitboard,
    /// Reach from green and blue squares, whatever is occupied; empty for sliders.
    leaps: [Bitboard; 64],
    /// Lines of red and yellow squares.
    lines: [[Line; 2]; 64],
}

impl Movement {
    /// Computes the tables for the squares of each colour, in the order of [`Colour::ALL`].
    pub(crate) fn new(colours: &[Bitboard; 4]) -> Self {
        let [red, yellow, green, blue] = *colours;
        let squares = red | yellow | green | blue;
        let mut movement = Self {
            sliders: red | yellow,
            leaps: [Bitboard::EMPTY; 64],
            lines: [[Line::default(); 2]; 64],
        };
        for (leapers, steps) in [(green, &KNIGHT), (blue, &KING)] {
            for from in leapers {
                let reached: Bitboard =
                    steps.iter().filter_map(|(files, ranks)| from.offset(*files, *ranks)).collect();
                movement.leaps[from.index()] = reached & squares;
            }
        }
        for (sliders, directions) in [(red, ROOK_LINES), (yellow, BISHOP_LINES)] {
            for from in sliders {
                movement.lines[from.index()] = directions.map(|(files, ranks)| Line {
                    below: ray(from, (-files, -ranks), squares, sliders).0,
                    above: ray(from, (files, ranks), squares, sliders).0,
                });
            }
        }
        movement
    }

    #[inline]
    fn slide(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let [first, second] = &self.lines[from.index()];
        Bitboard(first.reach(occupied.0) | second.reach(occupied.0))
    }

    #[inline]
    pub(crate) fn reach(&self, from: Square, occupied: Bitboard) -> Bitboard {
        // Both tables, one of them empty: a test for the colour would be a branch that no processor
        // can predict.
        self.slide(from, occupied) | self.leaps[from.index()]
    }

    #[inline]
    pub(crate) fn try_each_reach(
        &self,
        pawns: Bitboard,
        occupied: Bitboard,
        mut visit: impl FnMut(Square, Bitboard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Two loops instead of a test for each pawn: colours follow no pattern a processor could
        // predict.
        for from in pawns & self.sliders {
            visit(from, self.slide(from, occupied))?;
        }
        for from in pawns & !self.sliders {
            visit(from, self.leaps[from.index()])?;
        }
        ControlFlow::Continue(())
    }
}

/// The squares from `from` in one direction, up to the edge of `squares` or the first square of
/// `stops`, that one included.
fn ray(from: Square, (files, ranks): (i8, i8), squares: Bitboard, stops: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut next = from.offset(files, ranks);
    while let Some(square) = next.filter(|square| squares.contains(*square)) {
        reached |= square.into();
        if stops.contains(square) {
            break;
        }
        next = square.offset(files, ranks);
    }
    reached
}

/// Why a pawn can't go from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutOfReach {
    /// The target is not on a line, or not a jump or step away, as the colour demands.
    Direction,
    /// A pawn stands in between.
    Blocked {
        /// The nearest such pawn.
        by: Square,
    },
    /// The line ends earlier, on the next square of the pawn's own colour.
    BeyondStop {
        /// Where it ends.
        stop: Square,
    },
}

/// Why `board.reach(from, occupied)` doesn't hold `to`, for a pawn on a square of `colour`.
///
/// `stops` are the squares of that colour. The answer means nothing when `to` is in reach.
pub(crate) fn why_out_of_reach(
    from: Square,
    to: Square,
    colour: Colour,
    stops: Bitboard,
    occupied: Bitboard,
) -> OutOfReach {
    let files = to.file().cast_signed() - from.file().cast_signed();
    let ranks = to.rank().cast_signed() - from.rank().cast_signed();
    let aligned = match colour {
        Colour::Red => (files == 0) != (ranks == 0),
        Colour::Yellow => files != 0 && files.abs() == ranks.abs(),
        Colour::Green | Colour::Blue => false,
    };
    if !aligned {
        return OutOfReach::Direction;
    }
    let mut next = from.offset(files.signum(), ranks.signum());
    while let Some(square) = next.filter(|square| *square != to) {
        if occupied.contains(square) {
            return OutOfReach::Blocked { by: square };
        }
        if stops.contains(square) {
            return OutOfReach::BeyondStop { stop: square };
        }
        next = square.offset(files.signum(), ranks.signum());
    }
    OutOfReach::Direction
}
