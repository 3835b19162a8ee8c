//! Writes many events with few statements.

use std::collections::{BTreeMap, HashMap};

use super::Connections;
use crate::store::games::{add, players};
use crate::store::query::{Row, query};
use crate::store::writer::{AppendResult, PendingAppend};
use crate::store::{EventNews, News, StoreError, Transaction, Trouble};

/// How often a batch is written that was in the way of another server's.
const MAX_ATTEMPTS: u32 = 4;

/// Writes events, all or none; says of each whether its place was free.
///
/// # Errors
/// When the database fails.
pub(in crate::store) async fn write(
    connections: &Connections,
    batch: &[PendingAppend],
) -> Result<Vec<AppendResult>, StoreError> {
    let mut attempt = 1;
    loop {
        match write_once(connections, batch).await {
            Err(StoreError::Trouble(Trouble::Busy)) if attempt < MAX_ATTEMPTS => attempt += 1,
            written => return written,
        }
    }
}

async fn write_once(
    connections: &Connections,
    batch: &[PendingAppend],
) -> Result<Vec<AppendResult>, StoreError> {
    let mut transaction = Transaction::Postgres(connections.transaction().await?);
    // Those who begin another game get their names into it.
    let begins = batch.iter().filter_map(|waiting| waiting.next.as_ref());
    let visitors: Vec<i64> = begins.flat_map(players).collect();
    if !visitors.is_empty() {
        transaction.lock_visitors(&visitors).await?;
    }
    let mut kept = vec![AppendResult::Deleted; batch.len()];
    // Several events of a game are written one after the other: as many rounds as one has.
    let mut rounds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (place, waiting) in batch.iter().enumerate() {
        let round = counts.entry(waiting.summary.game.as_str()).or_insert(0);
        rounds.entry(*round).or_default().push(place);
        *round += 1;
    }
    for places in rounds.into_values() {
        let round: Vec<&PendingAppend> = places.iter().map(|place| &batch[*place]).collect();
        for (place, result) in places.iter().zip(write_round(&mut transaction, &round).await?) {
            kept[*place] = result;
        }
    }
    transaction.commit().await?;
    Ok(kept)
}

/// Writes events of different games.
async fn write_round(
    transaction: &mut Transaction,
    round: &[&PendingAppend],
) -> Result<Vec<AppendResult>, StoreError> {
    let written = write_events(transaction, round).await?;
    let mut results = Vec::with_capacity(round.len());
    for waiting in round {
        let result = match written.get(&waiting.summary.game) {
            Some(true) => AppendResult::Appended,
            Some(false) => AppendResult::Conflict,
            None => AppendResult::Deleted,
        };
        if let AppendResult::Appended = result {
            tell_and_go_on(transaction, waiting).await?;
        }
        results.push(result);
    }
    Ok(results)
}

/// Tells other servers of an event that was written, and begins the game that follows by it.
async fn tell_and_go_on(
    transaction: &mut Transaction,
    waiting: &PendingAppend,
) -> Result<(), StoreError> {
    let game = waiting.summary.game.clone();
    let (number, what, at) = (waiting.number, waiting.what.clone(), waiting.summary.updated);
    transaction.tell(News::Event(EventNews { game, number, what, at }));
    if let Some(next) = &waiting.next
        && add(transaction, next, &[]).await?
    {
        transaction.tell(News::Match(next.head.series.clone()));
    }
    Ok(())
}

/// In one statement: locks the games in the order of their ids, adds the events whose places are free,
/// writes the summary columns of their games and the lists of their players. Each statement costs a
/// round trip, in which the games stay locked.
const WRITE_EVENTS: &str = "\
    WITH given AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], \
        $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::boolean[], $10::text[], \
        $11::bigint[], $12::text[], $13::bigint[], $14::bigint[]) \
        AS s (game, number, what, visitor, request, at, plies, position, ended, winner, points, \
        reason, deadline, turn)), \
    there AS (SELECT id FROM game WHERE id = ANY($1) AND NOT deleted ORDER BY id \
        FOR NO KEY UPDATE), \
    added AS (INSERT INTO event (game, number, what, visitor, request, at) \
        SELECT game, number, what, visitor, request, at FROM there JOIN given ON game = id \
        ON CONFLICT DO NOTHING RETURNING game), \
    written AS (SELECT given.* FROM given JOIN added ON added.game = given.game), \
    summed AS (UPDATE game SET updated = written.at, plies = written.plies, position = written.position, \
        ended = written.ended, winner = written.winner, points = written.points, reason = written.reason, \
        deadline = written.deadline FROM written WHERE id = written.game), \
    listed AS (UPDATE player SET updated = written.at, state = CASE WHEN written.ended THEN 2 \
        WHEN player.visitor = written.turn THEN 0 ELSE 1 END FROM written WHERE player.game = written.game) \
    SELECT id, id IN (SELECT game FROM added) FROM there";

/// Writes events of different games; gives the games that are there, and whether the event's place was
/// free.
async fn write_events(
    transaction: &mut Transaction,
    events: &[&PendingAppend],
) -> Result<HashMap<String, bool>, StoreError> {
    let written = query(WRITE_EVENTS)
        .bind(each(events, |waiting| waiting.summary.game.clone()))
        .bind(each(events, |waiting| waiting.number))
        .bind(each(events, |waiting| waiting.what.clone()))
        .bind(each(events, |waiting| waiting.by))
        .bind(each(events, |waiting| waiting.request.clone()))
        .bind(each(events, |waiting| waiting.summary.updated))
        .bind(each(events, |waiting| waiting.summary.plies))
        .bind(each(events, |waiting| waiting.summary.position.clone()))
        .bind(each(events, |waiting| waiting.summary.is_over))
        .bind(each(events, |waiting| waiting.summary.winner.clone()))
        .bind(each(events, |waiting| waiting.summary.points))
        .bind(each(events, |waiting| waiting.summary.reason.map(str::to_owned)))
        .bind(each(events, |waiting| waiting.summary.deadline))
        .bind(each(events, |waiting| waiting.summary.turn))
        .rows(transaction)
        .await?;
    let row = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    Ok(written.iter().map(row).collect::<sqlx::Result<_>>()?)
}

/// The games of some events, each with what the events say of it.
fn each<T>(events: &[&PendingAppend], what: impl Fn(&PendingAppend) -> T) -> Vec<T> {
    events.iter().map(|waiting| what(waiting)).collect()
}
