//! Looks at the clocks of all games, whether or not anybody else does.

use std::time::Duration;

use crate::store::{Store, StoreError, now};
use crate::tables::Tables;

/// How often it looks.
const GLANCE: Duration = Duration::from_millis(200);

/// Ends games in which time is up, and notices what other programs do to the database, until it is
/// dropped.
pub(crate) async fn watch(store: Store, tables: Tables) {
    let mut known = None;
    loop {
        if let Err(cause) = glance(&store, &tables, &mut known).await {
            tracing::error!(%cause, "the clocks could not be looked at");
        }
        tokio::time::sleep(GLANCE).await;
    }
}

async fn end_on_time(tables: &Tables, id: &str) -> Result<(), StoreError> {
    match tables.open(id).await? {
        Some(table) => tables.end_on_time(&table).await,
        None => Ok(()),
    }
}

async fn glance(store: &Store, tables: &Tables, known: &mut Option<i64>) -> Result<(), StoreError> {
    for id in store.overdue(now()).await? {
        if let Err(cause) = end_on_time(tables, &id).await {
            tracing::error!(game = id, %cause, "time is up, and the game could not be ended");
        }
    }
    let changes = store.foreign_changes().await?;
    if known.replace(changes).is_some_and(|before| before != changes) {
        tables.refresh_all().await?;
    }
    Ok(())
}
