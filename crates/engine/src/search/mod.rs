//! Search: iterative deepening, principal variation search, generic over the rules.

mod limits;
mod ordering;
pub mod score;
mod table;

use std::time::Instant;

use katarenga_rules::{Board, Move, Position};

pub use self::limits::{Limits, Stop};
use self::ordering::Ordering;
use self::score::{DECIDED, INFINITE, Score, from_root, of_outcome, to_root};
use self::table::{Bound, Table};
use crate::games::{Guide as _, Knowledge};

/// The deepest search, in plies.
const DEEPEST: u8 = 64;

/// What a search does besides looking at every line: switched off where its values must be those
/// of plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Methods {
    /// Remember positions.
    pub table: bool,
    /// Look less deep at moves that promise little.
    pub reductions: bool,
    /// Go on with captures beyond the depth.
    pub quiescence: bool,
}

impl Default for Methods {
    fn default() -> Self {
        Self { table: true, reductions: true, quiescence: true }
    }
}

/// What was found at some depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How many plies were looked at.
    pub depth: u8,
    /// How many positions were looked at so far.
    pub nodes: u64,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// The principal variation; empty when the game is over.
    pub moves: Vec<Move>,
}

/// A search on one board.
pub(crate) struct Search<'a, R: Knowledge> {
    board: &'a Board,
    guide: R::Guide,
    methods: Methods,
    table: Table,
    ordering: Ordering,
    /// The positions of the game and of the line that is looked at.
    line: Vec<R>,
    /// How many of them belong to the game.
    played: usize,
    /// Lists of moves by ply, reused.
    lists: Vec<Vec<(i32, Move)>>,
    nodes: u64,
    limits: Limits,
    stop: Stop,
    started: Instant,
    /// Whether the search has ended before its depth: what it returns then means nothing.
    stopped: bool,
}

