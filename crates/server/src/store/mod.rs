//! What is kept, and where: a database of `SQLite`. All SQL stands here.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use katarenga_rules::Side;
use katarenga_rules::notation::position::{Placed, PositionError};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, FromRow as _, Row as _};

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
    /// The file holds something else.
    #[error("it is the database of another program")]
    Foreign,
    /// The seats of a game that was kept make no sense.
    #[error("game {0}: its seats can't be read")]
    Seats(String),
}

/// Who did something, and the name that they gave to it, so that it is done once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) visitor: i64,
    pub(crate) request: &'a str,
}

/// A game of a match, as far as the match goes.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) number: u32,
    /// Its id, unless it was deleted.
    pub(crate) id: Option<String>,
    /// Who won; `None` for a draw, and while it goes on.
    pub(crate) winner: Option<Side>,
    pub(crate) points: u8,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) head: Head,
    pub(crate) plies: usize,
    pub(crate) position: Placed,
    /// Winner, points and the reason, once it has ended.
    pub(crate) outcome: Option<(Option<Side>, u8, String)>,
}

/// Who begins a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beginner<'a> {
    /// A visitor who is known.
    Known(i64),
    /// One who is not, and is known by this from now on.
    New(&'a Secret),
}

/// What became of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// It is kept.
    Now,
    /// The same request was kept before.
    Before,
    /// Something else was kept in its place.
    Overtaken,
    /// The game was deleted.
    Gone,
}

/// The database.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// One connection: whoever writes waits for the one before, and never meets a locked database.
    writer: SqlitePool,
    readers: SqlitePool,
    /// Holds a database in memory, which is gone with its last connection: a pool closes one when a
    /// request is broken off.
    _keeper: Option<Arc<Mutex<SqliteConnection>>>,
}

type GameRow = (String, i64, String, String, String, String, i64, Option<i64>, i64, i64);

