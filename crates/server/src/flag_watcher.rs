//! The flag watcher: ends games whose time is up, with or without connected clients.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::live_games::LiveGames;
use crate::store::{Store, StoreError};

/// How often the deadlines are read.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// How often a game that makes no sense is looked at again.
const DAMAGED_INTERVAL: Duration = Duration::from_secs(10);

/// How long the server may take to store a move that arrived in time, in milliseconds.
const GRACE_MS: i64 = 1000;

/// Ends games whose time is up, until it is dropped; of several servers on a database, one does.
pub(crate) async fn run(store: Store, live_games: LiveGames) {
    let mut seen = Seen::default();
    loop {
        if let Err(cause) = poll(&store, &live_games, &mut seen, store.now()).await
            // That is logged once, where it is noticed.
            && cause.trouble().is_none()
        {
            tracing::error!(%cause, "the deadlines could not be read");
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// What the polls before have found.
#[derive(Default)]
struct Seen {
    /// Games that make no sense, and when that was seen last: they can't be ended, and keep no others
    /// from it. Another program may repair them.
    damaged: HashMap<String, Instant>,
}

impl Seen {
    /// The games that are not looked at now.
    fn skipped(&self) -> HashSet<String> {
        let recent = |seen: &&Instant| seen.elapsed() < DAMAGED_INTERVAL;
        let skipped = self.damaged.iter().filter(|(_, seen)| recent(seen));
        skipped.map(|(id, _)| id.clone()).collect()
    }
}

async fn end_on_time(live_games: &LiveGames, id: &str, moment: i64) -> Result<(), StoreError> {
    match live_games.open(id).await? {
        Some(live_game) => live_games.end_on_time(&live_game, moment).await,
        None => Ok(()),
    }
}

async fn poll(
    store: &Store,
    live_games: &LiveGames,
    seen: &mut Seen,
    now: i64,
) -> Result<(), StoreError> {
    let moment = now - GRACE_MS;
    if !store.is_referee().await? {
        return Ok(());
    }
    for id in store.overdue(moment, &seen.skipped()).await? {
        match end_on_time(live_games, &id, moment).await {
            Ok(()) => {}
            Err(cause) if cause.trouble().is_some() => return Err(cause),
            Err(cause) => {
                if !seen.damaged.contains_key(&id) {
                    tracing::error!(game = id, %cause, "time is up, and the game could not be ended");
                }
                seen.damaged.insert(id, Instant::now());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Clock;
    use crate::store::tests::with_visitors;
    use crate::test_games::online;

    #[tokio::test]
    async fn a_move_has_a_second_to_be_stored_after_the_deadline() {
        let store = with_visitors(2).await;
        let session = online(Some(Clock::Days(1)));
        let deadline = session.deadline().expect("a clock");
        assert!(store.create_game(&session, &[]).await.expect("it is stored"));
        let live_games = LiveGames::new(store.clone());
        let game = live_games.open(&session.head.id).await.expect("a game").expect("a game");
        let mut seen = Seen::default();
        for (late, is_over) in [(0, false), (1000, false), (1001, true)] {
            poll(&store, &live_games, &mut seen, deadline + late).await.expect("it is read");
            let snapshot = game.snapshot().expect("a game");
            assert_eq!(snapshot.session.game.outcome().is_some(), is_over, "{late} ms late");
        }
    }
}
