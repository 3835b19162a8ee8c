//! The page and its API.

pub mod explain;
