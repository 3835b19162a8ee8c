//! Search: iterative deepening, principal variation search, generic over the rules.

mod busy;
mod deepening;
mod ordering;
mod table;
mod worker;

use katarenga_rules::{Board, Move, Position};

use self::deepening::deepen;
use self::table::Table;
use self::worker::{SharedSearch, ThreadData, Worker};
use crate::games::{Evaluator as _, Searchable};
pub use crate::limits::{Limits, MAX_DEPTH, Stop};
use crate::memory;
pub use crate::noise::Noise;
use crate::score::Score;
pub use crate::settings::Methods;
use crate::settings::Settings;
use crate::solve::OutOfMemory;

/// What was found at some depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// 1 for the best line, 2 for the best that begins with another move, and so on.
    pub rank: usize,
    /// How many plies were looked at.
    pub depth: u8,
    /// How many positions were looked at so far.
    pub nodes: u64,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// In how many plies the game ends, where that was seen. A solver that knows the winner and the
    /// points need not know the length.
    pub end: Option<u32>,
    /// The principal variation: at least one move.
    pub moves: Vec<Move>,
}

/// A search on one board. What was found is kept for the next position.
pub(crate) struct Search<R: Searchable> {
    board: Board,
    settings: Settings,
    table: Table,
    /// One for each thread.
    threads: Vec<ThreadData<R>>,
}

impl<R> Search<R>
where
    R: Searchable + TryFrom<Position>,
{
    pub(crate) fn new(board: &Board, settings: Settings) -> Self {
        let table = Table::new(settings.memory);
        let has_room = |index: &usize| *index == 0 || !memory::is_low();
        let threads = (0..settings.threads.max(1)).take_while(has_room);
        let threads = threads.map(|_| ThreadData::new(board)).collect();
        Self { board: board.clone(), settings, table, threads }
    }

    /// The board it is for.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The evaluator of the first thread.
    pub(crate) fn evaluator(&mut self) -> &mut R::Evaluator {
        &mut self.threads[0].evaluator
    }

    /// The size of the table in MB: what was asked for, or less where memory was short.
    pub(crate) fn memory(&self) -> usize {
        self.table.megabytes()
    }

    /// Why the solver doesn't answer, where memory was too short for its table.
    pub(crate) fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.threads.first()?.evaluator.out_of_memory()
    }

    /// Searches by iterative deepening until a limit is reached, calling `on_info` with each line;
    /// returns the best lines of the deepest search. `game` are the positions of the game, the last one to
    /// be searched.
    ///
    /// Empty when the game is over or another one.
    pub(crate) fn run(
        &mut self,
        game: &[Position],
        limits: Limits,
        methods: Methods,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        let Some((root, earlier)) = game.split_last() else { return Vec::new() };
        let Ok(root) = R::try_from(*root) else { return Vec::new() };
        let mut twice: Vec<R> = Vec::new();
        if R::REPEATS {
            for position in occurred_twice(earlier) {
                twice.extend(R::try_from(position));
            }
        }
        self.table.new_generation();
        let Self { board, settings, table, threads } = self;
        let settings = Settings { methods, ..*settings };
        let shared = SharedSearch::new(board, table, &settings, root, twice);
        let Some((first, others)) = threads.split_first_mut() else { return Vec::new() };
        // The other threads fill the table until the first one is done.
        let done = Stop::default();
        let helpers = others.iter_mut().enumerate().map(|(index, thread)| {
            let (shared, done) = (&shared, &done);
            move || {
                // Start at different depths, so that threads don't duplicate each other's work.
                let first = 2 + index as u8 % 2;
                // Nodes of all threads count, so that each knows when the limit is reached.
                let limits = Limits { nodes: limits.nodes, ..Limits::default() };
                let mut worker = Worker::new(shared, thread, false, limits, done);
                deepen(&mut worker, first, 1, &mut |_| ());
            }
        });
        // Before the others begin: what they look at meanwhile would count against the limit of nodes.
        if methods.solver {
            first.evaluator.prepare(&root, limits, stop);
        }
        memory::with_helpers(helpers, || {
            let mut worker = Worker::new(&shared, first, true, limits, stop);
            let lines = deepen(&mut worker, 1, settings.lines, on_info);
            done.set();
            lines
        })
    }
}

