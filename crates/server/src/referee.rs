//! Looks at the clocks of all games, whether or not anybody else does.

use std::collections::HashSet;
use std::time::Duration;

use crate::store::{Store, StoreError, now};
use crate::tables::Tables;

/// How often it looks.
const GLANCE: Duration = Duration::from_millis(200);

/// How long a move that came in time may be under way here before it is played, in milliseconds.
const GRACE: i64 = 1000;

/// Ends games in which time is up, and notices what other programs do to the database, until it is
/// dropped.
pub(crate) async fn watch(store: Store, tables: Tables) {
    let mut known = Known::default();
    loop {
        if let Err(cause) = glance(&store, &tables, &mut known).await
            // That is logged once, where it is noticed.
            && cause.trouble().is_none()
        {
            tracing::error!(%cause, "the clocks could not be looked at");
        }
        tokio::time::sleep(GLANCE).await;
    }
}

/// What was seen before.
#[derive(Default)]
struct Known {
    changes: Option<i64>,
    /// Games that make no sense: they can't be ended, and keep no others from it.
    damaged: HashSet<String>,
}

async fn end_on_time(tables: &Tables, id: &str, moment: i64) -> Result<(), StoreError> {
    match tables.open(id).await? {
        Some(table) => tables.end_on_time(&table, moment).await,
        None => Ok(()),
    }
}

async fn glance(store: &Store, tables: &Tables, known: &mut Known) -> Result<(), StoreError> {
    let moment = now() - GRACE;
    for id in store.overdue(moment, &known.damaged).await? {
        match end_on_time(tables, &id, moment).await {
            Ok(()) => {}
            Err(cause) if cause.trouble().is_some() => return Err(cause),
            Err(cause) => {
                tracing::error!(game = id, %cause, "time is up, and the game could not be ended");
                known.damaged.insert(id);
            }
        }
    }
    let changes = store.foreign_changes().await?;
    if known.changes.replace(changes).is_some_and(|before| before != changes) {
        // Whoever wrote may have mended something.
        known.damaged.clear();
        // Meanwhile clocks are looked at.
        let tables = tables.clone();
        tokio::spawn(async move { tables.refresh_all().await });
    }
    Ok(())
}
