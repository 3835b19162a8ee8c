//! How the database fares: what the last write said, and what is done to heal it.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::READ_CONNECTIONS;
use super::files::Files;
use crate::store::StoreError;
use crate::store::trouble::{Trouble, TroubleLog};

/// How often the files are checked, and writing is tried while it fails.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// How often a damaged database is checked.
const INTEGRITY_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// The connections of a database, and how it fares.
#[derive(Debug)]
pub(in crate::store) struct Health {
    write_pool: SqlitePool,
    read_pool: SqlitePool,
    /// None of a database in memory.
    files: Option<Files>,
    /// How its connections are made: the one that writes, and those that read.
    options: [SqliteConnectOptions; 2],
    /// What the last write said.
    trouble: TroubleLog,
    /// Whether what was read made no sense; writing elsewhere in the file doesn't mend that.
    is_damaged: AtomicBool,
    /// A transaction was given up: writing is to be tried.
    suspect: Notify,
}

impl Health {
    /// That of a database which was just opened.
    pub(super) fn new(
        (write_pool, read_pool): (SqlitePool, SqlitePool),
        options: [SqliteConnectOptions; 2],
        files: Option<Files>,
    ) -> Self {
        let (trouble, is_damaged, suspect) = Default::default();
        Self { write_pool, read_pool, files, options, trouble, is_damaged, suspect }
    }

    /// Begins a transaction that writes: one that reads first and writes later is refused when
    /// another program wrote in between.
    pub(super) async fn transaction(self: &Arc<Self>) -> Result<WriteTransaction, StoreError> {
        self.begin("PRAGMA foreign_keys = ON; BEGIN IMMEDIATE").await
    }

    /// The same, in which nothing is looked for that refers to what is deleted: that would read whole
    /// tables, while all writers wait. The caller has checked.
    pub(super) async fn unreferenced(self: &Arc<Self>) -> Result<WriteTransaction, StoreError> {
        self.begin("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE").await
    }

    async fn begin(
        self: &Arc<Self>,
        statements: &'static str,
    ) -> Result<WriteTransaction, StoreError> {
        self.check_files()?;
        let begun = self.write_pool.acquire().await;
        let connection = begun.inspect_err(|error| self.note(error))?;
        let mut transaction =
            WriteTransaction { connection: Some(connection), health: self.clone() };
        if let Err(error) = run(&mut transaction, statements).await {
            self.note(&error);
            // There is nothing to roll back.
            drop(transaction.connection.take());
            return Err(error.into());
        }
        Ok(transaction)
    }

