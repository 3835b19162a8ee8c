//! The time of the database, by which all servers go.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::PgConnection;

/// The clock of the database: asked now and then, and counted on in between. The clock of this machine
/// may show anything.
#[derive(Debug)]
pub(super) struct DatabaseClock {
    /// What the database said, and when, and how long the answer took.
    asked: Mutex<(Instant, i64, Duration)>,
    /// What was said last: the time never goes back.
    last: AtomicI64,
}

/// How much longer an answer may take than the one before for its time to be believed instead: later
/// ones make up for how clocks drift.
const SLOWER: Duration = Duration::from_millis(5);

impl DatabaseClock {
    /// Asks the database.
    pub(super) async fn new(connection: &mut PgConnection) -> sqlx::Result<Self> {
        Ok(Self { asked: Mutex::new(ask(connection).await?), last: AtomicI64::new(0) })
    }

    /// The time in milliseconds since 1970.
    pub(super) fn now(&self) -> i64 {
        let (asked, time, _) = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let now = time + asked.elapsed().as_millis() as i64;
        self.last.fetch_max(now, Relaxed).max(now)
    }

    /// Asks the database again.
    pub(super) async fn set(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        let answer = ask(connection).await?;
        let mut known = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        // Of what took long it isn't known when it was said.
        if answer.2 <= known.2 + SLOWER || known.0.elapsed() > Duration::from_mins(1) {
            *known = answer;
        }
        Ok(())
    }
}

async fn ask(connection: &mut PgConnection) -> sqlx::Result<(Instant, i64, Duration)> {
    let begun = Instant::now();
    let time: i64 =
        sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            .fetch_one(connection)
            .await?;
    let took = begun.elapsed();
    Ok((begun + took / 2, time, took))
}
