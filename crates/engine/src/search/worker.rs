//! One thread of a search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use katarenga_rules::{Board, Move};

use super::deepening::{RootSearch, follow};
use super::ordering::{self, Ordering};
use super::table::{Bound, Entry, Table};
use super::{Limits, MAX_DEPTH, Methods, Noise, Settings, Stop};
use crate::games::{Evaluator as _, Searchable, evaluate};
use crate::ranked::best_first;
use crate::score::{DECIDED, INFINITE, Score, from_root, of_outcome, to_root};

/// What a thread keeps from search to search.
pub(super) struct ThreadData<R: Searchable> {
    pub(super) evaluator: R::Evaluator,
    ordering: Ordering,
    /// Lists of moves by ply, reused.
    lists: Vec<Vec<(i32, Move)>>,
}

impl<R: Searchable> ThreadData<R> {
    pub(super) fn new(board: &Board) -> Self {
        Self { evaluator: R::evaluator(board), ordering: Ordering::default(), lists: Vec::new() }
    }
}

/// What the threads of a search share.
pub(super) struct SharedSearch<'a, R> {
    board: &'a Board,
    table: &'a Table,
    methods: Methods,
    noise: Noise,
    root: R,
    /// The key of the root.
    root_key: u64,
    /// The positions that occurred twice in the game: the next occurrence is a draw.
    occurred_twice: Vec<R>,
    /// The nodes of all threads, updated every [`NODES_PER_CHECK`].
    nodes: AtomicU64,
}

impl<'a, R: Searchable> SharedSearch<'a, R> {
    pub(super) fn new(
        board: &'a Board,
        table: &'a Table,
        settings: &Settings,
        root: R,
        occurred_twice: Vec<R>,
    ) -> Self {
        let Settings { methods, noise, .. } = *settings;
        let nodes = AtomicU64::new(0);
        let root_key = root.key();
        Self { board, table, methods, noise, root, root_key, occurred_twice, nodes }
    }
}

/// A thread at work.
pub(super) struct Worker<'a, R: Searchable> {
    shared: &'a SharedSearch<'a, R>,
    thread: &'a mut ThreadData<R>,
    limits: Limits,
    deadline: Option<Instant>,
    stop: &'a Stop,
    /// The positions from the root to the current node, with their keys.
    path: Vec<(u64, R)>,
    nodes: u64,
    /// Whether the search was stopped before its depth: its return values are then meaningless.
    stopped: bool,
}

/// The clock is checked once in this number of nodes.
const NODES_PER_CHECK: u64 = 32;

/// The nodes that an exactly solved position counts as, since it takes far longer than one. A multiple
/// of [`NODES_PER_CHECK`], so that no check of the clock is skipped.
const PROOF_NODES: u64 = 128;

impl<'a, R: Searchable> Worker<'a, R> {
    pub(super) fn new(
        shared: &'a SharedSearch<'a, R>,
        thread: &'a mut ThreadData<R>,
        limits: Limits,
        stop: &'a Stop,
    ) -> Self {
        thread.ordering.clear();
        let deadline = limits.deadline();
        Self { shared, thread, limits, deadline, stop, path: Vec::new(), nodes: 0, stopped: false }
    }

    fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes % NODES_PER_CHECK
    }

    fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.shared.nodes.fetch_add(nodes, Relaxed);
    }

    /// Counts a node and checks the limits; returns whether the search is stopped.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.shared.nodes.fetch_add(NODES_PER_CHECK, Relaxed);
            // The other threads count as well.
            self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || self.limits.nodes_exceeded(self.total_nodes());
        }
        self.stopped |= self.limits.nodes_exceeded(self.nodes) || self.stop.is_set();
        self.stopped
    }

    /// Whether the position is a draw by repetition: the third time in the game, or again in the
    /// line that is looked at, where coming back once can be done again.
    fn is_repetition(&self, key: u64, position: &R) -> bool {
        R::REPEATS
            && (self.path.iter().any(|(earlier, at)| *earlier == key && at == position)
                || self.shared.occurred_twice.contains(position))
    }

    fn probe_table(&self, key: u64) -> Option<Entry> {
        self.shared.table.get(key).filter(|_| self.shared.methods.table)
    }

    /// The score for the side to move, exact between `alpha` and `beta`, else a bound.
    fn search(&mut self, position: &R, depth: u8, ply: usize, alpha: Score, beta: Score) -> Score {
        if self.count_node() {
            return 0;
        }
        let board = self.shared.board;
        if let Some(outcome) = position.decided(board) {
            return of_outcome(&outcome, position.core().turn(), ply);
        }
        let key = position.key();
        if self.is_repetition(key, position) {
            return 0;
        }
        if self.shared.methods.solver {
            let window = (alpha, beta);
            if let Some(score) =
                self.thread.evaluator.solve_within(position, ply, window, self.stop)
            {
                self.add_nodes(PROOF_NODES);
                return score;
            }
            // It may have been stopped before it knew.
            if R::SOLVED.ever() && self.stop.is_set() {
                self.stopped = true;
                return 0;
            }
        }
        if depth == 0 {
            return self.quiescence(position, ply, alpha, beta);
        }
        let known = self.probe_table(key);
        if let Some(score) = known.and_then(|entry| table_cutoff(entry, depth, ply, alpha, beta)) {
            return score;
        }
        let best_before = known.and_then(|entry| entry.best);
        let Some((score, best)) =
            self.search_moves(position, key, best_before, depth, ply, alpha, beta)
        else {
            let outcome = position.blocked(board);
            return outcome.map_or(0, |outcome| of_outcome(&outcome, position.core().turn(), ply));
        };
        if !self.stopped {
            let bound = match score {
                _ if score >= beta => Bound::Lower,
                _ if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.shared.table.set(key, Entry { score: from_root(score, ply), depth, bound, best });
        }
        score
    }

    /// Tries the moves of a position: the best score and its move; `None` when there are none.
    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn search_moves(
        &mut self,
        position: &R,
        key: u64,
        best_before: Option<Move>,
        depth: u8,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Option<(Score, Option<Move>)> {
        let mut moves = self.moves(position, ply, best_before);
        let any = !moves.is_empty();
        let (mut best, mut best_move) = (-INFINITE, None);
        self.path.push((key, *position));
        for index in 0..moves.len() {
            let mv = pick_next(&mut moves, index);
            let score = self.search_move(position, mv, index, depth, ply, alpha, beta);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.thread.ordering.record_cutoff(position.core().turn(), mv, ply, depth);
                    break;
                }
            }
        }
        self.path.pop();
        self.thread.lists[ply] = moves;
        any.then_some((best, best_move))
    }

    /// The score of a move for the side that makes it: the first in full, the others first with the
    /// question whether they are better at all, later ones less deep.
    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn search_move(
        &mut self,
        position: &R,
        mv: Move,
        index: usize,
        depth: u8,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let child = &position.play_unchecked(self.shared.board, mv);
        if index == 0 {
            return -self.search(child, depth - 1, ply + 1, -beta, -alpha);
        }
        let reduction =
            if self.shared.methods.reductions { ordering::reduction(mv, index, depth) } else { 0 };
        let mut score = -self.search(child, depth - 1 - reduction, ply + 1, -alpha - 1, -alpha);
        if score > alpha && reduction > 0 {
            score = -self.search(child, depth - 1, ply + 1, -alpha - 1, -alpha);
        }
        if score > alpha && score < beta {
            score = -self.search(child, depth - 1, ply + 1, -beta, -alpha);
        }
        score
    }

    /// The moves of a position with the numbers by which they are tried.
    fn moves(&mut self, position: &R, ply: usize, best: Option<Move>) -> Vec<(i32, Move)> {
        let ThreadData { lists, ordering, .. } = &mut *self.thread;
        while lists.len() <= ply {
            lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut lists[ply]);
        list.clear();
        let turn = position.core().turn();
        let mut sink = ordering::RankedMoves { list: &mut list, ordering, turn, ply, best };
        position.generate(self.shared.board, &mut sink);
        list
    }

    /// The static evaluation, with the noise of a weaker level.
    fn stand_pat(&mut self, position: &R) -> Score {
        let shared = self.shared;
        let score = evaluate(&self.thread.evaluator, shared.board, position);
        // Computing a key takes time: only where noise needs it.
        let score =
            if shared.noise.max == 0 { score } else { score + shared.noise.of(position.key()) };
        debug_assert!(score.abs() < DECIDED, "an evaluation is no decision");
        score
    }

    /// The quiescence search: captures alone, with the option to stand pat.
    fn quiescence(&mut self, position: &R, ply: usize, mut alpha: Score, beta: Score) -> Score {
        let board = self.shared.board;
        // Without a legal move the game may be over: the rules decide.
        if let Some(outcome) = position.blocked(board)
            && !position.has_non_pass_move(board)
        {
            return of_outcome(&outcome, position.core().turn(), ply);
        }
        let stand_pat = self.stand_pat(position);
        let too_deep = ply >= usize::from(2 * MAX_DEPTH);
        if !self.shared.methods.quiescence || stand_pat >= beta || too_deep {
            return stand_pat;
        }
        let mut best = stand_pat;
        alpha = alpha.max(best);
        let mut moves = self.moves(position, ply, None);
        moves.retain(|(_, mv)| matches!(mv, Move::Capture { .. }));
        for index in 0..moves.len() {
            let child = position.play_unchecked(board, pick_next(&mut moves, index));
            if self.count_node() {
                break;
            }
            let score = match child.decided(board) {
                Some(outcome) => -of_outcome(&outcome, child.core().turn(), ply + 1),
                None => -self.quiescence(&child, ply + 1, -beta, -alpha),
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.thread.lists[ply] = moves;
        best
    }
}

impl<R: Searchable> RootSearch for Worker<'_, R> {
    fn root_moves(&mut self) -> Vec<Move> {
        let known = self.probe_table(self.shared.root_key);
        best_first(&self.moves(&self.shared.root, 0, known.and_then(|entry| entry.best)))
    }

    fn depth_limit(&self) -> Option<u8> {
        self.limits.depth
    }

    fn search_root_move(&mut self, mv: Move, index: usize, depth: u8, alpha: Score) -> Score {
        let root = &self.shared.root;
        self.path.push((self.shared.root_key, *root));
        let score = self.search_move(root, mv, index, depth, 0, alpha, INFINITE);
        self.path.pop();
        score
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn store_root(&self, entry: Entry) {
        self.shared.table.set(self.shared.root_key, entry);
    }

    fn nodes(&self) -> u64 {
        self.total_nodes()
    }

    fn has_solver(&self) -> bool {
        R::SOLVED.ever() && self.shared.methods.solver
    }

    fn principal_variation(&self, first: Move, depth: u8) -> Vec<Move> {
        let mut position = self.shared.root;
        follow(first, depth, &mut |mv| {
            position = position.play_unchecked(self.shared.board, mv);
            let next = self.shared.table.get(position.key())?.best?;
            position.is_legal(self.shared.board, next).then_some(next)
        })
    }
}

/// The score of a table entry if it is deep enough and its bound cuts the node off.
fn table_cutoff(entry: Entry, depth: u8, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
    let score = to_root(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (entry.depth >= depth && decides).then_some(score)
}

/// Swaps the highest-ranked of the moves from `index` on to that place, and returns it.
fn pick_next(moves: &mut [(i32, Move)], index: usize) -> Move {
    let rest = &moves[index..];
    let (mut chosen, mut order) = (index, rest[0].0);
    for (offset, (other, _)) in rest.iter().enumerate().skip(1) {
        if *other > order {
            (chosen, order) = (index + offset, *other);
        }
    }
    moves.swap(index, chosen);
    moves[index].1
}

#[cfg(test)]
mod tests {
    use katarenga_rules::games::Katarenga;
    use katarenga_rules::{GameKind, Rules as _, Setup};

    use super::*;

    /// Coming back once can be done again, until it is a draw.
    #[test]
    fn a_position_that_stands_in_the_line_already_is_a_draw() {
        let kind = GameKind::Katarenga;
        let board = Board::new(kind.default_board());
        let start = kind.start(&board, Setup::default()).expect("the board suits");
        let root = Katarenga::try_from(start).expect("of this game");
        let mut moves = Vec::new();
        root.generate(&board, &mut moves);
        let [here, elsewhere] = [moves[0], moves[1]].map(|mv| root.play_unchecked(&board, mv));
        let (table, stop) = (Table::new(0), Stop::default());
        let settings = Settings { methods: Methods::PLAIN, ..Settings::default() };
        let shared = SharedSearch::new(&board, &table, &settings, root, Vec::new());
        let mut thread = ThreadData::new(&board);
        let mut worker = Worker::new(&shared, &mut thread, Limits::default(), &stop);
        let mut score_after = |line: &[Katarenga]| {
            worker.path = line.iter().map(|position| (position.key(), *position)).collect();
            worker.search(&here, 1, line.len(), -INFINITE, INFINITE)
        };
        let alone = score_after(&[root]);
        assert_ne!(alone, 0);
        assert_eq!(score_after(&[root, elsewhere]), alone);
        assert_eq!(score_after(&[here, elsewhere]), 0);
    }
}
