//! Writes what is done in games: many events at once, each acknowledged when it is safe.

use std::sync::Arc;

use katarenga_rules::Side;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::games::add;
use super::health::Health;
use super::{Store, StoreError};
use crate::play::{Session, Step};

/// The visitor of a command and the name that the client gave to it: a command that is sent again is
/// carried out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdempotencyKey<'a> {
    pub(crate) visitor: i64,
    pub(crate) request: &'a str,
}

/// The result of appending an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AppendResult {
    /// It is stored.
    Appended,
    /// Another event has its number.
    Conflict,
    /// The game was deleted.
    Deleted,
}

/// A row of the table of events.
pub(super) struct EventRow<'a> {
    pub(super) game: &'a str,
    pub(super) number: i64,
    pub(super) what: &'a str,
    pub(super) at: i64,
    pub(super) by: Option<i64>,
    pub(super) request: Option<&'a str>,
}

/// The summary columns of a game, which lists show.
pub(super) struct SummaryRow {
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

impl From<&Session> for SummaryRow {
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
struct PendingAppend {
    summary: SummaryRow,
    number: i64,
    what: String,
    next: Option<Session>,
    by: Option<i64>,
    request: Option<String>,
    answer: oneshot::Sender<Result<AppendResult, StoreError>>,
}

/// How many events are written at once, and how many may wait.
const BATCH: usize = 256;
const QUEUE: usize = 4096;

/// Where events go to be written.
#[derive(Clone, Debug)]
pub(super) struct Writer(mpsc::Sender<PendingAppend>);

impl Writer {
    /// Writes from now on.
    pub(super) fn start(health: Arc<Health>) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(run(health, receiver));
        Self(sender)
    }
}

async fn run(health: Arc<Health>, mut waiting: mpsc::Receiver<PendingAppend>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        match write(&health, &batch).await {
            Ok(kept) => {
                for (waiting, kept) in batch.drain(..).zip(kept) {
                    waiting.answer(Ok(kept));
                }
            }
            // One bad row must not fail the others of its batch: they are written one at a time.
            Err(error) if batch.len() > 1 && error.is_of_one() => {
                for waiting in batch.drain(..) {
                    let kept = write(&health, std::slice::from_ref(&waiting)).await;
                    waiting.answer(
                        kept.map(|kept| kept.first().copied().unwrap_or(AppendResult::Deleted)),
                    );
                }
            }
            Err(error) => {
                for waiting in batch.drain(..) {
                    waiting.answer(Err(error_for_others(&error)));
                }
            }
        }
    }
}

/// The same error for another event of the batch.
fn error_for_others(error: &StoreError) -> StoreError {
    match error.trouble() {
        Some(trouble) => trouble.into(),
        None => StoreError::NotWritten(error.to_string()),
    }
}

impl PendingAppend {
    fn answer(self, kept: Result<AppendResult, StoreError>) {
        // A request that was dropped needs no answer.
        let _ = self.answer.send(kept);
    }
}

/// Writes events, all or none; says of each whether its place was free.
async fn write(
    health: &Arc<Health>,
    batch: &[PendingAppend],
) -> Result<Vec<AppendResult>, StoreError> {
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
    waiting: &PendingAppend,
) -> Result<AppendResult, StoreError> {
    let PendingAppend { summary, number, what, next, by, request, .. } = waiting;
    let (game, at) = (summary.game.as_str(), summary.updated);
    let appended =
        EventRow { game, number: *number, what, at, by: *by, request: request.as_deref() };
    if !is_there(transaction, game).await? {
        return Ok(AppendResult::Deleted);
    }
    if !insert(transaction, &appended).await? {
        return Ok(AppendResult::Conflict);
    }
    write_summary(transaction, summary).await?;
    if let Some(next) = next {
        add(transaction, next, &[]).await?;
    }
    Ok(AppendResult::Appended)
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
        key: Option<IdempotencyKey<'_>>,
    ) -> Result<AppendResult, StoreError> {
        let (answer, written) = oneshot::channel();
        let waiting = PendingAppend {
            summary: session.into(),
            number: session.revision,
            what: event.to_string(),
            next,
            by: key.map(|key| key.visitor),
            request: key.map(|key| key.request.to_owned()),
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
    pub(crate) async fn was_done(
        &self,
        game: &str,
        key: IdempotencyKey<'_>,
    ) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar(
            "SELECT number FROM event WHERE game = ? AND visitor = ? AND request = ?",
        )
        .bind(game)
        .bind(key.visitor)
        .bind(key.request)
        .fetch_optional(&self.read_pool)
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
    event: &EventRow<'_>,
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

/// Writes the summary columns of a game.
pub(super) async fn write_summary(
    transaction: &mut SqliteConnection,
    summary: &SummaryRow,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE game SET updated = ?, plies = ?, position = ?, ended = ?, winner = ?, points = ?, \
         reason = ?, deadline = ? WHERE id = ?",
    )
    .bind(summary.updated)
    .bind(summary.plies)
    .bind(&summary.position)
    .bind(summary.is_over)
    .bind(&summary.winner)
    .bind(summary.points)
    .bind(summary.reason)
    .bind(summary.deadline)
    .bind(&summary.game)
    .execute(&mut *transaction)
    .await?;
    sqlx::query(
        "UPDATE player SET state = CASE WHEN ? THEN 2 WHEN visitor = ? THEN 0 ELSE 1 END, \
         updated = ? WHERE game = ?",
    )
    .bind(summary.is_over)
    .bind(summary.turn)
    .bind(summary.updated)
    .bind(&summary.game)
    .execute(transaction)
    .await?;
    Ok(())
}
