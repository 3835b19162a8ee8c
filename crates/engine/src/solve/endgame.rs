//! The endgame of Katarenga: who wins with at most two pawns a side, those in camps included, and in how
//! many plies.
//!
//! Every capture wins then, so from such a position only such positions follow: 2,080 pairs of places a side,
//! 8.1 million positions on a board. They are solved backwards from the end, level by level: lost in 0
//! plies, won in 1, lost in 2 and so on until nothing is added; the rest are draws. A word holds 64
//! positions, those that differ in the place of one pawn, so that a level takes milliseconds.

use katarenga_rules::{Bitboard, Board, Side, Square};

use super::table::Table;
use super::{Length, OutOfMemory, Value, Verdict};
use crate::limits::Stop;

/// The two pawns of a side: their squares, the lower one first. Twice the same square where one of them is
/// in a camp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair([u8; 2]);

const SQUARES: usize = Square::COUNT;
/// The pairs of a side.
const PAIRS: usize = SQUARES * (SQUARES + 1) / 2;

impl Pair {
    /// The pair of a side's pawns on the board and in camps; `None` where it has not two in all, or none on
    /// the board.
    pub fn of(pawns: Bitboard, camps: u8) -> Option<Self> {
        let mut squares = pawns.into_iter();
        match (squares.next(), squares.next(), squares.next(), camps) {
            (Some(one), Some(other), None, 0) => Some(Self::new(one.index(), other.index())),
            (Some(one), None, None, 1) => Some(Self::new(one.index(), one.index())),
            _ => None,
        }
    }

    fn new(one: usize, other: usize) -> Self {
        Self([one.min(other) as u8, one.max(other) as u8])
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES).flat_map(|high| (0..=high).map(move |low| Self::new(low, high)))
    }

    fn index(self) -> usize {
        let [low, high] = self.0.map(usize::from);
        high * (high + 1) / 2 + low
    }

    /// The squares of its pawns that are on the board.
    fn squares(self) -> u64 {
        1 << self.0[0] | 1 << self.0[1]
    }
}

/// A word for each square of one pawn of a side, with a bit for each of the other one, the other side's pair
/// being given: where both are the same square, that pawn is in a camp.
type Block = [u64; SQUARES];

const EMPTY: Block = [0; SQUARES];

/// Positions with a side to move: for each pair of one side, a block of the other's.
type Set = Box<[Block]>;

fn empty_set() -> Set {
    vec![EMPTY; PAIRS].into()
}

/// How many plies a position is from its end, and one more; 0 where none is known. Even numbers are wins.
type Mark = u8;
/// The last level whose marks tell one from another; those of later ones, were there any, tell who wins.
const LAST_MARK: u8 = 253;

/// The endgame on one board.
#[derive(Debug)]
pub struct Endgame {
    board: Board,
    work: Option<Box<Work>>,
    /// By side to move, its opponent's pair, and its own.
    marks: Table<Mark>,
    is_solved: bool,
}

/// How pawns move on the board.
#[derive(Debug)]
struct Moves {
    board: Board,
    /// The squares that another pawn keeps a pawn from reaching a square by standing on, by both squares.
    blockers: Box<[Block]>,
}

/// What is known while it is solved, of each side to move.
#[derive(Debug)]
struct Work {
    moves: Moves,
    /// The level that is solved next.
    level: usize,
    sides: [Known; 2],
}

/// The positions with one side to move.
#[derive(Debug)]
struct Known {
    /// Those that it wins and loses, as it looks for its moves: a block of its own for each pair of the other side.
    won: Set,
    lost: Set,
    /// The same as the other side looks for moves to them: a block of the other side for each own pair.
    won_seen: Set,
    lost_seen: Set,
    /// What the last level added, as the side looks at it.
    added: Set,
    /// For which of the own pairs it added something.
    changed: Box<[bool]>,
}

impl Known {
    fn new() -> Self {
        let [won, lost, won_seen, lost_seen, added] = std::array::from_fn(|_| empty_set());
        Self { won, lost, won_seen, lost_seen, added, changed: vec![false; PAIRS].into() }
    }
}

