//! How much an address may ask for.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::http::StatusCode;
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
}

impl Default for Allowances {
    fn default() -> Self {
        Self {
            begin: Allowance::new(60, 1),
            command: Allowance::new(100, 20),
            costly: Allowance::new(40, 2),
        }
    }
}

/// How much each address has asked for lately.
#[derive(Debug)]
pub struct Limiter {
    begin: DefaultKeyedRateLimiter<IpAddr>,
    command: DefaultKeyedRateLimiter<IpAddr>,
    costly: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limiter {
    /// Nobody has asked for anything yet.
    pub fn new(allowances: Allowances) -> Self {
        Self {
            begin: allowances.begin.limiter(),
            command: allowances.command.limiter(),
            costly: allowances.costly.limiter(),
        }
    }

    /// Whether an address may begin a game.
    ///
    /// # Errors
    /// When it has begun too many lately.
    pub fn begin(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.begin, address)
    }

    /// Whether an address may do something in a game.
    ///
    /// # Errors
    /// When it has done too much lately.
    pub fn command(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.command, address)
    }

    /// Whether an address may ask for something that takes time.
    ///
    /// # Errors
    /// When it has asked for too much lately.
    pub fn costly(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.costly, address)
    }

    /// Forgets the addresses that have asked for nothing lately.
    pub fn tidy(&self) {
        for limiter in [&self.begin, &self.command, &self.costly] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn check(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), ApiError> {
    limiter.check_key(&address).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        let seconds = wait.as_secs() + 1;
        let message = format!("that was much at once: try again in {seconds} s");
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", &message)
            .with("seconds", seconds)
    })
}