    /// What keeps the database from being written, if anything.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        // What is wrong with the files is noted.
        let _ = self.check_files();
        let damaged = self.is_damaged.load(Relaxed).then_some(Trouble::Damaged);
        damaged.or(self.trouble.get())
    }

    /// Notes what an error says of the database.
    pub(in crate::store) fn note(&self, error: &sqlx::Error) {
        let Some(trouble) = Trouble::of(error) else { return };
        if trouble != Trouble::Damaged {
            self.set(Some(trouble));
        } else if !self.is_damaged.swap(true, Relaxed) {
            tracing::error!(%error, "{trouble}; {}", trouble.advice());
        }
    }

    /// Notes whether something could be written.
    fn set(&self, trouble: Option<Trouble>) {
        self.trouble.set(trouble);
    }

    fn check_files(&self) -> Result<(), Trouble> {
        let checked = self.files.as_ref().map_or(Ok(()), Files::check);
        if let Err(trouble) = checked {
            self.set(Some(trouble));
        }
        checked
    }

    /// Looks after the database as long as anybody uses it.
    pub(super) async fn keep(this: Weak<Self>) {
        let mut seen = None;
        let mut inspected = Instant::now();
        loop {
            let Some(health) = this.upgrade() else { return };
            if health.write_pool.is_closed() {
                return;
            }
            let trouble = health.trouble();
            if trouble.is_some() {
                health.recover(seen).await;
            }
            seen = trouble;
            if trouble == Some(Trouble::Damaged) && inspected.elapsed() > INTEGRITY_CHECK_INTERVAL {
                health.check_integrity().await;
                inspected = Instant::now();
            }
            drop(health);
            sleep(CHECK_INTERVAL / 5).await;
            let Some(health) = this.upgrade() else { return };
            let is_suspect = timeout(CHECK_INTERVAL, health.suspect.notified()).await.is_ok();
            if is_suspect {
                health.try_to_write().await;
            }
        }
    }

    /// Does what can be done about a trouble; `before` is the one of a second ago.
    async fn recover(self: &Arc<Self>, before: Option<Trouble>) {
        match self.check_files() {
            // What the log holds goes to the file that it belongs to, and to no other one, also
            // when the server is killed now.
            Err(trouble) if trouble.is_elsewhere() && before != Some(trouble) => {
                if let Err(error) = self.checkpoint().await {
                    tracing::error!(%error, "the log could not be written into its database");
                }
            }
            Err(Trouble::LogGone) => {
                if let Err(error) = self.reopen().await
                    && before != Some(Trouble::LogGone)
                {
                    tracing::error!(%error, "the database could not be opened again");
                }
            }
            // Whatever is in the file now, the log doesn't belong to it.
            Err(Trouble::Damaged) => {
                if let Some(aside) = self.files.as_ref().and_then(Files::set_log_aside) {
                    tracing::warn!("what was written last is in {}", aside.display());
                }
            }
            Err(_) => {}
            Ok(()) => self.try_to_write().await,
        }
    }

    /// Tries to write, and notes what came of it.
    async fn try_to_write(self: &Arc<Self>) {
        if self.check_files().is_err() {
            return;
        }
        let tried = match self.write_pool.acquire().await {
            Ok(mut connection) => probe(&mut connection).await,
            Err(error) => Err(error),
        };
        match tried {
            Ok(()) => self.set(None),
            Err(error) => self.note(&error),
        }
    }

    /// Writes everything that the log holds into the database.
    async fn checkpoint(&self) -> sqlx::Result<()> {
        checkpoint(&mut *self.write_pool.acquire().await?).await?;
        if let Some(files) = &self.files {
            files.log_was_emptied();
        }
        Ok(())
    }

    /// Opens all connections anew, with new files beside the database, which has everything.
    async fn reopen(&self) -> sqlx::Result<()> {
        let Some(files) = &self.files else { return Ok(()) };
        let mut connections = vec![(self.write_pool.acquire().await?, &self.options[0])];
        for _ in 0..READ_CONNECTIONS {
            connections.push((self.read_pool.acquire().await?, &self.options[1]));
        }
        checkpoint(&mut connections[0].0).await?;
        // A new connection beside an old one would write to another log.
        let mut old = Vec::new();
        for (connection, _) in &mut connections {
            let nothing = SqliteConnectOptions::new().in_memory(true).connect().await?;
            old.push(std::mem::replace(&mut **connection, nothing));
        }
        for connection in old {
            connection.close().await?;
        }
        for (mut connection, options) in connections {
            match options.connect().await {
                Ok(new) => drop(std::mem::replace(&mut *connection, new)),
                // The pool opens another one when it is asked for.
                Err(_) => connection.close().await?,
            }
        }
        probe(&mut *self.write_pool.acquire().await?).await?;
        files.adopt_side_files();
        self.set(None);
        Ok(())
    }

    /// Looks through a damaged database, of which nothing is remembered.
    async fn check_integrity(&self) {
        let Ok(mut connection) = self.options[1].connect().await else { return };
        if is_whole(&mut connection).await.is_ok_and(|is_whole| is_whole) {
            self.is_damaged.store(false, Relaxed);
            tracing::warn!("the database is whole");
        }
        // It has only read.
        let _ = connection.close().await;
    }

    /// Closes the connections; unless that would touch files of another database.
    pub(super) async fn close(&self) {
        if self.check_files() == Err(Trouble::LogGone)
            && let Err(error) = self.reopen().await
        {
            tracing::error!(%error, "the database could not be opened again");
        }
        if self.check_files().is_err() {
            // The last connection that is closed removes the log by its name, which may be another
            // one's now. The system closes them when the program ends.
            std::mem::forget((self.write_pool.clone(), self.read_pool.clone()));
            return;
        }
        self.read_pool.close().await;
        self.write_pool.close().await;
    }
}

