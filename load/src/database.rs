//! Where the servers keep their games.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use katarenga_test_database::Postgres;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::{ANSWER_TIMEOUT, Error};

/// What keeps the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DatabaseKind {
    /// A file, for one server.
    Sqlite,
    /// A server of its own, for several of ours, which writes to the disk as one in service does.
    #[value(name = "postgres")]
    Postgres,
}

/// A database that is gone when this is dropped.
pub(crate) enum Database {
    Sqlite { file: PathBuf, _folder: TempDir },
    Postgres { server: Arc<Postgres>, address: String },
}

/// A move as it is kept: its game, its number there, and the name of its request.
pub(crate) type KeptMove = (String, i64, String);

/// The last statement of a connection over which a server hears of the others.
const LISTENERS: &str =
    "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'";

impl Database {
    /// Starts an empty one.
    pub(crate) async fn start(kind: DatabaseKind) -> Result<Self, Error> {
        match kind {
            DatabaseKind::Sqlite => {
                let folder = tempfile::tempdir()?;
                Ok(Self::Sqlite { file: folder.path().join("load.sqlite"), _folder: folder })
            }
            DatabaseKind::Postgres => {
                spawn_blocking(|| {
                    let server = Postgres::start_durable()?;
                    let address = server.create_database().address;
                    Ok(Self::Postgres { server: Arc::new(server), address })
                })
                .await?
            }
        }
    }

    /// What `--database` is to say.
    pub(crate) fn argument(&self) -> &OsStr {
        match self {
            Self::Sqlite { file, .. } => file.as_os_str(),
            Self::Postgres { address, .. } => OsStr::new(address),
        }
    }

    /// All moves that clients have made.
    pub(crate) async fn moves(&self) -> Result<Vec<KeptMove>, Error> {
        const MOVES: &str = "SELECT game, number, request FROM event \
             WHERE what LIKE 'move %' AND request IS NOT NULL";
        match self {
            Self::Sqlite { file, .. } => {
                let mut connection = sqlite(file).await?;
                let moves = sqlx::query_as(MOVES).fetch_all(&mut connection).await?;
                connection.close().await?;
                Ok(moves)
            }
            Self::Postgres { address, .. } => {
                let mut connection = postgres(address).await?;
                let moves = sqlx::query_as(MOVES).fetch_all(&mut connection).await?;
                connection.close().await?;
                Ok(moves)
            }
        }
    }

    /// Executes statements that have a count as their one parameter, and add many rows.
    pub(crate) async fn fill(
        &self,
        of_sqlite: &[&'static str],
        of_postgres: &[&'static str],
        count: i64,
    ) -> Result<(), Error> {
        match self {
            Self::Sqlite { file, .. } => {
                let mut connection = sqlite(file).await?;
                for statement in of_sqlite {
                    sqlx::query(*statement).bind(count).execute(&mut connection).await?;
                }
                Ok(connection.close().await?)
            }
            Self::Postgres { address, .. } => {
                let mut connection = postgres(address).await?;
                for statement in of_postgres {
                    sqlx::query(*statement).bind(count).execute(&mut connection).await?;
                }
                // Rows that come by and by are counted meanwhile.
                sqlx::query("ANALYZE game, player").execute(&mut connection).await?;
                Ok(connection.close().await?)
            }
        }
    }

    /// Stops `PostgreSQL` as a crash would, and starts it again.
    pub(crate) async fn restart(&self) -> Result<(), Error> {
        let Self::Postgres { server, .. } = self else { return Ok(()) };
        let server = server.clone();
        Ok(spawn_blocking(move || server.restart_immediately()).await?)
    }

    /// Cuts the oldest connection over which a server hears of the others.
    pub(crate) async fn cut(&self) -> Result<(), Error> {
        let Self::Postgres { address, .. } = self else { return Ok(()) };
        let mut connection = postgres(address).await?;
        let cut = format!(
            "SELECT pg_terminate_backend(pid, 5000) FROM \
             (SELECT pid {LISTENERS} ORDER BY backend_start LIMIT 1) AS oldest"
        );
        let is_cut: Option<bool> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(cut)).fetch_optional(&mut connection).await?;
        connection.close().await?;
        match is_cut {
            Some(true) => Ok(()),
            Some(false) => Err("a connection that was to be cut stays open".into()),
            None => Err("no server hears of the others: there is no connection to cut".into()),
        }
    }

    /// Waits until this number of servers hear of the others.
    pub(crate) async fn wait_for_listeners(&self, count: usize) -> Result<(), Error> {
        let Self::Postgres { address, .. } = self else { return Ok(()) };
        let begun = Instant::now();
        let mut connection = postgres(address).await?;
        let listeners = format!("SELECT count(DISTINCT pid) {LISTENERS} AND state = 'idle'");
        loop {
            let listening: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(listeners.as_str()))
                .fetch_one(&mut connection)
                .await?;
            if listening == count as i64 {
                return Ok(connection.close().await?);
            }
            if begun.elapsed() > ANSWER_TIMEOUT {
                return Err(format!(
                    "{listening} of {count} servers hear of the others after {ANSWER_TIMEOUT:?}"
                )
                .into());
            }
            sleep(Duration::from_millis(10)).await;
        }
    }
}

async fn sqlite(file: &Path) -> Result<SqliteConnection, Error> {
    Ok(SqliteConnectOptions::new().filename(file).connect().await?)
}

async fn postgres(address: &str) -> Result<PgConnection, Error> {
    Ok(address.parse::<PgConnectOptions>()?.connect().await?)
}
