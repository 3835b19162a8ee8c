//! Move ordering: table move, tactical moves, killers, history.

use std::ops::ControlFlow;

use katarenga_rules::{Move, MoveSet, MoveSink, Side, Square};

/// Killer moves and history of one search.
#[derive(Debug)]
pub(super) struct Ordering {
    /// Two moves a ply that refuted others there.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a move from a square to another refuted, by side.
    history: Vec<i32>,
}

const TABLE_MOVE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
/// Where history is halved, to stay below the killers.
const MAX_HISTORY: i32 = 1 << 25;

impl Default for Ordering {
    fn default() -> Self {
        Self { killers: Vec::new(), history: vec![0; PASSES + 2] }
    }
}

/// Where the history of passes stands: behind two sides with all pairs of squares.
const PASSES: usize = 2 * Square::COUNT * Square::COUNT;

/// Where the history of a move stands.
fn history_index(side: Side, mv: Move) -> usize {
    let (from, to) = match mv {
        Move::Step { from, to } | Move::Capture { from, to } | Move::Oust { from, to, .. } => {
            (from, to)
        }
        Move::Place(square) | Move::Camp { from: square } => (square, square),
        Move::Pass => return PASSES + side.index(),
    };
    (side.index() * Square::COUNT + from.index()) * Square::COUNT + to.index()
}

/// A number for a move whose bits are mixed.
pub(super) fn number(mv: Move) -> u64 {
    let put = if let Move::Oust { put, .. } = mv { put.index() + 1 } else { 0 };
    let number = history_index(Side::White, mv) * (Square::COUNT + 1) + put + 1;
    (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Ordering {
    /// Before the next search of a game: its plies are others, and what refuted counts for a quarter.
    pub(super) fn age(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|entry| *entry /= 4);
    }

    /// Records a move that caused a beta cutoff.
    pub(super) fn record_cutoff(&mut self, side: Side, mv: Move, ply: usize, depth: u8) {
        if is_tactical(mv) {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            *second = *first;
            *first = Some(mv);
        }
        let history = &mut self.history[history_index(side, mv)];
        *history += i32::from(depth) * i32::from(depth);
        if *history > MAX_HISTORY {
            self.history.iter_mut().for_each(|entry| *entry /= 2);
        }
    }

    /// What lists the moves of a position with their ranks, of which `best` is the first.
    pub(super) fn ranked<'a>(
        &'a self,
        list: &'a mut Vec<(i32, Move)>,
        side: Side,
        ply: usize,
        best: Option<Move>,
    ) -> RankedMoves<'a> {
        let [first, second] = self.killers.get(ply).copied().unwrap_or_default();
        let known = [best, first, second].map(|mv| (mv.map(|mv| history_index(side, mv)), mv));
        RankedMoves { list, history: &self.history, side, known }
    }
}

pub(super) const fn is_tactical(mv: Move) -> bool {
    matches!(mv, Move::Capture { .. } | Move::Camp { .. })
}

/// The late move reduction in plies.
pub(super) const fn reduction(mv: Move, index: usize, depth: u8) -> u8 {
    if depth < 3 || index < 4 || is_tactical(mv) {
        0
    } else if index < 16 || depth < 5 {
        1
    } else {
        2
    }
}

/// A sink that lists moves with their ranks.
pub(super) struct RankedMoves<'a> {
    list: &'a mut Vec<(i32, Move)>,
    history: &'a [i32],
    side: Side,
    /// The best move and the killers, and where their history stands: comparing that first is quicker.
    known: [(Option<usize>, Option<Move>); 3],
}

impl RankedMoves<'_> {
    #[inline]
    fn rank(&self, mv: Move) -> i32 {
        let index = history_index(self.side, mv);
        let is =
            |(at, known): (Option<usize>, Option<Move>)| at == Some(index) && known == Some(mv);
        let [best, killers @ ..] = self.known;
        if is(best) {
            TABLE_MOVE
        } else if is_tactical(mv) {
            TACTICAL
        } else if killers.into_iter().any(is) {
            KILLER + self.history[index]
        } else {
            self.history[index]
        }
    }
}

/// A sink that lists captures alone, all of the same rank.
pub(super) struct Captures<'a>(pub(super) &'a mut Vec<(i32, Move)>);

impl MoveSink for Captures<'_> {
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        if let MoveSet::Moves { from, captures, .. } = set {
            self.0.extend(captures.into_iter().map(|to| (TACTICAL, Move::Capture { from, to })));
        }
        ControlFlow::Continue(())
    }
}

impl MoveSink for RankedMoves<'_> {
    fn take(&mut self, set: MoveSet) -> ControlFlow<()> {
        set.for_each(|mv| self.list.push((self.rank(mv), mv)));
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use katarenga_rules::{Game, GameKind, Setup};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn no_two_moves_of_a_position_have_the_same_number() {
        let mut rng = ChaCha8Rng::seed_from_u64(15);
        let mut oustings = 0;
        for kind in GameKind::ALL {
            let board = kind.random_board(&mut rng);
            let mut game = Game::new(*kind, board, Setup::default()).expect("the board suits");
            for _ in 0..60 {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                oustings += moves.iter().filter(|mv| matches!(mv, Move::Oust { .. })).count();
                let numbers: HashSet<u64> = moves.iter().map(|mv| number(*mv)).collect();
                assert_eq!(numbers.len(), moves.len(), "{kind}");
                game.play(moves[rng.random_range(0..moves.len())]).expect("a legal move");
            }
        }
        assert!(oustings > 100, "{oustings}");
    }
}
