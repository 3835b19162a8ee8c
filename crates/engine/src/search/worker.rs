//! One thread of a search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use katarenga_rules::{Board, Move};

use super::ordering::{self, Ordering};
use super::score::{DECIDED, INFINITE, Score, decision, from_root, of_outcome, to_root};
use super::table::{Bound, Entry, Table};
use super::{DEEPEST, Limits, Line, Methods, Noise, Settings, Stop};
use crate::games::{Guide as _, Knowledge, evaluate};

/// What a thread keeps from search to search.
pub(super) struct Mind<R: Knowledge> {
    pub(super) guide: R::Guide,
    ordering: Ordering,
    /// Lists of moves by ply, reused.
    lists: Vec<Vec<(i32, Move)>>,
}

impl<R: Knowledge> Mind<R> {
    pub(super) fn new(board: &Board) -> Self {
        Self { guide: R::guide(board), ordering: Ordering::default(), lists: Vec::new() }
    }
}

/// What all threads of a search are to find.
pub(super) struct Task<'a, R> {
    board: &'a Board,
    table: &'a Table,
    methods: Methods,
    noise: Noise,
    root: R,
    /// The positions that stood twice in the game: coming back there is a draw.
    stood_twice: Vec<R>,
    started: Instant,
    /// The positions that all threads have looked at, counted now and then.
    nodes: AtomicU64,
}

impl<'a, R: Knowledge> Task<'a, R> {
    pub(super) fn new(
        board: &'a Board,
        table: &'a Table,
        settings: &Settings,
        root: R,
        earlier: &[R],
    ) -> Self {
        let mut stood_twice = Vec::new();
        if R::REPEATS {
            let twice = |(index, position): &(usize, &R)| earlier[..*index].contains(position);
            stood_twice.extend(earlier.iter().enumerate().filter(twice).map(|(_, at)| *at));
        }
        let Settings { methods, noise, .. } = *settings;
        let (started, nodes) = (Instant::now(), AtomicU64::new(0));
        Self { board, table, methods, noise, root, stood_twice, started, nodes }
    }
}

/// A thread at work.
pub(super) struct Worker<'a, R: Knowledge> {
    task: &'a Task<'a, R>,
    mind: &'a mut Mind<R>,
    limits: Limits,
    stop: &'a Stop,
    /// The positions from the root to the one that is looked at, with their keys.
    line: Vec<(u64, R)>,
    nodes: u64,
    /// Whether the search has ended before its depth: what it returns then means nothing.
    stopped: bool,
}

/// After so many positions the clock is looked at.
const BETWEEN_GLANCES: u64 = 32;

/// A position that is solved exactly counts as so many, since it takes far longer than one: limits
/// in nodes shall be fair. A multiple of [`BETWEEN_GLANCES`], so that no glance at the clock is skipped.
const NODES_OF_A_PROOF: u64 = 128;

impl<'a, R: Knowledge> Worker<'a, R> {
    pub(super) fn new(
        task: &'a Task<'a, R>,
        mind: &'a mut Mind<R>,
        limits: Limits,
        stop: &'a Stop,
    ) -> Self {
        mind.ordering.forget();
        Self { task, mind, limits, stop, line: Vec::new(), nodes: 0, stopped: false }
    }

