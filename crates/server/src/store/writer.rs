//! Writes what is done in games: many events at once, each acknowledged when it is safe.

use std::sync::Arc;

use katarenga_rules::Side;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::games::add;
use super::health::Health;
use super::{Store, StoreError};
use crate::play::{Session, Step};

/// Who did something, and the name that they gave to it, so that it is done once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) visitor: i64,
    pub(crate) request: &'a str,
}

/// What became of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// It is kept.
    Now,
    /// Something else was kept in its place.
    Overtaken,
    /// The game was deleted.
    Gone,
}

/// An event as it is written.
pub(super) struct Appended<'a> {
    pub(super) game: &'a str,
    pub(super) number: i64,
    pub(super) what: &'a str,
    pub(super) at: i64,
    pub(super) by: Option<i64>,
    pub(super) request: Option<&'a str>,
}

/// What lists show of a game, as it is written.
pub(super) struct Summed {
    game: String,
    updated: i64,
    plies: i64,
    position: String,
    is_over: bool,
    winner: Option<String>,
    points: i64,
    reason: Option<&'static str>,
    deadline: Option<i64>,
    /// The visitor whose turn it is.
    turn: Option<i64>,
}

impl From<&Session> for Summed {
    fn from(session: &Session) -> Self {
        let Session { head, game, .. } = session;
        let outcome = game.outcome();
        Self {
            game: head.id.clone(),
            updated: session.updated,
            plies: game.ply() as i64,
            position: game.board_position().to_string(),
            is_over: outcome.is_some(),
            winner: outcome
                .and_then(|outcome| outcome.winner)
                .map(|winner: Side| winner.to_string()),
            points: outcome.map_or(0, |outcome| i64::from(outcome.points)),
            reason: outcome.map(|outcome| outcome.reason.key),
            deadline: session.deadline(),
            turn: head.visitor_of(game.turn()),
        }
    }
}

/// An event that waits to be written.
struct Waiting {
    summed: Summed,
    number: i64,
    what: String,
    next: Option<Session>,
    by: Option<i64>,
    request: Option<String>,
    answer: oneshot::Sender<Result<Kept, StoreError>>,
}

/// How many events are written at once, and how many may wait.
const BATCH: usize = 256;
const QUEUE: usize = 4096;

/// Where events go to be written.
#[derive(Clone, Debug)]
pub(super) struct Writer(mpsc::Sender<Waiting>);

impl Writer {
    /// Writes from now on.
    pub(super) fn start(health: Arc<Health>) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(run(health, receiver));
        Self(sender)
    }
}

async fn run(health: Arc<Health>, mut waiting: mpsc::Receiver<Waiting>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        match write(&health, &batch).await {
            Ok(kept) => {
                for (waiting, kept) in batch.drain(..).zip(kept) {
                    waiting.tell(Ok(kept));
                }
            }
            // One that can't be written takes no others with it.
            Err(error) if batch.len() > 1 && error.is_of_one() => {
                for waiting in batch.drain(..) {
                    let kept = write(&health, std::slice::from_ref(&waiting)).await;
                    waiting.tell(kept.map(|kept| kept.first().copied().unwrap_or(Kept::Gone)));
                }
            }
            Err(error) => {
                for waiting in batch.drain(..) {
                    waiting.tell(Err(again(&error)));
                }
            }
        }
    }
}

/// An error for another one who waits.
fn again(error: &StoreError) -> StoreError {
    match error.trouble() {
        Some(trouble) => trouble.into(),
        None => StoreError::NotWritten(error.to_string()),
    }
}

impl Waiting {
    fn tell(self, kept: Result<Kept, StoreError>) {
        // Whoever doesn't wait any more will find it written.
        let _ = self.answer.send(kept);
    }
}

/// Writes events, all or none; says of each whether its place was free.
async fn write(health: &Arc<Health>, batch: &[Waiting]) -> Result<Vec<Kept>, StoreError> {
    let mut transaction = health.transaction().await?;
    let mut kept = Vec::with_capacity(batch.len());
    for waiting in batch {
        let written = write_one(&mut transaction, waiting).await;
        if let Err(StoreError::Database(error)) = &written {
            health.note(error);
        }
        kept.push(written?);
    }
    transaction.commit().await?;
    Ok(kept)
}

async fn write_one(
    transaction: &mut SqliteConnection,
    waiting: &Waiting,
) -> Result<Kept, StoreError> {
    let Waiting { summed, number, what, next, by, request, .. } = waiting;
    let (game, at) = (summed.game.as_str(), summed.updated);
    let appended =
        Appended { game, number: *number, what, at, by: *by, request: request.as_deref() };
    if !is_there(transaction, game).await? {
        return Ok(Kept::Gone);
    }
    if !insert(transaction, &appended).await? {
        return Ok(Kept::Overtaken);
    }
    summarise(transaction, summed).await?;
    if let Some(next) = next {
        add(transaction, next, &[]).await?;
    }
    Ok(Kept::Now)
}

impl Store {
    /// Keeps what was just done in a session, its last event, with the game that it begins; `asked`
    /// says by whom, unless it was the computer or the clock.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn append(
        &self,
        session: &Session,
        Step { event, next }: Step,
        asked: Option<Asked<'_>>,
    ) -> Result<Kept, StoreError> {
        let (answer, written) = oneshot::channel();
        let waiting = Waiting {
            summed: session.into(),
            number: session.revision,
            what: event.to_string(),
            next,
            by: asked.map(|asked| asked.visitor),
            request: asked.map(|asked| asked.request.to_owned()),
            answer,
        };
        let ended = || StoreError::NotWritten("the database is closed".to_owned());
        self.writer.0.send(waiting).await.map_err(|_| ended())?;
        written.await.map_err(|_| ended())?
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
        .fetch_optional(&self.readers)
        .await?;
        Ok(found.is_some())
    }
}

async fn is_there(transaction: &mut SqliteConnection, game: &str) -> sqlx::Result<bool> {
    let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM game WHERE id = ? AND NOT deleted")
        .bind(game)
        .fetch_optional(transaction)
        .await?;
    Ok(found.is_some())
}

/// Whether the event found its place free.
pub(super) async fn insert(
    transaction: &mut SqliteConnection,
    event: &Appended<'_>,
) -> sqlx::Result<bool> {
    let added = sqlx::query(
        "INSERT INTO event (game, number, what, visitor, request, at) VALUES (?, ?, ?, ?, ?, ?) \
         ON CONFLICT DO NOTHING",
    )
    .bind(event.game)
    .bind(event.number)
    .bind(event.what)
    .bind(event.by)
    .bind(event.request)
    .bind(event.at)
    .execute(transaction)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// Writes what lists show of a game.
pub(super) async fn summarise(
    transaction: &mut SqliteConnection,
    summed: &Summed,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE game SET updated = ?, plies = ?, position = ?, ended = ?, winner = ?, points = ?, \
         reason = ?, deadline = ? WHERE id = ?",
    )
    .bind(summed.updated)
    .bind(summed.plies)
    .bind(&summed.position)
    .bind(summed.is_over)
    .bind(&summed.winner)
    .bind(summed.points)
    .bind(summed.reason)
    .bind(summed.deadline)
    .bind(&summed.game)
    .execute(&mut *transaction)
    .await?;
    sqlx::query(
        "UPDATE player SET state = CASE WHEN ? THEN 2 WHEN visitor = ? THEN 0 ELSE 1 END, \
         updated = ? WHERE game = ?",
    )
    .bind(summed.is_over)
    .bind(summed.turn)
    .bind(summed.updated)
    .bind(&summed.game)
    .execute(transaction)
    .await?;
    Ok(())
}
