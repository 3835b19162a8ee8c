//! Rate limits and concurrency limits for each address and each visitor.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::ApiError;

/// A rate limit: the burst, and how much of it is given back each second.
#[derive(Clone, Copy, Debug)]
pub struct RateLimit {
    /// The burst.
    pub burst: NonZeroU32,
    /// Given back each second.
    pub each_second: NonZeroU32,
}

impl RateLimit {
    /// Zeros count as one.
    pub const fn new(burst: u32, each_second: u32) -> Self {
        Self { burst: at_least_one(burst), each_second: at_least_one(each_second) }
    }

    fn limiter(self) -> DefaultKeyedRateLimiter<LimitKey> {
        RateLimiter::keyed(Quota::per_second(self.each_second).allow_burst(self.burst))
    }
}

const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// The limits of each address and of each visitor.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// Games begun, invitations made and taken.
    pub begin: RateLimit,
    /// Commands.
    pub command: RateLimit,
    /// Messages to the other player.
    pub message: RateLimit,
    /// What takes time to compute: analyses, pictures.
    pub costly: RateLimit,
    /// Anything at all under `/api`.
    pub request: RateLimit,
    /// What is written into the database for games that nobody may ever play, in parts of 256 bytes.
    pub storage: RateLimit,
    /// Connections at once that wait for what is new.
    pub connections: usize,
}

impl RateLimits {
    /// All limits multiplied by a factor.
    pub fn times(self, factor: u32) -> Self {
        let Self { begin, command, message, costly, request, storage, connections } = self;
        let times = |RateLimit { burst, each_second }: RateLimit| RateLimit {
            burst: burst.saturating_mul(at_least_one(factor)),
            each_second: each_second.saturating_mul(at_least_one(factor)),
        };
        Self {
            begin: times(begin),
            command: times(command),
            message: times(message),
            costly: times(costly),
            request: times(request),
            storage: times(storage),
            connections: connections.saturating_mul(factor as usize),
        }
    }
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            begin: RateLimit::new(60, 1),
            command: RateLimit::new(100, 20),
            message: RateLimit::new(5, 1),
            costly: RateLimit::new(40, 2),
            request: RateLimit::new(400, 100),
            // 2 MB at once, then 22 MB a day.
            storage: RateLimit::new(8_192, 1),
            // A club behind one address, each with a few windows.
            connections: 100,
        }
    }
}

/// What a game takes in the database, each of its moves, and what is counted as one, in bytes.
const GAME_BYTES: usize = 1024;
const PLY_BYTES: usize = 50;
const PART_BYTES: usize = 256;

/// What a limit counts for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LimitKey {
    /// The network of an address.
    Network(IpAddr),
    /// An address.
    Address(IpAddr),
    /// A visitor, wherever they are.
    Visitor(i64),
}

impl LimitKey {
    /// The network of an address: with IPv6 a customer can have 65,536 networks of the size that a
    /// household has.
    pub(crate) fn network(address: IpAddr) -> Self {
        Self::Network(match client(address) {
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
            old @ IpAddr::V4(_) => old,
        })
    }
}

impl From<IpAddr> for LimitKey {
    fn from(address: IpAddr) -> Self {
        Self::Address(client(address))
    }
}

impl From<i64> for LimitKey {
    fn from(visitor: i64) -> Self {
        Self::Visitor(visitor)
    }
}

/// What a rate limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
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
    /// A part of what is written into the database.
    Storage,
}

/// How much each address and each visitor has asked for lately, by [`Action`].
#[derive(Debug)]
pub(crate) struct RateLimiters([DefaultKeyedRateLimiter<LimitKey>; 6]);

impl RateLimiters {
    /// Without any requests so far.
    pub(crate) fn new(rate_limits: RateLimits) -> Self {
        let RateLimits { begin, command, message, costly, request, storage, .. } = rate_limits;
        Self([begin, command, message, costly, request, storage].map(RateLimit::limiter))
    }

    /// Counts an action.
    ///
    /// # Errors
    /// When there were too many lately.
    pub(crate) fn check(&self, action: Action, key: impl Into<LimitKey>) -> Result<(), ApiError> {
        self.0[action as usize].check_key(&key.into()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            ApiError::too_many(wait.as_secs() + 1)
        })
    }

    /// Counts what a new game takes in the database: its moves, and the bytes of its tags and comments.
    ///
    /// # Errors
    /// When there was too much lately.
    pub(crate) fn check_game(
        &self,
        plies: usize,
        noted: usize,
        key: impl Into<LimitKey>,
    ) -> Result<(), ApiError> {
        let parts = (GAME_BYTES + plies * PLY_BYTES + noted).div_ceil(PART_BYTES);
        let parts = at_least_one(u32::try_from(parts).unwrap_or(u32::MAX));
        let limiter = &self.0[Action::Storage as usize];
        match limiter.check_key_n(&key.into(), parts) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                Err(ApiError::too_many(wait.as_secs() + 1))
            }
            // More than there ever is at once.
            Err(_) => Err(ApiError::too_long("the game is too long to be kept here")),
        }
    }

    /// Drops the keys without recent requests.
    pub(crate) fn evict_idle(&self) {
        for limiter in &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// How many requests or connections of an address, or of a visitor, may be open at once.
#[derive(Clone, Debug)]
pub(crate) struct ConcurrencyLimit {
    max: usize,
    in_use: Arc<Mutex<HashMap<LimitKey, usize>>>,
}

impl ConcurrencyLimit {
    /// With a maximum for each key.
    pub(crate) fn new(max: usize) -> Self {
        Self { max, in_use: Arc::default() }
    }

    /// Takes a permit, which is released when it is dropped.
    ///
    /// # Errors
    /// When all permits of the key are in use.
    pub(crate) fn acquire(&self, key: impl Into<LimitKey>) -> Result<ConcurrencyPermit, ApiError> {
        let key = key.into();
        let mut in_use = self.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        let count = in_use.entry(key).or_default();
        if *count >= self.max {
            return Err(ApiError::too_many(1));
        }
        *count += 1;
        Ok(ConcurrencyPermit { limit: self.clone(), key })
    }
}

/// A permit of a [`ConcurrencyLimit`].
#[derive(Debug)]
pub(crate) struct ConcurrencyPermit {
    limit: ConcurrencyLimit,
    key: LimitKey,
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut in_use = self.limit.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = in_use.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                in_use.remove(&self.key);
            }
        }
    }
}

/// The client of an address: with IPv6 a household has a whole network of addresses.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        old @ IpAddr::V4(_) => old,
    }
}
