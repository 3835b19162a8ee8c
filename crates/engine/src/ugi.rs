//! The Universal Game Interface: UCI for any game, with `query`.
//!
//! The loop takes its input and output as arguments, so that tests run the real one. A line that
//! makes no sense is answered by an `info string` and otherwise ignored.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use katarenga_rules::{BoardCode, Game, GameKind, Move, Setup, Side};

use crate::search::score::decision;
use crate::search::{DEEPEST, Limits, Line, Stop};
use crate::{Analysis, Engine, Level, LevelError, Proof};

/// Reads commands from `input` and answers on `output` until `quit` or the end of the input.
///
/// # Errors
/// When the input can't be read or the output not be written.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut desk = Desk::default();
        let mut search: Option<Running<'_>> = None;
        for line in input.split(b'\n') {
            // Whatever is no text is no command either.
            let line = String::from_utf8_lossy(&line?).trim().to_owned();
            if search.as_ref().is_some_and(|search| search.answered.is_set()) {
                desk.engine = finish(search.take())?;
            }
            match desk.answer(&line) {
                Answer::Nothing => {}
                Answer::Say(text) => say(&output, &text)?,
                Answer::Wrong(why) => say(&output, &format!("info string {why}"))?,
                Answer::Stop => desk.engine = finish(search.take())?.or(desk.engine.take()),
                Answer::Quit => return finish(search).map(drop),
                Answer::Go(_) if search.is_some() => {
                    say(&output, "info string a search is under way: `stop` ends it")?;
                }
                Answer::Go(limits) => {
                    let endless = limits == Limits::default() && desk.options.level.is_none();
                    let (engine, game) = (desk.take_engine(), desk.game.clone());
                    let (stop, output) = (Stop::default(), &output);
                    let (switch, answered) = (stop.clone(), Stop::default());
                    let done = answered.clone();
                    let thread = scope.spawn(move || {
                        think(engine, &game, limits, &stop, |text| say(output, text), &done)
                    });
                    let options = desk.options;
                    search = Some(Running { stop: switch, endless, options, answered, thread });
                }
            }
        }
        // The input has ended: what ends by itself may do so.
        match search {
            Some(Running { endless: false, thread, .. }) => join(thread).map(drop),
            endless => finish(endless).map(drop),
        }
    })
}

/// A search under way.
struct Running<'scope> {
    stop: Stop,
    /// Whether it has no limits, so that the end of the input ends it too.
    endless: bool,
    options: Options,
    /// Set before the last words, so that whoever has heard them can ask again.
    answered: Stop,
    /// Gives the engine back.
    thread: ScopedJoinHandle<'scope, io::Result<Engine>>,
}

/// Stops a search and waits for its last words; gives its engine back.
fn finish(search: Option<Running<'_>>) -> io::Result<Option<(Options, Engine)>> {
    let Some(Running { stop, options, thread, .. }) = search else { return Ok(None) };
    stop.set();
    Ok(Some((options, join(thread)?)))
}

fn join(thread: ScopedJoinHandle<'_, io::Result<Engine>>) -> io::Result<Engine> {
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the search failed")))
}