    /// Searches from depth `first` on until a limit is reached: the best `wanted` lines.
    pub(super) fn deepen(
        &mut self,
        first: u8,
        wanted: usize,
        tell: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        let mut moves = self.root_moves();
        let wanted = wanted.clamp(1, moves.len().max(1));
        let mut found: Vec<Line> = Vec::new();
        for depth in first..=self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            let deeper = self.lines(&mut moves, depth, wanted, tell);
            // Of one line, even half a depth knows better; of several, lines of one depth alone can
            // be compared.
            let is_whole = deeper.len() == wanted;
            if is_whole || found.is_empty() {
                found = deeper;
            }
            if self.stopped {
                break;
            }
            // A decided score is no reason to stop: deeper there may be a win by more.
        }
        found
    }

    /// The best `wanted` lines of one depth, whose first moves come first among `moves` then; fewer
    /// when the search is stopped.
    fn lines(
        &mut self,
        moves: &mut [Move],
        depth: u8,
        wanted: usize,
        tell: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        for rank in 1..=wanted {
            let Some(score) = self.best_of(&mut moves[rank - 1..], depth) else { break };
            let best = moves[rank - 1];
            if rank == 1 && !self.stopped {
                let entry = Entry { score, depth, bound: Bound::Exact, best: Some(best) };
                self.task.table.set(self.task.root.key(), entry);
            }
            let line = self.line_of(rank, depth, score, best);
            tell(&line);
            lines.push(line);
        }
        lines
    }

    fn line_of(&self, rank: usize, depth: u8, score: Score, first: Move) -> Line {
        // What a solver has judged goes on beyond the line.
        let is_open = R::SOLVED && self.task.methods.solver;
        let end = decision(score).filter(|_| !is_open).map(|(_, plies)| plies);
        let moves = self.variation(first, depth);
        Line { rank, depth, nodes: self.all_nodes(), score, end, moves }
    }

    /// The moves of the root in the order in which they are first tried.
    fn root_moves(&mut self) -> Vec<Move> {
        let root = &self.task.root;
        let known = self.known(root.key());
        let mut ranked = self.moves(root, 0, known.and_then(|entry| entry.best));
        ranked.sort_by_key(|(rank, _)| -rank);
        let moves = ranked.iter().map(|(_, mv)| *mv).collect();
        self.mind.lists[0] = ranked;
        moves
    }

    /// Puts the best of the root's moves first and gives its score. When the search is stopped
    /// meanwhile that is the best so far; `None` when there is none.
    fn best_of(&mut self, moves: &mut [Move], depth: u8) -> Option<Score> {
        let task = self.task;
        let (mut alpha, mut best) = (-INFINITE, None);
        self.line.push((task.root.key(), task.root));
        for (index, mv) in moves.iter().enumerate() {
            let child = task.root.play_unchecked(task.board, *mv);
            let score = self.child(&child, *mv, index, depth, 0, alpha, INFINITE);
            if self.stopped {
                break;
            }
            if score > alpha {
                (alpha, best) = (score, Some(index));
            }
        }
        self.line.pop();
        moves[..=best?].rotate_right(1);
        Some(alpha)
    }

    /// A move of the root and those that follow it by the table.
    fn variation(&self, first: Move, depth: u8) -> Vec<Move> {
        let board = self.task.board;
        let mut position = self.task.root.play_unchecked(board, first);
        let mut moves = vec![first];
        while moves.len() < usize::from(depth)
            && let Some(mv) = self.task.table.get(position.key()).and_then(|entry| entry.best)
            && position.is_legal(board, mv)
        {
            moves.push(mv);
            position = position.play_unchecked(board, mv);
        }
        moves
    }

    fn all_nodes(&self) -> u64 {
        self.task.nodes.load(Relaxed) + self.nodes % BETWEEN_GLANCES
    }

    fn count_more(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.task.nodes.fetch_add(nodes, Relaxed);
    }

    /// Counts a position; whether it is one too many.
    fn is_stopped(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_GLANCES) {
            self.task.nodes.fetch_add(BETWEEN_GLANCES, Relaxed);
            // The other threads count as well.
            self.stopped |= self.limits.has_no_time_left(self.task.started)
                || self.limits.has_no_nodes_left(self.all_nodes());
        }
        self.stopped |= self.limits.has_no_nodes_left(self.nodes) || self.stop.is_set();
        self.stopped
    }

    /// Whether the position is a draw by repetition: the third time in the game, or again in the
    /// line that is looked at, where coming back once can be done again.
    fn is_repeated(&self, key: u64, position: &R) -> bool {
        R::REPEATS
            && (self.line.iter().any(|(earlier, at)| *earlier == key && at == position)
                || self.task.stood_twice.contains(position))
    }

    fn known(&self, key: u64) -> Option<Entry> {
        self.task.table.get(key).filter(|_| self.task.methods.table)
    }

    /// The score for the side to move, exact between `alpha` and `beta`, else a bound.
    fn search(&mut self, position: &R, depth: u8, ply: usize, alpha: Score, beta: Score) -> Score {
        if self.is_stopped() {
            return 0;
        }
        let board = self.task.board;
        if let Some(outcome) = position.decided(board) {
            return of_outcome(&outcome, position.core().turn(), ply);
        }
        let key = position.key();
        if self.is_repeated(key, position) {
            return 0;
        }
        if self.task.methods.solver {
            let window = (alpha, beta);
            if let Some(score) = self.mind.guide.solve_within(position, ply, window, self.stop) {
                self.count_more(NODES_OF_A_PROOF);
                return score;
            }
            // It may have been stopped before it knew.
            if R::SOLVED && self.stop.is_set() {
                self.stopped = true;
                return 0;
            }
        }
        if depth == 0 {
            return self.quiet(position, ply, alpha, beta);
        }
        let known = self.known(key);
        if let Some(score) = known.and_then(|entry| settled(entry, depth, ply, alpha, beta)) {
            return score;
        }
        let best_before = known.and_then(|entry| entry.best);
        let Some((score, best)) = self.try_all(position, key, best_before, depth, ply, alpha, beta)
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
            self.task.table.set(key, Entry { score: from_root(score, ply), depth, bound, best });
        }
        score
    }

    /// Tries the moves of a position: the best score and its move; `None` when there are none.
    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn try_all(
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
        self.line.push((key, *position));
        for index in 0..moves.len() {
            let mv = next_best(&mut moves, index);
            let child = position.play_unchecked(self.task.board, mv);
            let score = self.child(&child, mv, index, depth, ply, alpha, beta);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.mind.ordering.cut(position.core().turn(), mv, ply, depth);
                    break;
                }
            }
        }
        self.line.pop();
        self.mind.lists[ply] = moves;
        any.then_some((best, best_move))
    }

    /// The score of a move for the side that makes it: the first in full, the others first with the
    /// question whether they are better at all, later ones less deep.
    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn child(
        &mut self,
        child: &R,
        mv: Move,
        index: usize,
        depth: u8,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if index == 0 {
            return -self.search(child, depth - 1, ply + 1, -beta, -alpha);
        }
        let reduction =
            if self.task.methods.reductions { ordering::reduction(mv, index, depth) } else { 0 };
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
        let Mind { lists, ordering, .. } = &mut *self.mind;
        while lists.len() <= ply {
            lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut lists[ply]);
        list.clear();
        let turn = position.core().turn();
        let mut sink = ordering::Ranked { list: &mut list, ordering, turn, ply, best };
        position.generate(self.task.board, &mut sink);
        list
    }

    /// What a position seems to be worth, with the error of a weaker player.
    fn standing(&mut self, position: &R) -> Score {
        let task = self.task;
        let score = evaluate(&self.mind.guide, task.board, position);
        // A key takes time: none without need.
        let score =
            if task.noise.most == 0 { score } else { score + task.noise.of(position.key()) };
        debug_assert!(score.abs() < DECIDED, "an evaluation is no decision");
        score
    }

    /// The evaluation once no capture promises more.
    fn quiet(&mut self, position: &R, ply: usize, mut alpha: Score, beta: Score) -> Score {
        let board = self.task.board;
        // A blocked player has lost, or the game ends: only the rules know.
        if let Some(outcome) = position.blocked(board)
            && !position.has_ordinary_move(board)
        {
            return of_outcome(&outcome, position.core().turn(), ply);
        }
        let standing = self.standing(position);
        let too_deep = ply >= usize::from(2 * DEEPEST);
        if !self.task.methods.quiescence || standing >= beta || too_deep {
            return standing;
        }
        let mut best = standing;
        alpha = alpha.max(best);
        let mut moves = self.moves(position, ply, None);
        moves.retain(|(_, mv)| matches!(mv, Move::Capture { .. }));
        for index in 0..moves.len() {
            let child = position.play_unchecked(board, next_best(&mut moves, index));
            if self.is_stopped() {
                break;
            }
            let score = match child.decided(board) {
                Some(outcome) => -of_outcome(&outcome, child.core().turn(), ply + 1),
                None => -self.quiet(&child, ply + 1, -beta, -alpha),
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.mind.lists[ply] = moves;
        best
    }
}

/// The score that an entry of the table gives without search, if it does.
fn settled(entry: Entry, depth: u8, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
    let score = to_root(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (entry.depth >= depth && settles).then_some(score)
}

/// Brings the most promising of the moves from `index` on to that place, and gives it.
fn next_best(moves: &mut [(i32, Move)], index: usize) -> Move {
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
