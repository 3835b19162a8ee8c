//! The server by real requests against the real router with a real database.

mod api;
mod contest;
#[cfg(unix)]
mod examples;
mod fairness;
mod live;
mod online;
mod openapi;
mod opening;
mod pitfalls;
mod records;
mod refusal;
mod site;
mod storage;
