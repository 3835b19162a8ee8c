//! Notifies clients that wait for an invitation, and knows whether its creator is among them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::presence::PRESENCE_GRACE;

/// The invitations that clients wait for, by their ids.
#[derive(Clone, Default, Debug)]
pub(crate) struct InvitationWatch {
    here: Arc<Mutex<HashMap<String, Watched>>>,
    /// Those whose creators wait at other servers, by the number of the server.
    elsewhere: Arc<Mutex<HashMap<i64, HashSet<String>>>>,
}

#[derive(Default, Debug)]
struct Watched {
    changes: tokio::sync::watch::Sender<()>,
    /// How many requests of its creator wait for it.
    creators: usize,
    /// When the last of them ended.
    seen: Option<Instant>,
}

impl Watched {
    /// Whether its creator is present.
    fn is_creator_present(&self) -> bool {
        self.creators > 0 || self.seen.is_some_and(|seen| seen.elapsed() < PRESENCE_GRACE)
    }

    fn is_needed(&self) -> bool {
        self.changes.receiver_count() > 0 || self.is_creator_present()
    }
}

impl InvitationWatch {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Watched>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elsewhere(&self) -> MutexGuard<'_, HashMap<i64, HashSet<String>>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives its changes from now on.
    pub(crate) fn watch(&self, name: &str, is_creator: bool) -> Watcher {
        let mut watch = self.lock();
        let watched = watch.entry(name.to_owned()).or_default();
        watched.creators += usize::from(is_creator);
        let changes = watched.changes.subscribe();
        Watcher { watch: self.clone(), name: name.to_owned(), is_creator, changes }
    }

    /// Wakes the requests that wait for it.
    pub(crate) fn notify(&self, name: &str) {
        if let Some(watched) = self.lock().get(name) {
            watched.changes.send_replace(());
        }
    }

    /// Wakes all requests that wait: anything may have changed.
    pub(crate) fn notify_all(&self) {
        self.lock().values().for_each(|watched| watched.changes.send_replace(()));
    }

    /// The ids of the invitations whose creators are present.
    pub(crate) fn with_creator_present(&self) -> Vec<String> {
        let mut all = self.with_creator_here();
        all.extend(self.elsewhere().values().flatten().cloned());
        all.into_iter().collect()
    }

    /// Notes whether creators wait at another server, by invitation.
    pub(crate) fn set_elsewhere(&self, node: i64, told: &[(String, bool)]) {
        let mut elsewhere = self.elsewhere();
        let known = elsewhere.entry(node).or_default();
        for (id, is_present) in told {
            if *is_present {
                known.insert(id.clone());
            } else {
                known.remove(id);
            }
        }
    }

    /// Forgets what a server has told that is gone.
    pub(crate) fn forget_elsewhere(&self, node: i64) {
        self.elsewhere().remove(&node);
    }

    /// Those whose creators are present here.
    pub(crate) fn with_creator_here(&self) -> HashSet<String> {
        let mut watch = self.lock();
        watch.retain(|_, watched| watched.is_needed());
        let with_creator_present = watch.iter().filter(|(_, watched)| watched.is_creator_present());
        with_creator_present.map(|(name, _)| name.clone()).collect()
    }

    /// Whether the creator of an invitation is present.
    pub(crate) fn is_creator_present(&self, name: &str) -> bool {
        self.lock().get(name).is_some_and(Watched::is_creator_present)
            || self.elsewhere().values().any(|known| known.contains(name))
    }
}

/// A request that waits. The entry of an invitation goes with its last watcher, after the grace time
/// if that was its creator.
#[derive(Debug)]
pub(crate) struct Watcher {
    watch: InvitationWatch,
    name: String,
    is_creator: bool,
    changes: tokio::sync::watch::Receiver<()>,
}

impl Watcher {
    /// Waits for a change since the watcher was made.
    pub(crate) async fn notified(&mut self) {
        // The sender lives as long as its watchers.
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

    /// As if the creators had left a while ago.
    fn pass(watch: &InvitationWatch) {
        let long_ago = Instant::now().checked_sub(PRESENCE_GRACE);
        watch.lock().values_mut().for_each(|watched| watched.seen = long_ago);
    }

    #[tokio::test]
    async fn an_entry_lives_as_long_as_its_watchers() {
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
