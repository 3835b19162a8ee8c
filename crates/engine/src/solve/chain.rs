//! Cornered and Quartermaster: chains of placements, solved by looking at each position that counts.
//!
//! What follows a placement depends on the occupied squares and the last one alone; whose pawns they
//! are decides nothing. All pawns lie in a block of 4x4 squares, so a position is one of 2^16 sets
//! within a block, a last square in it, and where the block lies: the index into a table of two
//! bytes a position (2 MB for a lone quarter, 128 MB for the whole board, of which only what is
//! visited takes memory). In a browser, where all of a table takes memory, the positions of the whole
//! board share fewer places.

use katarenga_rules::games::Quartermaster;
use katarenga_rules::{Bitboard, Board, Square};

use super::table::{LARGEST, Table};
use super::{Length, OutOfMemory, Value, Verdict};
use crate::limits::Stop;

/// Where pawns may be placed besides being en prise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Anywhere on a lone quarter: Cornered.
    Quarter,
    /// Within a block of 4x4 squares with all other pawns: Quartermaster.
    Block,
}

impl Limit {
    /// The squares that may hold a pawn together with one on `square`.
    #[inline]
    fn around(self, square: Square) -> Bitboard {
        match self {
            Self::Quarter => Bitboard::QUARTER,
            Self::Block => Quartermaster::around(square),
        }
    }

    /// The number of positions, a power of two.
    const fn positions(self) -> usize {
        match self {
            Self::Quarter => BLOCK,
            Self::Block => 64 * BLOCK,
        }
    }

    /// The number of a position, below [`positions`](Self::positions).
    #[inline]
    fn index(self, pawns: Bitboard, last: Square) -> usize {
        // The south-west corner of the block: the first file and rank that hold a pawn.
        let corner = match self {
            Self::Quarter => 0,
            Self::Block => {
                let mut files = pawns.0 | pawns.0 >> 32;
                files |= files >> 16;
                files |= files >> 8;
                let (rank, file) = (pawns.0.trailing_zeros() / 8, (files as u8).trailing_zeros());
                (rank * 8 + file) as usize
            }
        };
        let rows = pawns.0 >> corner;
        // Four rows of four bits, gathered from four bytes.
        let set = (rows & 0xF) | (rows >> 4 & 0xF0) | (rows >> 8 & 0xF00) | (rows >> 12 & 0xF000);
        let last = last.index().wrapping_sub(corner);
        let last = (last & 3) | (last >> 3 & 3) << 2;
        corner * BLOCK + ((set as usize) << 4 | last)
    }
}

/// Indices of one block: 2^16 sets with 16 last squares.
const BLOCK: usize = 1 << 20;

/// Solves positions on one board; what was found is kept for the next question.
#[derive(Debug)]
pub struct ChainSolver {
    board: Board,
    limit: Limit,
    /// What is [known](Known) of the position of each place, and above it which of the positions is meant that
    /// share the place.
    table: Table<u16>,
}

/// The most positions that share a place: an entry has six bits to tell them apart.
const MOST_SHARING: usize = 1 << 6;

/// The entries of a solver's table: one for each position, or fewer where tables are limited.
fn entries(limit: Limit) -> usize {
    let all = limit.positions();
    (LARGEST / size_of::<u16>()).clamp(all / MOST_SHARING, all)
}

impl ChainSolver {
    /// A solver with an empty table. The board must be a lone quarter for [`Limit::Quarter`].
    pub fn new(board: &Board, limit: Limit) -> Self {
        Self { board: board.clone(), limit, table: Table::new(entries(limit)) }
    }

    /// Why nothing is solved, where memory was too short for the table.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.table.out_of_memory()
    }

    /// The verdict for the side to move when `pawns` are on the board, the last of them on `last`.
    ///
    /// `last` must be one of `pawns`, and these must lie within the limit. Before the first pawn
    /// there is no last one, and every square is open. `None` when `stop` is set meanwhile, or
    /// [`out_of_memory`](Self::out_of_memory) says why.
    pub fn verdict(
        &mut self,
        pawns: Bitboard,
        last: Option<Square>,
        stop: &Stop,
    ) -> Option<Verdict> {
        let table = self.table.get().ok()?;
        let mut chain = Chain { board: &self.board, limit: self.limit, table, stop };
        let open = (pawns.into_iter())
            .fold(self.board.squares(), |open, pawn| open & self.limit.around(pawn));
        let end = match last {
            Some(last) => chain.end(pawns, last, open),
            None => chain.best(pawns, open, open),
        };
        let End { points, length } = end;
        let value = Value::won(end.wins(pawns.count() as u8));
        (!stop.is_set()).then_some(Verdict { value, points, length: Some(Length::Pawns(length)) })
    }
}

