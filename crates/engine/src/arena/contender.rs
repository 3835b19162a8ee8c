//! Who can be sent into a match, as a text names them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use katarenga_rules::{Game, Move};

use super::external::{Command, CommandError, External, Pace, quoted};
use super::random::Random;
use super::{Fault, Player, uct};
use crate::search::{Limits, Stop};
use crate::{Engine, Level};

/// The memory of a search in a match, in MB: several are under way at once, each of a short time.
const MEMORY: usize = 16;

/// The most that a budget can be: a day, or a thousand million.
const MAX_MILLISECONDS: u64 = 86_400_000;
const MAX_COUNT: u64 = 1_000_000_000;

/// One who can play a match.
///
/// ```
/// use katarenga_engine::arena::Contender;
/// for text in ["level:5", "engine:100ms", "engine:20000", "random", "uct:1000", "ugi:./other -q"] {
///     assert_eq!(text.parse::<Contender>()?.to_string(), text);
/// }
/// # Ok::<(), katarenga_engine::arena::ContenderError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contender {
    /// The engine on one of its levels: `level:5`.
    Level(Level),
    /// The engine with a limit of time or of positions for each move: `engine:100ms`,
    /// `engine:20000`.
    Engine(Budget),
    /// Plain Monte Carlo tree search with a limit of time or of playouts for each move: `uct:100ms`,
    /// `uct:1000`.
    Uct(Budget),
    /// Moves drawn uniformly: `random`.
    Random,
    /// Another program that speaks UGI: `ugi:COMMAND`.
    Ugi(Command),
}

/// The budget of a player for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Time: `100ms`.
    Time(Duration),
    /// Positions or playouts: `1000`. Always the same on every machine.
    Count(u64),
}

/// A text that names no contender.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContenderError {
    /// It begins with no known name.
    #[error(
        "`{0}` is not a player: there are level:N, engine:LIMIT, uct:LIMIT, random and ugi:COMMAND"
    )]
    Unknown(String),
    /// Something follows `random`.
    #[error("`{0}`: random takes nothing after it")]
    Random(String),
    /// It is no level.
    #[error("`{0}`: levels go from level:1 to level:8")]
    Level(String),
    /// It is no limit.
    #[error(
        "`{text}`: write {name}:100ms for time (up to {MAX_MILLISECONDS}ms a move), or {name}:1000 for {unit} (up to {MAX_COUNT} a move)"
    )]
    Budget {
        /// The text.
        text: String,
        /// The name it begins with.
        name: &'static str,
        /// What is counted.
        unit: &'static str,
    },
    /// It is no command.
    #[error("`{text}`: {error}")]
    Command {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: CommandError,
    },
}

impl Contender {
    /// Whether its moves follow from the game so far alone, in a game that starts like this: no seed, no
    /// clock and no other program has a part in them.
    ///
    /// So it is with the engine within a number of positions, and with levels that ask a solver from the
    /// start. A limit of time depends on the clock, even where the moves are mostly the same.
    pub fn is_deterministic(&self, start: &Game) -> bool {
        match self {
            Self::Level(level) => !Engine::level_uses_seed(*level, start),
            Self::Engine(Budget::Count(_)) => true,
            Self::Engine(Budget::Time(_)) | Self::Uct(_) | Self::Random | Self::Ugi(_) => false,
        }
    }

    /// A player for the game that begins with `game`. What it does depends on `seed` alone, if no
    /// clock and no other program is in play. After `stop` it thinks no longer.
    ///
    /// # Errors
    /// When an external engine can't be started or doesn't answer, or the match is stopped before it
    /// does.
    pub fn player(
        &self,
        game: &Game,
        seed: u64,
        pace: Pace,
        stop: &Stop,
    ) -> Result<Box<dyn Player>, Fault> {
        let stop = stop.clone();
        Ok(match self {
            Self::Level(level) => {
                let engine = Engine::new().with_memory(MEMORY).at_level(*level, seed);
                Box::new(Searcher { engine, limits: Limits::default(), stop })
            }
            Self::Engine(budget) => {
                let engine = Engine::new().with_memory(MEMORY).as_player();
                Box::new(Searcher { engine, limits: budget.limits(), stop })
            }
            Self::Uct(budget) => uct::player(game.kind(), *budget, seed, stop),
            Self::Random => Box::new(Random::new(seed)),
            Self::Ugi(command) => Box::new(External::start(command, game, pace, stop)?),
        })
    }
}

