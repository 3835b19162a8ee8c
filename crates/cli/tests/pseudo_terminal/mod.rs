//! The program at a terminal of its own.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstream::adapter::strip_str;
use pty_process::Size;
use pty_process::blocking::{Pty, open};

use crate::program::katarenga;

/// How long the program may be silent while something is awaited: far more than it takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal of 24 lines and 80 columns, in which the program runs.
pub(crate) struct Terminal {
    program: Child,
    keyboard: Arc<Pty>,
    screen: Receiver<Vec<u8>>,
    /// What was shown and not yet asked for.
    shown: String,
}

impl Terminal {
    /// Starts the program with `args` and, in its environment, `variables`.
    pub(crate) fn open(folder: &Path, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(24, 80)).expect("the terminal takes a size");
        let mut command = katarenga(folder);
        command.args(args).envs(variables.iter().copied());
        let command: pty_process::blocking::Command = command.into();
        let program = command.spawn(pts).expect("the program starts");
        let keyboard = Arc::new(pty);
        let screen = read_aside(Arc::clone(&keyboard));
        Self { program, keyboard, screen, shown: String::new() }
    }

    /// Presses keys one after the other.
    pub(crate) fn press(&mut self, keys: &str) {
        (&*self.keyboard).write_all(keys.as_bytes()).expect("the program reads");
    }

    /// Types a line.
    pub(crate) fn enter(&mut self, line: &str) {
        self.press(line);
        self.press("\r");
    }

    /// What is shown up to the end of `awaited`, escape sequences included.
    pub(crate) fn raw_until(&mut self, awaited: &str) -> String {
        loop {
            if let Some(start) = self.shown.find(awaited) {
                return self.shown.drain(..start + awaited.len()).collect();
            }
            assert!(self.shows_more(), "it ends before `{awaited}`: {:?}", self.shown);
        }
    }

    /// What is shown up to the end of `awaited`, as a reader sees it.
    pub(crate) fn until(&mut self, awaited: &str) -> String {
        plain(&self.raw_until(awaited))
    }

    /// Waits for the program to end: the rest of what it shows, and its status.
    pub(crate) fn leave(mut self) -> (String, ExitStatus) {
        while self.shows_more() {}
        let status = self.program.wait().expect("the program was started");
        (plain(&self.shown), status)
    }

    /// Waits until more is shown; `false` once the program has ended.
    fn shows_more(&mut self) -> bool {
        match self.screen.recv_timeout(PATIENCE) {
            // What the tests look at is ASCII: no character is cut in two.
            Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
            Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => panic!("nothing follows {:?}", self.shown),
        }
        true
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless a test failed.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Passes on what is shown, until the program has ended.
fn read_aside(pty: Arc<Pty>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        // At its end a pseudo-terminal gives an error on some systems, nothing more on others.
        while let Ok(count @ 1..) = (&*pty).read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Text without escape sequences, lines ending as they do in files.
fn plain(shown: &str) -> String {
    strip_str(shown).to_string().replace("\r\n", "\n")
}
