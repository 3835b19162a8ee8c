//! Who waits for a game to go on, and how they hear of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

/// Rings for whoever waits for a game.
#[derive(Clone, Default, Debug)]
pub struct Bells(Arc<Mutex<HashMap<String, watch::Sender<i64>>>>);

impl Bells {
    /// Hears the revisions of a game from now on.
    pub fn listen(&self, game: &str) -> watch::Receiver<i64> {
        let mut bells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Those whom nobody hears any more go.
        bells.retain(|_, bell| bell.receiver_count() > 0);
        bells.entry(game.to_owned()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Tells whoever waits that a game has this revision now.
    pub fn ring(&self, game: &str, revision: i64) {
        let bells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bell) = bells.get(game) {
            bell.send_if_modified(|known| {
                let is_news = revision > *known;
                *known = revision.max(*known);
                is_news
            });
        }
    }

    /// Whether somebody waits for a game.
    pub fn is_heard(&self, game: &str) -> bool {
        let bells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bells.get(game).is_some_and(|bell| bell.receiver_count() > 0)
    }
}
