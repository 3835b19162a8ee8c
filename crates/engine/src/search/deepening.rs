//! Iterative deepening: what of a search is the same in all games, compiled once for all of them.

use katarenga_rules::Move;

use super::table::{Bound, Entry};
use super::{Line, MAX_DEPTH};
use crate::score::{INFINITE, Score, decision};

/// A search from its root, as a thread of any game carries it out.
pub(super) trait RootSearch {
    /// The moves of the root in the order in which they are first tried.
    fn root_moves(&mut self) -> Vec<Move>;

    /// The greatest depth that is asked for.
    fn depth_limit(&self) -> Option<u8>;

    /// The score of a move of the root, the one of this index, if it is above `alpha`; else a bound.
    fn search_root_move(&mut self, mv: Move, index: usize, depth: u8, alpha: Score) -> Score;

    /// Whether it was stopped before its depth.
    fn is_stopped(&self) -> bool;

    /// Puts what was found of the root into the table.
    fn store_root(&self, entry: Entry);

    /// How many positions all threads have looked at.
    fn nodes(&self) -> u64;

    /// Whether scores can come from a solver.
    fn has_solver(&self) -> bool;

    /// A move of the root and those that follow it by the table.
    fn principal_variation(&self, first: Move, depth: u8) -> Vec<Move>;
}

/// Searches from depth `first` on until a limit is reached: the best `wanted` lines.
pub(super) fn deepen(
    search: &mut dyn RootSearch,
    first: u8,
    wanted: usize,
    on_info: &mut dyn FnMut(&Line),
) -> Vec<Line> {
    let mut moves = search.root_moves();
    let wanted = wanted.clamp(1, moves.len().max(1));
    let mut found: Vec<Line> = Vec::new();
    for depth in first..=search.depth_limit().unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let deeper = search_lines(search, &mut moves, depth, wanted, on_info);
        // Of one line, even half a depth knows better; of several, lines of one depth alone can
        // be compared.
        let is_whole = deeper.len() == wanted;
        if is_whole || found.is_empty() {
            found = deeper;
        }
        if search.is_stopped() {
            break;
        }
        // A decided score is no reason to stop: deeper there may be a win by more.
    }
    found
}

/// The best `wanted` lines of one depth, whose first moves come first among `moves` then; fewer
/// when the search is stopped.
fn search_lines(
    search: &mut dyn RootSearch,
    moves: &mut [Move],
    depth: u8,
    wanted: usize,
    on_info: &mut dyn FnMut(&Line),
) -> Vec<Line> {
    let mut lines = Vec::new();
    for rank in 1..=wanted {
        let Some(score) = search_root(search, &mut moves[rank - 1..], depth) else { break };
        let best = moves[rank - 1];
        if rank == 1 && !search.is_stopped() {
            let entry = Entry { score, depth, bound: Bound::Exact, best: Some(best) };
            search.store_root(entry);
        }
        // A score from a solver doesn't say when the game ends.
        let end = decision(score).filter(|_| !search.has_solver()).map(|(_, plies)| plies);
        let (nodes, moves) = (search.nodes(), search.principal_variation(best, depth));
        let line = Line { rank, depth, nodes, score, end, moves };
        on_info(&line);
        lines.push(line);
    }
    lines
}

/// Puts the best of the root's moves first and gives its score. When the search is stopped
/// meanwhile that is the best so far; `None` when there is none.
fn search_root(search: &mut dyn RootSearch, moves: &mut [Move], depth: u8) -> Option<Score> {
    let (mut alpha, mut best) = (-INFINITE, None);
    for (index, mv) in moves.iter().enumerate() {
        let score = search.search_root_move(*mv, index, depth, alpha);
        if search.is_stopped() {
            break;
        }
        if score > alpha {
            (alpha, best) = (score, Some(index));
        }
    }
    moves[..=best?].rotate_right(1);
    Some(alpha)
}

/// A move and those that follow it, up to `depth`: `play` plays one and gives the next.
pub(super) fn follow(
    first: Move,
    depth: u8,
    play: &mut dyn FnMut(Move) -> Option<Move>,
) -> Vec<Move> {
    let mut moves = vec![first];
    while moves.len() < usize::from(depth)
        && let Some(next) = moves.last().and_then(|last| play(*last))
    {
        moves.push(next);
    }
    moves
}
