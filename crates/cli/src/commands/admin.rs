//! `katarenga admin`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};
use katarenga_server::admin::{self, Archive, CopyProgress, Entry};
use katarenga_server::{Database, StoreError};
use tokio::runtime::Runtime;

use super::serve;
use crate::error::Failure;
use crate::files::{self, FileError};
use crate::progress;

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
    #[command(flatten)]
    WithDatabase(DatabaseAction),
    /// Bring all games of a file to a PostgreSQL database that is empty, and compare them; what was
    /// interrupted goes on
    Copy {
        /// The file; end the server that has it first
        #[arg(long, value_name = "FILE")]
        from: PathBuf,
        /// The address of the database, `postgres://user:password@host/name`
        #[arg(long, value_name = "ADDRESS")]
        to: Database,
    },
}

#[derive(Subcommand, Debug)]
enum DatabaseAction {
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
    let what = match &args.what {
        Action::WithDatabase(what) => what,
        Action::Copy { from, to } => return copy(from, to, out),
    };
    let usual = || serve::usual_file().map(Database::File);
    let database = args.database.clone().map_or_else(usual, Ok)?;
    let place = serve::place(&database);
    match (&database, what) {
        (Database::File(file), _) if !file.is_file() => {
            return Err(Failure::at(place, "no games are kept there: see --database"));
        }
        (Database::Memory, _) => {
            return Err(Failure::at(place, "no games are kept there: see --database"));
        }
        (Database::Postgres(_), DatabaseAction::Backup { .. }) => {
            return Err(Failure::at(place, "PostgreSQL has backups of its own: use `pg_dump`"));
        }
        _ => {}
    }
    let to_failure = |error: StoreError| Failure::Io(serve::unusable(&place, &error));
    Runtime::new()?.block_on(async {
        let archive = open(&database, what).await.map_err(to_failure)?;
        let done = act(&archive, what, out, to_failure).await;
        archive.close().await;
        done
    })
}

/// Opens the database to change it where something is deleted, and otherwise to read it.
async fn open(database: &Database, what: &DatabaseAction) -> Result<Archive, StoreError> {
    match what {
        DatabaseAction::Delete { .. } => Archive::open(database).await,
        DatabaseAction::List { .. } | DatabaseAction::Export { .. } => {
            Archive::read(database, false).await
        }
        DatabaseAction::Backup { .. } => Archive::read(database, true).await,
    }
}

async fn act(
    archive: &Archive,
    what: &DatabaseAction,
    out: &mut dyn Write,
    to_failure: impl Fn(StoreError) -> Failure + Copy,
) -> Result<(), Failure> {
    match what {
        DatabaseAction::List { count, skip } => {
            let mut damaged = Damaged(0);
            for entry in archive.list(*skip, *count).await.map_err(to_failure)? {
                match entry {
                    Ok(entry) => writeln!(out, "{}", line(&entry))?,
                    Err(error) => damaged.add(&error),
                }
            }
            damaged.result()
        }
        DatabaseAction::Delete { ids } => {
            for id in ids {
                if !archive.delete(id).await.map_err(to_failure)? {
                    return Err(Failure::Input(format!("{id}: there is no such game")));
                }
                writeln!(out, "{id} is deleted")?;
            }
            Ok(())
        }
        DatabaseAction::Export { output: None } => export(archive, out, to_failure).await?.result(),
        DatabaseAction::Export { output: Some(file) } => {
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
        DatabaseAction::Backup { file } => {
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

/// Copies a file into a database of PostgreSQL.
fn copy(from: &Path, to: &Database, out: &mut dyn Write) -> Result<(), Failure> {
    let Database::Postgres(address) = to else {
        return Err(Failure::Input(
            "--to: an address such as postgres://user:password@host/name is needed".to_owned(),
        ));
    };
    let bar = progress::bar(0, "rows");
    let tell = |now: CopyProgress| {
        bar.set_prefix(format!(
            "{} {} ",
            if now.is_check { "comparing" } else { "copying" },
            now.table
        ));
        bar.set_length(now.of);
        bar.set_position(now.done);
    };
    let copied = Runtime::new()?.block_on(admin::copy(from, address, tell));
    bar.finish_and_clear();
    let place = format!("{} to {address}", from.display());
    let copied = copied
        .map_err(|error| io::Error::other(format!("{place}: {}", serve::one_line(&error))))?;
    for (table, rows) in &copied.rows {
        writeln!(out, "{table:<10} {rows:>9} rows")?;
    }
    writeln!(out, "events     sha256 {}", copied.events)?;
    Ok(writeln!(out, "Both hold the same: {address} can be served")?)
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
