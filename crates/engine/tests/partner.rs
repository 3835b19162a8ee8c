//! A partner of the protocol that holds the input open.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use katarenga_engine::ugi;

/// A partner that holds the input open, so that a search that waits for more is seen to hang.
pub(crate) struct Partner {
    input: Sender<String>,
    output: Receiver<String>,
}

/// After this an answer is missing. Far more than any search here takes.
const HANGS: Duration = Duration::from_secs(100);

impl Partner {
    pub(crate) fn new() -> Self {
        let ((input, asked), (answers, output)) = (mpsc::channel(), mpsc::channel());
        thread::spawn(move || {
            let input = io::BufReader::new(Asked { lines: asked, rest: Vec::new() });
            ugi::run(input, Answers { lines: answers, line: Vec::new() })
        });
        Self { input, output }
    }

    pub(crate) fn say(&self, lines: &str) {
        self.input.send(format!("{lines}\n")).expect("the engine listens");
    }

    /// The lines up to the first that begins with `last`.
    pub(crate) fn lines_until(&self, last: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(last)) {
            let Ok(line) = self.output.recv_timeout(HANGS) else {
                panic!("no `{last}` after {lines:?}")
            };
            lines.push(line);
        }
        lines
    }

    /// What a `go` is answered with, without what depends on the search. The next line is that of
    /// `isready`, so that nothing more is said.
    pub(crate) fn answers(&self, go: &str) -> Vec<String> {
        self.say(go);
        let mut lines = self.lines_until("bestmove ");
        self.say("isready");
        assert_eq!(self.lines_until(""), ["readyok"], "after {go}");
        lines.retain(|line| !line.starts_with("info depth"));
        lines
    }

    /// Ends the input and gives what is still said.
    pub(crate) fn rest(self) -> Vec<String> {
        let Self { input, output } = self;
        drop(input);
        let deadline = Instant::now() + HANGS;
        let mut lines = Vec::new();
        loop {
            match output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => lines.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => return lines,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("no end after {lines:?}"),
            }
        }
    }
}

/// The input of an engine.
struct Asked {
    lines: Receiver<String>,
    /// What was sent and not yet read.
    rest: Vec<u8>,
}

impl io::Read for Asked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().map(String::into_bytes).unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// The output of an engine.
struct Answers {
    lines: Sender<String>,
    line: Vec<u8>,
}

impl io::Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            match byte {
                b'\n' => {
                    let line = String::from_utf8(std::mem::take(&mut self.line)).expect("text");
                    // A test that has failed reads no more.
                    let _ = self.lines.send(line);
                }
                byte => self.line.push(*byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