impl<'a, R> Search<'a, R>
where
    R: Knowledge + TryFrom<Position>,
{
    pub(crate) fn new(board: &'a Board, megabytes: usize, methods: Methods) -> Self {
        Self {
            board,
            guide: R::guide(board),
            methods,
            table: Table::new(megabytes),
            ordering: Ordering::default(),
            line: Vec::new(),
            played: 0,
            lists: Vec::new(),
            nodes: 0,
            limits: Limits::default(),
            stop: Stop::default(),
            started: Instant::now(),
            stopped: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached or the game decided, telling each line as
    /// it is found; gives the last one. `game` are the positions of the game, the last one to be
    /// searched; others than of this search's game are left out.
    pub(crate) fn run(
        &mut self,
        game: &[Position],
        limits: Limits,
        stop: &Stop,
        tell: &mut dyn FnMut(&Line),
    ) -> Option<Line> {
        self.line = game.iter().filter_map(|position| R::try_from(*position).ok()).collect();
        let root = self.line.pop()?;
        self.played = self.line.len();
        (self.limits, self.stop) = (limits, stop.clone());
        (self.nodes, self.stopped, self.started) = (0, false, Instant::now());
        self.ordering.forget();
        let mut found = None;
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            let score = self.search(&root, depth, 0, -INFINITE, INFINITE);
            if self.stopped {
                break;
            }
            let moves = self.variation(&root, depth);
            let line = Line { depth, nodes: self.nodes, score, moves };
            tell(&line);
            found = Some(line);
            // A decided score is no reason to stop: deeper there may be a win by more.
            if self.limits.is_spent(self.nodes, self.started) {
                break;
            }
        }
        found
    }

    /// The best moves as the table has them, from the root on.
    fn variation(&self, root: &R, depth: u8) -> Vec<Move> {
        let (mut position, mut moves) = (*root, Vec::new());
        while moves.len() < usize::from(depth)
            && let Some(mv) = self.table.get(position.key()).and_then(|entry| entry.best)
            && position.is_legal(self.board, mv)
        {
            moves.push(mv);
            position = position.play_unchecked(self.board, mv);
        }
        moves
    }

    fn is_stopped(&mut self) -> bool {
        // Nodes are exact; the clock is looked at now and then.
        self.stopped = self.stopped
            || self.limits.has_no_nodes_left(self.nodes)
            || (self.nodes.is_multiple_of(1024)
                && (self.stop.is_set() || self.limits.has_no_time_left(self.started)));
        self.stopped
    }

    /// Whether the position is a draw by repetition: the third time in the game, or again in the
    /// line that is looked at, where coming back once can be done again.
    fn is_repeated(&self, position: &R) -> bool {
        if !R::REPEATS {
            return false;
        }
        let (game, line) = self.line.split_at(self.played);
        line.contains(position) || game.iter().filter(|at| *at == position).count() >= 2
    }

    /// The score for the side to move, exact between `alpha` and `beta`, else a bound.
    fn search(
        &mut self,
        position: &R,
        depth: u8,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        if self.is_stopped() {
            return 0;
        }
        let turn = position.core().turn();
        if let Some(outcome) = position.decided(self.board) {
            return of_outcome(&outcome, turn, ply);
        }
        if ply > 0 && self.is_repeated(position) {
            return 0;
        }
        if depth == 0 {
            return self.quiet(position, ply, alpha, beta);
        }
        let key = position.key();
        let known = self.table.get(key).filter(|_| self.methods.table);
        if let Some(entry) = known
            && ply > 0
            && entry.depth >= depth
        {
            let score = to_root(entry.score, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return score;
            }
        }
        let mut moves = self.moves(position, ply, known.and_then(|entry| entry.best));
        if moves.is_empty() {
            self.lists[ply] = moves;
            let outcome = position.blocked(self.board);
            return outcome.map_or(0, |outcome| of_outcome(&outcome, turn, ply));
        }
        let before = alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        self.line.push(*position);
        for index in 0..moves.len() {
            let mv = next_best(&mut moves, index);
            let child = position.play_unchecked(self.board, mv);
            let score = self.child(&child, mv, index, depth, ply, alpha, beta);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.ordering.cut(turn, mv, ply, depth);
                    break;
                }
            }
        }
        self.line.pop();
        self.lists[ply] = moves;
        if !self.stopped {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > before {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.set(key, depth, from_root(best, ply), bound, best_move);
        }
        best
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
            if self.methods.reductions { ordering::reduction(mv, index, depth) } else { 0 };
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
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        let turn = position.core().turn();
        let mut sink =
            ordering::Ranked { list: &mut list, ordering: &self.ordering, turn, ply, best };
        position.generate(self.board, &mut sink);
        list
    }

    /// The evaluation once no capture promises more.
    fn quiet(&mut self, position: &R, ply: usize, mut alpha: Score, beta: Score) -> Score {
        // A blocked player has lost, or the game ends: only the rules know.
        if let Some(outcome) = position.blocked(self.board)
            && !position.has_ordinary_move(self.board)
        {
            return of_outcome(&outcome, position.core().turn(), ply);
        }
        let standing = self.guide.evaluate(self.board, position);
        debug_assert!(standing.abs() < DECIDED, "an evaluation is no decision");
        if !self.methods.quiescence || standing >= beta || ply >= usize::from(2 * DEEPEST) {
            return standing;
        }
        let mut best = standing;
        alpha = alpha.max(best);
        let mut moves = self.moves(position, ply, None);
        moves.retain(|(_, mv)| matches!(mv, Move::Capture { .. }));
        for index in 0..moves.len() {
            let child = position.play_unchecked(self.board, next_best(&mut moves, index));
            self.nodes += 1;
            if self.is_stopped() {
                break;
            }
            let score = match child.decided(self.board) {
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
        self.lists[ply] = moves;
        best
    }
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

#[cfg(test)]
mod tests {
    use katarenga_rules::{GameKind, Setup, for_each_game, games};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The value of a position by looking at every line to its depth, and nothing else.
    fn minimax<R: Knowledge>(
        board: &Board,
        guide: &R::Guide,
        position: &R,
        depth: u8,
        ply: usize,
    ) -> Score {
        let turn = position.core().turn();
        if let Some(outcome) = position.outcome(board) {
            return of_outcome(&outcome, turn, ply);
        }
        if depth == 0 {
            return guide.evaluate(board, position);
        }
        let mut moves = Vec::new();
        position.generate(board, &mut moves);
        let value = |mv: &Move| {
            let child = position.play_unchecked(board, *mv);
            -minimax::<R>(board, guide, &child, depth - 1, ply + 1)
        };
        moves.iter().map(value).max().expect("a game that goes on has a move")
    }

    /// A position some random moves from the start, or the last one before the end.
    fn random_position<R>(board: &Board, start: Position, rng: &mut ChaCha8Rng) -> Option<R>
    where
        R: Knowledge + TryFrom<Position>,
    {
        let mut position = R::try_from(start).ok()?;
        for _ in 0..rng.random_range(0..40) {
            let mut moves = Vec::new();
            position.generate(board, &mut moves);
            let next = position.play_unchecked(board, moves[rng.random_range(0..moves.len())]);
            if next.outcome(board).is_some() {
                break;
            }
            position = next;
        }
        Some(position)
    }

    fn agrees<R>(kind: GameKind, depth: u8)
    where
        R: Knowledge + TryFrom<Position> + Into<Position>,
    {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..16 {
            let board = Board::new(kind.random_board(&mut rng));
            let start = kind.start(&board, Setup::default()).expect("the board suits");
            let position: R = random_position(&board, start, &mut rng).expect("of this game");
            let expected = minimax::<R>(&board, &R::guide(&board), &position, depth, 0);
            for table in [false, true] {
                let methods = Methods { table, reductions: false, quiescence: false };
                let mut search = Search::<R>::new(&board, 1, methods);
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let line = search.run(&[position.into()], limits, &Stop::default(), &mut |_| ());
                let score = line.expect("a line").score;
                assert_eq!(score, expected, "{position:?}, table: {table}");
            }
        }
    }

    macro_rules! all_games {
        ($($Game:ident),*) => {
            #[test]
            fn search_agrees_with_minimax_in_every_game() {
                $(agrees::<games::$Game>(GameKind::$Game, 2);)*
            }

            #[test]
            fn and_deeper_where_lines_are_few() {
                $(
                    if GameKind::$Game.info().area.size() == 4 {
                        agrees::<games::$Game>(GameKind::$Game, 5);
                    }
                )*
                agrees::<games::Katarenga>(GameKind::Katarenga, 3);
                agrees::<games::Congress>(GameKind::Congress, 3);
            }
        };
    }
    for_each_game!(all_games);
}
