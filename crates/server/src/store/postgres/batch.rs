//! Writes many events with few statements.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Connections;
use crate::store::games::{add, players};
use crate::store::query::query;
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
    let there = locked(transaction, round).await?;
    let there: Vec<&PendingAppend> =
        round.iter().copied().filter(|waiting| there.contains(&waiting.summary.game)).collect();
    let added = insert(transaction, &there).await?;
    let added: Vec<&PendingAppend> =
        there.iter().copied().filter(|waiting| added.contains(&waiting.summary.game)).collect();
    write_summaries(transaction, &added).await?;
    for waiting in &added {
        let game = waiting.summary.game.clone();
        let (number, what, at) = (waiting.number, waiting.what.clone(), waiting.summary.updated);
        transaction.tell(News::Event(EventNews { game, number, what, at }));
        if let Some(next) = &waiting.next
            && add(transaction, next, &[]).await?
        {
            transaction.tell(News::Match(next.head.series.clone()));
        }
    }
    let result = |waiting: &&PendingAppend| {
        let is_in = |list: &[&PendingAppend]| list.iter().any(|one| std::ptr::eq(*one, *waiting));
        match (is_in(&added), is_in(&there)) {
            (true, _) => AppendResult::Appended,
            (false, true) => AppendResult::Conflict,
            (false, false) => AppendResult::Deleted,
        }
    };
    Ok(round.iter().map(result).collect())
}

/// The games of some events, each with what the events say of it.
fn each<T>(events: &[&PendingAppend], what: impl Fn(&PendingAppend) -> T) -> Vec<T> {
    events.iter().map(|waiting| what(waiting)).collect()
}

/// Locks the games of some events in the order of their ids; gives those that are there.
async fn locked(
    transaction: &mut Transaction,
    events: &[&PendingAppend],
) -> Result<HashSet<String>, StoreError> {
    let games = query(
        "SELECT id FROM game WHERE id = ANY($1) AND NOT deleted ORDER BY id FOR NO KEY UPDATE",
    );
    let games = games.bind(each(events, |waiting| waiting.summary.game.clone()));
    Ok(games.column(transaction).await?.into_iter().collect())
}

/// Adds events; gives the games of those whose place was free.
async fn insert(
    transaction: &mut Transaction,
    events: &[&PendingAppend],
) -> Result<HashSet<String>, StoreError> {
    let added = query(
        "INSERT INTO event (game, number, what, visitor, request, at) \
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], \
         $6::bigint[]) ON CONFLICT DO NOTHING RETURNING game",
    )
    .bind(each(events, |waiting| waiting.summary.game.clone()))
    .bind(each(events, |waiting| waiting.number))
    .bind(each(events, |waiting| waiting.what.clone()))
    .bind(each(events, |waiting| waiting.by))
    .bind(each(events, |waiting| waiting.request.clone()))
    .bind(each(events, |waiting| waiting.summary.updated));
    Ok(added.column(transaction).await?.into_iter().collect())
}

/// Writes the summary columns of the games of some events, and the lists of their players.
async fn write_summaries(
    transaction: &mut Transaction,
    events: &[&PendingAppend],
) -> Result<(), StoreError> {
    query(
        "UPDATE game SET updated = s.updated, plies = s.plies, position = s.position, \
         ended = s.ended, winner = s.winner, points = s.points, reason = s.reason, \
         deadline = s.deadline FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], \
         $5::boolean[], $6::text[], $7::bigint[], $8::text[], $9::bigint[]) \
         AS s (game, updated, plies, position, ended, winner, points, reason, deadline) \
         WHERE game.id = s.game",
    )
    .bind(each(events, |waiting| waiting.summary.game.clone()))
    .bind(each(events, |waiting| waiting.summary.updated))
    .bind(each(events, |waiting| waiting.summary.plies))
    .bind(each(events, |waiting| waiting.summary.position.clone()))
    .bind(each(events, |waiting| waiting.summary.is_over))
    .bind(each(events, |waiting| waiting.summary.winner.clone()))
    .bind(each(events, |waiting| waiting.summary.points))
    .bind(each(events, |waiting| waiting.summary.reason.map(str::to_owned)))
    .bind(each(events, |waiting| waiting.summary.deadline))
    .execute(&mut *transaction)
    .await?;
    query(
        "UPDATE player SET updated = s.updated, state = CASE WHEN s.ended THEN 2 \
         WHEN player.visitor = s.turn THEN 0 ELSE 1 END \
         FROM unnest($1::text[], $2::bigint[], $3::boolean[], $4::bigint[]) \
         AS s (game, updated, ended, turn) WHERE player.game = s.game",
    )
    .bind(each(events, |waiting| waiting.summary.game.clone()))
    .bind(each(events, |waiting| waiting.summary.updated))
    .bind(each(events, |waiting| waiting.summary.is_over))
    .bind(each(events, |waiting| waiting.summary.turn))
    .execute(transaction)
    .await?;
    Ok(())
}
