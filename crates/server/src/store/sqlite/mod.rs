//! A database in a file or in memory: `SQLite`, within the program.

mod backup;
mod files;
mod health;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::ConnectOptions as _;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};

pub(crate) use self::backup::ReadOnlyDatabase;
use self::files::Files;
pub(super) use self::health::WriteTransaction;
use self::health::{Health, probe};
use super::{StoreError, migrator};

/// How long a write waits for a lock of another program.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

/// How many connections read.
const READ_CONNECTIONS: u32 = 4;

/// The migrations: one that was released is never changed.
const MIGRATIONS: [(&str, &str); 4] = [
    ("games", include_str!("migrations/1_games.sql")),
    ("two people", include_str!("migrations/2_two_people.sql")),
    ("what 1.1 keeps", include_str!("migrations/3_what_1_1_keeps.sql")),
    ("puzzles", include_str!("migrations/4_puzzles.sql")),
];

fn migrations() -> Migrator {
    migrator(&MIGRATIONS)
}

/// "Ktrg": the `application_id` of our databases, set by the first migration.
const APPLICATION_ID: i64 = 1_265_922_663;

/// The connections to a database.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    /// One connection: writers wait for each other, and never find the database locked.
    write_pool: SqlitePool,
    /// Through it everything is written.
    pub(super) health: Arc<Health>,
    pub(super) read_pool: SqlitePool,
    /// Keeps a database in memory open, which is gone with its last connection: a pool closes a
    /// connection when a request is cancelled.
    _keeper: Option<Arc<Mutex<SqliteConnection>>>,
}

/// Numbers the databases in memory.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Connections {
    /// Opens a file, makes it if need be, brings it up to date, and looks after it from then on.
    ///
    /// # Errors
    /// When the file can't be opened or written, or is no database of ours.
    pub(super) async fn open(path: &Path) -> Result<Self, StoreError> {
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
    pub(super) async fn open_known(path: &Path) -> Result<Self, StoreError> {
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
        migrations().run(&write_pool).await?;
        let reading = options.clone().read_only(true);
        let read_pool = pool(READ_CONNECTIONS).connect_with(reading.clone()).await?;
        Self::start((write_pool, read_pool), [options, reading], Some(path), None).await
    }

    /// Makes a database in memory.
    ///
    /// # Errors
    /// When there is none left.
    pub(super) async fn in_memory() -> Result<Self, StoreError> {
        let options = connect_options()
            .filename(format!("file:katarenga-{}", NEXT.fetch_add(1, Relaxed)))
            .in_memory(true)
            .shared_cache(true)
            .synchronous(SqliteSynchronous::Full);
        let keeper = options.connect().await?;
        let write_pool = pool(1).connect_with(options.clone()).await?;
        migrations().run(&write_pool).await?;
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
        let keeper = keeper.map(|keeper| Arc::new(Mutex::new(keeper)));
        Self { write_pool, health, read_pool, _keeper: keeper }
    }

    /// Finishes what is under way.
    pub(super) async fn close(&self) {
        self.health.close().await;
    }

    /// How many connections are open, and how many not in use.
    pub(super) fn counts(&self) -> (u32, usize) {
        let (read, write) = (&self.read_pool, &self.write_pool);
        (read.size() + write.size(), read.num_idle() + write.num_idle())
    }

    /// What keeps the database from being written, as the last write says.
    pub(super) fn trouble(&self) -> Option<super::Trouble> {
        self.health.trouble()
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// When the database can't be written.
    pub(super) async fn transaction(&self) -> Result<WriteTransaction, StoreError> {
        self.health.transaction().await
    }

    /// The same, in which nothing is looked for that refers to what is deleted.
    ///
    /// # Errors
    /// When the database can't be written.
    pub(super) async fn unreferenced(&self) -> Result<WriteTransaction, StoreError> {
        self.health.unreferenced().await
    }

    /// A number that changes whenever another program has written to the database.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn foreign_changes(&self) -> Result<i64, StoreError> {
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

/// The time in milliseconds since 1970, by the clock of this machine.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// What no other run of the program has: a file may be put back while none runs.
pub(super) fn epoch() -> Arc<str> {
    static EPOCH: LazyLock<Arc<str>> =
        LazyLock::new(|| format!("{:016x}", rand::random::<u64>()).into());
    EPOCH.clone()
}

#[cfg(test)]
mod tests;
