//! Who waits for an invitation to be taken, and how they hear of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a maker who waits no longer counts as there: most ask again at once.
pub(crate) const PRESENCE_GRACE: Duration = Duration::from_secs(8);

/// Rings for whoever waits for something with a name.
#[derive(Clone, Default, Debug)]
pub(crate) struct InvitationWatch(Arc<Mutex<HashMap<String, Watched>>>);

#[derive(Default, Debug)]
struct Watched {
    changes: tokio::sync::watch::Sender<()>,
    /// How many of those who wait made what they wait for.
    creators: usize,
    /// When the last of them was seen.
    seen: Option<Instant>,
}

impl Watched {
    /// Whether its maker is there.
    fn is_creator_present(&self) -> bool {
        self.creators > 0 || self.seen.is_some_and(|seen| seen.elapsed() < PRESENCE_GRACE)
    }

    fn is_needed(&self) -> bool {
        self.changes.receiver_count() > 0 || self.is_creator_present()
    }
}

impl InvitationWatch {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Watched>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of it from now on.
    pub(crate) fn watch(&self, name: &str, is_creator: bool) -> Watcher {
        let mut watch = self.lock();
        let watched = watch.entry(name.to_owned()).or_default();
        watched.creators += usize::from(is_creator);
        let changes = watched.changes.subscribe();
        Watcher { watch: self.clone(), name: name.to_owned(), is_creator, changes }
    }

    /// Tells whoever waits for it.
    pub(crate) fn notify(&self, name: &str) {
        if let Some(watched) = self.lock().get(name) {
            watched.changes.send_replace(());
        }
    }

    /// What those wait for who made it.
    pub(crate) fn with_creator_present(&self) -> Vec<String> {
        let mut watch = self.lock();
        watch.retain(|_, watched| watched.is_needed());
        let with_creator_present = watch.iter().filter(|(_, watched)| watched.is_creator_present());
        with_creator_present.map(|(name, _)| name.clone()).collect()
    }

    /// Whether whoever made it waits for it.
    pub(crate) fn is_creator_present(&self, name: &str) -> bool {
        self.lock().get(name).is_some_and(Watched::is_creator_present)
    }
}

/// Somebody who waits. The bell of what nobody waits for goes, a maker's after a while.
#[derive(Debug)]
pub(crate) struct Watcher {
    watch: InvitationWatch,
    name: String,
    is_creator: bool,
    changes: tokio::sync::watch::Receiver<()>,
}

impl Watcher {
    /// Waits until it rings, or has rung since one began to listen.
    pub(crate) async fn notified(&mut self) {
        // The bell stays as long as somebody listens.
        let _ = self.changes.changed().await;
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watch = self.watch.lock();
        let Some(watched) = watch.get_mut(&self.name) else { return };
        watched.creators -= usize::from(self.is_creator);
        if self.is_creator {
            watched.seen = Some(Instant::now());
        } else if !watched.is_creator_present() && watched.changes.receiver_count() == 1 {
            watch.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As if it had been a while ago that the makers were seen.
    fn pass(watch: &InvitationWatch) {
        let long_ago = Instant::now().checked_sub(PRESENCE_GRACE);
        watch.lock().values_mut().for_each(|watched| watched.seen = long_ago);
    }

    #[tokio::test]
    async fn a_bell_is_there_as_long_as_somebody_listens() {
        let watch = InvitationWatch::default();
        watch.notify("a");
        let (mut creator, mut other) = (watch.watch("a", true), watch.watch("a", false));
        assert!(watch.is_creator_present("a") && !watch.is_creator_present("b"));
        watch.notify("a");
        creator.notified().await;
        drop(creator);
        assert!(watch.is_creator_present("a"), "a creator comes back at once");
        pass(&watch);
        assert!(!watch.is_creator_present("a"), "the other did not make it");
        other.notified().await;
        drop(other);
        assert!(watch.lock().is_empty());
        drop(watch.watch("b", true));
        assert_eq!(watch.with_creator_present(), ["b"]);
        pass(&watch);
        assert_eq!(watch.with_creator_present(), [""; 0]);
        assert!(watch.lock().is_empty());
    }
}
