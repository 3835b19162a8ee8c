//! The battle of Battle Stations: the exact balance from any position after placing.
//!
//! Every move takes a pawn, so no line is longer than fifteen captures and the passes between
//! them. An alpha-beta search with a table of positions settles it; what each side can still reach
//! bounds the window, since no side ends with more pawns than now.

use katarenga_rules::{Bitboard, Board, Square};

use super::OutOfMemory;
use crate::limits::Stop;
use crate::memory;
use crate::ranked::by_rank;

/// The outcome for the side to move: its own pawns left if it wins; the enemy's pawns left,
/// negative, if it loses. Never 0: with equal pawns the second player wins.
pub type Balance = i8;

/// A battle as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Pawns of the side to move.
    pub own: Bitboard,
    /// Pawns of the other side.
    pub enemy: Bitboard,
    /// Whether the side to move was the first player.
    pub first: bool,
}

impl Battle {
    /// The balance when no captures are left.
    fn final_balance(self) -> Balance {
        let (own, enemy) = (self.own.count() as Balance, self.enemy.count() as Balance);
        if own > enemy || (own == enemy && !self.first) { own } else { -enemy }
    }

    const fn flipped(self) -> Self {
        Self { own: self.enemy, enemy: self.own, first: !self.first }
    }

    fn after(self, Capture { from, to }: Capture) -> Self {
        let own = (self.own & !Bitboard::of(from)) | to.into();
        Self { own, enemy: self.enemy & !Bitboard::of(to), first: self.first }.flipped()
    }

    /// Where a table of `entries`, a power of two, has a position.
    fn slot(self, entries: usize) -> usize {
        let mixed = (self.own.0 ^ self.enemy.0.rotate_left(32) ^ u64::from(self.first))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29 ^ self.enemy.0).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 45) as usize & (entries - 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Capture {
    from: Square,
    to: Square,
}

/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 19;
/// The fewest that are of use where memory is short.
const MIN_ENTRIES: usize = 1 << 13;

/// A position with the bounds of its balance.
#[derive(Clone, Copy, Debug)]
struct Entry {
    battle: Battle,
    least: Balance,
    most: Balance,
    best: Option<Capture>,
}

/// What bounds nothing.
const LEAST: Balance = -16;
const MOST: Balance = 16;

/// Solves battles on one board; what was found is kept for the next question.
#[derive(Debug)]
pub struct BattleSolver {
    board: Board,
    /// There is none before the first battle.
    table: Option<Result<Box<[Option<Entry>]>, OutOfMemory>>,
}

/// An empty table: the largest that can be allocated.
fn table() -> Result<Box<[Option<Entry>]>, OutOfMemory> {
    let mut entries = ENTRIES;
    while entries >= MIN_ENTRIES {
        let mut table = Vec::new();
        let has_room = memory::has_room_for(entries * size_of::<Option<Entry>>());
        if has_room && table.try_reserve_exact(entries).is_ok() {
            table.resize(entries, None);
            return Ok(table.into_boxed_slice());
        }
        entries /= 2;
    }
    Err(OutOfMemory::of(ENTRIES * size_of::<Option<Entry>>()))
}

impl BattleSolver {
    /// A solver with an empty table.
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), table: None }
    }

    /// Why nothing is solved, where memory was too short for a table.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.table.as_ref()?.as_ref().err().copied()
    }

    /// The exact balance for the side to move; `None` when `stop` is set meanwhile, or
    /// [`out_of_memory`](Self::out_of_memory) says why.
    pub fn balance(&mut self, battle: Battle, stop: &Stop) -> Option<Balance> {
        self.balance_within(battle, LEAST, MOST, stop)
    }

    /// The same, exact between `alpha` and `beta`, else a bound.
    pub fn balance_within(
        &mut self,
        battle: Battle,
        alpha: Balance,
        beta: Balance,
        stop: &Stop,
    ) -> Option<Balance> {
        // Allocated once, or not at all: a search without it comes here at every position.
        let table = self.table.get_or_insert_with(table).as_mut().ok()?;
        let balance = BattleSearch { board: &self.board, table, stop }.search(battle, alpha, beta);
        (!stop.is_set()).then_some(balance)
    }
}