/// A question that is being answered.
struct Chain<'a> {
    board: &'a Board,
    limit: Limit,
    table: &'a mut [u16],
    stop: &'a Stop,
}

impl Chain<'_> {
    /// How the chain ends after `last`. `open`: the squares that are within the limit with all pawns. Means
    /// nothing once `stop` is set.
    fn end(&mut self, pawns: Bitboard, last: Square, open: Bitboard) -> End {
        let place = self.place(pawns, last);
        if let Some(Known::End(end)) = self.known(place) {
            return end;
        }
        let answers = self.board.reach(last, pawns) & !pawns & open;
        let end = self.best(pawns, answers, open);
        self.learn(place, Known::End(end));
        end
    }

    /// Whether the side to move wins after `last`: asked first, since the first winning answer will do.
    fn wins(&mut self, pawns: Bitboard, last: Square, open: Bitboard) -> bool {
        let place = self.place(pawns, last);
        match self.known(place) {
            Some(Known::End(end)) => return end.wins(pawns.count() as u8),
            Some(Known::Winner { wins }) => return wins,
            None => {}
        }
        if self.stop.is_set() {
            return false;
        }
        let mut answers = (self.board.reach(last, pawns) & !pawns & open).into_iter();
        let wins = answers.any(|square| self.is_won_by(pawns, square, open));
        self.learn(place, Known::Winner { wins });
        wins
    }

    /// Whether the side to move wins by a pawn on `square`.
    fn is_won_by(&mut self, pawns: Bitboard, square: Square, open: Bitboard) -> bool {
        !self.wins(pawns | square.into(), square, open & self.limit.around(square))
    }

    fn known(&self, (place, which): (usize, u16)) -> Option<Known> {
        let entry = self.table[place];
        Known::unpack(entry & KNOWN_MASK).filter(|_| entry >> KNOWN_BITS == which)
    }

    fn learn(&mut self, (place, which): (usize, u16), known: Known) {
        if !self.stop.is_set() {
            self.table[place] = known.pack() | which << KNOWN_BITS;
        }
    }

    /// Where the table has a position, and which it is of those that share the place.
    fn place(&self, pawns: Bitboard, last: Square) -> (usize, u16) {
        let (index, positions) = (self.limit.index(pawns, last), self.limit.positions());
        let sharing = positions / self.table.len();
        if sharing == 1 {
            return (index, 0);
        }
        // Another order of all positions, in which those that are alike don't share a place.
        let mixed = index.wrapping_mul(MIXER) & (positions - 1);
        (mixed / sharing, (mixed % sharing) as u16)
    }

    /// How the chain ends when the side to move chooses among `answers`: of those that win, where there are any, the
    /// others needn't be known.
    fn best(&mut self, pawns: Bitboard, answers: Bitboard, open: Bitboard) -> End {
        let over = End { points: pawns.count() as u8, length: pawns.count() as u8 };
        if self.stop.is_set() {
            return over;
        }
        let winning: Bitboard =
            answers.into_iter().filter(|square| self.is_won_by(pawns, *square, open)).collect();
        let (choices, better): (_, fn(End, End) -> End) = if winning.any() {
            (winning, End::max_points_min_length)
        } else {
            (answers, End::min_points_max_length)
        };
        let ends = choices.into_iter().map(|square| {
            self.end(pawns | square.into(), square, open & self.limit.around(square))
        });
        ends.reduce(better).unwrap_or(over)
    }
}

/// Odd, so that it gives each position another number, and with bits everywhere: 2^26 times the golden
/// ratio.
const MIXER: usize = 0x278_DDE7;

/// The bits of an entry that hold what is known.
const KNOWN_BITS: u32 = 10;
const KNOWN_MASK: u16 = (1 << KNOWN_BITS) - 1;

/// What the table knows of a position.
#[derive(Clone, Copy)]
enum Known {
    /// How the chain ends.
    End(End),
    /// Only whether the side to move wins.
    Winner { wins: bool },
}

