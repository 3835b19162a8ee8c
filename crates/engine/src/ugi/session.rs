//! What is agreed between engine and partner: options and the game.

use std::fmt::Display;
use std::str::FromStr;

use katarenga_rules::{BoardCode, Game, GameKind, Setup, Side, quoted};

use super::go::{Context, Go};
use super::searches::{EngineKey, Search};
use crate::{Engine, Level, LevelError};

/// What follows a command.
pub(super) enum Answer {
    Nothing,
    Say(String),
    /// The command makes no sense, and why.
    Wrong(String),
    Go(Go),
    Stop,
    Quit,
}

/// What was agreed so far: options and the game.
pub(super) struct Session {
    kind: GameKind,
    /// The board, where it was chosen.
    board: Option<BoardCode>,
    first: Side,
    layout: String,
    options: Options,
    game: Game,
    /// How many new games were announced.
    games: u64,
}

/// The options of an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Options {
    hash: usize,
    threads: usize,
    lines: usize,
    /// The level as which the engine plays; at full strength without.
    pub(super) level: Option<Level>,
    /// The seed of the errors of weaker levels.
    seed: u64,
}

impl Options {
    pub(super) fn engine(self) -> Engine {
        let Self { hash, threads, lines, level, seed } = self;
        let engine = Engine::new().with_memory(hash).with_threads(threads).with_lines(lines);
        match level {
            Some(level) => engine.at_level(level, seed),
            // One line is to be played, several are to be compared.
            None if lines == 1 => engine.as_player(),
            None => engine,
        }
    }
}

/// A number that can be set: its default, the least and the most.
struct Spin<T>(T, T, T);

/// In MB.
const HASH: Spin<usize> = Spin(Engine::MEMORY, 1, 16_384);
const THREADS: Spin<usize> = Spin(1, 1, 64);
const LINES: Spin<usize> = Spin(1, 1, 64);
/// What a partner can hold that has signed numbers alone.
const SEED: Spin<u64> = Spin(1, 0, i64::MAX as u64);

impl<T: Copy + PartialOrd + FromStr + Display> Spin<T> {
    fn read(&self, name: &str, text: &str) -> Result<T, String> {
        let Self(_, least, most) = self;
        let number = text.parse().ok().filter(|number| (least..=most).contains(&number));
        number.ok_or(format!("{name} is a number from {least} to {most}"))
    }

    fn describe(&self, name: &str) -> String {
        let Self(default, least, most) = self;
        format!("option name {name} type spin default {default} min {least} max {most}")
    }
}

/// The value of `Level` for an engine at full strength.
const FULL: &str = "full";

impl Default for Session {
    fn default() -> Self {
        let (kind, setup) = (GameKind::default(), Setup::default());
        #[expect(clippy::expect_used, reason = "the base game has no demands on its board")]
        let game = Game::new(kind, BoardCode::REFERENCE, setup).expect("the reference board suits");
        let options =
            Options { hash: HASH.0, threads: THREADS.0, lines: LINES.0, level: None, seed: SEED.0 };
        let (first, layout) = (setup.first, String::new());
        Self { kind, board: None, first, layout, options, game, games: 0 }
    }
}

impl Session {
    pub(super) fn answer(&mut self, line: &str) -> Answer {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command.to_ascii_lowercase().as_str() {
            "" => Answer::Nothing,
            "uginewgame" => {
                self.games += 1;
                Answer::Nothing
            }
            "ugi" => Answer::Say(identification()),
            "isready" => Answer::Say("readyok".to_owned()),
            "setoption" => wrong_or(self.set_option(rest)),
            "position" => wrong_or(self.set_position(rest)),
            "query" => self.query(rest).map_or_else(Answer::Wrong, Answer::Say),
            "go" => Answer::Go(self.read_go(rest)),
            "stop" => Answer::Stop,
            "quit" => Answer::Quit,
            _ => Answer::Wrong(format!("unknown command `{}`", quoted(command))),
        }
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let option = name_and_value(text);
        let (name, value) = option.ok_or("write `setoption name NAME value VALUE`")?;
        let value = value.as_str();
        match name.to_ascii_lowercase().as_str() {
            "game" => self.kind = value.parse().map_err(describe)?,
            "board" => self.board = Some(value.parse().map_err(describe)?),
            "first" => self.first = value.parse().map_err(describe)?,
            "layout" => value.clone_into(&mut self.layout),
            "hash" => self.options.hash = HASH.read("Hash", value)?,
            "threads" => self.options.threads = THREADS.read("Threads", value)?,
            "multipv" => self.options.lines = LINES.read("MultiPV", value)?,
            "seed" => self.options.seed = SEED.read("Seed", value)?,
            "level" if value.eq_ignore_ascii_case(FULL) => self.options.level = None,
            "level" => {
                self.options.level = Some(
                    value.parse().map_err(|error: LevelError| format!("{error}, or `{FULL}`"))?,
                );
            }
            _ => {
                let there =
                    "there are Game, Board, First, Layout, Hash, Threads, Level, Seed, MultiPV";
                return Err(format!("no option `{}`: {there}", quoted(&name)));
            }
        }
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let position = self.read_position(text);
        self.game = position.map_err(|why| format!("{why}; the position stays as it was"))?;
        Ok(())
    }

