//! The public interface of the engine, for all games.

use std::time::Duration;

use katarenga_rules::{Board, Game, GameKind, Move, Position};

use crate::Verdict;
use crate::games::{Evaluator as _, Searchable};
use crate::level::{Level, Strength};
use crate::limits::{Limits, Stop};
use crate::ranked::by_rank;
use crate::registry::{ForGame, dispatch};
use crate::score::{Score, of_verdict};
use crate::search::{Line, Search, occurred_twice};
use crate::settings::{self, Methods, Settings};
use crate::solve::{Length, OutOfMemory, Value};

/// The result of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Analysis {
    /// The game is over.
    Over,
    /// The verdict is proven.
    Proven(Proof),
    /// The best lines that were found, the best first: at least one.
    Found(Vec<Line>),
}

/// What is proven of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What the position is worth to the side to move.
    pub verdict: Verdict,
    /// Every legal move, the best first: winning ones before drawing ones before losing ones, then by
    /// points, then by length, from the view of the side to move.
    pub moves: Vec<RatedMove>,
    /// Best play to the end after each of the first moves, for as many as lines are wanted: at least
    /// one.
    pub lines: Vec<Vec<Move>>,
}

/// A move with what is proven of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// What it is worth to the side that makes it.
    pub verdict: Verdict,
}

impl Analysis {
    /// The move to play; `None` when the game is over.
    pub fn best(&self) -> Option<Move> {
        match self {
            Self::Over => None,
            Self::Proven(proof) => proof.moves.first().map(|rated| rated.mv),
            Self::Found(lines) => lines.first().and_then(|line| line.moves.first().copied()),
        }
    }
}

/// An analyst of positions. What it finds is kept for the next position of the same game.
///
/// ```
/// use katarenga_engine::{Engine, search::{Limits, Stop}};
/// use katarenga_rules::{BoardCode, Game, GameKind, Setup};
/// let game = Game::new(GameKind::Katarenga, BoardCode::REFERENCE, Setup::default())?;
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// let mut engine = Engine::new();
/// let analysis = engine.analyse(&game, limits, &Stop::default(), |line| println!("{}", line.depth));
/// let best = analysis.best().expect("the game goes on");
/// assert!(game.check(best).is_ok());
/// # Ok::<(), katarenga_rules::SetupError>(())
/// ```
///
/// At a [`Level`] it plays weaker, and alike on every machine:
///
/// ```
/// # use katarenga_engine::{Engine, Level, search::{Limits, Stop}};
/// # use katarenga_rules::{BoardCode, Game, GameKind, Setup};
/// # let game = Game::new(GameKind::Katarenga, BoardCode::REFERENCE, Setup::default())?;
/// let level: Level = "2".parse().expect("there is a level 2");
/// let play = || Engine::new().at_level(level, 7).analyse(&game, Limits::default(), &Stop::default(), |_| ());
/// assert_eq!(play(), play());
/// # Ok::<(), katarenga_rules::SetupError>(())
/// ```
#[derive(Default, Debug)]
pub struct Engine {
    settings: Settings,
    level: Option<(Level, u64)>,
    analyst: Option<AnyAnalyst>,
}

impl Engine {
    /// The size of the table unless another is chosen, in MB.
    pub const MEMORY: usize = settings::MEMORY;

    /// An engine with a table of 64 MB that works on one thread, for one line, at full strength.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with another size of its table, in MB. Where memory is short, the table is the
    /// largest that can be allocated.
    pub fn with_memory(self, megabytes: usize) -> Self {
        self.with(|settings| settings.memory = megabytes)
    }

    /// The same on this many threads, at least one. With more than one the result depends on
    /// chance.
    pub fn with_threads(self, threads: usize) -> Self {
        self.with(|settings| settings.threads = threads)
    }

    /// The same looking for this many best lines, at least one.
    pub fn with_lines(self, lines: usize) -> Self {
        self.with(|settings| settings.lines = lines)
    }