impl Endgame {
    /// The endgame on a board, of which nothing is known yet. It takes 9 MB, and 12 MB more while it is solved.
    pub fn new(board: &Board) -> Self {
        let marks = Table::new(2 * PAIRS * PAIRS);
        Self { board: board.clone(), work: None, marks, is_solved: false }
    }

    /// The board it is for.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether [`verdict`](Self::verdict) answers.
    pub const fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// Why it is not solved, where memory was too short.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.marks.out_of_memory()
    }

    /// Solves all positions, or goes on with it, until `stop` is set; returns whether they are solved.
    pub fn solve(&mut self, stop: &Stop) -> bool {
        if self.is_solved {
            return true;
        }
        let Ok(marks) = self.marks.get() else { return false };
        let work = self.work.get_or_insert_with(|| Box::new(Work::new(&self.board)));
        // A level takes milliseconds.
        while !stop.is_set_now() {
            let level = work.level;
            for side in Side::ALL {
                let added = work.next(side);
                work.sides[side.index()].added = added;
            }
            let mut any = false;
            for side in Side::ALL {
                let of_side = &mut marks[side.index() * PAIRS * PAIRS..][..PAIRS * PAIRS];
                any |= work.sides[side.index()].take_added(level, of_side);
            }
            work.level += 1;
            if !any && level > 0 {
                self.work = None;
                self.is_solved = true;
                return true;
            }
        }
        false
    }

    /// The verdict for the side to move, given both sides' pairs; `None` while it is not solved. The pawns of both
    /// sides must stand on different squares.
    pub fn verdict(&mut self, turn: Side, own: Pair, enemy: Pair) -> Option<Verdict> {
        if !self.is_solved {
            return None;
        }
        let marks = self.marks.get().ok()?;
        let mark = marks[(turn.index() * PAIRS + enemy.index()) * PAIRS + own.index()];
        Some(match mark {
            0 => Verdict { value: Value::Draw, points: 0, length: None },
            _ => {
                let length = Some(Length::Plies(mark - 1));
                Verdict { value: Value::won(mark.is_multiple_of(2)), points: 1, length }
            }
        })
    }
}

impl Work {
    fn new(board: &Board) -> Self {
        Self { moves: Moves::new(board), level: 0, sides: [Known::new(), Known::new()] }
    }

    /// The positions with `side` to move that the present level adds.
    fn next(&self, side: Side) -> Set {
        let (own, other) = (&self.sides[side.index()], &self.sides[(!side).index()]);
        let (is_won, is_first) = (self.level % 2 == 1, self.level < 2);
        let far = Bitboard::far_rank(side).0;
        let mut added = empty_set();
        for pair in Pair::all() {
            let index = pair.index();
            if !is_first && !other.changed[index] {
                continue;
            }
            // Won are those with a move that the other side loses after; lost are those without one that it
            // doesn't win after.
            let targets =
                if is_won { other.lost_seen[index] } else { other.won_seen[index].map(|won| !won) };
            let (can, occupied) = (self.moves.to(pair, far, &targets, is_first), pair.squares());
            for (at, word) in added[index].iter_mut().enumerate() {
                let known = own.won[index][at] | own.lost[index][at];
                // Two pawns don't stand on the same square.
                let is_free = occupied >> at & 1 == 0;
                let new = if is_won { can[at] } else { !can[at] };
                *word = if is_free { new & !known & !occupied } else { 0 };
            }
        }
        added
    }
}

