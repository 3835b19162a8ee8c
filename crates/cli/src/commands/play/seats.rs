//! Who plays which side, and who gives hints.

use std::str::FromStr;
use std::time::Duration;

use katarenga_engine::search::{Limits, Stop};
use katarenga_engine::{Analysis, Engine, Level};
use katarenga_rules::{Game, Side};

use crate::commands::analyse::{chance, decided};
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

/// The search time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The seats of a match, White's first.
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

    /// The side of the person who speaks when it is `turn`'s: that one, unless the computer has it
    /// and a person the other.
    pub(super) fn own_side(&self, turn: Side) -> Side {
        if !self.is_human(turn) && self.is_human(!turn) { !turn } else { turn }
    }

    pub(super) fn any_human(&self) -> bool {
        self.players.contains(&Seat::Human)
    }

    pub(super) fn any_computer(&self) -> bool {
        self.players.iter().any(|player| *player != Seat::Human)
    }

    /// Whether the computer plays the side to move.
    pub(super) fn is_computers_turn(&self, game: &Game) -> bool {
        game.outcome().is_none() && !self.is_human(game.turn())
    }

    /// Takes the engine of a side away, until [`return_engine`](Self::return_engine).
    pub(super) fn take_engine(&mut self, side: Side) -> Option<Engine> {
        self.engines[side.index()].take()
    }

    pub(super) fn return_engine(&mut self, side: Side, engine: Engine) {
        self.engines[side.index()] = Some(engine);
    }

    /// What the computer at full strength would play, and what it thinks of it.
    pub(super) fn hint(&mut self, game: &Game) -> String {
        let engine = self.adviser.get_or_insert_with(Engine::new);
        let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
        let analysis = engine.analyse(game, limits, &Stop::default(), |_| ());
        let turn = game.turn();
        let thought = match &analysis {
            Analysis::Over => "the game is over".to_owned(),
            Analysis::Proven(proof) => {
                format!("proven: {turn} {}", gain(&Worth::of(game.kind(), proof.verdict)))
            }
            Analysis::Found(lines) => {
                lines.first().map_or_else(String::new, |line| match decided(line.score, line.end) {
                    Some(certain) => format!("{turn} {certain}"),
                    None => format!("{turn}'s chance of winning is {}", chance(line.score)),
                })
            }
        };
        match analysis.best() {
            Some(best) => format!("Hint: {best} ({thought})"),
            None => format!("No hint: {thought}."),
        }
    }
}
