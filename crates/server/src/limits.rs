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

    fn limiter(self) -> DefaultKeyedRateLimiter<IpAddr> {
        RateLimiter::keyed(Quota::per_second(self.each_second).allow_burst(self.burst))
    }
}

const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// What an address may do.
#[derive(Clone, Copy, Debug)]
pub struct Allowances {
    /// Games begun.
    pub begin: Allowance,
    /// Commands.
    pub command: Allowance,
    /// What takes time to compute: analyses, pictures.
    pub costly: Allowance,
    /// Anything at all under `/api`.
    pub request: Allowance,
}

impl Allowances {
    /// So many times as much.
    pub fn times(self, factor: u32) -> Self {
        let Self { begin, command, costly, request } = self;
        let times = |Allowance { burst, each_second }: Allowance| Allowance {
            burst: burst.saturating_mul(at_least_one(factor)),
            each_second: each_second.saturating_mul(at_least_one(factor)),
        };
        Self {
            begin: times(begin),
            command: times(command),
            costly: times(costly),
            request: times(request),
        }
    }
}

impl Default for Allowances {
    fn default() -> Self {
        Self {
            begin: Allowance::new(60, 1),
            command: Allowance::new(100, 20),
            costly: Allowance::new(40, 2),
            request: Allowance::new(400, 100),
        }
    }
}

/// How much each address has asked for lately.
#[derive(Debug)]
pub(crate) struct Limiter {
    begin: DefaultKeyedRateLimiter<IpAddr>,
    command: DefaultKeyedRateLimiter<IpAddr>,
    costly: DefaultKeyedRateLimiter<IpAddr>,
    request: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limiter {
    /// Nobody has asked for anything yet.
    pub(crate) fn new(allowances: Allowances) -> Self {
        Self {
            begin: allowances.begin.limiter(),
            command: allowances.command.limiter(),
            costly: allowances.costly.limiter(),
            request: allowances.request.limiter(),
        }
    }

    /// Whether an address may begin a game.
    ///
    /// # Errors
    /// When it has begun too many lately.
    pub(crate) fn begin(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.begin, address)
    }

    /// Whether an address may do something in a game.
    ///
    /// # Errors
    /// When it has done too much lately.
    pub(crate) fn command(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.command, address)
    }

    /// Whether an address may ask for something that takes time.
    ///
    /// # Errors
    /// When it has asked for too much lately.
    pub(crate) fn costly(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.costly, address)
    }

    /// Whether an address may ask for anything at all.
    ///
    /// # Errors
    /// When it has asked for too much lately.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.request, address)
    }

    /// Forgets the addresses that have asked for nothing lately.
    pub(crate) fn tidy(&self) {
        for limiter in [&self.begin, &self.command, &self.costly, &self.request] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// How many requests of an address may be under way at once.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Room {
    /// So many for each address.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Takes a place, which is free again when it is dropped.
    ///
    /// # Errors
    /// When the address has all of its places taken.
    pub(crate) fn enter(&self, address: IpAddr) -> Result<RoomPlace, ApiError> {
        let address = client(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(address).or_default();
        if *count >= self.most {
            return Err(ApiError::too_many(1));
        }
        *count += 1;
        Ok(RoomPlace { room: self.clone(), address })
    }
}

/// A place in a [`Room`].
#[derive(Debug)]
pub(crate) struct RoomPlace {
    room: Room,
    address: IpAddr,
}

impl Drop for RoomPlace {
    fn drop(&mut self) {
        let mut taken = self.room.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
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

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), ApiError> {
    limiter.check_key(&client(address)).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        ApiError::too_many(wait.as_secs() + 1)
    })
}
