//! A database that many servers share: PostgreSQL.

mod address;
mod batch;
mod clock;
mod errors;
mod listener;
mod locks;
mod open;

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, Postgres};
use sqlx::{Connection as _, PgConnection, Transaction};
use tokio::time::{sleep, timeout};

pub use self::address::PostgresAddress;
pub(super) use self::batch::write;
use self::clock::DatabaseClock;
pub(super) use self::errors::Health;
pub(crate) use self::listener::Listener;
pub(super) use self::locks::Locks;
use super::gauges::Gauges;
use super::{News, StoreError, Trouble};

/// How long a request waits for a connection, also while there is no database.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How many connections serve requests. A server writes through one of them at a time.
const CONNECTIONS: u32 = 8;

/// After this time without use it is asked whether a connection still works.
const TESTED_IDLE: Duration = Duration::from_secs(1);

/// How many stay open by themselves: the one that hears news and the one that holds locks.
const SESSIONS: u32 = 2;

/// How long connections may take to be closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// How often a database that fails is tried, and its clock is asked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
const CLOCK_INTERVAL: u32 = 5;

/// The connections to a database.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    pub(super) pool: PgPool,
    sessions: PgPool,
    pub(super) health: Arc<Health>,
    clock: Arc<DatabaseClock>,
    epoch: Arc<Mutex<Arc<str>>>,
    /// What no other server is called.
    pub(super) node: i64,
    /// Holds the locks of this server.
    pub(super) locks: Arc<Locks>,
    pub(super) gauges: Gauges,
}

impl Connections {
    /// Connects to a database, makes its tables if need be, brings it up to date, and looks after the
    /// connections from then on.
    ///
    /// # Errors
    /// When it can't be reached, is none of ours, or is one of a later version.
    pub(super) async fn open(address: &PostgresAddress) -> Result<Self, StoreError> {
        let options = open::options(address)?;
        let clock = open::prepare(&options).await?;
        Ok(Self::start(options, clock))
    }

    /// Connects to a database that is there, to read it alone or to change it.
    ///
    /// # Errors
    /// When it can't be reached, or is none of ours.
    pub(super) async fn open_known(
        address: &PostgresAddress,
        is_read_only: bool,
    ) -> Result<Self, StoreError> {
        let mut options = open::options(address)?;
        if is_read_only {
            options = options.options([("default_transaction_read_only", "on")]);
        }
        let clock = open::look(&options).await?;
        Ok(Self::start(options, clock))
    }

    /// Connects to a database that is empty, or holds a part of a copy, and makes its tables.
    ///
    /// # Errors
    /// When it can't be reached, or holds anything else.
    pub(super) async fn open_for_copy(address: &PostgresAddress) -> Result<Self, StoreError> {
        let options = open::options(address)?;
        let clock = open::prepare_for_copy(&options).await?;
        Ok(Self::start(options, clock))
    }

    fn start(options: PgConnectOptions, clock: DatabaseClock) -> Self {
        let connections = Self {
            pool: pool(options.clone(), CONNECTIONS),
            sessions: pool(options, SESSIONS),
            health: Arc::default(),
            clock: Arc::new(clock),
            epoch: Arc::new(Mutex::new("".into())),
            node: rand::random(),
            locks: Arc::default(),
            gauges: Gauges::default(),
        };
        tokio::spawn(keep(
            connections.pool.clone(),
            Arc::downgrade(&connections.health),
            connections.clock.clone(),
        ));
        connections
    }

    /// Finishes what is under way.
    pub(super) async fn close(&self) {
        self.locks.release().await;
        let closed = async {
            self.sessions.close().await;
            self.pool.close().await;
        };
        // A database that doesn't answer keeps nobody.
        let _ = timeout(CLOSE_TIMEOUT, closed).await;
    }

    /// How many connections are open, and how many not in use.
    pub(super) fn counts(&self) -> (u32, usize) {
        (self.pool.size() + self.sessions.size(), self.pool.num_idle() + self.sessions.num_idle())
    }

