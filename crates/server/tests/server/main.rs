//! The server by real requests against the real router with a real database.

mod api;
mod fairness;
mod live;
mod online;
mod pitfalls;
mod site;
