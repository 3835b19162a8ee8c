//! Iterative deepening: what of a search is the same in all games, compiled once for all of them.

use katarenga_rules::Move;

use super::busy::Untried;
use super::table::{Bound, Entry};
use super::{Line, MAX_DEPTH};
use crate::score::{DECIDED, INFINITE, Score, decision};

/// A search from its root, as a thread of any game carries it out.
pub(super) trait RootSearch {
    /// The moves of the root in the order in which they are first tried.
    fn root_moves(&mut self) -> Vec<Move>;

    /// The greatest depth that is asked for.
    fn depth_limit(&self) -> Option<u8>;

    /// A new depth begins.
    fn begin_depth(&mut self, depth: u8);

    /// The score of a move of the root, the one of this index, if it is between `alpha` and `beta`; else
    /// a bound.
    fn search_root_move(
        &mut self,
        mv: Move,
        index: usize,
        depth: u8,
        window: (Score, Score),
    ) -> Score;

    /// Whether another thread is searching a move of the root.
    fn is_busy(&self, mv: Move, depth: u8) -> bool;

    /// Whether it was stopped before its depth.
    fn is_stopped(&self) -> bool;

    /// Whether a further depth isn't worth its time: the best move has been the same for `unchanged` depths.
    fn is_enough(&self, unchanged: usize) -> bool;

    /// Puts what was found of the root into the table.
    fn store_root(&self, entry: Entry);

    /// How many positions all threads have looked at.
    fn nodes(&self) -> u64;

    /// Whether scores can come from a solver that doesn't say when the game ends.
    fn hides_ends(&self) -> bool;

    /// A move of the root and those that follow it by the table.
    fn principal_variation(&mut self, first: Move, depth: u8) -> Vec<Move>;
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
    let mut unchanged = 0;
    for depth in first..=search.depth_limit().unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        search.begin_depth(depth);
        let deeper = search_lines(search, &mut moves, depth, &found, wanted, on_info);
        // Of one line, even half a depth knows better; of several, lines of one depth alone can
        // be compared.
        let is_whole = deeper.len() == wanted;
        let is_same = best(&deeper).is_some() && best(&deeper) == best(&found);
        unchanged = if is_same { unchanged + 1 } else { 0 };
        if is_whole || found.is_empty() {
            found = deeper;
        }
        if search.is_stopped() || search.is_enough(unchanged) {
            break;
        }
        // A decided score is no reason to stop: deeper there may be a win by more.
    }
    found
}

/// The move that the best line begins with.
fn best(lines: &[Line]) -> Option<Move> {
    lines.first().and_then(|line| line.moves.first()).copied()
}

/// The best `wanted` lines of one depth, whose first moves come first among `moves` then; fewer
/// when the search is stopped. `before` are those of the depth before.
fn search_lines(
    search: &mut dyn RootSearch,
    moves: &mut [Move],
    depth: u8,
    before: &[Line],
    wanted: usize,
    on_info: &mut dyn FnMut(&Line),
) -> Vec<Line> {
    let mut lines = Vec::new();
    for rank in 1..=wanted {
        let near = before.get(rank - 1).map(|line| line.score);
        let Some(score) = search_near(search, &mut moves[rank - 1..], depth, near) else { break };
        let best = moves[rank - 1];
        if rank == 1 && !search.is_stopped() {
            let entry = Entry { score, depth, bound: Bound::Exact, best: Some(best) };
            search.store_root(entry);
        }
        let end = decision(score).filter(|_| !search.hides_ends()).map(|(_, plies)| plies);
        let (nodes, moves) = (search.nodes(), search.principal_variation(best, depth));
        let line = Line { rank, depth, nodes, score, end, moves };
        on_info(&line);
        lines.push(line);
    }
    lines
}

/// From this depth on the score is expected near that of the depth before: an aspiration window.
const ASPIRATION_DEPTH: u8 = 4;
/// How far to either side the first window goes; each next one goes four times as far.
const ASPIRATION: Score = 40;

