//! Who waits for an invitation to be taken, and how they hear of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Rings for whoever waits for something with a name.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bells(Arc<Mutex<HashMap<String, watch::Sender<()>>>>);

impl Bells {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of it from now on.
    pub(crate) fn listen(&self, name: &str) -> Listener {
        let mut bells = self.lock();
        let bell = bells.entry(name.to_owned()).or_default();
        Listener { bells: self.clone(), name: name.to_owned(), rings: bell.subscribe() }
    }

    /// Tells whoever waits for it.
    pub(crate) fn ring(&self, name: &str) {
        if let Some(bell) = self.lock().get(name) {
            bell.send_replace(());
        }
    }

    /// Whether somebody waits for it.
    pub(crate) fn is_heard(&self, name: &str) -> bool {
        self.lock().contains_key(name)
    }
}

/// Somebody who waits. The bell of what nobody waits for goes.
#[derive(Debug)]
pub(crate) struct Listener {
    bells: Bells,
    name: String,
    rings: watch::Receiver<()>,
}

impl Listener {
    /// Waits until it rings, or has rung since one began to listen.
    pub(crate) async fn rung(&mut self) {
        // The bell stays as long as somebody listens.
        let _ = self.rings.changed().await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut bells = self.bells.lock();
        if bells.get(&self.name).is_some_and(|bell| bell.receiver_count() == 1) {
            bells.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bell_is_there_as_long_as_somebody_listens() {
        let bells = Bells::default();
        bells.ring("a");
        let (mut one, two) = (bells.listen("a"), bells.listen("a"));
        bells.ring("a");
        one.rung().await;
        drop(one);
        assert!(bells.is_heard("a"));
        drop(two);
        assert!(!bells.is_heard("a"));
        assert!(bells.lock().is_empty());
    }
}