impl Known {
    /// Points and length in five bits each. A length of 0 stands for none: a position has a pawn at least. Never 0.
    fn pack(self) -> u16 {
        match self {
            Self::End(End { points, length }) => u16::from(points) | u16::from(length) << 5,
            Self::Winner { wins } => 1 + u16::from(wins),
        }
    }

    const fn unpack(packed: u16) -> Option<Self> {
        let (points, length) = ((packed & 31) as u8, (packed >> 5) as u8);
        match (points, length) {
            (0, _) => None,
            (_, 0) => Some(Self::Winner { wins: points == 2 }),
            _ => Some(Self::End(End { points, length })),
        }
    }
}

/// Points and length at the end of a chain; who wins follows from their parity.
#[derive(Clone, Copy)]
struct End {
    points: u8,
    length: u8,
}

impl End {
    /// Whether the side that is to move with `count` pawns on the board places the last one.
    const fn wins(self, count: u8) -> bool {
        !(self.points - count).is_multiple_of(2)
    }

    fn max_points_min_length(self, other: Self) -> Self {
        Self { points: self.points.max(other.points), length: self.length.min(other.length) }
    }

    fn min_points_max_length(self, other: Self) -> Self {
        Self { points: self.points.min(other.points), length: self.length.max(other.length) }
    }
}

/// Finds which first squares win on one board after another, and nothing more.
///
/// A search that stops at the first winning answer looks at few of the positions. The table is
/// kept from board to board: each entry says to which it belongs.
#[derive(Debug)]
pub struct FirstSquares {
    limit: Limit,
    /// The number of the board in the upper bits, the answer in the lowest.
    table: Box<[u16]>,
    board: u16,
}

/// The number of boards after which the table is cleared.
const BOARDS_PER_CLEAR: u16 = 1 << 15;

impl FirstSquares {
    /// A search that has seen no board yet.
    ///
    /// # Errors
    /// When memory is too short for its table.
    pub fn new(limit: Limit) -> Result<Self, OutOfMemory> {
        Ok(Self { limit, table: Table::new(limit.positions()).allocate()?, board: 0 })
    }

    /// The squares on which the first pawn wins.
    pub fn winning(&mut self, board: &Board) -> Bitboard {
        self.board += 1;
        if self.board == BOARDS_PER_CLEAR {
            self.table.fill(0);
            self.board = 1;
        }
        let squares = board.squares();
        let wins = |square: &Square| {
            !self.wins(board, (*square).into(), *square, squares & self.limit.around(*square))
        };
        squares.into_iter().filter(wins).collect()
    }

    /// Whether the side to move wins.
    fn wins(&mut self, board: &Board, pawns: Bitboard, last: Square, open: Bitboard) -> bool {
        let index = self.limit.index(pawns, last);
        let entry = self.table[index];
        if entry >> 1 == self.board {
            return entry & 1 == 1;
        }
        let answers = board.reach(last, pawns) & !pawns & open;
        let wins = answers.into_iter().any(|square| {
            !self.wins(board, pawns | square.into(), square, open & self.limit.around(square))
        });
        self.table[index] = self.board << 1 | u16::from(wins);
        wins
    }
}

#[cfg(test)]
mod tests {
    use katarenga_rules::GameKind;
    use rand::SeedableRng as _;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    /// What a solver says of the start, and of each first square.
    fn verdicts(solver: &mut ChainSolver, board: &Board) -> Vec<Option<Verdict>> {
        let stop = Stop::default();
        let squares = board.squares().into_iter();
        let mut all: Vec<Option<Verdict>> =
            squares.map(|square| solver.verdict(square.into(), Some(square), &stop)).collect();
        all.push(solver.verdict(Bitboard::default(), None, &stop));
        all
    }

    #[test]
    fn positions_that_share_a_place_are_told_apart() {
        let mut chance = ChaCha8Rng::seed_from_u64(14);
        for _ in 0..8 {
            let board = Board::new(GameKind::Cornered.random_board(&mut chance));
            let mut whole = ChainSolver::new(&board, Limit::Quarter);
            let places = Limit::Quarter.positions() / MOST_SHARING;
            let mut small = ChainSolver {
                table: Table::new(places),
                ..ChainSolver::new(&board, Limit::Quarter)
            };
            assert_eq!(verdicts(&mut small, &board), verdicts(&mut whole, &board));
        }
    }
}