    /// `startpos` or `fen TEXT`, then `moves MOVE ...`.
    fn read_position(&self, text: &str) -> Result<Game, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|word| word.eq_ignore_ascii_case("moves"));
        let (start, moves) = words.split_at(end.unwrap_or(words.len()));
        let mut game = match start {
            [word] if word.eq_ignore_ascii_case("startpos") => self.start()?,
            [word, text @ ..] if word.eq_ignore_ascii_case("fen") => {
                Game::from_position(text.join(" ").parse().map_err(describe)?)
            }
            _ => return Err("write `position startpos` or `position fen TEXT`".to_owned()),
        };
        for text in moves.iter().skip(1) {
            let mv = game.read_move(text).map_err(describe)?;
            game.play(mv).map_err(describe)?;
        }
        Ok(game)
    }

    fn start(&self) -> Result<Game, String> {
        let board = self.board.unwrap_or(self.kind.default_board());
        Game::new(self.kind, board, Setup { first: self.first, layout: self.layout()? })
            .map_err(describe)
    }

    /// The index of the layout that was set. One that was set for another game says nothing of this
    /// one.
    fn layout(&self) -> Result<u8, String> {
        let has_layouts = !self.kind.info().layouts.is_empty() && !self.layout.is_empty();
        let is_known = || GameKind::ALL.iter().any(|kind| kind.layout(&self.layout).is_ok());
        match self.kind.layout(&self.layout) {
            Ok(layout) => Ok(layout),
            Err(error) if has_layouts && !is_known() => Err(describe(error)),
            Err(_) => Ok(0),
        }
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let first = self.game.start().core().first();
        let what = what.trim().to_ascii_lowercase();
        let response = match (what.as_str(), self.game.outcome()) {
            ("p1turn", _) => (self.game.turn() == first).to_string(),
            ("gameover", outcome) => outcome.is_some().to_string(),
            ("result", None) => "none".to_owned(),
            ("result", Some(outcome)) => match outcome.winner {
                None => "draw".to_owned(),
                Some(side) if side == first => "p1win".to_owned(),
                Some(_) => "p2win".to_owned(),
            },
            _ => return Err("query p1turn, gameover or result".to_owned()),
        };
        Ok(format!("response {response}"))
    }

    fn read_go(&self, text: &str) -> Go {
        let is_p1 = self.game.turn() == self.game.start().core().first();
        Go::read(text, Context { is_p1, has_level: self.options.level.is_some() })
    }

    /// The search that is asked for, of the position and with the options as they are now.
    pub(super) fn search(&self, go: Go) -> Search {
        let key = EngineKey { options: self.options, games: self.games };
        Search { key, game: self.game.clone(), go }
    }
}

/// The parts of `name NAME value VALUE`.
fn name_and_value(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (keyword, words) = words.split_first()?;
    let value = words.iter().position(|word| word.eq_ignore_ascii_case("value"))?;
    let is_name = keyword.eq_ignore_ascii_case("name");
    is_name.then(|| (words[..value].join(" "), words[value + 1..].join(" ")))
}

fn describe(error: impl Display) -> String {
    error.to_string()
}

fn wrong_or(outcome: Result<(), String>) -> Answer {
    outcome.map_or_else(Answer::Wrong, |()| Answer::Nothing)
}

fn identification() -> String {
    let games: Vec<String> = GameKind::ALL.iter().map(|kind| format!(" var {kind}")).collect();
    let layouts = GameKind::ALL.iter().flat_map(|kind| kind.info().layout_names());
    let layouts: Vec<&str> = layouts.collect();
    let levels: Vec<String> = Level::ALL.iter().map(|level| format!(" var {level}")).collect();
    [
        concat!("id name Katarenga ", env!("CARGO_PKG_VERSION")).to_owned(),
        "id author the Katarenga developers".to_owned(),
        format!("option name Game type combo default {}{}", GameKind::default(), games.concat()),
        format!("option name Board type string default {}", BoardCode::REFERENCE),
        "option name First type combo default white var white var black".to_owned(),
        format!(
            "option name Layout type combo default {} var {}",
            layouts.first().copied().unwrap_or_default(),
            layouts.join(" var ")
        ),
        HASH.describe("Hash"),
        THREADS.describe("Threads"),
        format!("option name Level type combo default {FULL} var {FULL}{}", levels.concat()),
        SEED.describe("Seed"),
        LINES.describe("MultiPV"),
        "ugiok".to_owned(),
    ]
    .join("\n")
}
