//! Looks at the clocks of all games, whether or not anybody else does.

use std::collections::HashSet;
use std::time::Duration;

use crate::live_games::LiveGames;
use crate::store::{Store, StoreError, now};

/// How often it looks.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// How long a move that came in time may be under way here before it is played, in milliseconds.
const GRACE_MS: i64 = 1000;

/// Ends games in which time is up, and notices what other programs do to the database, until it is
/// dropped.
pub(crate) async fn run(store: Store, live_games: LiveGames) {
    let mut seen = Seen::default();
    loop {
        if let Err(cause) = poll(&store, &live_games, &mut seen).await
            // That is logged once, where it is noticed.
            && cause.trouble().is_none()
        {
            tracing::error!(%cause, "the clocks could not be looked at");
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// What was seen before.
#[derive(Default)]
struct Seen {
    changes: Option<i64>,
    /// Games that make no sense: they can't be ended, and keep no others from it.
    damaged: HashSet<String>,
}

async fn end_on_time(live_games: &LiveGames, id: &str, moment: i64) -> Result<(), StoreError> {
    match live_games.open(id).await? {
        Some(live_game) => live_games.end_on_time(&live_game, moment).await,
        None => Ok(()),
    }
}

async fn poll(store: &Store, live_games: &LiveGames, seen: &mut Seen) -> Result<(), StoreError> {
    let moment = now() - GRACE_MS;
    for id in store.overdue(moment, &seen.damaged).await? {
        match end_on_time(live_games, &id, moment).await {
            Ok(()) => {}
            Err(cause) if cause.trouble().is_some() => return Err(cause),
            Err(cause) => {
                tracing::error!(game = id, %cause, "time is up, and the game could not be ended");
                seen.damaged.insert(id);
            }
        }
    }
    let changes = store.foreign_changes().await?;
    if seen.changes.replace(changes).is_some_and(|before| before != changes) {
        // Whoever wrote may have mended something.
        seen.damaged.clear();
        // Meanwhile clocks are looked at.
        let live_games = live_games.clone();
        tokio::spawn(async move { live_games.refresh_all().await });
    }
    Ok(())
}
