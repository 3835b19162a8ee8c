//! Lines from a person at a terminal, or from a pipe.

use std::collections::VecDeque;
use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use katarenga_engine::lines::{BoundedLines, InputLine};
use katarenga_engine::memory;
use katarenga_engine::search::Stop;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// The longest line that is read from a pipe, in bytes.
const MAX_LINE: usize = 64 * 1024;

/// How many lines of a pipe are read ahead.
const READ_AHEAD: usize = 256;

/// How often a waiting read checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A pipe that ends within this time is a script.
const SCRIPT_TIMEOUT: Duration = Duration::from_secs(1);

/// The message for a line that is too long.
pub(crate) const TOO_LONG: &str = "That line is too long to be read: at most 64 KiB.";

/// Where lines come from.
pub(crate) enum Input {
    /// A terminal, with line editing and history.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Pipe(Pipe),
}

/// What was typed during a search.
pub(crate) enum Typed {
    Line(InputLine),
    Nothing,
    /// The person leaves by Ctrl-D.
    End,
}

impl Input {
    /// Lines from standard input.
    pub(crate) fn new() -> io::Result<Self> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = DefaultEditor::new().map_err(io::Error::other)?;
            Ok(Self::Terminal(Box::new(editor)))
        } else {
            Ok(Self::Pipe(Pipe::default()))
        }
    }

    /// The next line; `None` at the end of the input, once `stop` is set, or when the person leaves
    /// by Ctrl-C or Ctrl-D.
    pub(crate) fn line(&mut self, prompt: &str, stop: &Stop) -> io::Result<Option<InputLine>> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // History is a convenience: a line that can't be kept is no reason to stop.
                    let _ = editor.add_history_entry(line.trim());
                    Ok(Some(InputLine::Line(line)))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            },
            Self::Pipe(pipe) => pipe.line(stop),
        }
    }

    /// What was typed meanwhile, without waiting.
    pub(crate) fn typed(&mut self) -> io::Result<Typed> {
        match self {
            Self::Terminal(_) => typed_at_terminal(),
            Self::Pipe(pipe) => pipe.typed(),
        }
    }

    /// The line of a script that comes next, where it waits.
    pub(crate) fn waiting(&self) -> Option<&InputLine> {
        match self {
            Self::Terminal(_) => None,
            Self::Pipe(pipe) => pipe.waiting.front(),
        }
    }

    pub(crate) const fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }
}

/// Lines of a pipe, read on their own thread from the first prompt on.
#[derive(Default)]
pub(crate) struct Pipe {
    lines: Option<Receiver<io::Result<InputLine>>>,
    /// Lines that were read and wait.
    waiting: VecDeque<InputLine>,
    has_ended: bool,
    /// When typed lines were first checked for.
    since: Option<Instant>,
    /// Whether the pipe is a script, once known.
    is_script: Option<bool>,
}

impl Pipe {
    fn lines(&mut self) -> io::Result<&Receiver<io::Result<InputLine>>> {
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => spawn_reader()?,
        };
        Ok(self.lines.insert(lines))
    }

    fn line(&mut self, stop: &Stop) -> io::Result<Option<InputLine>> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        loop {
            match self.lines()?.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return line.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if stop.is_set() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line of an interactive client. The lines of a script wait until they are read in order, so that
    /// its output is always the same.
    fn typed(&mut self) -> io::Result<Typed> {
        while !self.has_ended && self.waiting.len() < READ_AHEAD {
            match self.lines()?.try_recv() {
                Ok(line) => self.waiting.push_back(line?),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.has_ended = true,
            }
        }
        let is_late = self.since.get_or_insert_with(Instant::now).elapsed() >= SCRIPT_TIMEOUT;
        if self.is_script.is_none() && (is_late || self.has_ended) {
            self.is_script = Some(!is_late);
        }
        let line = if self.is_script == Some(false) { self.waiting.pop_front() } else { None };
        Ok(line.map_or(Typed::Nothing, Typed::Line))
    }
}

/// Reads the lines of standard input ahead, on its own thread.
fn spawn_reader() -> io::Result<Receiver<io::Result<InputLine>>> {
    let (sender, receiver) = sync_channel(READ_AHEAD);
    memory::spawn(move || {
        let mut lines = BoundedLines::new(io::stdin().lock(), MAX_LINE);
        while let Some(line) = lines.next_line().transpose() {
            let is_wrong = line.is_err();
            if sender.send(line).is_err() || is_wrong {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// A line that was typed while nobody edited one: the terminal hands over whole lines.
#[cfg(unix)]
fn typed_at_terminal() -> io::Result<Typed> {
    use std::io::BufRead as _;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&at_once)) {
        // A signal interrupted the call; `Interrupt` handles Ctrl-C.
        Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(Typed::Nothing),
        Ok(_) => {}
        Err(error) => return Err(error.into()),
    }
    let mut stdin = stdin.lock();
    let read = stdin.fill_buf()?;
    let (line, length) = (String::from_utf8_lossy(read).into_owned(), read.len());
    stdin.consume(length);
    Ok(if length == 0 { Typed::End } else { Typed::Line(InputLine::Line(line)) })
}

/// Typed lines are read at the next prompt only.
#[cfg(not(unix))]
fn typed_at_terminal() -> io::Result<Typed> {
    Ok(Typed::Nothing)
}