impl Known {
    /// Adds what a level added to what is known, and marks it; returns whether that is anything.
    fn take_added(&mut self, level: usize, marks: &mut [Mark]) -> bool {
        let mark = if level < LAST_MARK.into() {
            level as Mark + 1
        } else {
            LAST_MARK + 1 + (level as Mark + 1) % 2
        };
        let (known, seen) = match level % 2 {
            0 => (&mut self.lost, &mut self.lost_seen),
            _ => (&mut self.won, &mut self.won_seen),
        };
        self.changed.fill(false);
        let mut any = false;
        for (of_other, (known, added)) in known.iter_mut().zip(&self.added).enumerate() {
            for (one, (known, added)) in known.iter_mut().zip(added).enumerate() {
                *known |= added;
                any |= *added != 0;
                // Each pair once.
                for other in Bitboard(*added & u64::MAX << one) {
                    let own = Pair::new(one, other.index()).index();
                    marks[of_other * PAIRS + own] = mark;
                    self.changed[own] = true;
                }
            }
        }
        if any {
            see(&self.added, seen);
        }
        any
    }
}

/// Adds to `seen` the positions of `added` as the other side looks at them.
fn see(added: &Set, seen: &mut Set) {
    for theirs in 0..SQUARES {
        for own in 0..SQUARES {
            let mut tile: Block =
                std::array::from_fn(|other| added[Pair::new(theirs, other).index()][own]);
            if tile == EMPTY {
                continue;
            }
            transpose(&mut tile);
            for (other, word) in tile.iter().enumerate().skip(own) {
                seen[Pair::new(own, other).index()][theirs] |= word;
            }
        }
    }
}

impl Moves {
    fn new(board: &Board) -> Self {
        let mut blockers = vec![EMPTY; SQUARES];
        for from in board.squares() {
            let reach = board.reach(from, Bitboard::EMPTY);
            for between in board.squares() {
                for to in reach & !board.reach(from, between.into()) {
                    blockers[from.index()][to.index()] |= Bitboard::of(between).0;
                }
            }
        }
        Self { board: board.clone(), blockers: blockers.into() }
    }

    /// The positions from which a move leads to one of `targets`, or with `wins` ends the game: blocks of the side
    /// that moves, the other side's `pair` being given.
    fn to(&self, pair: Pair, far: u64, targets: &Block, wins: bool) -> Block {
        let occupied = Bitboard(pair.squares());
        // A pawn that enters a camp leaves the other one behind.
        let behind = (0..SQUARES).fold(0, |behind, at| behind | targets[at] & 1 << at);
        // What one pawn can do by the square of the other one, and while that one is in a camp.
        let (mut block, mut alone) = (EMPTY, 0);
        for from in self.board.squares() & !occupied {
            let (at, reach) = (from.index(), self.board.reach(from, occupied));
            let (mut others, mut is_alone) = (0, false);
            if far >> at & 1 == 1 {
                (others, is_alone) = (behind, wins);
            }
            for to in reach {
                let is_capture = occupied.contains(to);
                let target = match targets[to.index()] {
                    _ if is_capture && wins => u64::MAX,
                    _ if is_capture => 0,
                    target => target,
                };
                others |= target & !(self.blockers[at][to.index()] | 1 << to.index());
                is_alone |= target >> to.index() & 1 == 1;
            }
            block[at] = others & !(1 << at);
            alone |= u64::from(is_alone) << at;
        }
        // Either pawn may do it.
        let mut other = block;
        transpose(&mut other);
        std::array::from_fn(|at| block[at] | other[at] | alone & 1 << at)
    }
}

