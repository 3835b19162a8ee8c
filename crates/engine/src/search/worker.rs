//! One thread of a search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use katarenga_rules::{Board, Move, Outcome, Side};

use super::busy::{Busy, Untried};
use super::deepening::{RootSearch, follow};
use super::ordering::{self, Captures, Ordering};
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

    /// The list of moves of a ply, empty: it is taken out, and is to be put back.
    fn list(&mut self, ply: usize) -> Vec<(i32, Move)> {
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        list
    }
}

/// What the threads of a search share.
pub(super) struct SharedSearch<'a, R> {
    board: &'a Board,
    table: &'a Table,
    methods: Methods,
    noise: Noise,
    root: R,
    /// Mixed into all keys: scores that depend on who searches are not those of the other side.
    salt: u64,
    /// What a repetition is worth to the side to move at the root.
    repetition: Score,
    /// The positions that occurred twice in the game: the next occurrence is a draw.
    occurred_twice: Vec<R>,
    /// What the threads are looking at, where there are several.
    busy: Option<Busy>,
    /// The nodes of all threads, updated every [`NODES_PER_REPORT`].
    nodes: Counter,
}

/// A number that all threads change, in cache lines of its own: beside it nothing can be read while another thread
/// changes it.
#[repr(align(128))]
#[derive(Default)]
struct Counter(AtomicU64);

impl<'a, R: Searchable> SharedSearch<'a, R> {
    pub(super) fn new(
        board: &'a Board,
        table: &'a Table,
        settings: &Settings,
        root: R,
        occurred_twice: Vec<R>,
    ) -> Self {
        let Settings { methods, noise, plays, threads, .. } = *settings;
        let (busy, nodes) = ((threads > 1).then(Busy::new), Counter::default());
        let repetition = if plays { R::REPETITION } else { 0 };
        let salt = if repetition == 0 { 0 } else { SALTS[root.core().turn().index()] };
        Self { board, table, methods, noise, root, salt, repetition, occurred_twice, busy, nodes }
    }

    /// The key of a position in the table.
    fn key(&self, position: &R) -> u64 {
        position.key() ^ self.salt
    }

    /// What a repetition is worth to `turn`.
    fn repetition(&self, turn: Side) -> Score {
        if turn == self.root.core().turn() { self.repetition } else { -self.repetition }
    }
}

/// Any two numbers whose bits are mixed.
const SALTS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];

/// A thread at work.
pub(super) struct Worker<'a, R: Searchable> {
    shared: &'a SharedSearch<'a, R>,
    thread: &'a mut ThreadData<R>,
    limits: Limits,
    /// Whether it is the thread whose result counts.
    leads: bool,
    /// When it began, where that counts.
    begun: Option<Instant>,
    stop: &'a Stop,
    /// The positions from the root to the current node, with their keys.
    path: Vec<(u64, R)>,
    nodes: u64,
    /// Those of them that stand for the time of a solver.
    proof_nodes: u64,
    /// Whether limits count yet: the first ply is searched whole.
    is_limited: bool,
    /// Whether the search was stopped before its depth: its return values are then meaningless.
    stopped: bool,
}

/// A thread reports its nodes to the others once in this number of them.
const NODES_PER_REPORT: u64 = 32;

/// Down to this depth above the leaves a position whose evaluation is above the window by a margin a ply
/// isn't searched (reverse futility).
const REVERSE_DEPTH: u8 = 4;
const REVERSE_MARGIN: Score = 40;
/// Down to this depth quiet moves are left out where the evaluation is below the window by a margin a ply
/// (futility).
const FUTILE_DEPTH: u8 = 3;
const FUTILE_MARGIN: Score = 60;

/// From this depth on a position whose best move isn't known is searched a ply less deep: the next time it is.
const UNKNOWN_DEPTH: u8 = 4;

/// From this depth on threads keep away from the moves that others are at: below, that would take longer than
/// what it saves. Of 3, 4 and 5 the one with which two threads were soonest.
const PARTED_DEPTH: u8 = 4;

/// What a static evaluation says of a node.
enum Prospect {
    /// Nothing: its moves are searched.
    Open,
    /// It is good enough for a cutoff.
    Enough(Score),
    /// Quiet moves are beyond hope: they bring no more than this.
    Futile(Score),
}

impl<'a, R: Searchable> Worker<'a, R> {
    pub(super) fn new(
        shared: &'a SharedSearch<'a, R>,
        thread: &'a mut ThreadData<R>,
        leads: bool,
        limits: Limits,
        stop: &'a Stop,
    ) -> Self {
        thread.ordering.age();
        let begun = limits.usual.map(|_| Instant::now());
        let (path, is_limited, stopped) = (Vec::new(), false, false);
        Self {
            shared,
            thread,
            leads,
            limits,
            begun,
            stop,
            path,
            nodes: 0,
            proof_nodes: 0,
            is_limited,
            stopped,
        }
    }