/// A question that is being answered.
struct BattleSearch<'a> {
    board: &'a Board,
    table: &'a mut [Option<Entry>],
    stop: &'a Stop,
}

impl BattleSearch<'_> {
    /// The balance if it lies between `alpha` and `beta`; otherwise a bound beyond them.
    /// Means nothing once `stop` is set.
    fn search(&mut self, battle: Battle, alpha: Balance, beta: Balance) -> Balance {
        // The winner keeps at most the pawns it has now.
        let mut alpha = alpha.max(-(battle.enemy.count() as Balance));
        let mut beta = beta.min(battle.own.count() as Balance);
        if alpha >= beta || self.stop.is_set() {
            return alpha;
        }
        let slot = battle.slot(self.table.len());
        let known = self.table[slot].filter(|entry| entry.battle == battle);
        if let Some(Entry { least, most, .. }) = known {
            if least >= beta || least == most {
                return least;
            }
            if most <= alpha {
                return most;
            }
            alpha = alpha.max(least);
            beta = beta.min(most);
        }
        let table_move = known.and_then(|entry| entry.best);
        let (balance, best) = self.search_captures(battle, alpha, beta, table_move);
        let least = if balance > alpha { balance } else { LEAST };
        let most = if balance < beta { balance } else { MOST };
        if !self.stop.is_set() {
            self.table[slot] = Some(Entry { battle, least, most, best });
        }
        balance
    }

    /// Tries every capture, or passes, or counts.
    fn search_captures(
        &mut self,
        battle: Battle,
        mut alpha: Balance,
        beta: Balance,
        table_move: Option<Capture>,
    ) -> (Balance, Option<Capture>) {
        let threats = self.threats(battle.flipped());
        let captures = self.captures(battle, &threats, table_move);
        if captures.is_empty() {
            let balance = if threats.takers.is_empty() {
                battle.final_balance()
            } else {
                -self.search(battle.flipped(), -beta, -alpha)
            };
            return (balance, None);
        }
        let (mut balance, mut best) = (LEAST, None);
        for (_, capture) in by_rank(&captures, |(order, _)| *order) {
            let found = -self.search(battle.after(capture), -beta, -alpha);
            if found > balance {
                (balance, best) = (found, Some(capture));
                alpha = alpha.max(found);
                if alpha >= beta {
                    break;
                }
            }
        }
        (balance, best)
    }

    /// What the side to move of `battle` threatens.
    fn threats(&self, battle: Battle) -> Threats {
        let mut threats = Threats { takers: Bitboard::EMPTY, reach: Bitboard::EMPTY };
        self.board.each_reach(battle.own, battle.own | battle.enemy, |from, reach| {
            if (reach & battle.enemy).any() {
                threats.takers |= from.into();
            }
            threats.reach |= reach;
        });
        threats
    }

    /// All captures with a number by which good ones come first: those that take a pawn which
    /// could take, and those that are not answered.
    fn captures(
        &self,
        battle: Battle,
        threats: &Threats,
        table_move: Option<Capture>,
    ) -> Vec<(i32, Capture)> {
        let mut captures = Vec::new();
        self.board.each_reach(battle.own, battle.own | battle.enemy, |from, reach| {
            for to in reach & battle.enemy {
                let capture = Capture { from, to };
                let good = 8 * i32::from(table_move == Some(capture))
                    + 4 * i32::from(threats.takers.contains(to))
                    + 2 * i32::from(!threats.reach.contains(to))
                    + i32::from(threats.reach.contains(from));
                captures.push((-good, capture));
            }
        });
        captures
    }
}

/// What a side could do next.
struct Threats {
    /// Its pawns that could capture.
    takers: Bitboard,
    /// All squares that its pawns reach.
    reach: Bitboard,
}