    /// The time of the database in milliseconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.clock.now()
    }

    /// What tells the games of the database from those that it had before they were put back.
    pub(super) fn epoch(&self) -> Arc<str> {
        self.epoch.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for the epoch: tables that were put back from a dump are others, and a server of the
    /// database that took the place of another, or was put back itself, has begun another timeline.
    async fn read_epoch(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        let epoch: String = sqlx::query_scalar(
            "SELECT 'event'::regclass::oid || '-' || timeline_id FROM pg_control_checkpoint()",
        )
        .fetch_one(connection)
        .await?;
        *self.epoch.lock().unwrap_or_else(PoisonError::into_inner) = epoch.into();
        Ok(())
    }

    /// What keeps the database from being written, as far as is known.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.health.trouble()
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn transaction(&self) -> Result<WriteTransaction, StoreError> {
        let begun = self.pool.begin().await.map_err(|error| self.health.explain(error))?;
        Ok(WriteTransaction {
            transaction: begun,
            news: Vec::new(),
            node: self.node,
            now: self.now(),
            health: self.health.clone(),
        })
    }

    /// Tells other servers something at once, and that this one is there.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn tell(&self, news: &[News]) -> Result<(), StoreError> {
        let told = async {
            let mut connection = self.pool.acquire().await?;
            listener::notify(&mut connection, (self.node, self.now()), news).await
        };
        told.await.map_err(|error| self.health.explain(error))
    }

    /// Hears of what other servers do.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn listen(&self) -> Result<Listener, StoreError> {
        Listener::start(self.clone()).await
    }
}

fn pool(options: PgConnectOptions, most: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // A connection that was just used is likely to work: asking it would double the way of every
        // query. One that has broken is dropped with the request that finds it so.
        .test_before_acquire(false)
        .before_acquire(|connection, state| {
            Box::pin(async move {
                if state.idle_for < TESTED_IDLE {
                    return Ok(true);
                }
                connection.ping().await.map(|()| true)
            })
        })
        .connect_lazy_with(options)
}

/// Looks after the database as long as anybody uses it.
async fn keep(pool: PgPool, health: Weak<Health>, clock: Arc<DatabaseClock>) {
    for turn in 1_u32.. {
        sleep(CHECK_INTERVAL).await;
        let Some(health) = health.upgrade() else { return };
        if pool.is_closed() {
            return;
        }
        if health.trouble().is_none() && !turn.is_multiple_of(CLOCK_INTERVAL) {
            continue;
        }
        match check(&pool, &clock).await {
            Ok(()) => health.is_well(),
            Err(error) => drop(health.explain(error)),
        }
    }
}

/// Asks for the time, and whether something can be written.
async fn check(pool: &PgPool, clock: &DatabaseClock) -> sqlx::Result<()> {
    let mut connection = pool.acquire().await?;
    clock.set(&mut connection).await?;
    // A standby refuses this one.
    sqlx::query("SELECT id FROM visitor WHERE FALSE FOR UPDATE").execute(&mut *connection).await?;
    Ok(())
}

/// A transaction that writes.
#[derive(Debug)]
pub(super) struct WriteTransaction {
    transaction: Transaction<'static, Postgres>,
    news: Vec<News>,
    node: i64,
    /// When it began.
    now: i64,
    health: Arc<Health>,
}

impl WriteTransaction {
    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.transaction
    }

    pub(super) fn explain(&self, error: sqlx::Error) -> StoreError {
        self.health.explain(error)
    }

    pub(super) fn tell(&mut self, news: News) {
        self.news.push(news);
    }

    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        let (health, node) = (self.health.clone(), self.node);
        let kept = async {
            if !self.news.is_empty() {
                listener::notify(&mut self.transaction, (node, self.now), &self.news).await?;
            }
            self.transaction.commit().await
        };
        kept.await.map_err(|error| health.explain(error))?;
        health.is_well();
        Ok(())
    }

    pub(super) async fn roll_back(self) -> Result<(), StoreError> {
        let health = self.health;
        self.transaction.rollback().await.map_err(|error| health.explain(error))
    }
}

#[cfg(test)]
mod tests;
