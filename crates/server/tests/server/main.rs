//! The server by real requests against the real router with a real database.

mod api;
mod contest;
mod fairness;
mod live;
mod online;
mod opening;
mod pitfalls;
mod records;
mod refusal;
mod site;
mod storage;
