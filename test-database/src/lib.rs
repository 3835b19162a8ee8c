//! A PostgreSQL of their own for tests and for the load, made of the programs on the machine.
//!
//! It listens on 127.0.0.1 alone and lives in a temporary folder. When the process that started it
//! ends, it is stopped and its folder removed, even if that process is killed.
//!
//! ```
//! use katarenga_test_database::Postgres;
//!
//! let postgres = Postgres::shared();
//! let database = postgres.create_database();
//! postgres.execute(&database.name, "CREATE TABLE game (id text); INSERT INTO game VALUES ('a')");
//! assert_eq!(postgres.execute(&database.name, "SELECT id FROM game"), "a");
//! ```

mod guard;
mod programs;
mod user;

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use guard::Guard;
use programs::Programs;

/// Where the port is sought: below those that systems give to connections, one of which might take
/// it while PostgreSQL is stopped.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// How many ports are tried, should others take them before PostgreSQL does.
const PORT_ATTEMPTS: usize = 5;

/// There is no socket but that of the port.
const CONFIGURATION: &str = "listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
";

/// What is written survives PostgreSQL, but not the machine.
const NOT_DURABLE: &str = "fsync = off\n";

/// A PostgreSQL that runs until this is dropped or the process ends.
///
/// All methods may be called by several threads at once.
#[derive(Debug)]
pub struct Postgres {
    programs: Programs,
    guard: Mutex<Guard>,
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
}

/// A database of a [`Postgres`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    /// Its name, for [`Postgres::execute`].
    pub name: String,
    /// Its address, for clients: `postgres://postgres@127.0.0.1:PORT/NAME`.
    pub address: String,
}

