//! How long moves take, with and without what befalls the servers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long things took, in order.
#[derive(Clone, Default, Debug)]
pub struct Taken {
    /// All of them.
    pub all: Vec<Duration>,
    /// Those during which nothing befell the servers.
    pub undisturbed: Vec<Duration>,
}

/// How long things took.
#[derive(Default)]
pub(crate) struct Times {
    answers: Mutex<Taken>,
    events: Mutex<Taken>,
    /// Odd while something befalls the servers.
    disturbances: AtomicU64,
    /// Whether more moves are due than have been made.
    is_late: AtomicBool,
}

/// When a move was sent, and whether the servers were disturbed.
#[derive(Clone, Copy)]
pub(crate) struct Sent {
    at: Instant,
    disturbances: u64,
}

impl Times {
    /// What came before doesn't count.
    pub(crate) fn begin(&self) {
        *lock(&self.answers) = Taken::default();
        *lock(&self.events) = Taken::default();
    }

    /// Something befalls the servers from now on.
    pub(crate) fn disturb(&self) {
        self.disturbances.fetch_add(1, Relaxed);
    }

    /// That is over.
    pub(crate) fn calm(&self) {
        self.disturbances.fetch_add(1, Relaxed);
    }

    /// Whether more moves are due than have been made.
    pub(crate) fn set_late(&self, is_late: bool) {
        self.is_late.store(is_late, Relaxed);
    }

    pub(crate) fn is_late(&self) -> bool {
        self.is_late.load(Relaxed)
    }

    /// A move is sent.
    pub(crate) fn now(&self) -> Sent {
        Sent { at: Instant::now(), disturbances: self.disturbances.load(Relaxed) }
    }

    /// A move was answered.
    pub(crate) fn answered(&self, sent: Sent) {
        self.take(&self.answers, sent);
    }

    /// The other player has heard of a move.
    pub(crate) fn heard(&self, sent: Sent) {
        self.take(&self.events, sent);
    }

    fn take(&self, times: &Mutex<Taken>, sent: Sent) {
        let (time, disturbances) = (sent.at.elapsed(), self.disturbances.load(Relaxed));
        let mut taken = lock(times);
        taken.all.push(time);
        if disturbances == sent.disturbances && disturbances.is_multiple_of(2) {
            taken.undisturbed.push(time);
        }
    }

    /// From sending a move to its answer.
    pub(crate) fn answers(&self) -> Taken {
        sorted(&self.answers)
    }

    /// From sending a move to the news of it at the other player.
    pub(crate) fn events(&self) -> Taken {
        sorted(&self.events)
    }
}

fn sorted(times: &Mutex<Taken>) -> Taken {
    let mut taken = lock(times).clone();
    taken.all.sort_unstable();
    taken.undisturbed.sort_unstable();
    taken
}

fn lock(times: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    times.lock().unwrap_or_else(PoisonError::into_inner)
}
