//! Who waits for a game to go on, and how they hear of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Rings for whoever waits for a game.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bells(Arc<Mutex<HashMap<String, watch::Sender<i64>>>>);

impl Bells {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<i64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of a game from now on.
    pub(crate) fn listen(&self, game: &str) -> Listener {
        let mut bells = self.lock();
        let bell = bells.entry(game.to_owned()).or_insert_with(|| watch::Sender::new(0));
        Listener { bells: self.clone(), game: game.to_owned(), revisions: bell.subscribe() }
    }

    /// Tells whoever waits that a game has this revision now.
    pub(crate) fn ring(&self, game: &str, revision: i64) {
        if let Some(bell) = self.lock().get(game) {
            bell.send_if_modified(|known| {
                let is_news = revision > *known;
                *known = revision.max(*known);
                is_news
            });
        }
    }

    /// Whether somebody waits for a game.
    pub(crate) fn is_heard(&self, game: &str) -> bool {
        self.lock().contains_key(game)
    }
}

/// Somebody who waits for a game. The bell of a game that nobody waits for goes.
#[derive(Debug)]
pub(crate) struct Listener {
    bells: Bells,
    game: String,
    revisions: watch::Receiver<i64>,
}

impl Listener {
    /// Waits until the game has a greater revision.
    pub(crate) async fn after(&mut self, revision: i64) {
        // The bell stays as long as somebody listens.
        let _ = self.revisions.wait_for(|now| *now > revision).await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut bells = self.bells.lock();
        if bells.get(&self.game).is_some_and(|bell| bell.receiver_count() == 1) {
            bells.remove(&self.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bell_is_there_as_long_as_somebody_listens() {
        let bells = Bells::default();
        bells.ring("a", 1);
        let (mut one, two) = (bells.listen("a"), bells.listen("a"));
        bells.ring("a", 2);
        one.after(1).await;
        drop(one);
        assert!(bells.is_heard("a"));
        drop(two);
        assert!(!bells.is_heard("a"));
        assert!(bells.lock().is_empty());
    }
}