/// Swaps rows and columns of 64 by 64 bits, by blocks of half the size each time.
fn transpose(rows: &mut Block) {
    let mut size = SQUARES / 2;
    let mut mask = u64::MAX >> size;
    while size > 0 {
        let mut row = 0;
        while row < SQUARES {
            let swapped = (rows[row] >> size ^ rows[row + size]) & mask;
            rows[row] ^= swapped << size;
            rows[row + size] ^= swapped;
            row = (row + size + 1) & !size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use katarenga_rules::games::Katarenga;
    use katarenga_rules::notation::position::BoardPosition;
    use katarenga_rules::{GameKind, Move, Rules as _};
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let mut rows: Block =
            std::array::from_fn(|row| (row as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let before = rows;
        transpose(&mut rows);
        for (row, bits) in rows.iter().enumerate() {
            for (column, from) in before.iter().enumerate() {
                assert_eq!(bits >> column & 1, from >> row & 1);
            }
        }
    }

    /// Verdicts follow from those after each move, by the rules alone. So wins and losses are right, since plies
    /// grow fewer, and draws are, since the side that leaves them loses.
    #[test]
    fn every_verdict_follows_from_those_after_each_move() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let board = Board::new(GameKind::Katarenga.random_board(&mut rng));
        let mut endgame = Endgame::new(&board);
        let [white, black] = [Pair::new(0, 1), Pair::new(2, 3)];
        assert_eq!(endgame.verdict(Side::White, white, black), None);
        assert!(endgame.solve(&Stop::default()));
        let mut seen = [0; 3];
        for white in Pair::all().step_by(97) {
            for black in Pair::all().filter(|black| black.squares() & white.squares() == 0) {
                for turn in Side::ALL {
                    let position = position(&board, [white, black], turn);
                    let (found, expected) =
                        (verdict(&mut endgame, &position), expected(&mut endgame, &position));
                    assert_eq!(found, expected, "{position:?}");
                    seen[found.value as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }

    #[test]
    fn what_was_stopped_goes_on() {
        let board = Board::new(GameKind::Katarenga.default_board());
        let stop = Stop::default();
        let [mut whole, mut parts] = [Endgame::new(&board), Endgame::new(&board)];
        assert!(whole.solve(&stop));
        let mut stops = 0;
        while !parts.solve(&stop.within(Some(Duration::from_millis(1)))) {
            stops += 1;
        }
        assert!(stops > 0);
        assert_eq!(parts.marks.get(), whole.marks.get());
    }

    fn position(board: &Board, pairs: [Pair; 2], turn: Side) -> Katarenga {
        let [white, black] = pairs.map(|pair| Bitboard(pair.squares()));
        let square = |square: Square| match () {
            () if white.contains(square) => 'w',
            () if black.contains(square) => 'b',
            () => '1',
        };
        let rank = |rank: u8| Bitboard::rank(rank).into_iter().map(square).collect::<String>();
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let camps = pairs.map(|pair| u8::from(pair.0[0] == pair.0[1]));
        let text = format!(
            "katarenga {} {} {} w camps={}/{}",
            board.code(),
            ranks.join("/"),
            &turn.to_string()[..1],
            camps[0],
            camps[1]
        );
        let read: BoardPosition = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        Katarenga::try_from(read.position).expect("of Katarenga")
    }

    fn verdict(endgame: &mut Endgame, position: &Katarenga) -> Verdict {
        let turn = position.core().turn();
        let pair = |side| Pair::of(position.core().pawns(side), position.camps(side));
        let pairs = (pair(turn).expect("two pawns"), pair(!turn).expect("two pawns"));
        endgame.verdict(turn, pairs.0, pairs.1).expect("it is solved")
    }

    /// The verdict by those after each move.
    fn expected(endgame: &mut Endgame, position: &Katarenga) -> Verdict {
        let board = endgame.board().clone();
        let mut moves = Vec::new();
        position.generate(&board, &mut moves);
        let after = |mv: &Move| {
            let after = position.play_unchecked(&board, *mv);
            match after.decided(&board) {
                Some(_) => {
                    Verdict { value: Value::Loss, points: 1, length: Some(Length::Plies(0)) }
                }
                None => verdict(endgame, &after),
            }
        };
        let after: Vec<Verdict> = moves.iter().map(after).collect();
        let plies = |value| {
            let of_value = after.iter().filter(move |verdict| verdict.value == value);
            of_value
                .filter_map(|verdict| verdict.length)
                .map(|length| Length::Plies(length.number() + 1))
        };
        let (value, length) =
            if let Some(soonest) = plies(Value::Loss).min_by_key(|length| length.number()) {
                (Value::Win, Some(soonest))
            } else if after.iter().any(|verdict| verdict.value == Value::Draw) {
                (Value::Draw, None)
            } else {
                let latest = plies(Value::Win).max_by_key(|length| length.number());
                (Value::Loss, Some(latest.unwrap_or(Length::Plies(0))))
            };
        Verdict { value, points: u8::from(value != Value::Draw), length }
    }
}
