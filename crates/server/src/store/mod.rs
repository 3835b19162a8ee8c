//! What is kept, and where: in a database of `SQLite` or of PostgreSQL. All SQL stands in this folder;
//! what the two have in common is written once, in [`query`].

mod copy;
mod games;
mod gauges;
mod invitations;
mod known_visitors;
mod lists;
mod locks;
mod messages;
mod news;
mod notes;
mod postgres;
mod purge;
mod puzzles;
mod query;
mod sqlite;
mod transaction;
mod trouble;
mod visitors;
mod writer;

use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use katarenga_rules::notation::position::PositionError;
use prometheus_client::registry::Registry;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

pub(crate) use self::copy::copy;
pub use self::copy::{Copied, CopyProgress};
use self::gauges::Gauges;
pub(crate) use self::invitations::{Invitation, JoinResult};
use self::known_visitors::KnownVisitors;
pub(crate) use self::lists::List;
pub(crate) use self::locks::SearchClaim;
pub(crate) use self::messages::{Message, SendResult};
pub(crate) use self::news::{EventNews, News, NewsStream, PresenceNews};
pub use self::postgres::PostgresAddress;
pub use self::purge::Purged;
pub(crate) use self::puzzles::{Rated, Tried};
pub(crate) use self::sqlite::ReadOnlyDatabase;
use self::transaction::Transaction;
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
    /// In a database of PostgreSQL, which is there already, perhaps empty. Any number of servers may
    /// share it.
    Postgres(PostgresAddress),
}

impl FromStr for Database {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == ":memory:" {
            return Ok(Self::Memory);
        }
        Ok(PostgresAddress::read(text).map_or_else(|| Self::File(text.into()), Self::Postgres))
    }
}

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
    /// The address of a database can't be read.
    #[error("the address can't be read: {0}; it is written postgres://user:password@host/database")]
    Address(String),
    /// There is no connection to the server of the database.
    #[error("PostgreSQL can't be reached at {place}: {why}")]
    Unreachable {
        /// The host and its port.
        place: String,
        /// What the system says.
        why: String,
    },
    /// The server of the database doesn't let the user in.
    #[error("the password of user {user} is wrong, or missing")]
    Password {
        /// The user.
        user: String,
    },
    /// The server has no such database.
    #[error("there is no database {name}: make it with `createdb {name}`")]
    NoDatabase {
        /// Its name.
        name: String,
    },
    /// The server of the database lacks what is needed.
    #[error("PostgreSQL {version} is too old: {least} or a later version is needed")]
    OldPostgres {
        /// Its version.
        version: i64,
        /// The least that will do.
        least: i64,
    },
    /// The database holds tables of something else.
    #[error("it holds the tables of another program: name a database that is empty")]
    ForeignTables,
    /// A copy has not ended.
    #[error("games are still being copied into it: finish that with `katarenga admin copy`")]
    Copying,
    /// The database has games that are not those of the copy.
    #[error("it holds other games: name a database that is empty")]
    NotEmpty,
    /// What was copied is not what is in the file.
    #[error(
        "{0}: the copy differs from the file, which was written to meanwhile: end the server, and \
         copy into an empty database"
    )]
    CopyDiffers(&'static str),
    /// The database was changed by a later version in a way that this one can't work with.
    #[error("a later version of Katarenga has brought it up to date: run that version")]
    Newer,
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
    backend: Backend,
    /// Writes the events of all games.
    writer: Writer,
    gauges: Gauges,
    known_visitors: Arc<KnownVisitors>,
}

/// The connections to a database of either kind.
#[derive(Clone, Debug)]
enum Backend {
    Sqlite(sqlite::Connections),
    Postgres(postgres::Connections),
}

impl Backend {
    async fn transaction(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            Self::Sqlite(connections) => Transaction::Sqlite(connections.transaction().await?),
            Self::Postgres(connections) => Transaction::Postgres(connections.transaction().await?),
        })
    }
}

impl From<Backend> for Store {
    fn from(backend: Backend) -> Self {
        let gauges = match &backend {
            Backend::Sqlite(_) => Gauges::default(),
            Backend::Postgres(connections) => connections.gauges.clone(),
        };
        let writer = Writer::start(backend.clone(), gauges.clone());
        Self { backend, writer, gauges, known_visitors: Arc::default() }
    }
}

