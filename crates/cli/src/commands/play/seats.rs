//! Who plays which side, and who gives hints.

use std::str::FromStr;
use std::time::Duration;

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Analysis, Engine, Level};
use katarenga_rules::{Game, Move, Side};

use crate::commands::analyse::worth;
use crate::commands::solve::{Worth, gain};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A person at the terminal.
    Human,
    /// The computer at some level.
    Level(Level),
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = || text.strip_prefix("level:")?.parse().ok();
        match text {
            "human" => Ok(Self::Human),
            _ => level()
                .map(Self::Level)
                .ok_or_else(|| "write `human`, or `level:1` to `level:8`".to_owned()),
        }
    }
}

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

/// The seats of a table, white's first.
pub(crate) struct Seats {
    players: [Seat; 2],
    engines: [Option<Engine>; 2],
    adviser: Option<Engine>,
}

impl Seats {
    /// `seed` decides the errors of weaker levels.
    pub(super) fn new(players: [Seat; 2], seed: u64) -> Self {
        let engines = players.map(|seat| match seat {
            Seat::Human => None,
            Seat::Level(level) => Some(Engine::new().at_level(level, seed)),
        });
        Self { players, engines, adviser: None }
    }

    /// Two people.
    pub(super) fn of_people() -> Self {
        // No computer, no errors to decide.
        Self::new([Seat::Human; 2], 0)
    }

    pub(super) fn is_human(&self, side: Side) -> bool {
        self.players[side.index()] == Seat::Human
    }

    pub(super) fn any_human(&self) -> bool {
        self.players.contains(&Seat::Human)
    }

    pub(super) fn any_computer(&self) -> bool {
        self.players.iter().any(|player| *player != Seat::Human)
    }

    /// The computer's move; `None` when it is a person's turn, or the game is over. Means nothing
    /// once `stop` is set.
    pub(super) fn choose(&mut self, game: &Game, stop: &Stop) -> Option<Move> {
        let engine = self.engines[game.turn().index()].as_mut()?;
        engine.analyse(game, Limits::default(), stop, |_| ()).best()
    }

    /// What the computer at full strength would play, and what it thinks of it.
    pub(super) fn hint(&mut self, game: &Game) -> String {
        let engine = self.adviser.get_or_insert_with(Engine::new);
        let limits = Limits { time: Some(HINT), ..Limits::default() };
        let analysis = engine.analyse(game, limits, &Stop::default(), |_| ());
        let turn = game.turn();
        let thought = match &analysis {
            Analysis::Over => "the game is over".to_owned(),
            Analysis::Proven(proof) => {
                format!("proven: {turn} {}", gain(&Worth::of(proof.verdict)))
            }
            Analysis::Found(lines) => {
                format!(
                    "for {turn} {}",
                    lines.first().map(|line| worth(line.score, line.end)).unwrap_or_default()
                )
            }
        };
        match analysis.best() {
            Some(best) => format!("Hint: {best} ({thought})"),
            None => format!("No hint: {thought}."),
        }
    }
}