/// The positions that occurred twice in a game, of which the next occurrence is a draw.
pub(crate) fn occurred_twice(game: &[Position]) -> Vec<Position> {
    let twice = |(index, position): &(usize, &Position)| game[..*index].contains(position);
    game.iter().enumerate().filter(twice).map(|(_, position)| *position).collect()
}

#[cfg(test)]
mod tests {
    use katarenga_rules::{GameKind, Rules as _, Setup, Side, for_each_game, games};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::games::evaluate;
    use crate::score::of_outcome;

    /// The value of a position by looking at every line to its depth, and nothing else.
    fn minimax<R: Searchable>(
        board: &Board,
        evaluator: &R::Evaluator,
        position: &R,
        depth: u8,
        ply: usize,
    ) -> Score {
        let turn = position.core().turn();
        if let Some(outcome) = position.outcome(board) {
            return of_outcome(&outcome, turn, ply);
        }
        if depth == 0 {
            return evaluate(evaluator, board, position);
        }
        let mut moves = Vec::new();
        position.generate(board, &mut moves);
        let value = |mv: &Move| {
            let child = position.play_unchecked(board, *mv);
            -minimax::<R>(board, evaluator, &child, depth - 1, ply + 1)
        };
        moves.iter().map(value).max().expect("a game that goes on has a move")
    }

    /// A position some random moves from the start, or the last one before the end.
    fn random_position<R>(board: &Board, start: Position, rng: &mut ChaCha8Rng) -> Option<R>
    where
        R: Searchable + TryFrom<Position>,
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
        R: Searchable + TryFrom<Position> + Into<Position>,
    {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..16 {
            let board = Board::new(kind.random_board(&mut rng));
            let start = kind.start(&board, Setup::default()).expect("the board suits");
            let position: R = random_position(&board, start, &mut rng).expect("of this game");
            let expected = minimax::<R>(&board, &R::evaluator(&board), &position, depth, 0);
            for table in [false, true] {
                let methods = Methods { table, ..Methods::PLAIN };
                let settings = Settings { memory: 1, methods, ..Settings::default() };
                let mut search = Search::<R>::new(&board, settings);
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let lines =
                    search.run(&[position.into()], limits, methods, &Stop::default(), &mut |_| ());
                assert_eq!(lines[0].score, expected, "{position:?}, table: {table}");
            }
        }
    }

    #[test]
    fn the_second_line_leaves_the_entry_of_the_root_alone() {
        let kind = GameKind::Katarenga;
        let board = Board::new(kind.default_board());
        let start = kind.start(&board, Setup::default()).expect("the board suits");
        let settings = Settings { lines: 5, memory: 1, ..Settings::default() };
        let mut search = Search::<games::Katarenga>::new(&board, settings);
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let lines = search.run(&[start], limits, Methods::default(), &Stop::default(), &mut |_| ());
        let root = games::Katarenga::try_from(start).expect("of this game");
        let entry = search.table.get(root.key()).expect("the root was searched");
        assert_eq!((entry.best, entry.score), (Some(lines[0].moves[0]), lines[0].score));
    }

    #[test]
    fn what_an_earlier_search_found_makes_room_however_deep_it_is() {
        let kind = GameKind::Katarenga;
        let board = Board::new(kind.default_board());
        let [first, second] = Side::ALL
            .map(|first| kind.start(&board, Setup { first, layout: 0 }).expect("the board suits"));
        let key = |position| games::Katarenga::try_from(position).expect("of this game").key();
        // A table of two places.
        let mut search =
            Search::<games::Katarenga>::new(&board, Settings { memory: 0, ..Settings::default() });
        let mut run = |position, depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            search.run(&[position], limits, Methods::default(), &Stop::default(), &mut |_| ());
            [first, second].map(|start| search.table.get(key(start)).is_some())
        };
        assert_eq!(run(first, 3), [true, false]);
        assert_eq!(run(second, 2), [false, true]);
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
                    if GameKind::$Game.info().board_size.side() == 4 {
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