impl Budget {
    fn limits(self) -> Limits {
        match self {
            Self::Time(time) => Limits { time: Some(time), ..Limits::default() },
            Self::Count(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        }
    }

    fn read(text: &str) -> Option<Self> {
        let number = |digits: &str, most| {
            let number = digits.parse().ok().filter(|number| (1..=most).contains(number));
            number.filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        match text.strip_suffix("ms") {
            Some(digits) => {
                number(digits, MAX_MILLISECONDS).map(|ms| Self::Time(Duration::from_millis(ms)))
            }
            None => number(text, MAX_COUNT).map(Self::Count),
        }
    }
}

/// The engine's own search within limits.
struct Searcher {
    engine: Engine,
    limits: Limits,
    stop: Stop,
}

impl Player for Searcher {
    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let analysis = self.engine.analyse(game, self.limits, &self.stop, |_| ());
        match self.engine.out_of_memory() {
            Some(short) => Err(short.into()),
            None => analysis.best().ok_or(Fault::NoMove),
        }
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, ContenderError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let budget = |name, unit| {
            let wrong = || ContenderError::Budget { text: quoted(text), name, unit };
            Budget::read(rest).ok_or_else(wrong)
        };
        match name.to_ascii_lowercase().as_str() {
            "level" => {
                let wrong = |_| ContenderError::Level(quoted(text));
                rest.parse().map(Self::Level).map_err(wrong)
            }
            "engine" => budget("engine", "positions").map(Self::Engine),
            "uct" => budget("uct", "playouts").map(Self::Uct),
            "random" if text.contains(':') => Err(ContenderError::Random(quoted(text))),
            "random" => Ok(Self::Random),
            "ugi" => {
                let wrong = |error| ContenderError::Command { text: quoted(text), error };
                rest.parse().map(Self::Ugi).map_err(wrong)
            }
            _ => Err(ContenderError::Unknown(quoted(text))),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Engine(budget) => write!(f, "engine:{budget}"),
            Self::Uct(budget) => write!(f, "uct:{budget}"),
            Self::Random => f.write_str("random"),
            Self::Ugi(command) => write!(f, "ugi:{command}"),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
            Self::Count(count) => count.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Contender>().expect_err(text).to_string()
    }

    #[test]
    fn case_and_blanks_around_do_not_matter() {
        assert_eq!(" Level:8 ".parse(), Ok(Contender::Level(Level::ALL[7])));
        assert_eq!("RANDOM".parse(), Ok(Contender::Random));
    }

    #[test]
    fn what_is_wrong_and_what_is_possible_is_said() {
        let players = "there are level:N, engine:LIMIT, uct:LIMIT, random and ugi:COMMAND";
        assert_eq!(error("stockfish"), format!("`stockfish` is not a player: {players}"));
        assert_eq!(error("\u{1b}[2J"), format!("`\\u{{1b}}[2J` is not a player: {players}"));
        for text in ["level", "level:0", "level:9", "level:five", "level:"] {
            assert_eq!(error(text), format!("`{text}`: levels go from level:1 to level:8"));
        }
        assert_eq!(error("random:7"), "`random:7`: random takes nothing after it");
        for text in ["engine", "uct:0", "uct:-5", "uct:+5", "engine:1s", "uct:ms", "engine:1e9"] {
            assert!(error(text).starts_with(&format!("`{text}`: write ")), "{}", error(text));
        }
        assert_eq!(
            error("uct:1000000001"),
            "`uct:1000000001`: write uct:100ms for time (up to 86400000ms a move), \
             or uct:1000 for playouts (up to 1000000000 a move)"
        );
        assert_eq!(error("ugi:"), "`ugi:`: no command is given");
        assert_eq!(error("ugi:a 'b"), "`ugi:a 'b`: a quotation mark is not closed");
    }
}
