//! The server by real requests against the real router with a real database.

mod api;
mod online;
mod pitfalls;
mod site;
