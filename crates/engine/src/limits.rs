//! How long a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The deepest search, in plies.
pub const MAX_DEPTH: u8 = 64;

/// Limits of a search; without any it goes on until it is stopped or the greatest depth is reached.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The greatest depth in plies.
    pub depth: Option<u8>,
    /// The greatest number of positions: on one thread the same search on every machine.
    pub nodes: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
}

impl Limits {
    pub(crate) fn nodes_exceeded(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes > most)
    }

    /// When the time is over, from now on. Without a limit the clock is not looked at: where there is
    /// none, as in WebAssembly, a search can still be limited by its nodes.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let time = self.time?;
        Instant::now().checked_add(time)
    }
}

/// Stops a search from elsewhere: clones share one switch.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search at its next node.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
