//! What is kept, and where: a database of `SQLite`. All SQL stands in this folder.

mod backup;
mod files;
mod games;
mod health;
mod invitations;
mod lists;
mod messages;
mod notes;
mod purge;
mod trouble;
mod visitors;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use katarenga_rules::notation::position::PositionError;
use sqlx::ConnectOptions as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};

pub(crate) use self::backup::ReadOnlyDatabase;
use self::files::Files;
pub(crate) use self::games::SeriesGame;
use self::health::{Health, WriteTransaction, probe};
pub(crate) use self::invitations::{Invitation, JoinResult};
pub(crate) use self::lists::{List, Summary};
pub(crate) use self::messages::{Message, SendResult};
pub use self::purge::Purged;
pub use self::trouble::Trouble;
use self::writer::Writer;
pub(crate) use self::writer::{AppendResult, IdempotencyKey};
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

/// How long a write waits for a lock of another program.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

/// How many connections read.
const READ_CONNECTIONS: u32 = 4;

/// The migrations: one that was released is never changed.
const MIGRATIONS: [(&str, &str); 3] = [
    ("games", include_str!("schema-1.sql")),
    ("two people", include_str!("schema-2.sql")),
    ("what 1.1 keeps", include_str!("schema-3.sql")),
];

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
    /// The file holds nothing.
    #[error("it is no database of games")]
    Empty,
    /// A folder, a device or the like.
    #[error("it is no file")]
    NoFile,
    /// It can't be made, or not looked at.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A copy turned out not to be one.
    #[error("the copy is damaged, as the database may be: it was removed")]
    BadCopy,
    /// Something was written to it meanwhile, which reading alone doesn't notice.
    #[error("it was changed while it was read: try again")]
    Changed,
    /// The seats or the clock of a game that was kept make no sense.
    #[error("game {0}: its seats or its clock can't be read")]
    Seats(String),
    /// What was to be written with others could not be.
    #[error("it was not written: {0}")]
    NotWritten(String),
    /// Nothing can be read or written at all.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl StoreError {
    /// What is wrong with the database as a whole, if that is why.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Trouble(trouble) => Some(*trouble),
            Self::Database(error) => Trouble::of(error),
            _ => None,
        }
    }

    /// Whether others may be read or written in spite of it: it is not the whole database that
    /// fails, or a part of it alone.
    pub fn is_of_one(&self) -> bool {
        self.trouble().is_none_or(|trouble| trouble == Trouble::Damaged)
    }
}

/// The database.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// One connection: writers wait for each other, and never find the database locked.
    write_pool: SqlitePool,
    /// Through it everything is written.
    health: Arc<Health>,
    /// Writes the events of all games through it.
    writer: Writer,
    read_pool: SqlitePool,
    /// Keeps a database in memory open, which is gone with its last connection: a pool closes a
    /// connection when a request is cancelled.
    _keeper: Option<Arc<Mutex<SqliteConnection>>>,
}

/// Numbers the databases in memory.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Store {
    /// Opens the database, makes it if need be, brings it up to date, and looks after it from then
    /// on.
    ///
    /// # Errors
    /// When the file can't be opened or written, or is no database of ours.
    pub(crate) async fn open(database: &Database) -> Result<Self, StoreError> {
        let Database::File(path) = database else { return Self::in_memory().await };
        let is_new = !path.exists();
        if is_new {
            files::make(path)?;
        } else {
            backup::check(path, true).await?;
        }
        let opened = Self::in_file(path).await;
        if opened.is_err() && is_new {
            // Nothing is left that is no database.
            let _ = std::fs::remove_file(path);
        }
        opened
    }

    /// Opens a database that is there, to change it.
    ///
    /// # Errors
    /// When the file can't be opened or written, or is no database of ours.
    pub(crate) async fn open_known(path: &Path) -> Result<Self, StoreError> {
        backup::check(path, false).await?;
        Self::in_file(path).await
    }

    async fn in_file(path: &Path) -> Result<Self, StoreError> {
        files::restrict_permissions(path);
        let options = connect_options()
            .filename(path)
            // What was acknowledged outlives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .journal_mode(SqliteJournalMode::Wal);
        let write_pool = pool(1).connect_with(options.clone()).await?;
        migrator().run(&write_pool).await?;
        let reading = options.clone().read_only(true);
        let read_pool = pool(READ_CONNECTIONS).connect_with(reading.clone()).await?;
        Self::start((write_pool, read_pool), [options, reading], Some(path), None).await
    }

    async fn in_memory() -> Result<Self, StoreError> {
        let options = connect_options()
            .filename(format!("file:katarenga-{}", NEXT.fetch_add(1, Relaxed)))
            .in_memory(true)
            .shared_cache(true)
            .synchronous(SqliteSynchronous::Full);
        let keeper = options.connect().await?;
        let write_pool = pool(1).connect_with(options.clone()).await?;
        migrator().run(&write_pool).await?;
        // In a shared cache a reader would meet the locks of the writer.
        let pools = (write_pool.clone(), write_pool);
        Self::start(pools, [options.clone(), options], None, Some(keeper)).await
    }

    async fn start(
        pools: (SqlitePool, SqlitePool),
        options: [SqliteConnectOptions; 2],
        path: Option<&Path>,
        keeper: Option<SqliteConnection>,
    ) -> Result<Self, StoreError> {
        probe(&mut *pools.0.acquire().await?).await?;
        let files = path.map(Files::of).transpose()?;
        let health = Arc::new(Health::new(pools.clone(), options, files));
        tokio::spawn(Health::keep(Arc::downgrade(&health)));
        Ok(Self::over(pools, health, keeper))
    }

    fn over(
        (write_pool, read_pool): (SqlitePool, SqlitePool),
        health: Arc<Health>,
        keeper: Option<SqliteConnection>,
    ) -> Self {
        let writer = Writer::start(health.clone());
        let keeper = keeper.map(|keeper| Arc::new(Mutex::new(keeper)));
        Self { write_pool, health, writer, read_pool, _keeper: keeper }
    }

    /// Finishes what is under way.
    pub(crate) async fn close(&self) {
        self.health.close().await;
    }

    async fn transaction(&self) -> Result<WriteTransaction, StoreError> {
        self.health.transaction().await
    }

    /// Whether the database can be read and, as the last write says, written.
    ///
    /// # Errors
    /// What keeps it from that.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        self.health.trouble().map_or(Ok(()), Err)?;
        self.series("").await.map(drop)
    }

    /// Passes on what was read, and notes what an error says of the database.
    fn read<T>(&self, read: sqlx::Result<T>) -> Result<T, StoreError> {
        Ok(read.inspect_err(|error| self.health.note(error))?)
    }

    /// A number that changes whenever another program has written to the database.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn foreign_changes(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query_scalar("PRAGMA data_version").fetch_one(&self.write_pool).await?)
    }
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

