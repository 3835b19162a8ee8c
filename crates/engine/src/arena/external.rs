//! Another program as a player: a child process that speaks UGI (`docs/engine.md`).
//!
//! Nothing the program does holds up a match or fills the memory: it is written to and read from on
//! threads of their own, every answer has a deadline, and of a long line only the beginning is kept.

use std::fmt;
use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use katarenga_rules::{Game, Move, quoted_within};

use super::{Fault, Player};
use crate::memory;
use crate::search::Stop;

/// The most that is kept of a line, in bytes: far more than a line of moves takes.
const MAX_LINE_BYTES: usize = 16 * 1024;

/// After so much silence it is looked whether the match was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How many lines may wait to be looked at; then the program has to.
const LINE_BUFFER: usize = 64;

/// How engines say that there is no move to play, in UGI and in UCI; it is right after the end alone.
const NO_MOVE: [&str; 4] = ["", "none", "(none)", "0000"];

/// The command that starts a program: words as a shell would part them, quotation marks included.
/// No shell is involved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    text: String,
    program: String,
    arguments: Vec<String>,
}

/// A text that is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no word in it.
    #[error("no command is given")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quotation mark is not closed")]
    Open,
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let mut words = shell_words::split(text).map_err(|_| CommandError::Open)?.into_iter();
        let program = words.next().ok_or(CommandError::Empty)?;
        Ok(Self { text: text.trim().to_owned(), program, arguments: words.collect() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How long an external engine may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The time for a move.
    pub move_time: Duration,
    /// How late any answer may be; a move may take twice its time and this.
    pub grace: Duration,
}

impl Default for Pace {
    /// 100 ms a move, with a grace of 5 s.
    fn default() -> Self {
        Self { move_time: Duration::from_millis(100), grace: Duration::from_secs(5) }
    }
}

/// A running engine that plays one game. It is killed when dropped, and on Unix what it has started
/// too, unless that has left its process group.
pub(super) struct External {
    child: Child,
    /// Commands to the program; written by a thread, since writing may block.
    orders: Sender<String>,
    lines: Receiver<String>,
    /// The last line it wrote, quoted.
    last: String,
    pace: Pace,
    stop: Stop,
    /// `startpos`, or `fen` and a position text.
    start: String,
}

impl External {
    /// Starts a program, and prepares it for the game that begins with `game`.
    pub(super) fn start(
        command: &Command,
        game: &Game,
        pace: Pace,
        stop: Stop,
    ) -> Result<Self, Fault> {
        let failed = |error: io::Error| Fault::Start {
            program: quoted(&command.program),
            error: error.to_string(),
        };
        let mut child = process(command).spawn().map_err(failed)?;
        let missing = || failed(io::Error::other("it has no input or output"));
        let (stdin, stdout) = child.stdin.take().zip(child.stdout.take()).ok_or_else(missing)?;
        let (orders, to_write) = channel();
        let (read, lines) = sync_channel(LINE_BUFFER);
        // From now on the program is killed whatever goes wrong.
        let mut engine =
            Self { child, orders, lines, last: String::new(), pace, stop, start: String::new() };
        memory::spawn(move || write_orders(stdin, &to_write)).map_err(failed)?;
        memory::spawn(move || read_lines(stdout, &read)).map_err(failed)?;
        engine.prepare(game)?;
        Ok(engine)
    }

    fn prepare(&mut self, game: &Game) -> Result<(), Fault> {
        self.say("ugi");
        self.await_line("ugiok", self.pace.grace)?;
        self.set("Game", game.kind());
        self.set("Board", game.board().code());
        self.set("First", game.start().core().first());
        let setup = game.setup();
        let info = game.kind().info();
        if let Some(name) = setup.and_then(|setup| info.layout_name(setup.layout)) {
            self.set("Layout", name);
        }
        self.start = match setup {
            Some(_) => "startpos".to_owned(),
            None => format!("fen {}", game.start_board_position()),
        };
        self.say("uginewgame");
        self.become_ready()
    }

    fn set(&self, name: &str, value: impl fmt::Display) {
        self.say(format!("setoption name {name} value {value}"));
    }

    /// Waits until the engine has processed all commands; earlier output is discarded.
    fn become_ready(&mut self) -> Result<(), Fault> {
        self.say("isready");
        self.await_line("readyok", self.pace.grace).map(|_| ())
    }

    fn say(&self, order: impl Into<String>) {
        // An engine that has ended shows by the end of its output.
        let _ = self.orders.send(order.into());
    }

    /// Reads lines up to one that begins with the word `awaited`; gives the rest of that line.
    fn await_line(&mut self, awaited: &'static str, timeout: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + timeout;
        loop {
            let line = match self.next_line(deadline) {
                Ok(line) => line,
                Err(_) if self.stop.is_set() => return Err(Fault::Stopped { awaited }),
                Err(RecvTimeoutError::Timeout) => {
                    let (last, milliseconds) = (self.last.clone(), timeout.as_millis());
                    return Err(Fault::Silent { awaited, milliseconds, last });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Ended { awaited, last: self.last.clone() });
                }
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            if word == awaited {
                return Ok(rest.trim().to_owned());
            }
            self.last = quoted(&line);
        }
    }

    /// The next line; a timeout at the deadline, or when the match is stopped.
    fn next_line(&self, deadline: Instant) -> Result<String, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // A flood of lines is no answer either.
            if left.is_zero() || self.stop.is_set() {
                return Err(RecvTimeoutError::Timeout);
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Err(RecvTimeoutError::Timeout) => {}
                received => return received,
            }
        }
    }
}

