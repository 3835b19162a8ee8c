//! `katarenga admin`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};
use katarenga_server::admin::{Archive, Entry};
use katarenga_server::{Database, StoreError};
use tokio::runtime::Runtime;

use super::serve;
use crate::error::Failure;
use crate::files::{self, FileError};

/// Options of `admin`.
#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    /// The file in which games are kept, or the address of a PostgreSQL database [default:
    /// games.sqlite in the user's folder for data]
    #[arg(
        long,
        value_name = "FILE|ADDRESS",
        env = "KATARENGA_DATABASE",
        hide_env_values = true,
        global = true
    )]
    database: Option<Database>,
    #[command(subcommand)]
    what: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// List games, the last used first: id, kind, plies, result, players, when
    List {
        /// How many
        #[arg(long, default_value_t = 50)]
        count: u32,
        /// How many to skip first
        #[arg(long, default_value_t = 0)]
        skip: u32,
    },
    /// Delete games for good; their results go on counting in their matches
    Delete {
        /// The ids of the games
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// Write all games as records, one after the other
    Export {
        /// Into this file, which must not be there yet, instead of standard output
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Copy the whole database, as it is at one moment, into a file that must not be there yet
    Backup {
        /// The copy
        file: PathBuf,
    },
}

pub(crate) fn run(args: &AdminArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let usual = || serve::usual_file().map(Database::File);
    let database = args.database.clone().map_or_else(usual, Ok)?;
    let place = serve::place(&database);
    match (&database, &args.what) {
        (Database::File(file), _) if !file.is_file() => {
            return Err(Failure::at(place, "no games are kept there: see --database"));
        }
        (Database::Memory, _) => {
            return Err(Failure::at(place, "no games are kept there: see --database"));
        }
        (Database::Postgres(_), Action::Backup { .. }) => {
            return Err(Failure::at(place, "PostgreSQL has backups of its own: use `pg_dump`"));
        }
        _ => {}
    }
    let to_failure = |error: StoreError| Failure::Io(serve::unusable(&place, &error));
    Runtime::new()?.block_on(async {
        let archive = open(&database, &args.what).await.map_err(to_failure)?;
        let done = act(&archive, &args.what, out, to_failure).await;
        archive.close().await;
        done
    })
}

/// Opens the database to change it where something is deleted, and otherwise to read it.
async fn open(database: &Database, what: &Action) -> Result<Archive, StoreError> {
    match what {
        Action::Delete { .. } => Archive::open(database).await,
        Action::List { .. } | Action::Export { .. } => Archive::read(database, false).await,
        Action::Backup { .. } => Archive::read(database, true).await,
    }
}

async fn act(
    archive: &Archive,
    what: &Action,
    out: &mut dyn Write,
    to_failure: impl Fn(StoreError) -> Failure + Copy,
) -> Result<(), Failure> {
    match what {
        Action::List { count, skip } => {
            let mut damaged = Damaged(0);
            for entry in archive.list(*skip, *count).await.map_err(to_failure)? {
                match entry {
                    Ok(entry) => writeln!(out, "{}", line(&entry))?,
                    Err(error) => damaged.add(&error),
                }
            }
            damaged.result()
        }
        Action::Delete { ids } => {
            for id in ids {
                if !archive.delete(id).await.map_err(to_failure)? {
                    return Err(Failure::Input(format!("{id}: there is no such game")));
                }
                writeln!(out, "{id} is deleted")?;
            }
            Ok(())
        }
        Action::Export { output: None } => export(archive, out, to_failure).await?.result(),
        Action::Export { output: Some(file) } => {
            check_free(file)?;
            let mut file = files::TemporaryFile::private(file)?;
            let damaged = export(archive, &mut file, to_failure).await?;
            archive.check_unchanged().map_err(to_failure)?;
            file.keep(false).map_err(|error| match error {
                FileError::Exists { path } => taken(&path),
                error => error.into(),
            })?;
            damaged.result()
        }
        Action::Backup { file } => {
            check_free(file)?;
            archive.back_up(file).await.map_err(|error| match error {
                StoreError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    taken(file)
                }
                error => io::Error::other(format!("{}: {error}", file.display())).into(),
            })?;
            Ok(writeln!(out, "All games are in {}", file.display())?)
        }
    }
}

/// Makes sure that a file is not there, before anything is written.
fn check_free(file: &Path) -> Result<(), Failure> {
    files::check_free(file, false).map_err(|_| taken(file))
}

/// No file is replaced.
fn taken(file: &Path) -> Failure {
    Failure::at(files::shown(file), "it is there already: choose another name")
}

/// The number of games that one query lists.
const PAGE_SIZE: u32 = 500;

/// Writes the records of all games, and says which can't be read.
async fn export(
    archive: &Archive,
    out: &mut (dyn Write + '_),
    to_failure: impl Fn(StoreError) -> Failure + Copy,
) -> Result<Damaged, Failure> {
    let (mut last, mut damaged) = (String::new(), Damaged(0));
    loop {
        let ids = archive.ids_after(&last, PAGE_SIZE).await.map_err(to_failure)?;
        let Some(id) = ids.last() else { break };
        last.clone_from(id);
        for id in ids {
            match archive.record(&id).await {
                Ok(Some(record)) => writeln!(out, "{record}")?,
                Ok(None) => {}
                Err(error) if error.is_of_one() => damaged.add(&error),
                Err(error) => return Err(to_failure(error)),
            }
        }
    }
    out.flush()?;
    Ok(damaged)
}

/// How many games could not be read, while all others were.
struct Damaged(u32);

impl Damaged {
    fn add(&mut self, error: &StoreError) {
        self.0 += 1;
        eprintln!("katarenga: {error}");
    }

    fn result(&self) -> Result<(), Failure> {
        match self.0 {
            0 => Ok(()),
            count => Err(io::Error::other(format!("games that could not be read: {count}")).into()),
        }
    }
}

fn line(entry: &Entry) -> String {
    let [white, black] = entry.names.clone().map(|name| name.unwrap_or_else(|| "-".to_owned()));
    let result = entry.outcome.as_deref().unwrap_or("ongoing");
    let Entry { id, kind, plies, .. } = entry;
    let age = age(entry.updated);
    format!("{id}  {kind:<18} {plies:>4} plies  {result:<24} {white} / {black}  {age}")
}

/// How long ago a time was, in milliseconds since 1970.
fn age(time: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64);
    match (now - time / 1000).max(0) {
        seconds @ ..60 => format!("{seconds} s ago"),
        seconds @ 60..3_600 => format!("{} min ago", seconds / 60),
        seconds @ 3_600..86_400 => format!("{} h ago", seconds / 3_600),
        seconds => format!("{} d ago", seconds / 86_400),
    }
}
