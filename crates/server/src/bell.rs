//! Who waits for an invitation to be taken, and how they hear of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// How long a maker who waits no longer counts as there: most ask again at once.
pub(crate) const ABSENCE: Duration = Duration::from_secs(8);

/// Rings for whoever waits for something with a name.
#[derive(Clone, Default, Debug)]
pub(crate) struct Bells(Arc<Mutex<HashMap<String, Bell>>>);

#[derive(Default, Debug)]
struct Bell {
    rings: watch::Sender<()>,
    /// How many of those who wait made what they wait for.
    makers: usize,
    /// When the last of them was seen.
    seen: Option<Instant>,
}

impl Bell {
    /// Whether its maker is there.
    fn is_awaited(&self) -> bool {
        self.makers > 0 || self.seen.is_some_and(|seen| seen.elapsed() < ABSENCE)
    }

    fn is_needed(&self) -> bool {
        self.rings.receiver_count() > 0 || self.is_awaited()
    }
}

impl Bells {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Bell>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of it from now on.
    pub(crate) fn listen(&self, name: &str, is_maker: bool) -> Listener {
        let mut bells = self.lock();
        let bell = bells.entry(name.to_owned()).or_default();
        bell.makers += usize::from(is_maker);
        let rings = bell.rings.subscribe();
        Listener { bells: self.clone(), name: name.to_owned(), is_maker, rings }
    }

    /// Tells whoever waits for it.
    pub(crate) fn ring(&self, name: &str) {
        if let Some(bell) = self.lock().get(name) {
            bell.rings.send_replace(());
        }
    }

    /// What those wait for who made it.
    pub(crate) fn awaited(&self) -> Vec<String> {
        let mut bells = self.lock();
        bells.retain(|_, bell| bell.is_needed());
        let awaited = bells.iter().filter(|(_, bell)| bell.is_awaited());
        awaited.map(|(name, _)| name.clone()).collect()
    }

    /// Whether whoever made it waits for it.
    pub(crate) fn is_awaited(&self, name: &str) -> bool {
        self.lock().get(name).is_some_and(Bell::is_awaited)
    }
}

/// Somebody who waits. The bell of what nobody waits for goes, a maker's after a while.
#[derive(Debug)]
pub(crate) struct Listener {
    bells: Bells,
    name: String,
    is_maker: bool,
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
        let Some(bell) = bells.get_mut(&self.name) else { return };
        bell.makers -= usize::from(self.is_maker);
        if self.is_maker {
            bell.seen = Some(Instant::now());
        } else if !bell.is_awaited() && bell.rings.receiver_count() == 1 {
            bells.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As if it had been a while ago that the makers were seen.
    fn pass(bells: &Bells) {
        let long_ago = Instant::now().checked_sub(ABSENCE);
        bells.lock().values_mut().for_each(|bell| bell.seen = long_ago);
    }

    #[tokio::test]
    async fn a_bell_is_there_as_long_as_somebody_listens() {
        let bells = Bells::default();
        bells.ring("a");
        let (mut maker, mut other) = (bells.listen("a", true), bells.listen("a", false));
        assert!(bells.is_awaited("a") && !bells.is_awaited("b"));
        bells.ring("a");
        maker.rung().await;
        drop(maker);
        assert!(bells.is_awaited("a"), "a maker comes back at once");
        pass(&bells);
        assert!(!bells.is_awaited("a"), "the other did not make it");
        other.rung().await;
        drop(other);
        assert!(bells.lock().is_empty());
        drop(bells.listen("b", true));
        assert_eq!(bells.awaited(), ["b"]);
        pass(&bells);
        assert_eq!(bells.awaited(), [""; 0]);
        assert!(bells.lock().is_empty());
    }
}
