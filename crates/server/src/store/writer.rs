//! Writes what is done in games: many events at once, each acknowledged when it is safe.

use katarenga_rules::Side;
use tokio::sync::{mpsc, oneshot};

use super::games::add;
use super::gauges::Gauges;
use super::query::query;
use super::{Backend, Store, StoreError, Transaction, Trouble, postgres};
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
    pub(super) game: String,
    pub(super) updated: i64,
    pub(super) plies: i64,
    pub(super) position: String,
    pub(super) is_over: bool,
    pub(super) winner: Option<String>,
    pub(super) points: i64,
    pub(super) reason: Option<&'static str>,
    pub(super) deadline: Option<i64>,
    /// The visitor whose turn it is.
    pub(super) turn: Option<i64>,
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
pub(super) struct PendingAppend {
    pub(super) summary: SummaryRow,
    pub(super) number: i64,
    pub(super) what: String,
    pub(super) next: Option<Session>,
    pub(super) by: Option<i64>,
    pub(super) request: Option<String>,
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
    pub(super) fn start(backend: Backend, gauges: Gauges) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(run(backend, gauges, receiver));
        Self(sender)
    }
}

async fn run(backend: Backend, gauges: Gauges, mut waiting: mpsc::Receiver<PendingAppend>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        gauges.wrote_batch(batch.len());
        match write(&backend, &batch).await {
            Ok(kept) => {
                for (waiting, kept) in batch.drain(..).zip(kept) {
                    waiting.answer(Ok(kept));
                }
            }
            // One bad row must not fail the others of its batch: they are written one at a time.
            Err(error) if batch.len() > 1 && is_of_one(&backend, &error) => {
                for waiting in batch.drain(..) {
                    let kept = write(&backend, std::slice::from_ref(&waiting)).await;
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

/// Whether others of a batch may be written in spite of an error.
fn is_of_one(backend: &Backend, error: &StoreError) -> bool {
    // In PostgreSQL others may be in the way of one game; a file is locked as a whole.
    let is_contended =
        matches!(backend, Backend::Postgres(_)) && error.trouble() == Some(Trouble::Busy);
    is_contended || error.is_of_one()
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
    backend: &Backend,
    batch: &[PendingAppend],
) -> Result<Vec<AppendResult>, StoreError> {
    if let Backend::Postgres(connections) = backend {
        return postgres::write(connections, batch).await;
    }
    let mut transaction = backend.transaction().await?;
    let mut kept = Vec::with_capacity(batch.len());
    for waiting in batch {
        kept.push(write_one(&mut transaction, waiting).await?);
    }
    transaction.commit().await?;
    Ok(kept)
}

async fn write_one(
    transaction: &mut Transaction,
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
        let done =
            query("SELECT number FROM event WHERE game = $1 AND visitor = $2 AND request = $3");
        let done = done.bind(game).bind(key.visitor).bind(key.request).row(self).await?;
        Ok(done.is_some())
    }
}

async fn is_there(transaction: &mut Transaction, game: &str) -> Result<bool, StoreError> {
    let found = query("SELECT 1 FROM game WHERE id = $1 AND NOT deleted").bind(game);
    Ok(found.row(transaction).await?.is_some())
}

/// Whether the event found its place free.
pub(super) async fn insert(
    transaction: &mut Transaction,
    event: &EventRow<'_>,
) -> Result<bool, StoreError> {
    let added = query(
        "INSERT INTO event (game, number, what, visitor, request, at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    )
    .bind(event.game)
    .bind(event.number)
    .bind(event.what)
    .bind(event.by)
    .bind(event.request)
    .bind(event.at)
    .execute(transaction)
    .await?;
    Ok(added == 1)
}

/// Writes the summary columns of a game.
pub(super) async fn write_summary(
    transaction: &mut Transaction,
    summary: &SummaryRow,
) -> Result<(), StoreError> {
    query(
        "UPDATE game SET updated = $1, plies = $2, position = $3, ended = $4, winner = $5, \
         points = $6, reason = $7, deadline = $8 WHERE id = $9",
    )
    .bind(summary.updated)
    .bind(summary.plies)
    .bind(&summary.position)
    .bind(summary.is_over)
    .bind(summary.winner.as_deref())
    .bind(summary.points)
    .bind(summary.reason)
    .bind(summary.deadline)
    .bind(&summary.game)
    .execute(&mut *transaction)
    .await?;
    query(
        "UPDATE player SET state = CASE WHEN $1 THEN 2 WHEN visitor = $2 THEN 0 ELSE 1 END, \
         updated = $3 WHERE game = $4",
    )
    .bind(summary.is_over)
    .bind(summary.turn)
    .bind(summary.updated)
    .bind(&summary.game)
    .execute(transaction)
    .await?;
    Ok(())
}