impl Player for External {
    fn choose(&mut self, game: &Game) -> Result<Move, Fault> {
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        // A search that has said its move may not quite have ended yet.
        self.say("stop");
        self.say(format!("position {}{moves}", self.start));
        self.become_ready()?;
        self.say(format!("go movetime {}", self.pace.move_time.as_millis()));
        let timeout = 2 * self.pace.move_time + self.pace.grace;
        let answer = self.await_line("bestmove", timeout)?;
        // `bestmove M ponder N` is usual in UCI.
        let text = answer.split_whitespace().next().unwrap_or_default();
        if NO_MOVE.contains(&text)
            && let Some(example) = game.legal_moves().first().copied()
        {
            return Err(Fault::SaysNone { answer: quoted(text), example });
        }
        Ok(game.read_move(text)?)
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // An error says that all have ended already.
        let _ = kill_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Kills a program and those it has started, as a script does. The group can't be another's: no one
/// has waited for the program yet, so the system keeps its number.
#[cfg(unix)]
fn kill_group(program: &Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    Ok(kill_process_group(Pid::from_child(program), Signal::KILL)?)
}

/// There are no process groups.
#[cfg(not(unix))]
fn kill_group(_: &Child) -> io::Result<()> {
    Ok(())
}

fn process(command: &Command) -> std::process::Command {
    let mut process = std::process::Command::new(&command.program);
    process.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    process.stderr(Stdio::null());
    // Ctrl-C is for the match, not for the engine; and at the end the group is killed.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process
}

/// Writes commands until the channel is closed, or the program closes its input.
fn write_orders(mut stdin: ChildStdin, orders: &Receiver<String>) {
    for order in orders {
        if stdin.write_all(format!("{order}\n").as_bytes()).is_err() {
            break;
        }
    }
}

/// Passes on the lines that a program writes, until it ends or the receiver is dropped.
fn read_lines(mut stdout: ChildStdout, lines: &SyncSender<String>) {
    let (mut buffer, mut line) = ([0; 4096], Vec::new());
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        for byte in &buffer[..count] {
            if *byte != b'\n' {
                if line.len() < MAX_LINE_BYTES {
                    line.push(*byte);
                }
                continue;
            }
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if lines.send(text).is_err() {
                return;
            }
        }
    }
}

/// Text from an external program, shortened for a message.
pub(super) fn quoted(text: &str) -> String {
    /// More than the rules repeat: a program's last words are all there is to find its fault by.
    const LONGEST: usize = 60;
    quoted_within(text, LONGEST)
}
