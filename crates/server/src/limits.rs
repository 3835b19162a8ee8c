//! How much an address may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::ApiError;

/// What an address may do at once, and how much of it comes back in a second.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// At once.
    pub burst: NonZeroU32,
    /// In a second.
    pub each_second: NonZeroU32,
}

impl Allowance {
    /// Zeros count as one.
    pub const fn new(burst: u32, each_second: u32) -> Self {
        Self { burst: at_least_one(burst), each_second: at_least_one(each_second) }
    }

    fn limiter(self) -> DefaultKeyedRateLimiter<Who> {
        RateLimiter::keyed(Quota::per_second(self.each_second).allow_burst(self.burst))
    }
}

const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// What an address may do, and each visitor.
#[derive(Clone, Copy, Debug)]
pub struct Allowances {
    /// Games begun, invitations made and taken.
    pub begin: Allowance,
    /// Commands.
    pub command: Allowance,
    /// Messages to the other player.
    pub message: Allowance,
    /// What takes time to compute: analyses, pictures.
    pub costly: Allowance,
    /// Anything at all under `/api`.
    pub request: Allowance,
    /// Connections at once that wait for what is new.
    pub connections: usize,
}

impl Allowances {
    /// So many times as much.
    pub fn times(self, factor: u32) -> Self {
        let Self { begin, command, message, costly, request, connections } = self;
        let times = |Allowance { burst, each_second }: Allowance| Allowance {
            burst: burst.saturating_mul(at_least_one(factor)),
            each_second: each_second.saturating_mul(at_least_one(factor)),
        };
        Self {
            begin: times(begin),
            command: times(command),
            message: times(message),
            costly: times(costly),
            request: times(request),
            connections: connections.saturating_mul(factor as usize),
        }
    }
}

impl Default for Allowances {
    fn default() -> Self {
        Self {
            begin: Allowance::new(60, 1),
            command: Allowance::new(100, 20),
            message: Allowance::new(5, 1),
            costly: Allowance::new(40, 2),
            request: Allowance::new(400, 100),
            // A club behind one address, each with a few windows.
            connections: 100,
        }
    }
}

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Who {
    /// Whoever is at an address.
    Address(IpAddr),
    /// A visitor, wherever they are.
    Visitor(i64),
}

impl From<IpAddr> for Who {
    fn from(address: IpAddr) -> Self {
        Self::Address(client(address))
    }
}

impl From<i64> for Who {
    fn from(visitor: i64) -> Self {
        Self::Visitor(visitor)
    }
}

/// What is asked for, as far as limits go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A game, an invitation, a seat.
    Begin,
    /// Something in a game.
    Command,
    /// A message to the other player.
    Message,
    /// What takes time to compute.
    Costly,
    /// Anything at all.
    Request,
}

/// How much each address and each visitor has asked for lately, by [`Deed`].
#[derive(Debug)]
pub(crate) struct Limiter([DefaultKeyedRateLimiter<Who>; 5]);

impl Limiter {
    /// Nobody has asked for anything yet.
    pub(crate) fn new(allowances: Allowances) -> Self {
        let Allowances { begin, command, message, costly, request, .. } = allowances;
        Self([begin, command, message, costly, request].map(Allowance::limiter))
    }

    /// Counts a deed.
    ///
    /// # Errors
    /// When there were too many lately.
    pub(crate) fn check(&self, deed: Deed, who: impl Into<Who>) -> Result<(), ApiError> {
        self.0[deed as usize].check_key(&who.into()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            ApiError::too_many(wait.as_secs() + 1)
        })
    }

    /// Forgets those who have asked for nothing lately.
    pub(crate) fn tidy(&self) {
        for limiter in &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// How many requests of an address, and of a visitor, may be under way at once.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    most: usize,
    taken: Arc<Mutex<HashMap<Who, usize>>>,
}

impl Room {
    /// So many for each.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Takes a place, which is free again when it is dropped.
    ///
    /// # Errors
    /// When all places are taken.
    pub(crate) fn enter(&self, who: impl Into<Who>) -> Result<RoomPlace, ApiError> {
        let who = who.into();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(who).or_default();
        if *count >= self.most {
            return Err(ApiError::too_many(1));
        }
        *count += 1;
        Ok(RoomPlace { room: self.clone(), who })
    }
}

/// A place in a [`Room`].
#[derive(Debug)]
pub(crate) struct RoomPlace {
    room: Room,
    who: Who,
}

impl Drop for RoomPlace {
    fn drop(&mut self) {
        let mut taken = self.room.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.who);
            }
        }
    }
}

/// Whom an address stands for: of the new kind a household has a whole network of them.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        old @ IpAddr::V4(_) => old,
    }
}
