//! The Universal Game Interface: UCI for any game, with `query`.
//!
//! The loop takes its input and output as arguments, so that tests run the real one. A line that
//! makes no sense is answered by an `info string` and otherwise ignored.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use katarenga_rules::{BoardCode, Game, GameKind, Move, Setup, Side, quoted};

use crate::lines::{BoundedLines, InputLine};
use crate::memory;
use crate::search::{Limits, Line, MAX_DEPTH, Stop};
use crate::{Analysis, Engine, Level, LevelError, Proof, Value};

/// The longest line that is read, in bytes: more than a position after a hundred thousand moves takes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Reads commands from `input` and answers on `output` until `quit` or the end of the input.
///
/// # Errors
/// When the input can't be read or the output not be written.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut session = Session::default();
        let mut search: Option<RunningSearch<'_>> = None;
        let mut lines = BoundedLines::new(input, MAX_LINE_BYTES);
        while let Some(line) = lines.next_line()? {
            if search.as_ref().is_some_and(|search| search.answered.is_set()) {
                session.engine = finish(search.take())?;
            }
            let answer = match line {
                InputLine::Line(line) => session.answer(line.trim()),
                InputLine::TooLong => {
                    Answer::Wrong(format!("a line is longer than {MAX_LINE_BYTES} bytes"))
                }
            };
            match answer {
                Answer::Nothing => {}
                Answer::Say(text) => send(&output, &text)?,
                Answer::Wrong(why) => send(&output, &format!("info string {why}"))?,
                Answer::NewGame => {
                    session.engine = None;
                    if let Some(search) = &mut search {
                        search.is_of_old_game = true;
                    }
                }
                Answer::Stop => session.engine = finish(search.take())?.or(session.engine.take()),
                Answer::Quit => return finish(search).map(drop),
                Answer::Go(_) if search.is_some() => {
                    send(&output, "info string a search is under way: `stop` ends it")?;
                }
                Answer::Go(order) => {
                    let (engine, game, options) =
                        (session.take_engine(), session.game.clone(), session.options);
                    let is_endless =
                        order.is_infinite() && options.level.is_none() && !engine.solves(&game);
                    let (stop, answered, output) = (Stop::default(), Stop::default(), &output);
                    let (release, released) = mpsc::channel();
                    let thinking = SearchJob {
                        engine,
                        game,
                        order,
                        stop: stop.clone(),
                        released,
                        answered: answered.clone(),
                    };
                    let think = move || thinking.run(|text| send(output, text));
                    let thread = match memory::spawn_scoped(scope, think) {
                        Ok(thread) => thread,
                        Err(error) => {
                            let why = format!("info string the search can't begin: {error}");
                            send(output, &format!("{why}\nbestmove none"))?;
                            continue;
                        }
                    };
                    search = Some(RunningSearch {
                        stop,
                        release,
                        is_endless,
                        is_of_old_game: false,
                        options,
                        answered,
                        thread,
                    });
                }
            }
        }
        // The input has ended: what ends by itself may do so.
        match search {
            Some(RunningSearch { is_endless: false, release, thread, .. }) => {
                drop(release);
                join(thread).map(drop)
            }
            endless => finish(endless).map(drop),
        }
    })
}

/// A search under way.
struct RunningSearch<'scope> {
    stop: Stop,
    /// Once it is dropped, the last words may be said.
    release: mpsc::Sender<()>,
    /// Whether it has no limits, so that the end of the input ends it too.
    is_endless: bool,
    /// Whether a new game was announced since, for which nothing is to be kept.
    is_of_old_game: bool,
    options: Options,
    /// Set before `bestmove` is written, so that a client that has read it can send `go` again.
    answered: Stop,
    /// Gives the engine back.
    thread: ScopedJoinHandle<'scope, io::Result<Engine>>,
}