impl From<&ReadOnlyDatabase> for Store {
    /// The same as a store, to which nothing can be written.
    fn from(database: &ReadOnlyDatabase) -> Self {
        Backend::Sqlite(database.connections()).into()
    }
}

impl Store {
    /// Opens the database, makes it if need be, brings it up to date, and looks after it from then
    /// on.
    ///
    /// # Errors
    /// When it can't be opened or written, or is no database of ours.
    pub(crate) async fn open(database: &Database) -> Result<Self, StoreError> {
        let backend = match database {
            Database::File(path) => Backend::Sqlite(sqlite::Connections::open(path).await?),
            Database::Memory => Backend::Sqlite(sqlite::Connections::in_memory().await?),
            Database::Postgres(address) => {
                Backend::Postgres(postgres::Connections::open(address).await?)
            }
        };
        Ok(backend.into())
    }

    /// Opens a database that is there, to change it.
    ///
    /// # Errors
    /// When it can't be opened or written, or is no database of ours.
    pub(crate) async fn open_known(database: &Database) -> Result<Self, StoreError> {
        let backend = match database {
            Database::File(path) => Backend::Sqlite(sqlite::Connections::open_known(path).await?),
            Database::Memory => return Err(StoreError::Empty),
            Database::Postgres(address) => {
                Backend::Postgres(postgres::Connections::open_known(address, false).await?)
            }
        };
        Ok(backend.into())
    }

    /// Opens a database of PostgreSQL to read it. Files are read by [`ReadOnlyDatabase`].
    ///
    /// # Errors
    /// When it can't be reached, or is no database of ours.
    pub(crate) async fn open_to_read(database: &Database) -> Result<Self, StoreError> {
        let Database::Postgres(address) = database else { return Err(StoreError::Empty) };
        let connections = postgres::Connections::open_known(address, true).await?;
        Ok(Backend::Postgres(connections).into())
    }

    /// Finishes what is under way.
    pub(crate) async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(connections) => connections.close().await,
            Backend::Postgres(connections) => connections.close().await,
        }
    }

    async fn transaction(&self) -> Result<Transaction, StoreError> {
        self.backend.transaction().await
    }

    /// A transaction in which `SQLite` looks for nothing that refers to what is deleted: that would
    /// read whole tables, while all writers wait. The caller has checked. PostgreSQL has an index for
    /// each such question.
    async fn transaction_without_references(&self) -> Result<Transaction, StoreError> {
        match &self.backend {
            Backend::Sqlite(connections) => {
                Ok(Transaction::Sqlite(connections.unreferenced().await?))
            }
            Backend::Postgres(_) => self.transaction().await,
        }
    }

    /// The time in milliseconds since 1970, by which everything is kept: that of this machine for a
    /// file, that of the database where servers share one.
    pub(crate) fn now(&self) -> i64 {
        match &self.backend {
            Backend::Sqlite(_) => sqlite::now(),
            Backend::Postgres(connections) => connections.now(),
        }
    }

    /// What is another one once the games may have been put back to an earlier state.
    pub(crate) fn epoch(&self) -> Arc<str> {
        match &self.backend {
            Backend::Sqlite(_) => sqlite::epoch(),
            Backend::Postgres(connections) => connections.epoch(),
        }
    }

    /// Registers what is measured of the database.
    pub(crate) fn register(&self, registry: &mut Registry) {
        self.gauges.register(registry);
    }

    /// Measures what is in use at the moment.
    pub(crate) fn measure(&self) {
        let (open, idle) = match &self.backend {
            Backend::Sqlite(connections) => connections.counts(),
            Backend::Postgres(connections) => connections.counts(),
        };
        self.gauges.set_connections(open, idle);
    }

    /// Whether the database can be read and, as the last write says, written.
    ///
    /// # Errors
    /// What keeps it from that.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let trouble = match &self.backend {
            Backend::Sqlite(connections) => connections.trouble(),
            Backend::Postgres(connections) => connections.trouble(),
        };
        trouble.map_or(Ok(()), Err)?;
        self.series("").await.map(drop)
    }
}

/// Brings a database up to date by some migrations, which are numbered from 1.
fn migrator(migrations: &[(&'static str, &'static str)]) -> Migrator {
    let steps = (1..).zip(migrations).map(|(version, (name, sql))| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, (*name).into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(steps.collect())
}

#[cfg(test)]
pub(crate) mod tests;
