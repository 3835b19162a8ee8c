//! Iterative deepening: what of a search is the same in all games, compiled once for all of them.

use katarenga_rules::Move;

use super::{Line, MAX_DEPTH};
use crate::score::Score;

/// A search from its root, as a thread of any game carries it out.
pub(super) trait RootSearch {
    /// The moves of the root in the order in which they are first tried.
    fn root_moves(&mut self) -> Vec<Move>;

    /// The greatest depth that is asked for.
    fn depth_limit(&self) -> Option<u8>;

    /// Puts the best of the root's moves first and gives its score. When the search is stopped
    /// meanwhile that is the best so far; `None` when there is none.
    fn search_root(&mut self, moves: &mut [Move], depth: u8) -> Option<Score>;

    /// Whether it was stopped before its depth.
    fn is_stopped(&self) -> bool;

    /// Puts what was found of the root into the table.
    fn store_root(&self, depth: u8, score: Score, best: Move);

    /// The line that begins with a move of the root.
    fn line(&self, rank: usize, depth: u8, score: Score, first: Move) -> Line;
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
        let Some(score) = search.search_root(&mut moves[rank - 1..], depth) else { break };
        let best = moves[rank - 1];
        if rank == 1 && !search.is_stopped() {
            search.store_root(depth, score, best);
        }
        let line = search.line(rank, depth, score, best);
        on_info(&line);
        lines.push(line);
    }
    lines
}