/// Stops a search and waits for its last words; gives its engine back, unless it is of an old game.
fn finish(search: Option<RunningSearch<'_>>) -> io::Result<Option<(Options, Engine)>> {
    let Some(RunningSearch { stop, release, is_of_old_game, options, thread, .. }) = search else {
        return Ok(None);
    };
    stop.set();
    drop(release);
    let engine = join(thread)?;
    Ok((!is_of_old_game).then_some((options, engine)))
}

fn join(thread: ScopedJoinHandle<'_, io::Result<Engine>>) -> io::Result<Engine> {
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the search failed")))
}

fn send(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// A search that runs on a thread of its own.
struct SearchJob {
    engine: Engine,
    game: Game,
    order: GoCommand,
    stop: Stop,
    /// Until its other end is dropped, a search that was to go on until `stop` holds its last words.
    released: mpsc::Receiver<()>,
    answered: Stop,
}

impl SearchJob {
    /// Searches and says what it finds, `bestmove` last.
    fn run(self, send: impl Fn(&str) -> io::Result<()>) -> io::Result<Engine> {
        let Self { mut engine, game, order, stop, released, answered } = self;
        let mut written = Ok(());
        let analysis = engine.analyse(&game, order.limits, &stop, |line| {
            if written.is_ok() {
                written = send(&info(line));
            }
        });
        written?;
        for shortage in engine.shortages() {
            send(&format!("info string {shortage}"))?;
        }
        if let Analysis::Proven(proof) = &analysis {
            send(&proven(proof))?;
        }
        if order.until_stopped {
            // An error is the signal: nothing is ever sent.
            let _ = released.recv();
        }
        answered.set();
        match analysis.best() {
            Some(best) => send(&format!("bestmove {best}"))?,
            None => send("info string the game is over\nbestmove none")?,
        }
        Ok(engine)
    }
}

fn info(line: &Line) -> String {
    let Line { rank, depth, nodes, score, end, moves } = line;
    let score = match end {
        Some(plies) => mate(*plies, *score > 0),
        None => format!("cp {score}"),
    };
    let moves = texts(moves);
    format!("info depth {depth} multipv {rank} score {score} nodes {nodes} pv {moves}")
}

fn proven(Proof { verdict, moves, lines }: &Proof) -> String {
    let verb = match verdict.value {
        Value::Loss => "loses",
        Value::Draw => "draws",
        Value::Win => "wins",
    };
    let summary = format!("info string proven: {verb}, {} points", verdict.points);
    let lines = lines.iter().zip(moves).zip(1..).map(|((line, first), rank)| {
        let depth = line.len();
        let score = match first.verdict.value {
            Value::Draw => "cp 0".to_owned(),
            value => mate(depth as u32, value == Value::Win),
        };
        format!("info depth {depth} multipv {rank} score {score} pv {}", texts(line))
    });
    std::iter::once(summary).chain(lines).collect::<Vec<_>>().join("\n")
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
    NewGame,
    Go(GoCommand),
    Stop,
    Quit,
}

/// What `go` asks for.
#[derive(Clone, Copy)]
struct GoCommand {
    limits: Limits,
    /// `infinite`: the answer waits for `stop`, however soon it is known.
    until_stopped: bool,
}

impl GoCommand {
    fn is_infinite(self) -> bool {
        self.until_stopped || self.limits == Limits::default()
    }
}

/// What was agreed so far: options and the game.
struct Session {
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

    fn describe(&self, name: &str) -> String {
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

impl Default for Session {
    fn default() -> Self {
        let (kind, setup) = (GameKind::default(), Setup::default());
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

impl Session {
    fn answer(&mut self, line: &str) -> Answer {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => Answer::Nothing,
            "uginewgame" => Answer::NewGame,
            "ugi" => Answer::Say(identification()),
            "isready" => Answer::Say("readyok".to_owned()),
            "setoption" => wrong_or(self.set_option(rest)),
            "position" => wrong_or(self.set_position(rest)),
            "query" => self.query(rest).map_or_else(Answer::Wrong, Answer::Say),
            "go" => self.order(rest).map_or_else(Answer::Wrong, Answer::Go),
            "stop" => Answer::Stop,
            "quit" => Answer::Quit,
            other => Answer::Wrong(format!("unknown command `{}`", quoted(other))),
        }
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let form = "write `setoption name NAME value VALUE`";
        let text = text.strip_prefix("name ").ok_or(form)?;
        let (name, value) = text.split_once(" value ").ok_or(form)?;
        let (name, value) = (name.trim(), value.trim());
        match name.to_ascii_lowercase().as_str() {
            "game" => self.kind = value.parse().map_err(describe)?,
            "board" => self.board = Some(value.parse().map_err(describe)?),
            "first" => self.first = value.parse().map_err(describe)?,
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
                return Err(format!("no option `{}`: {there}", quoted(name)));
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
            Some(text) => Game::from_position(text.parse().map_err(describe)?),
            None if start == "startpos" => self.start()?,
            None => return Err("write `position startpos` or `position fen TEXT`".to_owned()),
        };
        for text in moves.split_whitespace() {
            let mv = game.read_move(text).map_err(describe)?;
            game.play(mv).map_err(describe)?;
        }
        self.game = game;
        Ok(())
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

    /// What is asked by `movetime`, `depth`, `nodes`, `p1time` and the like, `movestogo`, `infinite`.
    fn order(&self, text: &str) -> Result<GoCommand, String> {
        let (mut limits, mut clock, mut until_stopped) = (Limits::default(), Clock::NONE, false);
        let is_p1 = self.game.turn() == self.game.start().core().first();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                until_stopped = true;
                continue;
            }
            if !LIMITS.contains(&word) {
                let known = LIMITS.join(", ");
                return Err(format!("no limit `{}`: there are {known}, infinite", quoted(word)));
            }
            let number = whole_number(word, words.next().unwrap_or_default())?;
            match (word, is_p1) {
                ("depth", _) => limits.depth = Some(number.clamp(1, MAX_DEPTH.into()) as u8),
                ("nodes", _) => limits.nodes = Some(number.max(1)),
                ("movetime", _) => limits.time = Some(Duration::from_millis(number)),
                ("p1time", true) | ("p2time", false) => clock.left = Some(number),
                ("p1inc", true) | ("p2inc", false) => clock.increment = number,
                ("movestogo", _) => clock.moves_to_go = number.max(1),
                // The clock of the other.
                _ => {}
            }
        }
        limits.time = limits.time.or(clock.share());
        Ok(GoCommand { limits, until_stopped })
    }
}

/// The limits that take a number.
const LIMITS: [&str; 8] =
    ["movetime", "depth", "nodes", "p1time", "p2time", "p1inc", "p2inc", "movestogo"];

/// The number of a limit, in digits; beyond what 64 bits hold, the greatest that they do.
fn whole_number(limit: &str, text: &str) -> Result<u64, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let text = quoted(text);
        return Err(format!("`{limit}` needs a whole number from 0, not `{text}`"));
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

/// The clock of the player to move, in milliseconds.
#[derive(Clone, Copy)]
struct Clock {
    left: Option<u64>,
    increment: u64,
    moves_to_go: u64,
}

impl Clock {
    const NONE: Self = Self { left: None, increment: 0, moves_to_go: MOVES_TO_GO };

    /// An even share of what is left and most of the increment, never nearly all; `None` without a
    /// clock.
    fn share(self) -> Option<Duration> {
        let left = self.left?;
        let gained = self.increment / 4 * 3;
        let share = (left / self.moves_to_go).saturating_add(gained);
        Some(Duration::from_millis(share.min(left / 2).max(1)))
    }
}

fn describe(error: impl std::fmt::Display) -> String {
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
        LINES.describe("MultiPV"),
        "ugiok".to_owned(),
    ]
    .join("\n")
}