/// Puts the best of the root's moves first and gives its score, which is looked for around `near`. When the
/// search is stopped meanwhile that is the best so far; `None` when there is none.
fn search_near(
    search: &mut dyn RootSearch,
    moves: &mut [Move],
    depth: u8,
    near: Option<Score>,
) -> Option<Score> {
    let near = near.filter(|near| depth >= ASPIRATION_DEPTH && near.abs() < DECIDED);
    let (mut below, mut above) = (ASPIRATION, ASPIRATION);
    // The score of a move that turned out to be better than its window.
    let mut at_least = None;
    loop {
        let bound = |far: Score| near.filter(|_| far < DECIDED / 2);
        let alpha = bound(below).map_or(-INFINITE, |near| near - below);
        let beta = bound(above).map_or(INFINITE, |near| near + above);
        let score = search_root(search, moves, depth, (alpha, beta));
        match score {
            _ if search.is_stopped() => return score.or(at_least),
            // All moves are worse than the window: which of them is best is not known.
            None if alpha > -INFINITE => below *= 4,
            Some(score) if score >= beta && beta < INFINITE => {
                at_least = Some(score);
                above *= 4;
            }
            _ => return score,
        }
    }
}

/// Puts the best of the root's moves first and gives its score, at least `beta` where it is beyond the
/// window; `None` where all are at or below `alpha`.
fn search_root(
    search: &mut dyn RootSearch,
    moves: &mut [Move],
    depth: u8,
    (mut alpha, beta): (Score, Score),
) -> Option<Score> {
    let mut best = None;
    let mut untried = Untried::default();
    while let Some(index) = untried.next(moves.len(), |index| search.is_busy(moves[index], depth)) {
        let score = search.search_root_move(moves[index], index, depth, (alpha, beta));
        if search.is_stopped() {
            break;
        }
        if score > alpha {
            (alpha, best) = (score, Some(index));
            if alpha >= beta {
                break;
            }
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

#[cfg(test)]
mod tests {
    use katarenga_rules::Square;

    use super::*;

    /// A search whose best move of each depth is given, and for which two depths with the same one are enough.
    struct Scripted {
        best: Vec<usize>,
        depth: u8,
    }

    fn moves() -> Vec<Move> {
        Square::all().take(3).map(Move::Place).collect()
    }

    impl RootSearch for Scripted {
        fn root_moves(&mut self) -> Vec<Move> {
            moves()
        }

        fn depth_limit(&self) -> Option<u8> {
            Some(self.best.len() as u8)
        }

        fn begin_depth(&mut self, depth: u8) {
            self.depth = depth;
        }

        fn search_root_move(&mut self, mv: Move, _: usize, _: u8, _: (Score, Score)) -> Score {
            let best = self.best[usize::from(self.depth) - 1];
            Score::from(mv == moves()[best])
        }

        fn is_busy(&self, _: Move, _: u8) -> bool {
            false
        }

        fn is_stopped(&self) -> bool {
            false
        }

        fn is_enough(&self, unchanged: usize) -> bool {
            unchanged >= 2
        }

        fn store_root(&self, _: Entry) {}

        fn nodes(&self) -> u64 {
            0
        }

        fn hides_ends(&self) -> bool {
            false
        }

        fn principal_variation(&mut self, first: Move, _: u8) -> Vec<Move> {
            vec![first]
        }
    }

    #[test]
    fn a_search_on_a_clock_goes_on_while_its_best_move_changes() {
        let depth_of = |best: &[usize]| {
            let mut search = Scripted { best: best.to_vec(), depth: 0 };
            deepen(&mut search, 1, 1, &mut |_| ())[0].depth
        };
        assert_eq!(depth_of(&[0, 0, 0, 0, 0, 0]), 3);
        assert_eq!(depth_of(&[0, 0, 1, 1, 1, 0]), 5);
        assert_eq!(depth_of(&[0, 1, 2, 1, 0, 1]), 6);
    }
}
