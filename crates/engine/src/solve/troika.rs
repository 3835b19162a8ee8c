//! Troika: chains of placements that a line of three ends.
//!
//! A pawn must answer the last one, so few placements are legal, and most that don't lose at once are
//! forced. An alpha-beta search with a table of positions settles the whole game. A score is the side
//! to move's: a win the higher, a loss the lower the fewer pawns stand at the end.

use katarenga_rules::games::Troika;
use katarenga_rules::{Board, Move, Rules as _, Square};

use super::{OutOfMemory, Value, Verdict, zeroed_table};
use crate::limits::Stop;

/// Of a win with no pawn on the board: the number of pawns at the end is taken from it.
const WON: i8 = 17;
const DRAWN: i8 = 0;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 17;

/// The pawns of the side to move, those of the other, and the bounds of the score.
type Entry = [u64; 3];

/// What is known of a position: its score lies between the two.
#[derive(Clone, Copy)]
struct Bounds {
    least: i8,
    most: i8,
}

impl Bounds {
    /// Nothing is known of a position with this many pawns.
    fn of(pawns: i8) -> Self {
        // The other side ends the game with the next pawn but one at the soonest.
        Self { least: -(WON - (pawns + 2)).max(DRAWN), most: (WON - (pawns + 1)).max(DRAWN) }
    }

    /// With the last square, so that it is never 0.
    fn pack(self, last: Square) -> u64 {
        let bytes = [self.least.cast_unsigned(), self.most.cast_unsigned(), last.index() as u8, 1];
        u32::from_le_bytes(bytes).into()
    }

    /// `None` for the entry of another last square.
    fn unpack(packed: u64, last: Square) -> Option<Self> {
        let [least, most, known, used, ..] = packed.to_le_bytes();
        let is_known = used == 1 && usize::from(known) == last.index();
        is_known.then(|| Self { least: least.cast_signed(), most: most.cast_signed() })
    }
}

/// Solves positions on one board; what was found is kept for the next question.
#[derive(Debug)]
pub struct TroikaSolver {
    board: Board,
    /// There is none before the first question.
    table: Option<Result<Box<[Entry]>, OutOfMemory>>,
}

impl TroikaSolver {
    /// A solver with an empty table.
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), table: None }
    }

    /// Goes on to another board.
    pub fn set_board(&mut self, board: &Board) {
        self.board = board.clone();
        if let Some(Ok(table)) = &mut self.table {
            table.fill([0; 3]);
        }
    }

    /// Why nothing is solved, where memory was too short for a table.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.table.as_ref()?.as_ref().err().copied()
    }

    /// The verdict for the side to move; `None` when `stop` is set meanwhile, or
    /// [`out_of_memory`](Self::out_of_memory) says why.
    pub fn verdict(&mut self, position: &Troika, stop: &Stop) -> Option<Verdict> {
        let table = self.table.get_or_insert_with(|| zeroed_table(ENTRIES)).as_mut().ok()?;
        let mut search = LineSearch { board: &self.board, table, stop };
        let score = search.search(position, -WON, WON);
        (!stop.is_set()).then(|| verdict(score))
    }
}

fn verdict(score: i8) -> Verdict {
    let length = (WON - score.abs()).unsigned_abs();
    match score {
        DRAWN => Verdict { value: Value::Draw, points: 0, length: None },
        _ => Verdict { value: Value::won(score > DRAWN), points: 1, length: Some(length) },
    }
}

/// A question that is being answered.
struct LineSearch<'a> {
    board: &'a Board,
    table: &'a mut [Entry],
    stop: &'a Stop,
}

impl LineSearch<'_> {
    fn slot(&self, own: u64, enemy: u64, last: Square) -> usize {
        let mixed = (own ^ enemy.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29 ^ enemy).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 40) as usize + last.index()) & (self.table.len() - 1)
    }

    /// The score if it lies between `alpha` and `beta`; otherwise a bound beyond them. Means nothing
    /// once `stop` is set.
    fn search(&mut self, position: &Troika, alpha: i8, beta: i8) -> i8 {
        let core = position.core();
        let pawns = core.occupied().count() as i8;
        if let Some(outcome) = position.won(self.board) {
            return if outcome.winner.is_some() { pawns - WON } else { DRAWN };
        }
        let Some(last) = position.last() else {
            return self.search_places(position, alpha, beta).unwrap_or(DRAWN);
        };
        let (own, enemy) = (core.own().0, core.enemy().0);
        let slot = self.slot(own, enemy, last);
        let mut bounds = match self.table[slot] {
            [known_own, known_enemy, packed] if [known_own, known_enemy] == [own, enemy] => {
                Bounds::unpack(packed, last)
            }
            _ => None,
        }
        .unwrap_or(Bounds::of(pawns));
        if bounds.least >= beta || bounds.least == bounds.most || self.stop.is_set() {
            return bounds.least;
        }
        if bounds.most <= alpha {
            return bounds.most;
        }
        let (alpha, beta) = (alpha.max(bounds.least), beta.min(bounds.most));
        // Where no placement is legal, it is a draw.
        let score = self.search_places(position, alpha, beta).unwrap_or(DRAWN);
        if score > alpha {
            bounds.least = score;
        }
        if score < beta {
            bounds.most = score;
        }
        if !self.stop.is_set() {
            self.table[slot] = [own, enemy, bounds.pack(last)];
        }
        score
    }

    /// Tries every legal placement; `None` when there is none.
    fn search_places(&mut self, position: &Troika, mut alpha: i8, beta: i8) -> Option<i8> {
        let mut moves: Vec<Move> = Vec::new();
        position.generate(self.board, &mut moves);
        let mut after: Vec<(u32, Troika)> = moves
            .into_iter()
            .map(|mv| {
                let next = position.play_unchecked(self.board, mv);
                (self.answers(&next), next)
            })
            .collect();
        // A troika first, then what leaves the other side few answers.
        after.sort_by_key(|(answers, _)| *answers);
        let mut best: Option<i8> = None;
        for (_, next) in after {
            let score = -self.search(&next, -beta, -alpha);
            best = Some(best.map_or(score, |best| best.max(score)));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// How many squares the other side can choose among; 0 once the game is over.
    fn answers(&self, position: &Troika) -> u32 {
        let occupied = position.core().occupied();
        match position.last() {
            Some(last) if position.won(self.board).is_none() => {
                (self.board.reach(last, occupied) & !occupied).count()
            }
            _ => 0,
        }
    }
}