/// What holds for all connections.
fn connect_options() -> SqliteConnectOptions {
    SqliteConnectOptions::new().busy_timeout(BUSY_TIMEOUT).foreign_keys(true)
}

/// "Ktrg": the `application_id` of our databases, set by the first migration.
const APPLICATION_ID: i64 = 1_265_922_663;

fn migrator() -> Migrator {
    let steps = (1..).zip(MIGRATIONS).map(|(version, (name, sql))| {
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

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashSet;

    use sqlx::Connection as _;

    use super::*;
    use crate::access_token::AccessToken;
    use crate::play::Clock;
    use crate::play::tests::online;

    /// A database in memory with a number of visitors, from 1 on.
    pub(crate) async fn with_visitors(count: i64) -> Store {
        let store = Store::open(&Database::Memory).await.expect("a database");
        for id in 1..=count {
            let token = AccessToken::random().expect("chance");
            assert_eq!(store.create_visitor(&token).await.expect("a visitor"), id);
        }
        store
    }

    /// A file as version 1.0.0 left it: its steps, and games with and without a clock.
    async fn old_database(path: &std::path::Path) {
        let options =
            SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(false);
        let mut connection = options.connect().await.expect("a database");
        let mut old = migrator();
        old.migrations = old.migrations.iter().take(2).cloned().collect();
        old.run(&mut connection).await.expect("the steps of 1.0.0");
        let start = "congress 1a0-2a0-3a0-4a0";
        for (id, clock, plies) in
            [("begun", Some("3+2"), 2), ("waits", Some("3+2"), 1), ("without", None, 0)]
        {
            sqlx::query(
                "INSERT INTO game (id, owner, start, white, black, series, number, created, updated, \
                 plies, position, ended, clock) VALUES (?1, 1, ?2, 'human', 'human', ?1, 1, 0, 5, ?3, \
                 ?2, 0, ?4)",
            )
            .bind(id)
            .bind(start)
            .bind(plies)
            .bind(clock)
            .execute(&mut connection)
            .await
            .expect("a game");
        }
        connection.close().await.expect("it closes");
    }

    /// Writes that were acknowledged survive a power cut with `FULL` alone, which is 2
    /// (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
    #[tokio::test]
    async fn a_commit_is_flushed_to_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let store = Store::open(&Database::File(path)).await.expect("a database");
        let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
            .fetch_one(&store.write_pool)
            .await
            .expect("a number");
        assert_eq!(synchronous, 2);
        let journal: String = sqlx::query_scalar("PRAGMA journal_mode")
            .fetch_one(&store.write_pool)
            .await
            .expect("a text");
        assert_eq!(journal, "wal");
    }

    #[tokio::test]
    async fn f15_games_of_before_that_never_began_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        old_database(&path).await;
        let store = Store::open(&Database::File(path)).await.expect("it is brought up to date");
        let none = HashSet::new();
        assert_eq!(store.overdue(60_006, &none).await.expect("a list"), ["waits"]);
        assert_eq!(store.overdue(60_005, &none).await.expect("a list"), [""; 0]);
    }

    /// What the flag watcher does not get at once it gets a second later.
    #[tokio::test]
    async fn of_many_games_whose_time_is_up_those_come_first_that_have_waited_longest() {
        let store = with_visitors(2).await;
        for (id, days) in [("second", 2), ("third", 3), ("first", 1)] {
            let mut session = online(Some(Clock::Days(days)));
            session.head.id = id.to_owned();
            session.head.series = id.to_owned();
            assert!(store.create_game(&session, &[]).await.expect("it is stored"));
        }
        let overdue = async |without: &[&str]| {
            let without = without.iter().map(ToString::to_string).collect();
            store.overdue(i64::MAX, &without).await.expect("a list")
        };
        assert_eq!(overdue(&[]).await, ["first", "second", "third"]);
        assert_eq!(overdue(&["second"]).await, ["first", "third"]);
    }
}
