//! The server as a program of its own, which can be killed.

use std::ffi::{OsStr, OsString};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::Error;

/// How long it may take to start, and to end.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// A server that runs.
pub(crate) struct Program {
    server: PathBuf,
    database: OsString,
    arguments: Vec<String>,
    address: SocketAddr,
    child: Child,
    /// The most memory it had before it was killed, in MB.
    memory: Option<u64>,
}

impl Program {
    /// Starts it at a free address, where it allows as much as is asked for.
    pub(crate) async fn start(server: &Path, database: &OsStr) -> Result<Self, Error> {
        Self::start_with(server, database, &["--rate-limit-factor", "1000000"]).await
    }

    /// Starts it at a free address.
    pub(crate) async fn start_with(
        server: &Path,
        database: &OsStr,
        arguments: &[&str],
    ) -> Result<Self, Error> {
        let (child, address) = start(server, database, "127.0.0.1:0", arguments).await?;
        let (server, database) = (server.to_owned(), database.to_owned());
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Ok(Self { server, database, arguments, address, child, memory: None })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Kills it as a failing machine would.
    pub(crate) async fn kill(&mut self) -> Result<(), Error> {
        self.memory = self.peak_memory();
        Ok(self.child.kill().await?)
    }

    /// Starts it at the same address after it was killed.
    pub(crate) async fn start_again(&mut self) -> Result<(), Error> {
        let listen = self.address.to_string();
        let started = start(&self.server, &self.database, &listen, &self.arguments).await?;
        (self.child, self.address) = started;
        Ok(())
    }

    /// The most memory it ever had, in MB, where the system tells it.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.memory.max(self.child.id().and_then(peak_memory))
    }

    /// Ends it.
    pub(crate) async fn stop(mut self) -> Result<(), Error> {
        Ok(self.child.kill().await?)
    }
}

/// The most memory a process has had, in MB.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

async fn start(
    server: &Path,
    database: &OsStr,
    listen: &str,
    arguments: &[impl AsRef<OsStr>],
) -> Result<(Child, SocketAddr), Error> {
    let mut child = Command::new(server)
        .args(["serve", "--listen", listen, "--database"])
        .arg(database)
        .args(arguments)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("{}: {error}", server.display()))?;
    let output = child.stdout.take().ok_or("the server has no output")?;
    let line = timeout(START_TIMEOUT, BufReader::new(output).lines().next_line()).await??;
    let line = line.ok_or("the server ended at once")?;
    let address = line.rsplit('/').next().unwrap_or_default().parse();
    Ok((child, address.map_err(|_| format!("the server says no address: {line}"))?))
}
