//! The first connection to a database: whether it can be used, and what it lacks.

use std::future::Future;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::timeout;

use super::PostgresAddress;
use super::clock::DatabaseClock;
use super::errors::code;
use crate::store::{StoreError, migrator};

/// The migrations: one that was released is never changed. Servers of the version before go on while
/// one of this version brings the database up to date: a migration that they can't live with sets
/// `katarenga.needs` to its number, and is left to a later version than what it prepares.
pub(super) const MIGRATIONS: [(&str, &str); 2] = [
    ("games", include_str!("migrations/1_games.sql")),
    ("puzzles", include_str!("migrations/2_puzzles.sql")),
];

/// The least version: it ends sessions that are idle for too long.
const LEAST_VERSION: i64 = 14;

/// How long the database may take until it can be used.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// What holds for every connection.
const SETTINGS: [(&str, &str); 7] = [
    // What was acknowledged outlives a power cut.
    ("synchronous_commit", "on"),
    // What is played is in memory: a batch finds its games by an index, also where there are few.
    ("random_page_cost", "1.1"),
    // A server that hangs keeps no others from what it has locked.
    ("statement_timeout", "10s"),
    ("lock_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "5s"),
    // One that has lost its network is given up.
    ("tcp_keepalives_idle", "2"),
    ("tcp_user_timeout", "4s"),
];

/// How connections are made.
pub(super) fn options(address: &PostgresAddress) -> Result<PgConnectOptions, StoreError> {
    let options: PgConnectOptions = address.secret().parse().map_err(|error| match error {
        sqlx::Error::Configuration(why) => StoreError::Address(why.to_string()),
        error => StoreError::Address(error.to_string()),
    })?;
    Ok(options.application_name("katarenga").options(SETTINGS))
}

/// Makes sure that the database can be used, and brings it up to date.
pub(super) async fn prepare(options: &PgConnectOptions) -> Result<DatabaseClock, StoreError> {
    in_time(options, async {
        let mut connection = options.connect().await?;
        if check(&mut connection, true).await? && is_copying(&mut connection).await? {
            return Err(StoreError::Copying);
        }
        migrate(&mut connection).await?;
        clock_of(connection).await
    })
    .await
}

/// Makes the tables of a database that is empty, or holds a part of a copy. As long as that has not
/// ended there is a table that says so.
pub(super) async fn prepare_for_copy(
    options: &PgConnectOptions,
) -> Result<DatabaseClock, StoreError> {
    in_time(options, async {
        let mut connection = options.connect().await?;
        let is_new = !check(&mut connection, true).await?;
        migrate(&mut connection).await?;
        if !is_copying(&mut connection).await? {
            let visitors: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM visitor)")
                .fetch_one(&mut connection)
                .await?;
            if !is_new && visitors {
                return Err(StoreError::NotEmpty);
            }
            sqlx::query("CREATE TABLE copying ()").execute(&mut connection).await?;
        }
        clock_of(connection).await
    })
    .await
}

async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut migrations: Migrator = migrator(&MIGRATIONS);
    // A later version may have added what this one doesn't know.
    migrations.set_ignore_missing(true);
    Ok(migrations.run_direct(None, connection, false).await?)
}

async fn is_copying(connection: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT to_regclass('copying') IS NOT NULL").fetch_one(connection).await
}

/// Makes sure that the database can be used as it is.
pub(super) async fn look(options: &PgConnectOptions) -> Result<DatabaseClock, StoreError> {
    in_time(options, async {
        let mut connection = options.connect().await?;
        check(&mut connection, false).await?;
        clock_of(connection).await
    })
    .await
}

async fn clock_of(mut connection: PgConnection) -> Result<DatabaseClock, StoreError> {
    let clock = DatabaseClock::new(&mut connection).await?;
    // All was read that was asked for.
    let _ = connection.close().await;
    Ok(clock)
}

/// Says why there is no connection, also where it breaks meanwhile.
async fn in_time(
    options: &PgConnectOptions,
    work: impl Future<Output = Result<DatabaseClock, StoreError>>,
) -> Result<DatabaseClock, StoreError> {
    match timeout(START_TIMEOUT, work).await {
        Ok(Err(StoreError::Database(error))) => Err(refused(options, error)),
        Ok(Err(StoreError::Migration(MigrateError::Execute(error)))) => {
            Err(refused(options, error))
        }
        Ok(done) => done,
        Err(_) => Err(StoreError::Unreachable {
            place: place(options),
            why: format!("no answer within {} s", START_TIMEOUT.as_secs()),
        }),
    }
}

/// Whether the database is one of ours already; one that isn't may become one where it is empty.
async fn check(connection: &mut PgConnection, may_be_empty: bool) -> Result<bool, StoreError> {
    let number: String =
        sqlx::query_scalar("SHOW server_version_num").fetch_one(&mut *connection).await?;
    let version = number.parse::<i64>().unwrap_or_default() / 10_000;
    if version < LEAST_VERSION {
        return Err(StoreError::OldPostgres { version, least: LEAST_VERSION });
    }
    let (is_ours, others): (bool, i64) = sqlx::query_as(
        "SELECT to_regclass('katarenga') IS NOT NULL, (SELECT count(*) FROM pg_class \
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm') \
         AND relname <> '_sqlx_migrations')",
    )
    .fetch_one(&mut *connection)
    .await?;
    match (is_ours, others) {
        (false, 0) if may_be_empty => return Ok(false),
        (false, 0) => return Err(StoreError::Empty),
        (false, _) => return Err(StoreError::ForeignTables),
        (true, _) => {}
    }
    let needs: i64 =
        sqlx::query_scalar("SELECT needs FROM katarenga").fetch_one(connection).await?;
    if needs > MIGRATIONS.len() as i64 { Err(StoreError::Newer) } else { Ok(true) }
}

fn place(options: &PgConnectOptions) -> String {
    match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    }
}

/// Why there is no connection.
fn refused(options: &PgConnectOptions, error: sqlx::Error) -> StoreError {
    let (place, user) = (place(options), options.get_username().to_owned());
    match code(&error) {
        Some("28P01") => StoreError::Password { user },
        Some("3D000") => {
            let name = options.get_database().unwrap_or(options.get_username()).to_owned();
            StoreError::NoDatabase { name }
        }
        // What the database says in words of its own.
        Some(_) => StoreError::Database(error),
        None => StoreError::Unreachable { place, why: error.to_string() },
    }
}