fn say(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// Searches and says what it finds, `bestmove` last.
fn think(
    mut engine: Engine,
    game: &Game,
    limits: Limits,
    stop: &Stop,
    say: impl Fn(&str) -> io::Result<()>,
    answered: &Stop,
) -> io::Result<Engine> {
    let mut written = Ok(());
    let analysis = engine.analyse(game, limits, stop, |line| {
        if written.is_ok() {
            written = say(&info(line));
        }
    });
    written?;
    if let Analysis::Proven(proof) = &analysis {
        say(&proven(proof))?;
    }
    answered.set();
    match analysis.best() {
        Some(best) => say(&format!("bestmove {best}"))?,
        None => say("info string the game is over\nbestmove none")?,
    }
    Ok(engine)
}

fn info(line: &Line) -> String {
    let Line { rank, depth, nodes, score, moves } = line;
    let score = match decision(*score) {
        Some((_, plies)) => mate(plies, *score > 0),
        None => format!("cp {score}"),
    };
    let moves = texts(moves);
    format!("info depth {depth} multipv {rank} score {score} nodes {nodes} pv {moves}")
}

fn proven(Proof { verdict, line, .. }: &Proof) -> String {
    let score = mate(line.len() as u32, verdict.wins);
    let verb = if verdict.wins { "wins" } else { "loses" };
    let (points, depth, moves) = (verdict.points, line.len(), texts(line));
    format!(
        "info string proven: {verb}, {points} points\ninfo depth {depth} score {score} pv {moves}"
    )
}

/// The protocol counts the moves of the winner to the end.
fn mate(plies: u32, wins: bool) -> String {
    let sign = if wins { "" } else { "-" };
    format!("mate {sign}{}", plies.div_ceil(2))
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What follows a command.
enum Answer {
    Nothing,
    Say(String),
    /// The command makes no sense, and why.
    Wrong(String),
    Go(Limits),
    Stop,
    Quit,
}

/// What was agreed so far: options and the game.
struct Desk {
    kind: GameKind,
    /// The board, where it was chosen.
    board: Option<BoardCode>,
    first: Side,
    layout: String,
    options: Options,
    game: Game,
    /// The engine of the last search, with its options.
    engine: Option<(Options, Engine)>,
}

/// The options of an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Options {
    hash: usize,
    threads: usize,
    lines: usize,
    /// The level as which the engine plays; at full strength without.
    level: Option<Level>,
}

impl Options {
    fn engine(self) -> Engine {
        let Self { hash, threads, lines, level } = self;
        let engine = Engine::new().with_memory(hash).with_threads(threads).with_lines(lines);
        match level {
            Some(level) => engine.at_level(level, SEED),
            None => engine,
        }
    }
}

/// A number that can be set: its default, the least and the most.
struct Spin(usize, usize, usize);

/// In MB.
const HASH: Spin = Spin(Engine::MEMORY, 1, 16_384);
const THREADS: Spin = Spin(1, 1, 64);
const LINES: Spin = Spin(1, 1, 64);

impl Spin {
    fn read(&self, name: &str, text: &str) -> Result<usize, String> {
        let Self(_, least, most) = self;
        let number = text.parse().ok().filter(|number| (least..=most).contains(&number));
        number.ok_or(format!("{name} is a number from {least} to {most}"))
    }

    fn told(&self, name: &str) -> String {
        let Self(default, least, most) = self;
        format!("option name {name} type spin default {default} min {least} max {most}")
    }
}

/// The value of `Level` for an engine at full strength.
const FULL: &str = "full";

/// The seed of the errors of weaker levels.
const SEED: u64 = 1;

/// For how many moves the clock must do unless that is said.
const MOVES_TO_GO: u64 = 30;

impl Default for Desk {
    fn default() -> Self {
        let (kind, setup) = (GameKind::Katarenga, Setup::default());
        #[expect(clippy::expect_used, reason = "the base game has no demands on its board")]
        let game = Game::new(kind, BoardCode::REFERENCE, setup).expect("the reference board suits");
        Self {
            kind,
            board: None,
            first: setup.first,
            layout: String::new(),
            options: Options { hash: HASH.0, threads: THREADS.0, lines: LINES.0, level: None },
            game,
            engine: None,
        }
    }
}

impl Desk {
    fn answer(&mut self, line: &str) -> Answer {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => Answer::Nothing,
            "uginewgame" => {
                if let Some((_, engine)) = &mut self.engine {
                    engine.forget();
                }
                Answer::Nothing
            }
            "ugi" => Answer::Say(greeting()),
            "isready" => Answer::Say("readyok".to_owned()),
            "setoption" => wrong_or(self.set_option(rest)),
            "position" => wrong_or(self.set_position(rest)),
            "query" => self.query(rest).map_or_else(Answer::Wrong, Answer::Say),
            "go" => self.limits(rest).map_or_else(Answer::Wrong, Answer::Go),
            "stop" => Answer::Stop,
            "quit" => Answer::Quit,
            other => Answer::Wrong(format!("unknown command `{}`", other.escape_debug())),
        }
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let form = "write `setoption name NAME value VALUE`";
        let text = text.strip_prefix("name ").ok_or(form)?;
        let (name, value) = text.split_once(" value ").ok_or(form)?;
        let (name, value) = (name.trim(), value.trim());
        match name.to_ascii_lowercase().as_str() {
            "game" => self.kind = value.parse().map_err(told)?,
            "board" => self.board = Some(value.parse().map_err(told)?),
            "first" => self.first = value.parse().map_err(told)?,
            "layout" => value.clone_into(&mut self.layout),
            "hash" => self.options.hash = HASH.read("Hash", value)?,
            "threads" => self.options.threads = THREADS.read("Threads", value)?,
            "multipv" => self.options.lines = LINES.read("MultiPV", value)?,
            "level" if value.eq_ignore_ascii_case(FULL) => self.options.level = None,
            "level" => {
                self.options.level = Some(
                    value.parse().map_err(|error: LevelError| format!("{error}, or `{FULL}`"))?,
                );
            }
            _ => {
                let there = "there are Game, Board, First, Layout, Hash, Threads, Level, MultiPV";
                return Err(format!("no option `{}`: {there}", name.escape_debug()));
            }
        }
        Ok(())
    }

    /// The engine of the last search, unless the options have changed since.
    fn take_engine(&mut self) -> Engine {
        let kept = self.engine.take().filter(|(options, _)| *options == self.options);
        kept.map_or_else(|| self.options.engine(), |(_, engine)| engine)
    }

    /// `startpos` or `fen TEXT`, then `moves MOVE ...`.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text, ""),
        };
        let mut game = match start.strip_prefix("fen ") {
            Some(text) => Game::from_position(text.parse().map_err(told)?),
            None if start == "startpos" => self.start()?,
            None => return Err("write `position startpos` or `position fen TEXT`".to_owned()),
        };
        for text in moves.split_whitespace() {
            let mv = game.read_move(text).map_err(told)?;
            game.play(mv).map_err(told)?;
        }
        self.game = game;
        Ok(())
    }

    fn start(&self) -> Result<Game, String> {
        let board = self.board.unwrap_or(self.kind.default_board());
        // A layout that was set for another game says nothing of this one.
        let has_layouts = !self.kind.info().layouts.is_empty() && !self.layout.is_empty();
        let layout = if has_layouts { self.kind.layout(&self.layout).map_err(told)? } else { 0 };
        Game::new(self.kind, board, Setup { first: self.first, layout }).map_err(told)
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let first = self.game.start().core().first();
        let response = match (what, self.game.outcome()) {
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

    /// Limits from `movetime`, `depth`, `nodes`, `p1time` and the like, `movestogo`, `infinite`.
    fn limits(&self, text: &str) -> Result<Limits, String> {
        let mut limits = Limits::default();
        let (mut clock, mut increment, mut moves_to_go) = (None, 0, MOVES_TO_GO);
        let is_p1 = self.game.turn() == self.game.start().core().first();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                continue;
            }
            let number = words.next().and_then(|number| number.parse::<u64>().ok());
            let number =
                number.ok_or_else(|| format!("`{}` needs a number", word.escape_debug()))?;
            match (word, is_p1) {
                ("depth", _) => limits.depth = Some(number.clamp(1, DEEPEST.into()) as u8),
                ("nodes", _) => limits.nodes = Some(number),
                ("movetime", _) => limits.time = Some(Duration::from_millis(number)),
                ("p1time", true) | ("p2time", false) => clock = Some(number),
                ("p1inc", true) | ("p2inc", false) => increment = number,
                ("movestogo", _) => moves_to_go = number.max(1),
                ("p1time" | "p2time" | "p1inc" | "p2inc", _) => {}
                _ => return Err(format!("unknown limit `{}`", word.escape_debug())),
            }
        }
        if let Some(left) = clock {
            // An even share of what is left and most of the increment, never nearly all.
            let share = (left / moves_to_go + increment * 3 / 4).min(left / 2).max(1);
            limits.time = Some(Duration::from_millis(share));
        }
        Ok(limits)
    }
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn wrong_or(outcome: Result<(), String>) -> Answer {
    outcome.map_or_else(Answer::Wrong, |()| Answer::Nothing)
}

fn greeting() -> String {
    let games: Vec<String> = GameKind::ALL.iter().map(|kind| format!(" var {kind}")).collect();
    let layouts = GameKind::ALL.iter().flat_map(|kind| kind.info().layouts);
    let layouts: Vec<&str> = layouts.copied().collect();
    let levels: Vec<String> = Level::ALL.iter().map(|level| format!(" var {level}")).collect();
    [
        concat!("id name Katarenga ", env!("CARGO_PKG_VERSION")).to_owned(),
        "id author the Katarenga developers".to_owned(),
        format!("option name Game type combo default {}{}", GameKind::Katarenga, games.concat()),
        format!("option name Board type string default {}", BoardCode::REFERENCE),
        "option name First type combo default white var white var black".to_owned(),
        format!(
            "option name Layout type combo default {} var {}",
            layouts.first().copied().unwrap_or_default(),
            layouts.join(" var ")
        ),
        HASH.told("Hash"),
        THREADS.told("Threads"),
        format!("option name Level type combo default {FULL} var {FULL}{}", levels.concat()),
        LINES.told("MultiPV"),
        "ugiok".to_owned(),
    ]
    .join("\n")
}
