//! Games of placing in which lines are forced or short enough to be searched to their ends: Troika,
//! and Isolation where pawns of the same side don't count.
//!
//! An alpha-beta search with a table of positions, generic over the rules. A score is the side to
//! move's: a win the higher, a loss the lower the fewer pawns stand at the end; a draw is 0.

use katarenga_rules::{Board, Move, Outcome, Rules};

use super::table::Table;
use super::{Length, OutOfMemory, Value, Verdict};
use crate::limits::Stop;
use crate::ranked::best_first;

/// A game of placing that is solved by search.
pub trait Placing: Rules {
    /// What decides the future besides pawns and turn.
    fn rest(&self) -> u8;
}

/// A win is this, less the number of pawns at the end.
const WON: i8 = 17;
const DRAWN: i8 = 0;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 18;
/// The positions after which a question is given up: some seconds' work.
const MAX_POSITIONS: u64 = 4_000_000;

/// The pawns of the side to move, those of the other, and the [`Bounds`] with the rest.
type Entry = [u64; 3];

/// What is known of a position: its score lies between the two.
#[derive(Clone, Copy)]
struct Bounds {
    least: i8,
    most: i8,
}

impl Bounds {
    /// Of any position with this many pawns.
    const fn of(pawns: i8) -> Self {
        // It can be lost as it stands, and won with the next pawn.
        Self { least: pawns - WON, most: WON - 1 - pawns }
    }

    /// Never 0.
    fn pack(self, rest: u8) -> u64 {
        let bytes = [self.least.cast_unsigned(), self.most.cast_unsigned(), rest, 1];
        u32::from_le_bytes(bytes).into()
    }

    /// `None` for an entry with another rest, or none.
    fn unpack(packed: u64, rest: u8) -> Option<Self> {
        let [least, most, known, used, ..] = packed.to_le_bytes();
        let is_known = used == 1 && known == rest;
        is_known.then(|| Self { least: least.cast_signed(), most: most.cast_signed() })
    }
}

/// Solves positions on one board; what was found is kept for the next question.
#[derive(Debug)]
pub struct PlacingSolver {
    board: Board,
    table: Table<Entry>,
}

impl PlacingSolver {
    /// A solver with an empty table.
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), table: Table::new(ENTRIES) }
    }

    /// Goes on to another board.
    pub fn set_board(&mut self, board: &Board) {
        self.board = board.clone();
        self.table.clear();
    }

    /// Allocates the table, which is else done at the first question.
    ///
    /// # Errors
    /// When memory is too short.
    pub fn allocate(&mut self) -> Result<(), OutOfMemory> {
        self.table.get().map(drop)
    }

    /// Why nothing is solved, where memory was too short for a table.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.table.out_of_memory()
    }

    /// The verdict for the side to move. `None` when `stop` is set meanwhile, it takes too many
    /// positions, or [`out_of_memory`](Self::out_of_memory) says why.
    pub fn verdict<R: Placing>(&mut self, position: &R, stop: &Stop) -> Option<Verdict> {
        let table = self.table.get().ok()?;
        let mut search =
            PlacingSearch { board: &self.board, table, stop, positions: 0, is_over: false };
        let score = search.search(position, -WON, WON);
        (!search.is_over).then(|| verdict(score))
    }

    /// The value alone, which takes less time.
    pub fn value<R: Placing>(&mut self, position: &R, stop: &Stop) -> Option<Value> {
        let table = self.table.get().ok()?;
        let mut search =
            PlacingSearch { board: &self.board, table, stop, positions: 0, is_over: false };
        let score = search.search(position, DRAWN - 1, DRAWN + 1);
        (!search.is_over).then(|| verdict(score).value)
    }
}

fn verdict(score: i8) -> Verdict {
    if score == DRAWN {
        return Verdict { value: Value::Draw, points: 0, length: None };
    }
    let length = (WON - score.abs()).unsigned_abs();
    Verdict { value: Value::won(score > DRAWN), points: 1, length: Some(Length::Pawns(length)) }
}

/// A question that is being answered. What its methods return means nothing once `is_over` is set.
struct PlacingSearch<'a> {
    board: &'a Board,
    table: &'a mut [Entry],
    stop: &'a Stop,
    positions: u64,
    is_over: bool,
}

impl PlacingSearch<'_> {
    fn slot(&self, own: u64, enemy: u64, rest: u8) -> usize {
        let mixed = (own ^ enemy.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29 ^ enemy).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 40) as usize + usize::from(rest)) & (self.table.len() - 1)
    }

    /// The score if it lies between `alpha` and `beta`; otherwise a bound beyond them.
    fn search<R: Placing>(&mut self, position: &R, alpha: i8, beta: i8) -> i8 {
        let core = position.core();
        let pawns = core.occupied().count() as i8;
        if let Some(outcome) = position.decided(self.board) {
            return score(position, &outcome, pawns);
        }
        let (own, enemy, rest) = (core.own().0, core.enemy().0, position.rest());
        let slot = self.slot(own, enemy, rest);
        let known = match self.table[slot] {
            [known_own, known_enemy, packed] if (known_own, known_enemy) == (own, enemy) => {
                Bounds::unpack(packed, rest)
            }
            _ => None,
        };
        let mut bounds = known.unwrap_or(Bounds::of(pawns));
        if bounds.least >= beta || bounds.least == bounds.most || self.count_position() {
            return bounds.least;
        }
        if bounds.most <= alpha {
            return bounds.most;
        }
        let (alpha, beta) = (alpha.max(bounds.least), beta.min(bounds.most));
        let score = self.search_places(position, alpha, beta).unwrap_or_else(|| {
            position.blocked(self.board).map_or(DRAWN, |outcome| score(position, &outcome, pawns))
        });
        // A bound that says no more than the rules do is none.
        if score > alpha {
            bounds.least = bounds.least.max(score);
        }
        if score < beta {
            bounds.most = bounds.most.min(score);
        }
        if !self.is_over {
            self.table[slot] = [own, enemy, bounds.pack(rest)];
        }
        score
    }

    /// Tries every legal placement; `None` when there is none.
    fn search_places<R: Placing>(&mut self, position: &R, mut alpha: i8, beta: i8) -> Option<i8> {
        let mut best = None;
        for mv in self.ordered(position) {
            let next = position.play_unchecked(self.board, mv);
            let score = -self.search(&next, -beta, -alpha);
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Each placement: first those after which the game is over, then those that leave the other side
    /// the fewest placements.
    fn ordered<R: Placing>(&self, position: &R) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        position.generate(self.board, &mut moves);
        let mut ranked = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = position.play_unchecked(self.board, mv);
            ranked.push((-(next.count_moves(self.board) as i32), mv));
        }
        best_first(&ranked)
    }

    /// Counts a position, and returns whether the question is given up.
    fn count_position(&mut self) -> bool {
        self.positions += 1;
        self.is_over |= self.positions > MAX_POSITIONS || self.stop.is_set();
        self.is_over
    }
}

/// The score of an outcome for the side to move.
fn score<R: Rules>(position: &R, outcome: &Outcome, pawns: i8) -> i8 {
    match outcome.winner {
        None => DRAWN,
        Some(winner) if winner == position.core().turn() => WON - pawns,
        Some(_) => pawns - WON,
    }
}
