//! The server by real requests against the real router with a real database.

mod api;
mod bad_requests;
mod browser;
mod contest;
#[cfg(unix)]
mod examples;
mod fairness;
mod invitations;
mod live;
mod nodes;
mod online;
mod openapi;
mod opening;
mod pair;
mod pitfalls;
mod preview;
mod puzzles;
mod records;
mod refusal;
mod running;
mod site;
mod storage;
mod structure;
mod visitors;