/// Numbers the databases in memory.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The columns of a [`GameRow`].
macro_rules! select_game {
    ($more:literal, $rest:literal) => {
        concat!(
            "SELECT game.id, game.owner, game.start, game.white, game.black, game.series, \
             game.number, game.target, game.created, game.updated",
            $more,
            " FROM game ",
            $rest
        )
    };
}

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
        let writer = pool(1).connect_with(options.clone()).await?;
        migrator().run(&writer).await?;
        let readers = match database {
            // In a shared cache a reader would meet the locks of the writer.
            Database::Memory => writer.clone(),
            Database::File(_) => pool(READERS).connect_with(options.read_only(true)).await?,
        };
        Ok(Self { writer, readers, _keeper: keeper })
    }

    /// Finishes what is under way.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// The visitor with a secret.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn visitor(&self, secret: &Secret) -> Result<Option<i64>, StoreError> {
        let found = sqlx::query_scalar("SELECT id FROM visitor WHERE secret = ?")
            .bind(secret.hash())
            .fetch_optional(&self.readers)
            .await?;
        Ok(found)
    }

    /// Keeps a game that begins with some events, all or nothing, and gives its owner. `None` when
    /// its match has a game of that number already.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn begin(
        &self,
        session: &Session,
        events: &[Event],
        beginner: Beginner<'_>,
    ) -> Result<Option<i64>, StoreError> {
        let head = &session.head;
        let mut transaction = self.writer.begin().await?;
        let owner = match beginner {
            Beginner::Known(visitor) => visitor,
            Beginner::New(secret) => {
                sqlx::query_scalar(
                    "INSERT INTO visitor (secret, created) VALUES (?, ?) RETURNING id",
                )
                .bind(secret.hash())
                .bind(head.created)
                .fetch_one(&mut *transaction)
                .await?
            }
        };
        let added = sqlx::query(
            "INSERT INTO game (id, owner, start, white, black, series, number, target, created, \
             updated, plies, position, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', 0) \
             ON CONFLICT (series, number) DO NOTHING",
        )
        .bind(&head.id)
        .bind(owner)
        .bind(head.start.to_string())
        .bind(head.seats[0].to_string())
        .bind(head.seats[1].to_string())
        .bind(&head.series)
        .bind(head.number)
        .bind(head.target)
        .bind(head.created)
        .bind(head.updated)
        .execute(&mut *transaction)
        .await?;
        if added.rows_affected() == 0 {
            return Ok(None);
        }
        for (number, event) in (1..).zip(events) {
            insert(&mut transaction, (head, number), *event, (Some(owner), None)).await?;
        }
        summarise(&mut transaction, session).await?;
        transaction.commit().await?;
        Ok(Some(owner))
    }

    /// A game as it stands.
    ///
    /// # Errors
    /// When the database fails or the game is damaged.
    pub(crate) async fn session(&self, id: &str) -> Result<Option<Session>, StoreError> {
        // In one query: the game and its events are of the same moment.
        let rows: Vec<SqliteRow> = sqlx::query(select_game!(
            ", event.number AS place, event.what",
            "LEFT JOIN event ON event.game = game.id \
             WHERE game.id = ? AND NOT deleted ORDER BY event.number"
        ))
        .bind(id)
        .fetch_all(&self.readers)
        .await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let head = head(GameRow::from_row(first)?)?;
        let mut events = Vec::with_capacity(rows.len());
        for row in &rows {
            let event: (Option<i64>, Option<String>) =
                (row.try_get("place")?, row.try_get("what")?);
            // A game in which nothing was done yet has one row without an event.
            if let (Some(number), Some(what)) = event {
                events.push((number, what));
            }
        }
        Ok(Some(Session::rebuild(head, events)?))
    }

    /// The games of a match, the first one first.
    ///
    /// # Errors
    /// When the database fails or a game makes no sense.
    pub(crate) async fn series(&self, series: &str) -> Result<Vec<Played>, StoreError> {
        let rows: Vec<(String, i64, bool, Option<String>, i64)> = sqlx::query_as(
            "SELECT id, number, deleted, winner, points FROM game WHERE series = ? ORDER BY number",
        )
        .bind(series)
        .fetch_all(&self.readers)
        .await?;
        let played = rows.into_iter().map(|(id, number, deleted, winner, points)| Played {
            number: u32::try_from(number).unwrap_or_default(),
            id: (!deleted).then_some(id),
            winner: winner.and_then(|winner| winner.parse().ok()),
            points: u8::try_from(points).unwrap_or_default(),
        });
        Ok(played.collect())
    }

    /// A page of the games of a visitor, the last used first, and how many pages there are. Pages
    /// count from 1.
    ///
    /// # Errors
    /// When the database fails or a game makes no sense.
    pub(crate) async fn games_of(
        &self,
        owner: i64,
        ended: bool,
        page: u32,
    ) -> Result<(Vec<Summary>, u32), StoreError> {
        let count: u32 = sqlx::query_scalar(
            "SELECT count(*) FROM game WHERE owner = ? AND NOT deleted AND ended = ?",
        )
        .bind(owner)
        .bind(ended)
        .fetch_one(&self.readers)
        .await?;
        let rows: Vec<SqliteRow> = sqlx::query(select_game!(
            ", plies, position, winner, points, reason",
            "WHERE owner = ? AND deleted = 0 AND ended = ? ORDER BY updated DESC, id \
             LIMIT ? OFFSET ?"
        ))
        .bind(owner)
        .bind(ended)
        .bind(PAGE)
        .bind(i64::from(page.max(1) - 1) * i64::from(PAGE))
        .fetch_all(&self.readers)
        .await?;
        let games: Result<Vec<Summary>, StoreError> = rows.iter().map(summary).collect();
        Ok((games?, count.div_ceil(PAGE)))
    }

    /// Keeps what was just done in a session, its last event; `asked` says by whom, unless it was
    /// the computer.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn append(
        &self,
        session: &mut Session,
        event: Event,
        asked: Option<Asked<'_>>,
    ) -> Result<Kept, StoreError> {
        session.head.updated = now();
        let mut transaction = self.writer.begin().await?;
        let by = (asked.map(|asked| asked.visitor), asked.map(|asked| asked.request));
        let place = (&session.head, session.revision);
        match insert(&mut transaction, place, event, by).await {
            Ok(true) => {}
            Ok(false) => {
                drop(transaction);
                let before = match asked {
                    Some(asked) => self.was_done(&session.head.id, asked).await?,
                    None => false,
                };
                return Ok(if before { Kept::Before } else { Kept::Overtaken });
            }
            Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
                return Ok(Kept::Gone);
            }
            Err(error) => return Err(error.into()),
        }
        if !summarise(&mut transaction, session).await? {
            return Ok(Kept::Gone);
        }
        transaction.commit().await?;
        Ok(Kept::Now)
    }

    /// Whether something was done before.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn was_done(&self, game: &str, asked: Asked<'_>) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar(
            "SELECT number FROM event WHERE game = ? AND visitor = ? AND request = ?",
        )
        .bind(game)
        .bind(asked.visitor)
        .bind(asked.request)
        .fetch_optional(&self.writer)
        .await?;
        Ok(found.is_some())
    }

    /// Deletes a game for good. Its result goes on counting in its match.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        for statement in
            ["UPDATE game SET deleted = 1 WHERE id = ?", "DELETE FROM event WHERE game = ?"]
        {
            sqlx::query(statement).bind(id).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// Whether the event found its place free.
async fn insert(
    transaction: &mut SqliteConnection,
    (head, number): (&Head, i64),
    event: Event,
    (visitor, request): (Option<i64>, Option<&str>),
) -> sqlx::Result<bool> {
    let added = sqlx::query(
        "INSERT INTO event (game, number, what, visitor, request, at) VALUES (?, ?, ?, ?, ?, ?) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&head.id)
    .bind(number)
    .bind(event.to_string())
    .bind(visitor)
    .bind(request)
    .bind(head.updated)
    .execute(transaction)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// Writes what lists show of a game; whether it is still there.
async fn summarise(transaction: &mut SqliteConnection, session: &Session) -> sqlx::Result<bool> {
    let (head, game, outcome) = (&session.head, &session.game, session.game.outcome());
    let written = sqlx::query(
        "UPDATE game SET updated = ?, plies = ?, position = ?, ended = ?, winner = ?, points = ?, \
         reason = ? WHERE id = ? AND NOT deleted",
    )
    .bind(head.updated)
    .bind(game.ply() as i64)
    .bind(game.placed().to_string())
    .bind(outcome.is_some())
    .bind(outcome.and_then(|outcome| outcome.winner).map(|winner| winner.to_string()))
    .bind(outcome.map_or(0, |outcome| i64::from(outcome.points)))
    .bind(outcome.map(|outcome| outcome.reason.key))
    .bind(&head.id)
    .execute(transaction)
    .await?;
    Ok(written.rows_affected() == 1)
}

fn summary(row: &SqliteRow) -> Result<Summary, StoreError> {
    let head = head(GameRow::from_row(row)?)?;
    let position: String = row.try_get("position")?;
    let position =
        position.parse().map_err(|error| StoreError::Start { game: head.id.clone(), error })?;
    let (winner, reason): (Option<String>, Option<String>) =
        (row.try_get("winner")?, row.try_get("reason")?);
    let (plies, points): (i64, i64) = (row.try_get("plies")?, row.try_get("points")?);
    let winner = winner.and_then(|winner| winner.parse().ok());
    let outcome = reason.map(|reason| (winner, u8::try_from(points).unwrap_or_default(), reason));
    Ok(Summary { head, plies: usize::try_from(plies).unwrap_or(0), position, outcome })
}

fn pool(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .min_connections(1)
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