    fn total_nodes(&self) -> u64 {
        self.shared.nodes.0.load(Relaxed) + self.nodes % NODES_PER_REPORT
    }

    /// Adds a multiple of [`NODES_PER_REPORT`], so that no report is skipped.
    fn add_proof(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.proof_nodes += nodes;
        self.shared.nodes.0.fetch_add(nodes, Relaxed);
    }

    /// Counts a node and checks the limits; returns whether the search is stopped.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.shared.nodes.0.fetch_add(NODES_PER_REPORT, Relaxed);
        }
        // The nodes of the other threads count as well.
        self.stopped |= self.is_limited
            && (self.limits.nodes_exceeded(self.total_nodes()) || self.stop.is_set());
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
        if let Some(outcome) = decided(board, position) {
            return of_outcome(&outcome, position.core().turn(), ply);
        }
        let key = self.shared.key(position);
        if self.is_repetition(key, position) {
            return self.shared.repetition(position.core().turn());
        }
        if self.shared.methods.solver {
            let window = (alpha, beta);
            if let Some(score) =
                self.thread.evaluator.solve_within(position, ply, window, self.stop)
            {
                self.add_proof(R::Evaluator::PROOF_NODES);
                return score;
            }
            // It may have been stopped before it knew.
            if R::SOLVED.ever() && self.is_limited && self.stop.is_set() {
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
        let depth = depth - u8::from(self.is_unknown(known, depth));
        let least = match self.prospect(position, depth, alpha, beta) {
            Prospect::Enough(score) => return score,
            Prospect::Futile(score) => Some(score),
            Prospect::Open => None,
        };
        let best_before = known.and_then(|entry| entry.best);
        let Some((score, best)) =
            self.search_moves(position, key, best_before, least, depth, ply, alpha, beta)
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

    /// Whether a node is searched a ply less deep, since no best move of it is known from before. Not for players
    /// who see all within their depth.
    fn is_unknown(&self, known: Option<Entry>, depth: u8) -> bool {
        R::REDUCES_UNKNOWN
            && self.shared.methods.pruning
            && depth >= UNKNOWN_DEPTH
            && known.is_none_or(|entry| entry.best.is_none())
    }

    /// What the static evaluation says of a node, where it is asked: near the leaves, off the principal
    /// variation, and not where a win or a loss is in question.
    fn prospect(&mut self, position: &R, depth: u8, alpha: Score, beta: Score) -> Prospect {
        let board = self.shared.board;
        let is_asked = R::PRUNES
            && self.shared.methods.pruning
            && depth <= REVERSE_DEPTH
            && beta - alpha == 1
            && alpha.abs() < DECIDED / 2;
        if !is_asked {
            return Prospect::Open;
        }
        let evaluation = self.stand_pat(position);
        let margins = [REVERSE_MARGIN, FUTILE_MARGIN].map(|margin| margin * Score::from(depth));
        if evaluation - margins[0] >= beta {
            // Who can't move has no use for a good position.
            let is_blocked =
                position.blocked(board).is_some() && !position.has_non_pass_move(board);
            return if is_blocked { Prospect::Open } else { Prospect::Enough(evaluation) };
        }
        if depth <= FUTILE_DEPTH && evaluation + margins[1] <= alpha {
            return Prospect::Futile(evaluation + margins[1]);
        }
        Prospect::Open
    }

    /// Tries the moves of a position: the best score and its move; `None` when there are none. Where quiet
    /// moves are beyond hope, `least` is what they bring at most, and they are left out.
    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn search_moves(
        &mut self,
        position: &R,
        key: u64,
        best_before: Option<Move>,
        least: Option<Score>,
        depth: u8,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Option<(Score, Option<Move>)> {
        let mut moves = self.moves(position, ply, best_before);
        let any = !moves.is_empty();
        let (mut best, mut best_move) = (least.unwrap_or(-INFINITE), least.and(best_before));
        self.path.push((key, *position));
        let mut untried = Untried::default();
        while let Some(index) = untried.next(moves.len(), |index| {
            let mv = pick_next(&mut moves, index);
            self.is_elsewhere(key, mv, depth)
        }) {
            let mv = moves[index].1;
            if least.is_some() && self.is_quiet(position, mv) {
                continue;
            }
            let mark = self.parted(key, mv, depth).map(|(busy, number)| busy.mark(number));
            let score = self.search_move(position, mv, index, depth, ply, alpha, beta);
            drop(mark);
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

    /// Whether another thread is searching a move of the position with this key.
    fn is_elsewhere(&self, key: u64, mv: Move, depth: u8) -> bool {
        self.parted(key, mv, depth).is_some_and(|(busy, number)| busy.contains(number))
    }

    /// Where threads part their work: what they are at, and the number of a move.
    fn parted(&self, key: u64, mv: Move, depth: u8) -> Option<(&'a Busy, u64)> {
        // WebAssembly has one thread.
        if depth < PARTED_DEPTH || cfg!(target_family = "wasm") {
            return None;
        }
        let shared: &'a SharedSearch<'a, R> = self.shared;
        Some((shared.busy.as_ref()?, key ^ ordering::number(mv)))
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

    /// Whether a move changes nothing but the place of a pawn, and the game goes on.
    fn is_quiet(&self, position: &R, mv: Move) -> bool {
        let board = self.shared.board;
        matches!(mv, Move::Step { .. })
            && decided(board, &position.play_unchecked(board, mv)).is_none()
    }

    /// The moves of a position with the numbers by which they are tried.
    fn moves(&mut self, position: &R, ply: usize, best: Option<Move>) -> Vec<(i32, Move)> {
        let mut list = self.thread.list(ply);
        let (ordering, turn) = (&self.thread.ordering, position.core().turn());
        let mut sink = ordering.ranked(&mut list, turn, ply, best);
        position.generate(self.shared.board, &mut sink);
        list
    }

    /// The static evaluation, with the noise of a weaker level. Not inlined: it is long, and asked in two places.
    #[inline(never)]
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
        if !R::CAPTURES || !self.shared.methods.quiescence || stand_pat >= beta || too_deep {
            return stand_pat;
        }
        let mut best = stand_pat;
        alpha = alpha.max(best);
        let mut moves = self.thread.list(ply);
        position.generate(board, &mut Captures(&mut moves));
        for (_, mv) in &moves {
            let child = position.play_unchecked(board, *mv);
            if self.count_node() {
                break;
            }
            let score = match decided(board, &child) {
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
        let known = self.probe_table(self.shared.key(&self.shared.root));
        best_first(&self.moves(&self.shared.root, 0, known.and_then(|entry| entry.best)))
    }

    fn depth_limit(&self) -> Option<u8> {
        self.limits.depth
    }

    fn begin_depth(&mut self, depth: u8) {
        if self.leads {
            self.shared.table.make_room(self.total_nodes() - self.proof_nodes, self.stop);
        }
        self.is_limited = depth > 1;
    }

    fn search_root_move(
        &mut self,
        mv: Move,
        index: usize,
        depth: u8,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let root = &self.shared.root;
        let key = self.shared.key(root);
        self.path.push((key, *root));
        let mark = self.parted(key, mv, depth).map(|(busy, number)| busy.mark(number));
        let score = self.search_move(root, mv, index, depth, 0, alpha, beta);
        drop(mark);
        self.path.pop();
        score
    }

    fn is_busy(&self, mv: Move, depth: u8) -> bool {
        self.is_elsewhere(self.shared.key(&self.shared.root), mv, depth)
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn is_enough(&self, unchanged: usize) -> bool {
        let (begun, enough) = (self.begun, self.limits.enough(unchanged));
        begun.zip(enough).is_some_and(|(begun, enough)| begun.elapsed() >= enough)
    }

    fn store_root(&self, entry: Entry) {
        self.shared.table.set(self.shared.key(&self.shared.root), entry);
    }

    fn nodes(&self) -> u64 {
        self.total_nodes()
    }

    fn hides_ends(&self) -> bool {
        // Also where the solver isn't asked now: what it found before is in the table.
        R::SOLVED.ever() && !R::ENDS_KNOWN
    }

    fn principal_variation(&mut self, first: Move, depth: u8) -> Vec<Move> {
        let mut position = self.shared.root;
        follow(first, depth, &mut |mv| {
            position = position.play_unchecked(self.shared.board, mv);
            let next = self.shared.table.get(self.shared.key(&position))?.best?;
            // Two positions may have the same key.
            let moves = self.moves(&position, 0, None);
            let is_legal = moves.iter().any(|(_, legal)| *legal == next);
            self.thread.lists[0] = moves;
            is_legal.then_some(next)
        })
    }
}

/// The outcome that the pawns alone decide. Not inlined: it is asked in three places.
#[inline(never)]
fn decided<R: Searchable>(board: &Board, position: &R) -> Option<Outcome> {
    position.decided(board)
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
        let mut worker = Worker::new(&shared, &mut thread, true, Limits::default(), &stop);
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
