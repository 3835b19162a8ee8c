//! What is kept, and where: a database of `SQLite`. All SQL stands in this folder.

mod games;
mod invitations;
mod lists;
mod messages;
mod purge;
mod visitors;
mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use katarenga_rules::notation::position::PositionError;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, Transaction};

pub(crate) use self::games::Played;
pub(crate) use self::invitations::{Invitation, Joined};
pub(crate) use self::lists::{List, Summary};
pub(crate) use self::messages::{MOST_MESSAGES, Message, Said};
pub use self::purge::Purged;
use self::writer::Writer;
pub(crate) use self::writer::{Asked, Kept};
use crate::play::Damaged;

/// Where the database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In a file, which is made when it is not there.
    File(PathBuf),
    /// In memory: gone when the program ends.
    Memory,
}

impl FromStr for Database {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == ":memory:" { Self::Memory } else { Self::File(text.into()) })
    }
}

/// How long a writer waits for another program that writes.
const PATIENCE: Duration = Duration::from_secs(3);

/// How many may read at once.
const READERS: u32 = 4;

/// How the database came to be, step by step: a step that was released is never changed.
const STEPS: [(&str, &str); 2] =
    [("games", include_str!("schema-1.sql")), ("two people", include_str!("schema-2.sql"))];

/// Why something can't be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says no.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The database can't be brought up to date.
    #[error(transparent)]
    Migration(#[from] MigrateError),
    /// A game that was kept makes no sense.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// The start of a game that was kept makes no sense.
    #[error("game {game}: {error}")]
    Start {
        /// The game.
        game: String,
        /// What is wrong with it.
        error: PositionError,
    },
    /// The file holds something else.
    #[error("it is the database of another program")]
    Foreign,
    /// The seats or the clock of a game that was kept make no sense.
    #[error("game {0}: its seats or its clock can't be read")]
    Seats(String),
    /// What was to be written with others could not be.
    #[error("it was not written: {0}")]
    NotWritten(String),
}

/// The database.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// One connection: whoever writes waits for the one before, and never meets a locked database.
    single: SqlitePool,
    /// Writes the events of all games through it.
    writer: Writer,
    readers: SqlitePool,
    /// Holds a database in memory, which is gone with its last connection: a pool closes one when a
    /// request is broken off.
    _keeper: Option<Arc<Mutex<SqliteConnection>>>,
}

/// Numbers the databases in memory.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Store {
    /// Opens the database, makes it if need be, and brings it up to date.
    ///
    /// # Errors
    /// When the file can't be opened or is no database of ours.
    pub(crate) async fn open(database: &Database) -> Result<Self, StoreError> {
        let options = match database {
            Database::Memory => SqliteConnectOptions::new()
                .filename(format!("file:katarenga-{}", NEXT.fetch_add(1, Relaxed)))
                .in_memory(true)
                .shared_cache(true),
            Database::File(path) => {
                SqliteConnectOptions::new().filename(path).create_if_missing(true)
            }
        };
        let options = options.busy_timeout(PATIENCE).foreign_keys(true);
        is_ours(&options, database).await?;
        // What was acknowledged outlives a power cut.
        let options = options.synchronous(SqliteSynchronous::Full);
        let options = match database {
            Database::Memory => options,
            Database::File(_) => options.journal_mode(SqliteJournalMode::Wal),
        };
        let keeper = match database {
            Database::Memory => Some(Arc::new(Mutex::new(options.connect().await?))),
            Database::File(_) => None,
        };
        let single = pool(1).connect_with(options.clone()).await?;
        migrator().run(&single).await?;
        let readers = match database {
            // In a shared cache a reader would meet the locks of the writer.
            Database::Memory => single.clone(),
            Database::File(_) => pool(READERS).connect_with(options.read_only(true)).await?,
        };
        Ok(Self { writer: Writer::start(single.clone()), single, readers, _keeper: keeper })
    }

    /// Finishes what is under way.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.single.close().await;
    }

    /// Writes a copy of the whole database into a file.
    ///
    /// # Errors
    /// When the file is there already or can't be written.
    pub(crate) async fn back_up(&self, file: &Path) -> Result<(), StoreError> {
        let file =
            file.to_str().ok_or_else(|| StoreError::NotWritten("a name of no text".into()))?;
        sqlx::query("VACUUM INTO ?").bind(file).execute(&self.readers).await?;
        Ok(())
    }

    async fn transaction(&self) -> sqlx::Result<Transaction<'static, Sqlite>> {
        immediate(&self.single).await
    }

    /// A number that changes whenever another program has written to the database.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn foreign_changes(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query_scalar("PRAGMA data_version").fetch_one(&self.single).await?)
    }
}

/// A transaction that writes: whoever reads first and writes later is refused when another program
/// wrote in between.
async fn immediate(single: &SqlitePool) -> sqlx::Result<Transaction<'static, Sqlite>> {
    single.begin_with("BEGIN IMMEDIATE").await
}

fn pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        // None is opened later, when there may be no room for another file.
        .min_connections(most)
        .idle_timeout(None)
        .max_lifetime(None)
        // A file doesn't go away like a server.
        .test_before_acquire(false)
}

/// Refuses a database of another program, before anything in it is changed.
async fn is_ours(options: &SqliteConnectOptions, database: &Database) -> Result<(), StoreError> {
    if *database == Database::Memory {
        return Ok(());
    }
    let mut connection = options.connect().await?;
    let ours: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut connection).await?;
    connection.close().await?;
    if tables > 0 && ours != APPLICATION { Err(StoreError::Foreign) } else { Ok(()) }
}

/// "Ktrg": how a database of ours is known, as the first step of its making has it.
const APPLICATION: i64 = 1_265_922_663;

fn migrator() -> Migrator {
    let steps = (1..).zip(STEPS).map(|(version, (name, sql))| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.collect())
}

/// The time in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
