//! The engine as everything else sees it: one analyst for all games.

use katarenga_rules::{Game, GameKind, Move, Position, for_each_game, games};

use crate::games::Knowledge;
use crate::search::score::{Score, of_outcome};
use crate::search::{Limits, Line, Methods, Search, Stop};
use crate::solve::{Solver, Verdict};

/// What the engine has to say of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Analysis {
    /// The game is over.
    Over,
    /// The verdict is proven, and this is a move that keeps it.
    Proven {
        /// What the position is worth to the side to move.
        verdict: Verdict,
        /// The move: of those that win, or lose, the one with the best points, then the best
        /// length for whoever plays it.
        best: Move,
    },
    /// The best line that was found.
    Found(Line),
}

impl Analysis {
    /// The move to play; `None` when the game is over.
    pub fn best(&self) -> Option<Move> {
        match self {
            Self::Over => None,
            Self::Proven { best, .. } => Some(*best),
            Self::Found(line) => line.moves.first().copied(),
        }
    }
}

/// An analyst of positions.
///
/// ```
/// use std::time::Duration;
/// use katarenga_engine::{Engine, search::Limits};
/// use katarenga_rules::{BoardCode, Game, GameKind, Setup};
/// let game = Game::new(GameKind::Katarenga, BoardCode::REFERENCE, Setup::default())?;
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// let analysis = Engine::new().analyse(&game, limits, |line| println!("{}", line.depth));
/// let best = analysis.best().expect("the game goes on");
/// assert!(game.check(best).is_ok());
/// # Ok::<(), katarenga_rules::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    megabytes: usize,
    methods: Methods,
    stop: Stop,
}

impl Default for Engine {
    fn default() -> Self {
        Self { megabytes: 64, methods: Methods::default(), stop: Stop::default() }
    }
}

impl Engine {
    /// An engine with a table of 64 MB.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with another size of its table, in MB.
    pub fn with_memory(self, megabytes: usize) -> Self {
        Self { megabytes, ..self }
    }

    /// The same with other methods of search.
    pub fn with_methods(self, methods: Methods) -> Self {
        Self { methods, ..self }
    }

    /// A switch that stops an analysis from another thread.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Analyses the position of a game within limits, and tells each line as it is found. Where the
    /// game is solved from there, the solver answers at once.
    pub fn analyse(&self, game: &Game, limits: Limits, mut tell: impl FnMut(&Line)) -> Analysis {
        if game.outcome().is_some() {
            return Analysis::Over;
        }
        if let Some(proven) = proven(game) {
            return proven;
        }
        let positions: Vec<Position> = game.positions().copied().collect();
        let found = run_any(game, &positions, self, limits, &mut tell);
        let mut line = found.unwrap_or(Line { depth: 0, nodes: 0, score: 0, moves: Vec::new() });
        if line.moves.is_empty() {
            // No iteration came to its end: any move is better than none.
            line.moves.extend(game.legal_moves().first());
        }
        Analysis::Found(line)
    }
}

/// The answer of a solver, if the game has one from here.
fn proven(game: &Game) -> Option<Analysis> {
    let (board, position) = (game.board(), game.position());
    let mut solver = Solver::new(game.kind(), board)?;
    let verdict = solver.solve(position)?;
    let rated = game.legal_moves().into_iter().filter_map(|mv| {
        let after = position.play(board, mv).ok()?;
        let worth = match after.outcome(board) {
            Some(outcome) => -of_outcome(&outcome, after.turn(), 0),
            None => -worth(solver.solve(&after)?),
        };
        Some((worth, mv))
    });
    let (_, best) = rated.max_by_key(|(worth, _)| *worth)?;
    Some(Analysis::Proven { verdict, best })
}

/// A verdict as a score of the side to move: points first, then length.
fn worth(Verdict { wins, points, length }: Verdict) -> Score {
    let score = 1_000 * (Score::from(points) + 1) - Score::from(length.unwrap_or(0));
    if wins { score } else { -score }
}

fn run<R>(
    game: &Game,
    positions: &[Position],
    engine: &Engine,
    limits: Limits,
    tell: &mut dyn FnMut(&Line),
) -> Option<Line>
where
    R: Knowledge + TryFrom<Position>,
{
    let mut search = Search::<R>::new(game.board(), engine.megabytes, engine.methods);
    search.run(positions, limits, &engine.stop, tell)
}

macro_rules! dispatch {
    ($($Game:ident),*) => {
        fn run_any(
            game: &Game,
            positions: &[Position],
            engine: &Engine,
            limits: Limits,
            tell: &mut dyn FnMut(&Line),
        ) -> Option<Line> {
            match game.kind() {
                $(GameKind::$Game => run::<games::$Game>(game, positions, engine, limits, tell)),*
            }
        }
    };
}
for_each_game!(dispatch);
