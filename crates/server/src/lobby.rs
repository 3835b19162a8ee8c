//! From where invitations for everybody were made, so that one address doesn't fill the lobby.
//!
//! It is known in memory alone: no address is written anywhere. After a restart the visitor counts.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::rate_limits::LimitKey;
use crate::store::Invitation;

/// How many public invitations are shown.
const MAX_VISIBLE: usize = 50;

/// How many an address may have open: a club behind one.
pub(crate) const MAX_PER_ADDRESS: usize = 100;

/// From where invitations were made.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lobby(Arc<Mutex<HashMap<String, Origin>>>);

#[derive(Clone, Copy, Debug)]
struct Origin {
    by: LimitKey,
    expires: i64,
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Origin>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an invitation that is made at a time; whether its address had room for one more.
    pub(crate) fn add(&self, invitation: &Invitation, address: IpAddr) -> bool {
        let (by, expires) = (LimitKey::from(address), invitation.expires);
        let mut made = self.lock();
        made.retain(|_, made| made.expires > invitation.created);
        let has_room = made.values().filter(|made| made.by == by).count() < MAX_PER_ADDRESS;
        if has_room {
            made.insert(invitation.id.clone(), Origin { by, expires });
        }
        has_room
    }

    /// Forgets an invitation that is open no more.
    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Those of open invitations that are shown, first those whose makers wait. Where not all fit,
    /// every address has one before any has two, and so on.
    pub(crate) fn visible(&self, open: Vec<Invitation>, awaited: &[String]) -> Vec<Invitation> {
        let awaited: HashSet<&str> = awaited.iter().map(String::as_str).collect();
        let mut open: Vec<(bool, Invitation)> = open
            .into_iter()
            .map(|invitation| (awaited.contains(invitation.id.as_str()), invitation))
            .collect();
        // The newest first; those whose makers wait, in the order in which they came.
        open.sort_by_key(|(here, invitation)| {
            (Reverse(*here), if *here { invitation.created } else { -invitation.created })
        });
        let (made, mut of_address, mut of_visitor) = (self.lock(), HashMap::new(), HashMap::new());
        let mut ranked: Vec<_> = open
            .into_iter()
            .map(|(here, invitation)| {
                let visitor = LimitKey::from(invitation.creator);
                let address = made.get(&invitation.id).map_or(visitor, |made| made.by);
                let own = next(&mut of_visitor, visitor);
                (own, here, address, invitation)
            })
            .collect();
        drop(made);
        // Within an address every visitor has one before any has two.
        ranked.sort_by_key(|(own, here, ..)| (*own, Reverse(*here)));
        let mut turns: Vec<_> = ranked
            .into_iter()
            .map(|(_, here, address, invitation)| {
                (next(&mut of_address, address), here, invitation)
            })
            .collect();
        turns.sort_by_key(|(turn, here, _)| (*turn, Reverse(*here)));
        turns.truncate(MAX_VISIBLE);
        turns.sort_by_key(|(turn, here, invitation)| (Reverse(*here), *turn, -invitation.created));
        turns.into_iter().map(|(.., invitation)| invitation).collect()
    }
}

/// How many came before under a key.
fn next(counts: &mut HashMap<LimitKey, usize>, who: LimitKey) -> usize {
    let count = counts.entry(who).or_default();
    *count += 1;
    *count - 1
}
