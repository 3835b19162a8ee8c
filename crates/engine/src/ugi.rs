//! The Universal Game Interface: UCI for any game, with `query`.
//!
//! The loop takes its input and output as arguments, so that tests run the real one. A line that
//! makes no sense is answered by an `info string` and otherwise ignored.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use katarenga_rules::{BoardCode, Game, GameKind, Setup, Side};

use crate::Engine;
use crate::search::score::decision;
use crate::search::{Limits, Line, Stop};

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
            if search.as_ref().is_some_and(|search| search.thread.is_finished()) {
                finish(search.take())?;
            }
            match desk.answer(&line) {
                Answer::Nothing => {}
                Answer::Say(text) => say(&output, &text)?,
                Answer::Wrong(why) => say(&output, &format!("info string {why}"))?,
                Answer::Stop => finish(search.take())?,
                Answer::Quit => return finish(search),
                Answer::Go(_) if search.is_some() => {
                    say(&output, "info string a search is under way: `stop` ends it")?;
                }
                Answer::Go(limits) => {
                    let (engine, game) = (Engine::new().with_memory(desk.hash), desk.game.clone());
                    let stop = engine.stop();
                    let endless = limits == Limits::default();
                    let output = &output;
                    let thread = scope.spawn(move || think(&engine, &game, limits, output));
                    search = Some(Running { stop, endless, thread });
                }
            }
        }
        // The input has ended: what ends by itself may do so.
        match search {
            Some(Running { endless: false, thread, .. }) => join(thread),
            endless => finish(endless),
        }
    })
}

/// A search under way.
struct Running<'scope> {
    stop: Stop,
    /// Whether nothing but `stop` ends it.
    endless: bool,
    thread: ScopedJoinHandle<'scope, io::Result<()>>,
}

/// Stops a search and waits for its last words.
fn finish(search: Option<Running<'_>>) -> io::Result<()> {
    let Some(Running { stop, thread, .. }) = search else { return Ok(()) };
    stop.set();
    join(thread)
}

fn join(thread: ScopedJoinHandle<'_, io::Result<()>>) -> io::Result<()> {
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the search failed")))
}

fn say(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// Searches and says what it finds, `bestmove` last.
fn think(
    engine: &Engine,
    game: &Game,
    limits: Limits,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    let mut written = Ok(());
    let analysis = engine.analyse(game, limits, |line| {
        if written.is_ok() {
            written = say(output, &info(line));
        }
    });
    written?;
    match analysis.best() {
        Some(best) => say(output, &format!("bestmove {best}")),
        None => say(output, "info string the game is over\nbestmove none"),
    }
}

fn info(line: &Line) -> String {
    let Line { depth, nodes, score, moves } = line;
    let score = match decision(*score) {
        // The protocol counts the moves of the winner to the end.
        Some((_, plies)) => {
            format!("mate {}", i64::from(plies.div_ceil(2)) * i64::from(score.signum()))
        }
        None => format!("cp {score}"),
    };
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    format!("info depth {depth} score {score} nodes {nodes} pv {}", moves.join(" "))
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
    hash: usize,
    game: Game,
}

/// The default and the limits of `Hash`, in MB.
const HASH: (usize, usize, usize) = (64, 1, 16_384);

/// For how many moves the clock must do unless that is said.
const MOVES_TO_GO: u64 = 30;

impl Default for Desk {
    fn default() -> Self {
        let (kind, setup) = (GameKind::Katarenga, Setup::default());
        #[expect(clippy::expect_used, reason = "the base game has no demands on its board")]
        let game = Game::new(kind, BoardCode::REFERENCE, setup).expect("the reference board suits");
        Self { kind, board: None, first: setup.first, layout: String::new(), hash: HASH.0, game }
    }
}

impl Desk {
    fn answer(&mut self, line: &str) -> Answer {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" | "uginewgame" => Answer::Nothing,
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
            "hash" => {
                let (_, least, most) = HASH;
                let fits = value.parse().ok().filter(|size| (least..=most).contains(size));
                self.hash = fits.ok_or(format!("Hash is a number of MB from {least} to {most}"))?;
            }
            _ => {
                let name = name.escape_debug();
                return Err(format!(
                    "no option `{name}`: there are Game, Board, First, Layout, Hash"
                ));
            }
        }
        Ok(())
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
                ("depth", _) => limits.depth = Some(number.clamp(1, 64) as u8),
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
    let (default, least, most) = HASH;
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
        format!("option name Hash type spin default {default} min {least} max {most}"),
        "ugiok".to_owned(),
    ]
    .join("\n")
}