/// Why PostgreSQL doesn't start, in one line.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// There are no programs of PostgreSQL.
    NotInstalled,
    /// The environment names a folder that hasn't all programs.
    NotThere {
        /// The environment variable.
        variable: &'static str,
        /// What it names.
        folder: PathBuf,
    },
    /// There is no shell to start it by.
    Shell(io::Error),
    /// Its files can't be created, or it doesn't start: what it said.
    Refused(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInstalled => {
                f.write_str("PostgreSQL is not installed: on Debian `apt-get install postgresql`")
            }
            Self::NotThere { variable, folder } => write!(
                f,
                "{variable} names {}, where initdb, pg_ctl, postgres and psql are not: name the \
                 folder of all four, such as /usr/lib/postgresql/15/bin",
                folder.display()
            ),
            Self::Shell(error) => write!(f, "PostgreSQL needs `sh`, which can't be run: {error}"),
            Self::Refused(said) => write!(f, "PostgreSQL doesn't start: {said}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Whether there are programs of PostgreSQL to start.
pub fn is_installed() -> bool {
    Programs::find().is_ok()
}

impl Postgres {
    /// Starts one that doesn't wait for the disk, which is quicker.
    ///
    /// # Errors
    /// When PostgreSQL is not installed, or doesn't start.
    pub fn start() -> Result<Self, StartError> {
        Self::start_configured(&format!("{CONFIGURATION}{NOT_DURABLE}"))
    }

    /// Starts one that has each commit on the disk before it answers, as one in service does.
    ///
    /// # Errors
    /// When PostgreSQL is not installed, or doesn't start.
    pub fn start_durable() -> Result<Self, StartError> {
        Self::start_configured(CONFIGURATION)
    }

    /// The one that all tests of this process share. It starts when it is first asked for.
    ///
    /// # Panics
    /// When it doesn't start, with the reason.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Result<Postgres, StartError>> = OnceLock::new();
        match SHARED.get_or_init(Self::start) {
            Ok(postgres) => postgres,
            Err(error) => panic!("{error}"),
        }
    }

    fn start_configured(configuration: &str) -> Result<Self, StartError> {
        let programs = Programs::find()?;
        let mut guard = Guard::start(&programs, configuration)?;
        let mut refusal = "no port is free".to_owned();
        for port in free_ports().take(PORT_ATTEMPTS) {
            match guard.start_server(port) {
                Ok(()) => {
                    let folder = guard.folder().to_owned();
                    let (guard, databases) = (Mutex::new(guard), AtomicU32::new(0));
                    return Ok(Self { programs, guard, folder, port, databases });
                }
                Err(said) => refusal = said,
            }
            if !refusal.contains("could not bind") {
                break;
            }
        }
        Err(StartError::Refused(refusal))
    }

    /// The port on 127.0.0.1; the same after [`Postgres::start_again`].
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with the data and the `log`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a database, whether it exists or not.
    pub fn address(&self, name: &str) -> String {
        format!("postgres://postgres@{}:{}/{name}", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Creates an empty database with a name that no other has.
    ///
    /// # Panics
    /// When PostgreSQL doesn't create it, with the reason.
    #[track_caller]
    pub fn create_database(&self) -> Database {
        // As it came with PostgreSQL, whatever was done to the default template.
        self.create_database_from("template0")
    }

    /// Creates a copy of a database, to which nobody may be connected meanwhile.
    ///
    /// # Panics
    /// When PostgreSQL doesn't create it, with the reason.
    #[track_caller]
    pub fn create_database_from(&self, template: &str) -> Database {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!(r#"CREATE DATABASE "{name}" TEMPLATE "{template}""#));
        Database { address: self.address(&name), name }
    }

    /// Executes statements by `psql`, each in a transaction of its own unless they say otherwise.
    /// Returns what it printed: a line for each row, its values separated by `|`.
    ///
    /// # Panics
    /// When a statement fails, with the reason; those before it were executed.
    #[track_caller]
    pub fn execute(&self, database: &str, sql: &str) -> String {
        self.psql(database, sql).unwrap_or_else(|reason| panic!("{}", reason.trim_end()))
    }

    fn psql(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut command = self.programs.psql();
        command.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d"]);
        command.arg(self.address(database));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cant = |error: io::Error| format!("psql: {error}");
        let mut child = command.spawn().map_err(cant)?;
        let mut input = child.stdin.take();
        let output = thread::scope(|scope| {
            // It may print much before it has read all.
            scope.spawn(move || {
                // When it stops reading, it says why.
                input.as_mut().map(|input| input.write_all(sql.as_bytes()))
            });
            child.wait_with_output().map_err(cant)
        })?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
        printed.truncate(printed.trim_end_matches('\n').len());
        Ok(printed)
    }

    /// Stops it at once, as a crash would: connections break, and what was committed is recovered when
    /// it starts again.
    ///
    /// # Panics
    /// When it was stopped already.
    #[track_caller]
    pub fn stop_immediately(&self) {
        let stopped = self.guard.lock().unwrap_or_else(PoisonError::into_inner).stop_server();
        stopped.unwrap_or_else(|said| panic!("PostgreSQL doesn't stop: {said}"));
    }

    /// Starts it after [`Postgres::stop_immediately`] with the same data on the same port.
    ///
    /// # Panics
    /// When it doesn't start, with the reason.
    #[track_caller]
    pub fn start_again(&self) {
        let mut guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        let started = guard.start_server(self.port);
        started.unwrap_or_else(|said| panic!("{}", StartError::Refused(said)));
    }

    /// [`Postgres::stop_immediately`], and [`Postgres::start_again`].
    ///
    /// # Panics
    /// When it was stopped already or doesn't start, with the reason.
    #[track_caller]
    pub fn restart_immediately(&self) {
        self.stop_immediately();
        self.start_again();
    }
}

/// Ports on which nobody listens, from one left to chance on.
fn free_ports() -> impl Iterator<Item = u16> {
    let chance = RandomState::new().hash_one(());
    let first = PORTS.start + (chance % u64::from(PORTS.end - PORTS.start)) as u16;
    (first..PORTS.end)
        .chain(PORTS.start..first)
        .filter(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
}