/// A transaction that writes. It is rolled back unless it is committed, and leaves a connection
/// that works whatever became of it: `SQLite` ends some transactions by itself, so that nobody else
/// may keep account of whether one is open.
#[derive(Debug)]
pub(in crate::store) struct WriteTransaction {
    /// Until the transaction has ended.
    connection: Option<PoolConnection<Sqlite>>,
    health: Arc<Health>,
}

impl WriteTransaction {
    /// Notes what an error says of the database.
    pub(in crate::store) fn note(&self, error: &sqlx::Error) {
        self.health.note(error);
    }

    /// Keeps what was written.
    pub(in crate::store) async fn commit(mut self) -> Result<(), StoreError> {
        self.health.check_files()?;
        if let Err(error) = run(&mut self, "COMMIT").await {
            self.health.note(&error);
            return Err(error.into());
        }
        drop(self.connection.take());
        // What was written to a file that is gone is not kept.
        self.health.check_files()?;
        self.health.set(None);
        Ok(())
    }

    /// Keeps nothing, though all went well.
    pub(in crate::store) async fn roll_back(mut self) -> Result<(), StoreError> {
        run(&mut self, "ROLLBACK").await?;
        drop(self.connection.take());
        Ok(())
    }
}

impl Drop for WriteTransaction {
    /// A transaction that is dropped before its end has failed.
    fn drop(&mut self) {
        let (Some(mut connection), Ok(runtime)) = (self.connection.take(), Handle::try_current())
        else {
            return;
        };
        let health = self.health.clone();
        runtime.spawn(async move {
            if let Err(error) = run(&mut connection, "ROLLBACK").await
                && Trouble::of(&error).is_some()
            {
                // It will be replaced. Where it says that there is no transaction, all is well.
                let _ = connection.close().await;
            } else {
                drop(connection);
            }
            health.suspect.notify_one();
        });
    }
}

const OPEN: &str = "a transaction has a connection until it ends";

impl Deref for WriteTransaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.connection.as_ref().expect(OPEN)
    }
}

impl DerefMut for WriteTransaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.connection.as_mut().expect(OPEN)
    }
}

async fn run(connection: &mut SqliteConnection, statement: &'static str) -> sqlx::Result<()> {
    sqlx::query(statement).execute(connection).await.map(drop)
}

/// Writes more than an event takes, and takes it back: a page alone would find room where nothing
/// else does.
pub(super) async fn probe(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    run(connection, "BEGIN IMMEDIATE").await?;
    let written = async {
        for statement in [
            "DROP TABLE IF EXISTS probe",
            "CREATE TABLE probe (filler BLOB) STRICT",
            "INSERT INTO probe VALUES (zeroblob(65536))",
            "COMMIT",
            "DROP TABLE probe",
        ] {
            run(connection, statement).await?;
        }
        Ok(())
    }
    .await;
    if written.is_err() {
        // It may have ended by itself.
        let _ = run(connection, "ROLLBACK").await;
    }
    written
}

/// Writes everything that the log holds into the database.
async fn checkpoint(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let (busy, _, _): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await?;
    if busy == 0 { Ok(()) } else { Err(sqlx::Error::PoolTimedOut) }
}

/// Whether a database holds together.
pub(super) async fn is_whole(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(connection).await?;
    Ok(found == "ok")
}
