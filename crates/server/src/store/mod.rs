//! What is kept, and where: a database of `SQLite`. All SQL stands here.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use katarenga_rules::notation::position::PositionError;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::play::{Damaged, Event, Head, Session};
use crate::visitor::Secret;

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

/// How many games a page of a list has.
pub(crate) const PAGE: u32 = 20;

/// How the database came to be, step by step: a step that was released is never changed.
const STEPS: [(&str, &str); 1] = [("games", include_str!("schema-1.sql"))];

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
    /// The seats of a game that was kept make no sense.
    #[error("game {0}: its seats can't be read")]
    Seats(String),
}

/// What became of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is kept.
    Now,
    /// The same request was kept before.
    Before,
    /// Something else was kept in its place.
    Overtaken,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    /// One connection: whoever writes waits for the one before, and never meets a locked database.
    writer: SqlitePool,
    readers: SqlitePool,
}

type GameRow = (String, i64, String, String, String, String, i64, Option<i64>, i64, i64);

/// The columns of a [`GameRow`].
macro_rules! select_game {
    ($rest:literal) => {
        concat!(
            "SELECT id, owner, start, white, black, series, number, target, created, updated \
             FROM game ",
            $rest
        )
    };
}

impl Store {
    /// Opens the database, makes it if need be, and brings it up to date.
    ///
    /// # Errors
    /// When the file can't be opened or is no database of ours.
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        let options = match database {
            Database::Memory => SqliteConnectOptions::new().in_memory(true),
            Database::File(path) => SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal),
        };
        // What was acknowledged outlives a power cut.
        let options =
            options.synchronous(SqliteSynchronous::Full).busy_timeout(PATIENCE).foreign_keys(true);
        let pool = |most| {
            SqlitePoolOptions::new()
                .max_connections(most)
                .min_connections(1)
                .idle_timeout(None)
                .max_lifetime(None)
        };
        let writer = pool(1).connect_with(options.clone()).await?;
        migrator().run(&writer).await?;
        let readers = match database {
            // A database in memory belongs to its connection.
            Database::Memory => writer.clone(),
            Database::File(_) => pool(READERS).connect_with(options.read_only(true)).await?,
        };
        Ok(Self { writer, readers })
    }

    /// Finishes what is under way.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// The visitor with a secret.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn visitor(&self, secret: &Secret) -> Result<Option<i64>, StoreError> {
        let found = sqlx::query_scalar("SELECT id FROM visitor WHERE secret = ?")
            .bind(secret.hash())
            .fetch_optional(&self.readers)
            .await?;
        Ok(found)
    }

    /// A new visitor with a secret.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_visitor(&self, secret: &Secret) -> Result<i64, StoreError> {
        let id =
            sqlx::query_scalar("INSERT INTO visitor (secret, created) VALUES (?, ?) RETURNING id")
                .bind(secret.hash())
                .bind(now())
                .fetch_one(&self.writer)
                .await?;
        Ok(id)
    }

    /// Keeps a new game, unless its match has a game of that number already: then `false`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_game(&self, head: &Head) -> Result<bool, StoreError> {
        let added = sqlx::query(
            "INSERT INTO game (id, owner, start, white, black, series, number, target, created, \
             updated, plies, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0) \
             ON CONFLICT (series, number) DO NOTHING",
        )
        .bind(&head.id)
        .bind(head.owner)
        .bind(head.start.to_string())
        .bind(head.seats[0].to_string())
        .bind(head.seats[1].to_string())
        .bind(&head.series)
        .bind(head.number)
        .bind(head.target)
        .bind(head.created)
        .bind(head.updated)
        .execute(&self.writer)
        .await?;
        Ok(added.rows_affected() == 1)
    }

    /// A game as it stands.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub async fn session(&self, id: &str) -> Result<Option<Session>, StoreError> {
        let row: Option<GameRow> = sqlx::query_as(select_game!("WHERE id = ?"))
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        match row {
            Some(row) => Ok(Some(self.rebuild(row).await?)),
            None => Ok(None),
        }
    }

    async fn rebuild(&self, row: GameRow) -> Result<Session, StoreError> {
        let head = head(row)?;
        let events: Vec<(i64, String)> =
            sqlx::query_as("SELECT number, what FROM event WHERE game = ? ORDER BY number")
                .bind(&head.id)
                .fetch_all(&self.readers)
                .await?;
        Ok(Session::rebuild(head, events)?)
    }

    /// The games of the match that a game belongs to, that one included, the first one first.
    ///
    /// # Errors
    /// When the database fails or a game is damaged.
    pub(crate) async fn series(&self, session: &Session) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<GameRow> = sqlx::query_as(select_game!("WHERE series = ? AND id <> ?"))
            .bind(&session.head.series)
            .bind(&session.head.id)
            .fetch_all(&self.readers)
            .await?;
        let mut series = self.rebuild_all(rows).await?;
        series.push(session.clone());
        series.sort_by_key(|game| game.head.number);
        Ok(series)
    }

    async fn rebuild_all(&self, rows: Vec<GameRow>) -> Result<Vec<Session>, StoreError> {
        let mut sessions = Vec::with_capacity(rows.len());
        for row in rows {
            sessions.push(self.rebuild(row).await?);
        }
        Ok(sessions)
    }

    /// A page of the games of a visitor, the last used first, and how many pages there are. Pages
    /// count from 1.
    ///
    /// # Errors
    /// When the database fails or a game is damaged.
    pub async fn games_of(
        &self,
        owner: i64,
        ended: bool,
        page: u32,
    ) -> Result<(Vec<Session>, u32), StoreError> {
        let count: u32 =
            sqlx::query_scalar("SELECT count(*) FROM game WHERE owner = ? AND ended = ?")
                .bind(owner)
                .bind(ended)
                .fetch_one(&self.readers)
                .await?;
        let rows: Vec<GameRow> = sqlx::query_as(select_game!(
            "WHERE owner = ? AND ended = ? ORDER BY updated DESC LIMIT ? OFFSET ?"
        ))
        .bind(owner)
        .bind(ended)
        .bind(PAGE)
        .bind(i64::from(page.max(1) - 1) * i64::from(PAGE))
        .fetch_all(&self.readers)
        .await?;
        Ok((self.rebuild_all(rows).await?, count.div_ceil(PAGE)))
    }

    /// Keeps what was just done in a session: its last event.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn append(
        &self,
        session: &Session,
        event: Event,
        request: Option<&str>,
    ) -> Result<Kept, StoreError> {
        let (id, at) = (&session.head.id, now());
        let mut transaction = self.writer.begin().await?;
        let added = sqlx::query(
            "INSERT INTO event (game, number, what, request, at) VALUES (?, ?, ?, ?, ?) \
             ON CONFLICT DO NOTHING",
        )
        .bind(id)
        .bind(session.revision)
        .bind(event.to_string())
        .bind(request)
        .bind(at)
        .execute(&mut *transaction)
        .await?;
        if added.rows_affected() == 0 {
            transaction.rollback().await?;
            let before = self.was_done(id, request).await?;
            return Ok(if before { Kept::Before } else { Kept::Overtaken });
        }
        sqlx::query("UPDATE game SET updated = ?, plies = ?, ended = ? WHERE id = ?")
            .bind(at)
            .bind(session.game.ply() as i64)
            .bind(session.game.outcome().is_some())
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Kept::Now)
    }

    /// Whether a request was carried out before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn was_done(&self, game: &str, request: Option<&str>) -> Result<bool, StoreError> {
        let found: Option<i64> =
            sqlx::query_scalar("SELECT number FROM event WHERE game = ? AND request = ?")
                .bind(game)
                .bind(request)
                .fetch_optional(&self.writer)
                .await?;
        Ok(found.is_some())
    }

    /// Deletes a game for good.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM game WHERE id = ?").bind(id).execute(&self.writer).await?;
        Ok(())
    }
}

fn migrator() -> Migrator {
    let steps = (1..).zip(STEPS).map(|(version, (name, sql))| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.collect())
}

fn head(row: GameRow) -> Result<Head, StoreError> {
    let (id, owner, start, white, black, series, number, target, created, updated) = row;
    let start = start.parse().map_err(|error| StoreError::Start { game: id.clone(), error })?;
    let (Ok(white), Ok(black)) = (white.parse(), black.parse()) else {
        return Err(StoreError::Seats(id));
    };
    let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let (number, target) = (small(number), target.map(small));
    Ok(Head { id, owner, start, seats: [white, black], series, number, target, created, updated })
}

/// The time in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