    /// The same with other methods of search.
    pub fn with_methods(self, methods: Methods) -> Self {
        self.with(|settings| settings.methods = methods)
    }

    /// The same as a player at full strength, who does more than judge: it avoids repetition in games that
    /// would mostly end so, and where it is proven to lose, it plays for errors of the other instead of for
    /// few points.
    pub fn as_player(self) -> Self {
        self.with(|settings| settings.plays = true)
    }

    /// Whether what a level plays in a game depends on its seed: not where a solver answers for it from
    /// the start.
    pub fn level_uses_seed(level: Level, start: &Game) -> bool {
        let is_full = dispatch(start.kind(), StrengthOf(level)).is_full();
        !is_full || !has_solver(start.kind(), start.position())
    }

    /// The same as a player of a level, whose errors depend on `seed`. The limits of an analysis
    /// hold it back further, if they are lower than those of the level.
    pub fn at_level(self, level: Level, seed: u64) -> Self {
        Self { level: Some((level, seed)), analyst: None, ..self }
    }

    fn with(mut self, set: impl FnOnce(&mut Settings)) -> Self {
        set(&mut self.settings);
        Self { analyst: None, ..self }
    }

    /// The size of the table in MB, where the last analysis found memory too short for a larger one.
    pub fn memory_cut_to(&self) -> Option<usize> {
        let memory = self.analyst.as_ref()?.search.memory();
        // A table takes more than half of what it may.
        (memory <= self.settings.memory / 2).then_some(memory)
    }

    /// The error of the last analysis if it couldn't allocate the solver's table and searched
    /// instead.
    pub fn out_of_memory(&self) -> Option<OutOfMemory> {
        self.analyst.as_ref()?.search.out_of_memory()
    }

    /// What the last analysis lacked memory for, in a sentence each.
    pub fn shortages(&self) -> Vec<String> {
        let table = self.memory_cut_to();
        let table = table.map(|memory| format!("memory is short: the table has {memory} MB"));
        let solver = self.out_of_memory().map(|short| format!("{short}: nothing is proven"));
        table.into_iter().chain(solver).collect()
    }

    /// Whether a solver answers for this position of a game, at once or within a second.
    pub fn solves(&self, game: &Game) -> bool {
        game.outcome().is_none()
            && has_solver(game.kind(), game.position())
            && !solved_one_occurred_twice(game)
    }

    /// Forgets what was found, so that the next analysis is as if it were the first.
    pub fn forget(&mut self) {
        self.analyst = None;
    }

    /// Analyses the position of a game within limits or until `stop` is set, and calls `on_info` with
    /// each line as it is found. Where the game is solved from there, the solver answers, if it has the time.
    pub fn analyse(
        &mut self,
        game: &Game,
        limits: Limits,
        stop: &Stop,
        mut on_info: impl FnMut(&Line),
    ) -> Analysis {
        self.analyse_any(game, limits, stop, &mut on_info)
    }

    /// The same for any listener: else the search of every game would be compiled for each of them.
    fn analyse_any(
        &mut self,
        game: &Game,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Line),
    ) -> Analysis {
        if game.outcome().is_some() {
            return Analysis::Over;
        }
        let (mut settings, mut limits) = (self.settings, limits);
        if let Some((level, seed)) = self.level {
            let strength = dispatch(game.kind(), StrengthOf(level));
            limits = strength.limits(limits);
            settings.methods = strength.methods(settings.methods);
            settings.noise = strength.noise(seed);
            settings.plays = true;
        }
        let analyst = match self.analyst.take().filter(|analyst| analyst.is_for(game)) {
            Some(analyst) => analyst,
            None => AnyAnalyst::new(game, settings),
        };
        self.analyst.insert(analyst).analyse(game, limits, stop, on_info)
    }
}

/// The search of one kind of game on one board, and its solver. What doesn't depend on the game is done
/// by [`AnyAnalyst`]: here it would be compiled for each of them.
trait Analyst: Send {
    /// The board it is for.
    fn board(&self) -> &Board;

    /// The size of its table in MB.
    fn memory(&self) -> usize;

