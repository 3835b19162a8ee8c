//! The server by real requests against the real router with a real database.

mod api;
mod live;
mod online;
mod opening;
mod pitfalls;
mod site;
