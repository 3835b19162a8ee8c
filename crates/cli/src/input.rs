//! Lines from a person at a terminal, or from a pipe.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// The longest line that is read from a pipe, in bytes.
const LONGEST: u64 = 64 * 1024;

/// Where lines come from.
pub(crate) enum Input {
    /// A terminal, with line editing and history.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Pipe(io::Stdin),
}

impl Input {
    /// Lines from standard input.
    pub(crate) fn new() -> io::Result<Self> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = DefaultEditor::new().map_err(io::Error::other)?;
            Ok(Self::Terminal(Box::new(editor)))
        } else {
            Ok(Self::Pipe(io::stdin()))
        }
    }

    /// The next line; `None` at the end of the input, or when the person leaves by Ctrl-C or
    /// Ctrl-D.
    pub(crate) fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // History is a convenience: a line that can't be kept is no reason to stop.
                    let _ = editor.add_history_entry(line.trim());
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            },
            Self::Pipe(stdin) => {
                let mut line = Vec::new();
                stdin.lock().take(LONGEST).read_until(b'\n', &mut line)?;
                let text = String::from_utf8_lossy(&line).into_owned();
                Ok(if line.is_empty() { None } else { Some(text) })
            }
        }
    }
}