    /// Why the solver doesn't answer, where memory was too short for its table.
    fn out_of_memory(&self) -> Option<OutOfMemory>;

    /// The verdict of the solver, if the game has one from this position on.
    fn solve(&mut self, position: &Position, stop: &Stop) -> Option<Verdict>;

    /// Searches the last of the positions of a game.
    fn search(
        &mut self,
        game: &[Position],
        limits: Limits,
        methods: Methods,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Line),
    ) -> Vec<Line>;
}

impl<R> Analyst for Search<R>
where
    R: Searchable + TryFrom<Position>,
{
    fn board(&self) -> &Board {
        Self::board(self)
    }

    fn memory(&self) -> usize {
        Self::memory(self)
    }

    fn out_of_memory(&self) -> Option<OutOfMemory> {
        Self::out_of_memory(self)
    }

    fn solve(&mut self, position: &Position, stop: &Stop) -> Option<Verdict> {
        self.evaluator().solve(&R::try_from(*position).ok()?, stop)
    }

    fn search(
        &mut self,
        game: &[Position],
        limits: Limits,
        methods: Methods,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Line),
    ) -> Vec<Line> {
        self.run(game, limits, methods, stop, on_info)
    }
}

/// The analyst of any game.
struct AnyAnalyst {
    kind: GameKind,
    settings: Settings,
    search: Box<dyn Analyst>,
}

impl std::fmt::Debug for AnyAnalyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Analyst")
    }
}

impl AnyAnalyst {
    fn new(game: &Game, settings: Settings) -> Self {
        let search = dispatch(game.kind(), NewSearch { board: game.board(), settings });
        Self { kind: game.kind(), settings, search }
    }

    fn is_for(&self, game: &Game) -> bool {
        game.kind() == self.kind && game.board().code() == self.search.board().code()
    }

    /// Analyses a game that is not over.
    fn analyse(
        &mut self,
        game: &Game,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Line),
    ) -> Analysis {
        let mut methods = self.settings.methods;
        methods.solver &= !solved_one_occurred_twice(game);
        let whole = stop.within(limits.time);
        if methods.solver {
            let time = limits.usual.or(limits.time);
            let most = time.map(|time| time.saturating_sub(SEARCH_SHARE.min(time / 4)));
            let proving = stop.within(most);
            if let Some(proof) = self.prove(game, &proving) {
                return Analysis::Proven(proof);
            }
            // It would ask the same again at every position.
            methods.solver &= !proving.is_set_now();
        }
        let positions: Vec<Position> = game.positions().copied().collect();
        Analysis::Found(self.search.search(&positions, limits, methods, &whole, on_info))
    }

    /// The answer of the solver, if the game has one from here.
    fn prove(&mut self, game: &Game, stop: &Stop) -> Option<Proof> {
        let Settings { plays, lines, .. } = self.settings;
        let (board, position) = (game.board(), game.position());
        let solver = &mut Solving { solver: &mut *self.search, board, stop };
        let verdict = solver.solve(position)?;
        let mut moves = solver.rate(position)?;
        if plays && verdict.value != Value::Win {
            moves = solver.traps_first(position, &moves)?;
        }
        let lines = moves.iter().take(lines.max(1)).map(|first| solver.line(position, first.mv));
        let lines = lines.collect::<Option<_>>()?;
        Some(Proof { verdict, moves, lines })
    }
}

/// A solver that is asked about positions. Each answer is `None` when it has none or is stopped.
struct Solving<'a> {
    solver: &'a mut dyn Analyst,
    board: &'a Board,
    stop: &'a Stop,
}

