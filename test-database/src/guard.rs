//! The shell that keeps PostgreSQL, and ends it when this process has ended.

use std::env;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::StartError;
use crate::programs::{Programs, command};
use crate::user;

const SCRIPT: &str = include_str!("guard.sh");

/// A shell whose standard input is a pipe from this process. A destructor would not do: statics have
/// none, and neither has a process that is killed.
#[derive(Debug)]
pub(crate) struct Guard {
    shell: Child,
    /// Taken when the shell shall end.
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
}

impl Guard {
    /// Creates the files of a PostgreSQL, with these lines in its configuration.
    pub(crate) fn start(programs: &Programs, configuration: &str) -> Result<Self, StartError> {
        let mut command = command("sh");
        command.args(["-c", SCRIPT, "sh"]);
        command.arg(programs.folder()).arg(env::temp_dir()).arg(configuration);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Our own may be closed to the user.
        command.current_dir("/");
        user::change(&mut command);
        let mut shell = command.spawn().map_err(StartError::Shell)?;
        let (Some(commands), Some(answers)) = (shell.stdin.take(), shell.stdout.take()) else {
            unreachable!("both are piped");
        };
        let (commands, answers) = (Some(commands), BufReader::new(answers));
        let mut guard = Self { shell, commands, answers, folder: PathBuf::new() };
        let said = guard.answer().map_err(StartError::Refused)?;
        guard.folder = PathBuf::from(said.lines().next().unwrap_or_default());
        Ok(guard)
    }

    /// The folder that holds all that PostgreSQL writes.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts PostgreSQL, or says in one line why it doesn't.
    pub(crate) fn start_server(&mut self, port: u16) -> Result<(), String> {
        self.command(&format!("start {port}"))
    }

    /// Stops PostgreSQL as a crash would.
    pub(crate) fn stop_server(&mut self) -> Result<(), String> {
        self.command("stop")
    }

    fn command(&mut self, line: &str) -> Result<(), String> {
        if let Some(commands) = &mut self.commands {
            writeln!(commands, "{line}").map_err(|error| error.to_string())?;
        }
        self.answer().map(drop)
    }

    /// What the shell prints until it is done. If it fails, in one line.
    fn answer(&mut self) -> Result<String, String> {
        let mut said = String::new();
        loop {
            let start = said.len();
            let read = self.answers.read_line(&mut said).map_err(|error| error.to_string())?;
            match &said[start..] {
                "done\n" => {
                    said.truncate(start);
                    return Ok(said);
                }
                "failed\n" => {
                    said.truncate(start);
                    return Err(in_one_line(&said));
                }
                _ if read == 0 => return Err(format!("{}; then it ended", in_one_line(&said))),
                _ => {}
            }
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.commands.take());
        // There is nobody to tell.
        let _ = self.shell.wait();
    }
}

fn in_one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}
