//! The visitors who were here in the last minute: every request says by a secret whose it is, and most
//! come from the same few.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a secret is known without asking the database. What takes a secret from a visitor is heard of
/// at once, so this bounds the memory.
const KNOWN_TIME: Duration = Duration::from_mins(1);

/// How many secrets are known at most.
const MAX_KNOWN: usize = 50_000;

/// Visitors by the hashes of their secrets.
#[derive(Debug, Default)]
pub(super) struct KnownVisitors(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    visitors: HashMap<Vec<u8>, (i64, Instant)>,
    /// How often visitors were forgotten: what was read from the database before that isn't noted.
    forgotten: u64,
}

/// The state of [`KnownVisitors`] before the database is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked(u64);

impl KnownVisitors {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The visitor with a secret.
    ///
    /// # Errors
    /// When the database has to be asked.
    pub(super) fn get(&self, secret: &[u8]) -> Result<i64, Asked> {
        let known = self.lock();
        match known.visitors.get(secret) {
            Some((visitor, until)) if *until > Instant::now() => Ok(*visitor),
            _ => Err(Asked(known.forgotten)),
        }
    }

    /// Notes what the database has answered.
    pub(super) fn note(&self, secret: Vec<u8>, visitor: i64, asked: Asked) {
        let mut known = self.lock();
        if known.forgotten != asked.0 {
            return;
        }
        let now = Instant::now();
        if known.visitors.len() >= MAX_KNOWN {
            known.visitors.retain(|_, (_, until)| *until > now);
        }
        if known.visitors.len() < MAX_KNOWN {
            known.visitors.insert(secret, (visitor, now + KNOWN_TIME));
        }
    }

    /// Forgets the secrets of some visitors.
    pub(super) fn forget(&self, gone: &[i64]) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.visitors.retain(|_, (visitor, _)| !gone.contains(visitor));
    }

    /// Forgets all secrets.
    pub(super) fn forget_all(&self) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.visitors.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_visitor_was_forgotten_is_not_noted() {
        let known = KnownVisitors::default();
        let (ann, ben) = (b"ann".to_vec(), b"ben".to_vec());
        let asked = known.get(&ann).expect_err("nobody is known yet");
        known.note(ann.clone(), 1, asked);
        known.note(ben.clone(), 2, asked);
        assert_eq!(known.get(&ann).ok(), Some(1));
        known.forget(&[1]);
        known.note(ann.clone(), 1, asked);
        assert!(known.get(&ann).is_err());
        assert_eq!(known.get(&ben).ok(), Some(2), "another visitor stays known");
        known.forget_all();
        assert!(known.get(&ben).is_err());
    }
}