impl Solving<'_> {
    fn solve(&mut self, position: &Position) -> Option<Verdict> {
        self.solver.solve(position, self.stop)
    }

    /// The moves of a position with their verdicts, the best first; none when the game is over.
    fn rate(&mut self, position: &Position) -> Option<Vec<RatedMove>> {
        let rated = position.sorted_moves(self.board).into_iter().map(|mv| {
            let after = self.solve(&self.after(position, mv)?)?;
            Some(RatedMove { mv, verdict: after.reversed() })
        });
        let rated: Vec<RatedMove> = rated.collect::<Option<_>>()?;
        Some(by_rank(&rated, |rated| -worth(rated.verdict)))
    }

    /// The moves of who can't win: of those that are worth the same those first that leave the other side the
    /// fewest right answers; those that end the game leave no wrong one.
    fn traps_first(&mut self, position: &Position, moves: &[RatedMove]) -> Option<Vec<RatedMove>> {
        let right = moves.iter().map(|rated| {
            let answers = self.rate(&self.after(position, rated.mv)?)?;
            let is_right = |answer: &&RatedMove| answer.verdict.value == !rated.verdict.value;
            let right = answers.iter().filter(is_right).count();
            let share = (right * THOUSANDTHS).checked_div(answers.len()).unwrap_or(THOUSANDTHS);
            let lost = if rated.verdict.value == Value::Loss { 2 * THOUSANDTHS } else { 0 };
            Some(((lost + share) as i32, *rated))
        });
        let right: Vec<(i32, RatedMove)> = right.collect::<Option<_>>()?;
        Some(by_rank(&right, |(share, _)| *share).into_iter().map(|(_, rated)| rated).collect())
    }

    /// Best play from a move to the end.
    fn line(&mut self, position: &Position, first: Move) -> Option<Vec<Move>> {
        let mut line = vec![first];
        let mut position = self.after(position, first)?;
        while let Some(rated) = self.rate(&position)?.first() {
            if rated.verdict.value == Value::Draw && line.len() >= DRAWN_LINE {
                break;
            }
            line.push(rated.mv);
            position = self.after(&position, rated.mv)?;
        }
        Some(line)
    }

    /// The position after a legal move.
    fn after(&self, position: &Position, mv: Move) -> Option<Position> {
        position.play(self.board, mv).ok()
    }
}

/// The time at the end of a limited one that is left for a search, where the solver doesn't answer in time.
const SEARCH_SHARE: Duration = Duration::from_millis(10);

/// The plies after which a line is cut that may go on until repetition makes it a draw: more than there are in
/// games of placing.
const DRAWN_LINE: usize = 32;

/// The resolution of shares.
const THOUSANDTHS: usize = 1_000;

/// A verdict as a score of the side to move: points first, then length.
fn worth(verdict: Verdict) -> Score {
    of_verdict(verdict, verdict.length.map_or(0, Length::number).into())
}

/// Makes the search of a board.
struct NewSearch<'a> {
    board: &'a Board,
    settings: Settings,
}

impl ForGame for NewSearch<'_> {
    type Output = Box<dyn Analyst>;

    fn call<R: Searchable + TryFrom<Position>>(self) -> Box<dyn Analyst> {
        Box::new(Search::<R>::new(self.board, self.settings))
    }
}

/// Whether a solved position occurred twice in a game, and would be a draw the next time: verdicts are of a position
/// alone, and need not hold then.
fn solved_one_occurred_twice(game: &Game) -> bool {
    let mut earlier: Vec<Position> = game.positions().copied().collect();
    earlier.pop();
    occurred_twice(&earlier).iter().any(|position| has_solver(game.kind(), position))
}

/// Whether a solver answers for a position. Not inlined: it is long.
#[inline(never)]
fn has_solver(kind: GameKind, position: &Position) -> bool {
    dispatch(kind, IsSolved(position))
}

/// Whether a solver answers for a position.
struct IsSolved<'a>(&'a Position);

impl ForGame for IsSolved<'_> {
    type Output = bool;

    fn call<R: Searchable + TryFrom<Position>>(self) -> bool {
        R::try_from(*self.0).is_ok_and(|position| position.is_solved())
    }
}

/// What a level may do in a game.
struct StrengthOf(Level);

impl ForGame for StrengthOf {
    type Output = Strength;

    fn call<R: Searchable + TryFrom<Position>>(self) -> Strength {
        R::LEVELS[self.0.index()]
    }
}
