//! Locks that servers hold while they live: advisory locks of a session, which end with it.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, PgConnection, Postgres};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::Connections;
use crate::store::StoreError;

/// A server that hangs loses its locks after this time without a sign of life, so that another can go
/// on. It has to ask for the referee's lock more often.
const IDLE_TIMEOUT: &str = "SET idle_session_timeout = '3s'";

/// How long the session may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// The session that holds the locks of this server.
#[derive(Default, Debug)]
pub(crate) struct Locks(Mutex<Option<Session>>);

#[derive(Debug)]
struct Session {
    connection: PoolConnection<Postgres>,
    is_referee: bool,
}

impl Locks {
    /// Whether this server has the referee's lock, or gets it now. Asked often, it stays alive.
    ///
    /// # Errors
    /// When the database can't be reached: then the lock is lost.
    pub(in crate::store) async fn is_referee(
        &self,
        connections: &Connections,
    ) -> Result<bool, StoreError> {
        let ask = async |session: &mut Session| {
            session.is_referee = session.is_referee && ping(&mut session.connection).await?
                || try_lock(&mut session.connection, "referee", "").await?;
            Ok(session.is_referee)
        };
        self.with_session(connections, ask).await
    }

    /// Takes the lock of a game's search; whether no other server has it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(in crate::store) async fn claim_search(
        &self,
        connections: &Connections,
        game: &str,
    ) -> Result<bool, StoreError> {
        let ask =
            async |session: &mut Session| try_lock(&mut session.connection, "search", game).await;
        self.with_session(connections, ask).await
    }

    /// Asks something in the session, which is begun if need be. One that fails or is late is dropped:
    /// whatever it held is free.
    async fn with_session(
        &self,
        connections: &Connections,
        ask: impl AsyncFnOnce(&mut Session) -> sqlx::Result<bool>,
    ) -> Result<bool, StoreError> {
        let mut kept = self.0.lock().await;
        let known = kept.take();
        let asked = async {
            let mut session = match known {
                Some(session) => session,
                None => Session { connection: connect(connections).await?, is_referee: false },
            };
            let answer = ask(&mut session).await?;
            Ok((session, answer))
        };
        let asked = timeout(ANSWER_TIMEOUT, asked).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        let (session, answer) = asked.map_err(|error| connections.health.explain(error))?;
        *kept = Some(session);
        Ok(answer)
    }

    /// Gives all locks back.
    pub(super) async fn release(&self) {
        drop(self.0.lock().await.take());
    }

    /// Gives the lock of a game's search back.
    pub(in crate::store) async fn release_search(&self, game: &str) {
        let Some(session) = &mut *self.0.lock().await else { return };
        // If that fails, the session is lost, and the lock with it.
        let _ = sqlx::query("SELECT pg_advisory_unlock(hashtextextended($1, 0))")
            .bind(key("search", game))
            .execute(&mut *session.connection)
            .await;
    }
}

async fn connect(connections: &Connections) -> sqlx::Result<PoolConnection<Postgres>> {
    let mut connection = connections.sessions.acquire().await?;
    // It goes back to no pool: its locks end with it.
    connection.close_on_drop();
    sqlx::query(IDLE_TIMEOUT).execute(&mut *connection).await?;
    Ok(connection)
}

async fn ping(connection: &mut PgConnection) -> sqlx::Result<bool> {
    connection.ping().await.map(|()| true)
}

fn key(what: &str, game: &str) -> String {
    format!("katarenga {what} {game}")
}

async fn try_lock(connection: &mut PgConnection, what: &str, game: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT pg_try_advisory_lock(hashtextextended($1, 0))")
        .bind(key(what, game))
        .fetch_one(connection)
        .await
}
